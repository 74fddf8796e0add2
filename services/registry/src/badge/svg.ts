import type { BadgeFace } from './badge.js';

const LABEL = 'kirchhoff';
const HEIGHT = 20;
const FONT_SIZE = 11;
const PADDING = 6;
/** Widths of Verdana at 11 px, which the text is then held to by `textLength` whatever font is there. */
const NARROW = 4;
const DIGIT = 7;
const LETTER = 6.7;

/** A flat badge, 20 px high. Screen readers hear one image with the whole text as its name. */
export function badgeSvg({ message, colour }: BadgeFace): string {
  const left = textWidth(LABEL) + 2 * PADDING;
  const right = textWidth(message) + 2 * PADDING;
  const width = left + right;
  const name = `${LABEL}: ${message}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${name}">`,
    `<title>${name}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="${HEIGHT}" fill="#444"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${colour}"/></g>`,
    `<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="${FONT_SIZE}" aria-hidden="true">`,
    textElement(LABEL, PADDING),
    textElement(message, left + PADDING),
    '</g></svg>\n',
  ].join('');
}

/** None of the texts holds a character that XML would take as its own: they are ours, never a user's. */
function textElement(text: string, x: number): string {
  return `<text x="${x}" y="14" textLength="${textWidth(text)}">${text}</text>`;
}

function textWidth(text: string): number {
  return Math.round(Array.from(text).reduce((sum, character) => sum + characterWidth(character), 0));
}

function characterWidth(character: string): number {
  if (/[ .·:ijlft]/.test(character)) return NARROW;
  return /\d/.test(character) ? DIGIT : LETTER;
}
