import { labelOf } from './service.js';

it('is ours unless another is asked for, which may be none', () => {
  expect(labelOf(undefined)).toBe('kirchhoff');
  expect(labelOf('')).toBe('');
  expect(labelOf(' fee \n rule ')).toBe('fee   rule');
});

it.each([
  ['markup', '"><script>', '"><script>'],
  ['an emoji of several parts', '👩‍👩‍👧‍👦 ok', '👩‍👩‍👧‍👦 ok'],
  ['Hebrew and Persian', 'שלום می‌خواهم', 'שלום می‌خواهم'],
  ['controls', 'a\u0000b\u0007c\u009F', 'abc'],
  ['what turns text around', '\u202Eevil\u202C \u2066x\u2069', 'evil x'],
  ['halves of pairs', 'a\uD83D', 'a'],
])('takes %s', (_, asked, shown) => {
  expect(labelOf(asked)).toBe(shown);
});

it('ends after 60 characters, and cuts none of them in two', () => {
  expect(labelOf('x'.repeat(60))).toHaveLength(60);
  expect(labelOf('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`);
  const families = '👩‍👩‍👧‍👦'.repeat(40);
  const cut = labelOf(families);
  expect(families.startsWith(cut.slice(0, -1))).toBe(true);
  expect(cut.slice(0, -1).length % '👩‍👩‍👧‍👦'.length).toBe(0);
  expect(Array.from(labelOf(`a${'\u0301'.repeat(10_000)}`)).length).toBeLessThanOrEqual(60);
});
