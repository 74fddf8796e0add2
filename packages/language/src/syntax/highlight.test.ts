import { highlight } from './highlight.js';

const SOURCE = `// A fee.
circuit fee {
  input amount: 0..1_000_000
  input name: text[..9]
  output fee: u32
  fee = MULDIV(amount, 25, 1_000) // cut
  ensure fee <= amount "it \\"never\\" exceeds"
}
`;

const of = (kind: string, source = SOURCE) =>
  highlight(source)
    .filter((part) => part.kind === kind)
    .map(({ text }) => text);

it('marks the tokens by their kinds', () => {
  expect(of('comment')).toEqual(['// A fee.', '// cut']);
  expect(of('keyword')).toEqual(['circuit', 'input', 'input', 'output', 'ensure']);
  expect(of('domain')).toEqual(['text', 'u32']);
  expect(of('operation')).toEqual(['MULDIV']);
  expect(of('number')).toEqual(['0', '1_000_000', '9', '25', '1_000']);
  expect(of('text')).toEqual([String.raw`"it \"never\" exceeds"`]);
});

it.each([
  ['a program', SOURCE],
  ['an unfinished text', 'circuit x {\n  a = "never ends\n  b = 1\n}'],
  ['foreign signs', 'let x = `a` && /* b */ c; # d\n\u{1F600}\u0000'],
  ['a byte order mark', `\ufeff${SOURCE}`],
  ['many faults', '§ '.repeat(300)],
  ['no text', ''],
])('keeps every character of %s, and lines whole', (_, source) => {
  const parts = highlight(source);
  expect(parts.map(({ text }) => text).join('')).toBe(source);
  expect(parts.filter(({ kind, text }) => kind !== 'plain' && text.includes('\n'))).toEqual([]);
});
