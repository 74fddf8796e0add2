import { CARD_WIDTH, cardSvg, type Measure } from './card.js';

/** A font whose characters are all as wide as they are high. */
const square: Measure = (lines, { size }) => Math.max(...lines.map((line) => Array.from(line).length)) * size;

const cardOf = (name: string) =>
  cardSvg({ name, owner: 'acc_0123456789abcdefghijkl', state: 'open', verdict: 'open', summary: 'An open circuit.' }, square);

/** Returns the lines of the name, with their size. */
const linesOf = (svg: string) =>
  [...svg.matchAll(/<text x="88" y="\d+" font-size="(\d+)" fill="#1b1f24" font-weight="700">([^<]*)</g)].map(([, size, text = '']) => ({
    size: Number(size),
    text,
  }));

it.each([
  ['a short one', 'fee'],
  ['one long word', 'x'.repeat(100)],
  ['many short words', 'a b '.repeat(25).trim()],
  ['long and short words', `${'y'.repeat(49)} z ${'y'.repeat(48)}`],
])('a name stays inside of the picture: %s', (_, name) => {
  const lines = linesOf(cardOf(name));
  expect(
    lines
      .map(({ text }) => text)
      .join('')
      .replaceAll(' ', ''),
  ).toBe(name.replaceAll(' ', ''));
  expect(lines.length).toBeLessThanOrEqual(3);
  for (const { size, text } of lines) expect(88 + size * Array.from(text).length).toBeLessThan(CARD_WIDTH - 60);
});

it('draws a joined emoji by its first picture, and at most three marks on a character', () => {
  expect(linesOf(cardOf('👩‍👩‍👧‍👦 👍🏽')).map(({ text }) => text)).toEqual(['👩 👍']);
  expect(linesOf(cardOf(`a${'\u0334'.repeat(40)}`)).map(({ text }) => text)).toEqual([`a${'\u0334'.repeat(3)}`]);
});

it('has what the author wrote as text alone', () => {
  const svg = cardOf('</text><image href="x"/>');
  expect(svg).not.toContain('<image');
  expect(svg).toContain('&lt;/text&gt;&lt;image');
});
