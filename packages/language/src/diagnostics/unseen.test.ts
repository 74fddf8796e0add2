import { escapeCharacter, nameOfCodePoint, showUnseen, unseenIn } from './unseen.js';

const isUnseen = (character: string): boolean => showUnseen(character) !== character;

/** Every code point but the surrogates, with what the Unicode of this Node says of it. */
function charactersWhere(says: RegExp): string[] {
  const found = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if ((code < 0xd800 || code > 0xdfff) && says.test(character)) found.push(character);
  }
  return found;
}

test('all that Unicode calls ignorable, a control, a separator of lines or a turn of direction is unseen', () => {
  const hidden = charactersWhere(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
  expect(hidden.length).toBeGreaterThan(4_000);
  expect(hidden.filter((character) => !isUnseen(character))).toEqual(['\t', '\n', '\r']);
});

test('letters, digits, marks, punctuation, symbols and spaces are seen, but for those that are ignorable', () => {
  const seen = charactersWhere(/(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{M}\p{P}\p{S}\p{Zs}]/u);
  expect(
    seen
      .filter(isUnseen)
      .map(nameOfCodePoint)
      .filter((name) => !/^U\+134[45]/.test(name)),
  ).toEqual([]);
});

test('an unseen character is shown as its escape, and found at its offset', () => {
  expect(showUnseen('a\u202eb\u{e0041}c😀')).toBe('a\\u{202E}b\\u{E0041}c😀');
  expect([...unseenIn('😀\u200b\n\u{e0041}')]).toEqual([
    { character: '\u200b', offset: 2 },
    { character: '\u{e0041}', offset: 4 },
  ]);
  expect([escapeCharacter('\u0007'), nameOfCodePoint('\u0007')]).toEqual(['\\u{7}', 'U+0007']);
});
