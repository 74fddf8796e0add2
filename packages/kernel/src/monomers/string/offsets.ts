import { unitsAt } from '../../values/text.js';

/**
 * Returns the offset of code point `index` in UTF-16 units, counted on from `start`, which itself begins a code point;
 * `undefined` if the text ends before. The end of the text is an offset too.
 */
export function offsetOf(text: string, index: number, start = 0): number | undefined {
  let offset = start;
  for (let passed = 0; passed < index; passed += 1) {
    if (offset >= text.length) return undefined;
    offset += unitsAt(text, offset);
  }
  return offset;
}
