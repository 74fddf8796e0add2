/** Printable ASCII without XML's reserved characters: most drawn texts. */
const PLAIN = /^[ !#-%(-;=?-~]*$/;

/** Escapes a text for XML, and drops characters that XML 1.0 cannot represent. */
export function escapeText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

type Attributes = Readonly<Record<string, string | number>>;

/** Returns an element. Its content is trusted markup; its attributes are escaped. */
export function element(name: string, attributes: Attributes, inside = ''): string {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escapeText(String(value))}"`);
  return inside === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inside}</${name}>`;
}

/** Returns a line of text at a position. */
export function textElement(text: string, x: number, y: number, classes: string): string {
  return element('text', { x: round(x), y: round(y), class: classes }, escapeText(text));
}

/** Rounds to a tenth of a pixel. */
export function round(number: number): number {
  return Math.round(number * 10) / 10;
}
