import { element, escapeText } from '@kirchhoff/pictures/markup';
import type { BadgeFace } from './service.js';

/** Widths in Verdana at 11 px, of U+0020 to U+007E, in hundredths of a pixel. */
const ASCII: readonly number[] = [
  387, 433, 505, 900, 699, 1184, 799, 295, 500, 500, 699, 900, 400, 500, 400, 500, 699, 699, 699, 699, 699, 699, 699, 699, 699, 699, 500,
  500, 900, 900, 900, 600, 1100, 752, 754, 768, 848, 696, 632, 853, 827, 463, 500, 762, 612, 927, 823, 866, 663, 866, 765, 752, 678, 805,
  752, 1088, 754, 677, 754, 500, 500, 500, 900, 699, 699, 661, 685, 573, 685, 655, 387, 685, 696, 302, 379, 651, 302, 1070, 696, 668, 685,
  685, 469, 573, 433, 696, 651, 900, 651, 651, 578, 698, 500, 698, 900,
];
const PHI = 869;
const MIDDLE_DOT = 400;
const ELLIPSIS = 900;
/** Letters of other alphabets; slightly wider than most. */
const OTHER = 750;
/** East Asian and emoji. */
const WIDE = 1_100;

const GRAPHEMES = new Intl.Segmenter();
/** Characters that never combine; splitting other texts into graphemes costs a hundred times as much. */
const SINGLE = /^[\x20-\x7Eφ·…]*$/;

/** Returns the width of a text in Verdana at 11 px, in pixels; an estimate for scripts other than Latin. */
export function textWidth(text: string): number {
  const characters = SINGLE.test(text) ? Array.from(text) : Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
  return Math.round(characters.reduce((hundredths, character) => hundredths + widthOf(character), 0) / 100);
}

/** Returns the width of a grapheme: a character with its accents and joined parts. */
function widthOf(grapheme: string): number {
  const code = grapheme.codePointAt(0) ?? 0;
  const ascii = ASCII[code - 0x20];
  if (ascii !== undefined) return ascii;
  if (grapheme === 'φ') return PHI;
  if (grapheme === '·') return MIDDLE_DOT;
  if (grapheme === '…') return ELLIPSIS;
  return /^[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]|\p{Extended_Pictographic}/u.test(grapheme)
    ? WIDE
    : OTHER;
}

/** `flat` has rounded corners. */
export const BADGE_STYLES = ['flat', 'flat-square'] as const;
export type BadgeStyle = (typeof BADGE_STYLES)[number];

const HEIGHT = 20;
const PADDING = 6;
const RADIUS = 3;
const LABEL_COLOUR = '#444';

/** Returns the style of a name. Default: `flat`, since badges ignore unknown parameters. */
export function badgeStyle(name: string | undefined): BadgeStyle {
  return BADGE_STYLES.find((style) => style === name) ?? 'flat';
}

/**
 * Returns a badge, 20 px high: the label on grey and the message on its colour, or the message alone if the label is empty.
 * Screen readers announce one image with the whole text as its name. The markup has no identifiers, so that one page can hold
 * many badges. Widths are those of Verdana; `textLength` fits any other font to them.
 */
export function badgeSvg(label: string, { message, colour }: BadgeFace, style: BadgeStyle): string {
  const left = label === '' ? 0 : textWidth(label) + 2 * PADDING;
  const right = textWidth(message) + 2 * PADDING;
  const width = left + right;
  const name = badgeText(label, message);
  const radius = style === 'flat' ? RADIUS : 0;
  const shapes = [
    left === 0 ? '' : element('path', { fill: LABEL_COLOUR, d: half({ from: 0, to: left }, { left: radius, right: 0 }) }),
    element('path', { fill: colour, d: half({ from: left, to: width }, { left: left === 0 ? radius : 0, right: radius }) }),
  ];
  const texts = [left === 0 ? '' : textAt(label, PADDING), textAt(message, left + PADDING)];
  const font = { fill: '#fff', 'font-family': 'Verdana,Geneva,DejaVu Sans,sans-serif', 'font-size': 11, 'aria-hidden': 'true' };
  const image = { xmlns: 'http://www.w3.org/2000/svg', width, height: HEIGHT, role: 'img', 'aria-label': name };
  return `${element('svg', image, element('title', {}, escapeText(name)) + shapes.join('') + element('g', font, texts.join('')))}\n`;
}

/** Returns the text of a badge in one line. */
export function badgeText(label: string, message: string): string {
  return label === '' ? message : `${label}: ${message}`;
}

/** Returns a rectangle between two x coordinates, with its left and right corners rounded by the given radii. */
function half(
  { from, to }: { readonly from: number; readonly to: number },
  { left, right }: { readonly left: number; readonly right: number },
): string {
  return [
    `M${from + left} 0H${to - right}${corner(right, right, right)}V${HEIGHT - right}${corner(right, -right, right)}`,
    `H${from + left}${corner(left, -left, -left)}V${left}${corner(left, left, -left)}z`,
  ].join('');
}

function corner(radius: number, x: number, y: number): string {
  return radius === 0 ? '' : `a${radius} ${radius} 0 0 1 ${x} ${y}`;
}

/** `lengthAdjust` covers glyphs too: with the spacing alone, joined letters would come apart. */
function textAt(text: string, x: number): string {
  return element('text', { x, y: 14, textLength: textWidth(text), lengthAdjust: 'spacingAndGlyphs' }, escapeText(text));
}
