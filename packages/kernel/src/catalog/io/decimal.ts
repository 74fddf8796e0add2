import { fitsInt64, type Int, parseInteger } from '../../types/integer.js';

/** Digits of the greatest 64-bit integer; more of them, leading zeros aside, never fit. */
const DIGITS = 19;

/** The 64-bit integer that a text spells: an optional minus, then ASCII digits; undefined for anything else. */
export function decimalOf(text: string): Int | undefined {
  const start = text.startsWith('-') ? 1 : 0;
  if (start === text.length || !areDigits(text, start)) return undefined;
  let first = start;
  while (first < text.length - 1 && text.charAt(first) === '0') first += 1;
  if (text.length - first > DIGITS) return undefined;
  const integer = parseInteger((start === 1 ? '-' : '') + text.slice(first));
  return fitsInt64(integer) ? integer : undefined;
}

function areDigits(text: string, start: number): boolean {
  for (let i = start; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x30 || unit > 0x39) return false;
  }
  return true;
}
