const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGITS: ReadonlyMap<string, number> = new Map(ALPHABET.split('').map((character, digit) => [character, digit]));

/** RFC 4648 section 4, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const present = Math.min(3, bytes.length - i);
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let digit = 0; digit < 4; digit += 1) text += digit <= present ? ALPHABET.charAt((group >> (18 - 6 * digit)) & 63) : '=';
  }
  return text;
}

/**
 * The bytes of a padded and canonical RFC 4648 section 4 text; `undefined` for any other text (section 3.5: pad bits are zero).
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let i = 0, at = 0; i < text.length; i += 4, at += 3) {
    const pads = i + 4 === text.length ? padding : 0;
    const group = decodeGroup(text.slice(i, i + 4 - pads));
    if (group === undefined || (group & ((1 << (8 * pads)) - 1)) !== 0) return undefined;
    // A write beyond the end of a Uint8Array is ignored, as padding requires.
    bytes[at] = group >> 16;
    bytes[at + 1] = (group >> 8) & 255;
    bytes[at + 2] = group & 255;
  }
  return bytes;
}

/** Two to four digits as the upper bits of a group of 24. */
function decodeGroup(digits: string): number | undefined {
  let group = 0;
  for (let i = 0; i < 4; i += 1) {
    const digit = i < digits.length ? DIGITS.get(digits.charAt(i)) : 0;
    if (digit === undefined) return undefined;
    group = (group << 6) | digit;
  }
  return group;
}
