import { element, escapeText, round, textElement } from '../markup.js';
import type { Layout, PlacedBox, PlacedCard, PlacedWire, Point } from './layout.js';
import { CARD_PADDING } from './size.js';

const BEND = 6;
const TIP = 5;

/** Renders a layout as SVG markup: boxes below wires below cards. */
export function drawLayout({ boxes, wires, cards }: Layout): string {
  return [...boxes.map(drawBox), ...wires.map(drawWire), ...cards.map(drawCard)].join('\n');
}

function drawBox({ box, x, y, width, height }: PlacedBox): string {
  return (
    element('rect', { x: round(x), y: round(y), width: round(width), height: round(height), rx: 10, class: 'box' }) +
    textElement(box.label, x + 14, y + 21, 'small quiet')
  );
}

function drawWire({ wire, points }: PlacedWire): string {
  const end = points.at(-1);
  if (end === undefined) return '';
  const path = element('path', { d: roundedPath(points), class: wire.dashed ? 'wire dashed' : 'wire' });
  const { x, y } = end;
  return path + element('path', { d: `M${round(x)} ${round(y)}l${-TIP} -3.5v7z`, class: 'tip' });
}

/** Returns a path along the points, with rounded corners. */
function roundedPath(points: readonly Point[]): string {
  const [first] = points;
  if (first === undefined) return '';
  const parts = [`M${round(first.x)} ${round(first.y)}`];
  points.slice(1).forEach((corner, index) => {
    const before = points[index] ?? corner;
    const after = points[index + 2];
    if (after === undefined) {
      parts.push(`L${round(corner.x)} ${round(corner.y)}`);
      return;
    }
    const into = towards(corner, before);
    const out = towards(corner, after);
    parts.push(`L${round(into.x)} ${round(into.y)}Q${round(corner.x)} ${round(corner.y)} ${round(out.x)} ${round(out.y)}`);
  });
  return parts.join('');
}

/** Returns a point near `from` on the way to `to`, at most half the distance away. */
function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length === 0 ? 0 : Math.min(BEND, length / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function drawCard({ card, size, x, y }: PlacedCard): string {
  const { width, height, headingAt, labelAt, noteAt, valueAt, openAt, rowsAt } = size;
  const isOpen = card.open !== '';
  const left = CARD_PADDING;
  const seam = (rowsAt[0] ?? 0) - 18;
  const parts = [
    element('title', {}, escapeText(card.title)),
    element('rect', { width, height: round(height), rx: 7, class: isOpen ? 'card open-card' : 'card' }),
    element('path', { d: `M0 7a7 7 0 0 1 4 -6.3v${round(height - 1.4)}a7 7 0 0 1 -4 -6.3z`, class: isOpen ? 'open' : card.tone }),
    headingAt === null ? '' : textElement(card.heading, left, headingAt, `small ${card.tone}`),
    textElement(card.label, left, labelAt, 'label ink'),
    noteAt === null ? '' : textElement(card.note, left, noteAt, 'small quiet'),
    valueAt === null ? '' : textElement(card.value, left, valueAt, 'label example'),
    openAt === null ? '' : textElement(card.open, left, openAt, 'small open'),
    card.rows.length === 0 ? '' : element('path', { d: `M4 ${round(seam)}H${width}`, class: 'seam' }),
    ...card.rows.map((row, index) => textElement(row.text, left, rowsAt[index] ?? 0, 'small quiet')),
  ];
  const transform = `translate(${round(x)} ${round(y)})`;
  return element('g', card.part === null ? { transform } : { transform, 'data-part': card.part }, parts.join(''));
}
