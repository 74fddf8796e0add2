import type { Card } from './scene.js';

/** Groups the digits of long numbers by three, as the language allows in literals. */
export function groupDigits(text: string): string {
  return text.replaceAll(/(?<![\w.])\d{5,}(?!\w)|(?<=\.\.)\d{5,}(?!\w)/g, (digits) => digits.replaceAll(/\B(?=(\d{3})+$)/g, '_'));
}

/** Truncates a text that is too long for its place. */
export function shorten(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** Replaces the ports of a label: by a literal operand, or by a dot for a wire. A field name after a dot is no port. */
export function fillPorts(label: string, ports: ReadonlyMap<string, string>): string {
  const call = label.indexOf('(');
  const from = call > 0 && label.endsWith(')') ? call : 0;
  return label.slice(0, from) + label.slice(from).replaceAll(/(?<!(?<!\.)\.)\b[A-Za-z_]\w*/g, (word) => ports.get(word) ?? word);
}

/** `1 operation`, `1,204 operations`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

/** The dimensions of a card, in pixels. */
export interface CardSize {
  readonly width: number;
  readonly height: number;
  /** Baselines of heading, label, note, value, open place and rows; `null` for an absent one. */
  readonly headingAt: number | null;
  readonly labelAt: number;
  readonly noteAt: number | null;
  readonly valueAt: number | null;
  readonly openAt: number | null;
  readonly rowsAt: readonly number[];
  /** The y coordinate of each port on the left side. */
  readonly portsAt: ReadonlyMap<string, number>;
  /** The y coordinate of wires on the right side. */
  readonly exitAt: number;
}

export const LABEL_FONT = 13;
export const SMALL_FONT = 11;
export const CARD_PADDING = 12;
/** Width of a character in monospaced fonts, relative to the font size; slightly more than most have. */
const ADVANCE = 0.61;
const HEADING = 15;
const LABEL = 19;
const NOTE = 16;
const ROW = 18;
const EDGE = 8;
const MIN_WIDTH = 56;

/** Returns the width of a text in the monospaced fonts of the picture. */
export function textWidth(text: string, size: number): number {
  let units = 0;
  for (const character of text) units += isWide(character) ? 2 : 1;
  return units * size * ADVANCE;
}

/** Returns true if a character is East Asian or an emoji, which are twice as wide. */
function isWide(character: string): boolean {
  return /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]|\p{Extended_Pictographic}/u.test(character);
}

/** Returns the dimensions of a card. */
export function sizeOf({ heading, label, note, value, open, rows, ports }: Card): CardSize {
  const widths = [
    textWidth(heading, SMALL_FONT),
    textWidth(label, LABEL_FONT),
    textWidth(note, SMALL_FONT),
    textWidth(value, LABEL_FONT),
    textWidth(open, SMALL_FONT),
    ...rows.map(({ text }) => textWidth(text, SMALL_FONT)),
  ];
  let at = EDGE;
  const take = (height: number): number => {
    at += height;
    return at - height * 0.28;
  };
  const headingAt = heading === '' ? null : take(HEADING);
  const labelAt = take(LABEL);
  const noteAt = note === '' ? null : take(NOTE);
  const valueAt = value === '' ? null : take(LABEL);
  const openAt = open === '' ? null : take(NOTE);
  const faceHeight = at + EDGE;
  if (rows.length > 0) at += EDGE;
  const rowsAt = rows.map(() => take(ROW));
  const height = at + EDGE;
  const portsAt = new Map(spread(ports, rows.length > 0 ? faceHeight : height));
  rows.forEach(({ port }, index) => {
    if (port !== null) portsAt.set(port, (rowsAt[index] ?? 0) - 4);
  });
  const width = Math.ceil(Math.max(MIN_WIDTH, ...widths) + 2 * CARD_PADDING);
  return { width, height, headingAt, labelAt, noteAt, valueAt, openAt, rowsAt, portsAt, exitAt: Math.round(faceHeight / 2) };
}

function spread(ports: readonly string[], height: number): readonly (readonly [string, number])[] {
  const step = height / (ports.length + 1);
  return ports.map((port, index) => [port, Math.round(step * (index + 1))] as const);
}
