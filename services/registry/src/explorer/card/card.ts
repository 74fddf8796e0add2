import { element, escapeText } from '@kirchhoff/pictures/markup';

/** The content of the preview picture of a circuit. */
export interface Card {
  readonly name: string;
  readonly owner: string;
  readonly state: 'certified' | 'open' | 'not certified';
  /** The state in words, such as `proven: phi_c = 1.0`. */
  readonly verdict: string;
  /** One sentence about the state. */
  readonly summary: string;
}

/** Returns the width of the widest of some lines in the card's font, in pixels. */
export type Measure = (lines: readonly string[], font: { readonly size: number; readonly isBold: boolean }) => number;

/** The size that sites with previews ask for, in pixels. */
export const CARD_WIDTH = 1_200;
export const CARD_HEIGHT = 630;

export const CARD_FONT = 'DejaVu Sans';

const LEFT = 88;
const MOST_WIDE = CARD_WIDTH - LEFT - 80;

/** The colours of the pages in their light theme. */
const TEXT = '#1b1f24';
const MUTED = '#57606a';
const ACCENT = '#1b5e9c';
const STATES = {
  certified: { colour: '#116329', ground: '#e6f6ea' },
  open: { colour: '#a40e26', ground: '#ffebe9' },
  'not certified': { colour: '#57606a', ground: '#f6f8fa' },
} as const;

/** Draws the preview picture of a circuit, as SVG without a script and without a reference. */
export function cardSvg({ name, owner, state, verdict, summary }: Card, measure: Measure): string {
  const { colour, ground } = STATES[state];
  const title = fitted(name, { maxLines: 3, maxSize: 80, height: 200, isBold: true }, measure);
  const words = fitted(summary, { maxLines: 2, maxSize: 26, height: 60, isBold: false }, measure);
  const verdictWidth = measure([verdict], { size: 32, isBold: true });
  const lineHeight = title.size * 1.22;
  // The name with the owner below it is centred between the head and the verdict.
  const first = 275 - ((title.lines.length - 1) * lineHeight + 56) / 2 + title.size * 0.36;
  const last = first + (title.lines.length - 1) * lineHeight;
  const line = (text: string, y: number, size: number, more: Readonly<Record<string, string>> = {}, x = LEFT) =>
    element('text', { x, y: Math.round(y), 'font-size': size, fill: TEXT, ...more }, escapeText(text));
  const bold = { 'font-weight': '700' };
  const muted = { fill: MUTED };
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width: CARD_WIDTH, height: CARD_HEIGHT, 'font-family': CARD_FONT },
    [
      element('rect', { width: CARD_WIDTH, height: CARD_HEIGHT, fill: '#ffffff' }),
      element('rect', { width: 20, height: CARD_HEIGHT, fill: colour }),
      element('rect', { x: LEFT, y: 56, width: 56, height: 56, rx: 10, fill: ACCENT }),
      element('path', { d: 'M102 66v36M130 66l-24 18 24 18', fill: 'none', stroke: '#ffffff', 'stroke-width': 7 }),
      line('Kirchhoff', 97, 34, bold, LEFT + 76),
      ...title.lines.map((text, index) => line(text, first + index * lineHeight, title.size, bold)),
      line(`by ${owner}`, last + 56, 26, muted),
      element('rect', {
        x: LEFT,
        y: 456,
        width: Math.ceil(verdictWidth) + 64,
        height: 68,
        rx: 34,
        fill: ground,
        stroke: colour,
        'stroke-width': 2,
      }),
      line(verdict, 501, 32, { ...bold, fill: colour }, LEFT + 32),
      ...words.lines.map((text, index) => line(text, (words.lines.length === 1 ? 576 : 564) + index * 32, words.size, muted)),
    ].join(''),
  );
}

/** Draws lines for the measurement of their width. */
export function measuredSvg(lines: readonly string[], { size, isBold }: Parameters<Measure>[1]): string {
  const texts = lines.map((text, index) =>
    element('text', { y: (index + 1) * size, 'font-size': size, 'font-weight': isBold ? 700 : 400 }, escapeText(text)),
  );
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', width: 1, height: 1, 'font-family': CARD_FONT }, texts.join(''));
}

interface Place {
  readonly maxLines: number;
  readonly maxSize: number;
  /** The maximum of the sizes of all lines together, without the space between them. */
  readonly height: number;
  readonly isBold: boolean;
}

interface Fitted {
  readonly lines: readonly string[];
  readonly size: number;
}

/** The lengths of a line that are tried, in characters as a reader counts them. */
const LENGTHS = [18, 26, 36, 50, 70];
const MEASURED_SIZE = 100;

/** Breaks a text into lines, as large as they fit the place: the widths of characters differ by far too much to be guessed. */
function fitted(text: string, { maxLines, maxSize, height, isBold }: Place, measure: Measure): Fitted {
  const characters = charactersOf(text);
  const tried = LENGTHS.map((length) => linesOf(characters, length));
  const fitting = tried.filter((lines) => lines.length <= maxLines);
  const candidates = fitting.length > 0 ? fitting : tried.slice(-1).map((lines) => cut(lines, maxLines));
  const sized = candidates.map((lines) => {
    const width = measure(lines, { size: MEASURED_SIZE, isBold });
    const widest = Math.floor((MEASURED_SIZE * MOST_WIDE) / Math.max(1, width));
    return { lines, size: Math.min(maxSize, Math.floor(height / Math.max(1, lines.length)), widest) };
  });
  // The later ones have longer lines, and so fewer of the same size.
  return sized.reduce((best, each) => (each.size >= best.size ? each : best));
}

const GRAPHEMES = new Intl.Segmenter();
/** Marks beyond the third on one character, which would be drawn over the lines above and below. */
const STACKED_MARKS = /(\p{M}{3})\p{M}+/gu;
/** All of an emoji but its first picture: the font has none of the joined ones, and would draw their parts over each other. */
const JOINED_EMOJI = /\u200D\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/gu;

function charactersOf(text: string): readonly string[] {
  const single = text.replaceAll(JOINED_EMOJI, '').replaceAll(STACKED_MARKS, '$1').replaceAll(/\s+/g, ' ').trim();
  return Array.from(GRAPHEMES.segment(single), ({ segment }) => segment);
}

/** Breaks at spaces, and inside of a word that is longer than a line. */
function linesOf(characters: readonly string[], length: number): readonly string[] {
  const lines: string[][] = [[]];
  for (const word of wordsOf(characters)) {
    const last = lines.at(-1) ?? [];
    if (last.length > 0 && last.length + 1 + word.length <= length) last.push(' ', ...word);
    else for (let start = 0; start < word.length; start += length) lines.push(word.slice(start, start + length));
  }
  return lines.map((line) => line.join('')).filter((line) => line !== '');
}

function wordsOf(characters: readonly string[]): readonly (readonly string[])[] {
  const words: string[][] = [[]];
  for (const character of characters) {
    if (character === ' ') words.push([]);
    else words.at(-1)?.push(character);
  }
  return words;
}

function cut(lines: readonly string[], maxLines: number): readonly string[] {
  return lines.slice(0, maxLines).map((line, index) => (index === maxLines - 1 ? `${line}…` : line));
}
