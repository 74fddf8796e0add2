import { DiagnosticSink, shorten } from './sink.js';

const place = (offset: number, length = 1) => ({ offset, length, line: 1, column: offset + 1 });

test('a diagnostic carries the place and the offending text, and a hint only where there is one', () => {
  const sink = new DiagnosticSink('abc def');
  sink.error('unexpected', place(4, 3), 'expected something else', 'try again');
  sink.warning('unexpected', place(0, 3), 'odd');
  expect(sink.diagnostics()).toEqual([
    { severity: 'warning', code: 'unexpected', message: 'odd', line: 1, column: 1, text: 'abc' },
    { severity: 'error', code: 'unexpected', message: 'expected something else', line: 1, column: 5, text: 'def', hint: 'try again' },
  ]);
});

test('at most 100 errors are kept, and warnings do not crowd them out', () => {
  const sink = new DiagnosticSink('a');
  for (let i = 0; i < 150; i += 1) sink.warning('unexpected', place(0), 'w');
  expect(sink.full).toBe(false);
  for (let i = 0; i < 150; i += 1) sink.error('unexpected', place(0), 'e');
  expect(sink.full).toBe(true);
  expect(sink.errors).toBe(100);
  expect(sink.diagnostics()).toHaveLength(200);
});

test('long texts are cut to 60 code points', () => {
  expect(shorten('a'.repeat(60))).toBe('a'.repeat(60));
  expect(shorten('a'.repeat(61))).toBe(`${'a'.repeat(59)}…`);
  expect(shorten('😀'.repeat(60))).toBe('😀'.repeat(60));
  expect(shorten('😀'.repeat(500))).toBe(`${'😀'.repeat(59)}…`);
});
