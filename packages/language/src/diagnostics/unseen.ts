/**
 * Invisible characters, and characters that change the reading direction: a text with one of them may look different from its
 * content ("Trojan Source", CVE-2021-42574). An explicit list, since the properties of Unicode grow with the version of Node.
 */
const RANGES = [
  // Controls but tab, line feed and carriage return
  '\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f',
  // The separators of lines and paragraphs
  '\\u2028\\u2029',
  // Default_Ignorable_Code_Point: bidirectional controls, zero widths, joiners, fillers, variation selectors, tags
  '\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164',
  '\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}',
  // Format characters of annotations and of hieroglyphs
  '\\ufff9-\\ufffb\\u{13430}-\\u{1343f}',
];
const UNSEEN = new RegExp(`[${RANGES.join('')}]`, 'gu');

/** The invisible characters of a text, in order, with their offsets in UTF-16 units. */
export function* unseenIn(text: string): Generator<{ readonly character: string; readonly offset: number }> {
  for (const { 0: character, index: offset } of text.matchAll(UNSEEN)) yield { character, offset };
}

/** The text with each invisible character as the escape `\u{…}` of text literals. */
export function showUnseen(text: string): string {
  return text.replace(UNSEEN, escapeCharacter);
}

/** The escape `\u{…}` of one character. */
export function escapeCharacter(character: string): string {
  return `\\u{${hexOf(character)}}`;
}

/** `U+…`: the name of a code point, in at least four digits. */
export function nameOfCodePoint(character: string): string {
  return `U+${hexOf(character).padStart(4, '0')}`;
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
}
