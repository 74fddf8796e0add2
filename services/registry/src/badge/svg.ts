import { element, escapeText } from '../svg/markup.js';
import type { BadgeFace } from './badge.js';
import { textWidth } from './text-width.js';

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
    left === 0 ? '' : element('path', { fill: LABEL_COLOUR, d: half(0, left, radius, 0) }),
    element('path', { fill: colour, d: half(left, width, left === 0 ? radius : 0, radius) }),
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
function half(from: number, to: number, left: number, right: number): string {
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
