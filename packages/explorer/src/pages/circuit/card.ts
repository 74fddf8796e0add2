import { summaryOf } from './circuit.js';
import type { ShownVersion } from './types.js';

const WIDTH = 1_200;
const HEIGHT = 630;
const MAX_LINE = 38;
const MAX_LINES = 3;

/** Draws the picture of a circuit for previews on other sites: its name and its state. It has no script and no reference. */
export function circuitCard(name: string, state: ShownVersion): string {
  const lines = linesOf(name);
  const colour = state.certified ? '#116329' : state.phi_c === null ? '#57606a' : '#a40e26';
  const word = state.certified ? 'certified' : state.phi_c === null ? 'not certified' : 'open';
  const title = lines.map((line, index) => `<text x="80" y="${250 + index * 76}" font-size="60" font-weight="700">${escaped(line)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(`${name}: ${word}`)}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/><rect width="16" height="${HEIGHT}" fill="${colour}"/>
<g font-family="system-ui, sans-serif" fill="#1b1f24">
<rect x="80" y="80" width="56" height="56" rx="10" fill="#1b5e9c"/><path d="M94 90v36M122 90l-24 18 24 18" fill="none" stroke="#ffffff" stroke-width="7"/>
<text x="156" y="121" font-size="36" font-weight="600">Kirchhoff</text>
${title.join('\n')}
<rect x="80" y="484" width="${44 + word.length * 19}" height="60" rx="30" fill="${colour}"/><text x="102" y="525" font-size="34" fill="#ffffff">${word}</text>
<text x="80" y="590" font-size="26" fill="#57606a">${escaped(shortened(summaryOf(state), 84))}</text>
</g></svg>
`;
}

function linesOf(name: string): readonly string[] {
  const lines: string[] = [];
  for (const word of name.split(/\s+/).flatMap(pieces)) {
    const last = lines.at(-1);
    if (last !== undefined && Array.from(`${last} ${word}`).length <= MAX_LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES - 1), `${lines[MAX_LINES - 1] ?? ''}…`];
}

/** Cuts a word that is longer than a line. */
function pieces(word: string): readonly string[] {
  const characters = Array.from(word);
  return Array.from({ length: Math.ceil(characters.length / MAX_LINE) }, (_, index) =>
    characters.slice(index * MAX_LINE, (index + 1) * MAX_LINE).join(''),
  );
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
