/** Printable ASCII without the characters that XML reserves: most of the drawn texts. */
const PLAIN = /^[ !#-%(-;=?-~]*$/;

/** Text that XML takes as text, whatever is in it. What XML 1.0 cannot hold at all is left out. */
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

/** An element with markup inside of it, which is trusted; its attributes are not. */
export function element(name: string, attributes: Attributes, inside = ''): string {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escapeText(String(value))}"`);
  return inside === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inside}</${name}>`;
}

/** A line of text at a place. */
export function textElement(text: string, x: number, y: number, classes: string): string {
  return element('text', { x: round(x), y: round(y), class: classes }, escapeText(text));
}

/** A tenth of a pixel is fine enough. */
export function round(number: number): number {
  return Math.round(number * 10) / 10;
}
