import { readSearch } from './search.js';

it('the last word may go on, those before it are whole', () => {
  expect(readSearch('card fe')).toEqual({ text: 'card fe', name: 'card fe', words: ['card'], beginning: 'fe' });
});

it('a space or a sign behind the last word ends it', () => {
  expect(readSearch(' card  fee ')).toMatchObject({ name: 'card  fee', words: ['card', 'fee'], beginning: undefined });
  expect(readSearch('C++')).toMatchObject({ name: 'C++', words: ['C'], beginning: undefined });
});

it('signs of ASCII are between words and never in them', () => {
  expect(readSearch(`a'b"c\\d:*e&f|g!h(i)j<k>l-m%n_o.p/q`)).toMatchObject({ words: Array.from('abcdefghijklmnop'), beginning: undefined });
  expect(readSearch(`':*&|!()<->%_\\`)).toMatchObject({ words: [], beginning: undefined });
});

it('a blank text asks for nothing', () => {
  for (const text of ['', ' ', '\t\n', '\u00a0\u3000']) expect(readSearch(text)).toBeUndefined();
});

it('letters count in their compatibility form', () => {
  expect(readSearch('ｃａｒｄ ﬁ')).toMatchObject({ words: ['card'], beginning: 'fi' });
  expect(readSearch('Gebühr')).toEqual(readSearch('Gebu\u0308hr'));
});

it('16 words count, and none of them may go on where there are more', () => {
  const words = Array.from({ length: 20 }, (_, index) => `w${index}`);
  expect(readSearch(words.slice(0, 16).join(' '))).toMatchObject({ words: words.slice(0, 15), beginning: 'w15' });
  expect(readSearch(words.join(' '))).toMatchObject({ words: words.slice(0, 16), beginning: undefined });
});

it('200 characters count, cut between words', () => {
  const search = readSearch('abcdefghi '.repeat(1_000));
  expect(search).toMatchObject({ words: ['abcdefghi'], beginning: undefined });
  expect(search?.name).toHaveLength(199);
  expect(readSearch('😀'.repeat(2_500))).toMatchObject({ words: ['😀'.repeat(200)], beginning: undefined });
  expect(readSearch(`x${'😀'.repeat(2_500)}`)?.name).not.toMatch(/\p{Surrogate}/u);
});

it('what counts of a text asks for the same', () => {
  for (const text of ['card fee', 'card fee ', ' card', 'a'.repeat(300), 'ab '.repeat(300), '%%% ', '😀 '.repeat(3_000), 'ﷺ'.repeat(90)]) {
    const search = readSearch(text);
    expect(readSearch(search?.text ?? '')).toEqual(search);
    expect(Array.from(search?.text ?? '').length).toBeLessThanOrEqual(201);
  }
});
