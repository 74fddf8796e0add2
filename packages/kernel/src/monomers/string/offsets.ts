import { unitsAt } from '../../values/text.js';

/**
 * Returns the offset in UTF-16 units of code point `index`, counted from `start`, at which a code point begins. `undefined` if
 * the text ends earlier. The end of the text is a valid offset.
 */
export function offsetOf(text: string, index: number, start = 0): number | undefined {
  let offset = start;
  for (let passed = 0; passed < index; passed += 1) {
    if (offset >= text.length) return undefined;
    offset += unitsAt(text, offset);
  }
  return offset;
}
