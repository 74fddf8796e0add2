import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';

/** Open at each of so many lines, each by an input of its own. */
function openAt(lines: number, text: string): string {
  const arms = Array.from({ length: lines }, (_, n) => `  ${n} => 5 / (a - ${n}),`).join('\n');
  return `circuit long {\n input a: 0..${lines}\n input t: ${text}\n output b: i64\n w = match a {\n${arms}\n _ => 1\n }\n b = w + TEXT_LENGTH(t)\n}`;
}

function errorsOf(source: string) {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return certify(reading.program).errors;
}

test('each refuted closure domain has its counterexample', () => {
  const errors = errorsOf(openAt(20, 'text[0..9]'));
  expect(errors.map(({ counterexample }) => counterexample?.['a'])).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test('counterexamples that are long are listed to a limit, and what is open to the end', () => {
  const errors = errorsOf(openAt(20, 'text[1_048_576..1_048_576]'));
  expect(errors.map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, n) => n + 6));
  expect(errors[0]?.counterexample).toMatchObject({ a: 0 });
  expect(errors[19]).not.toHaveProperty('counterexample');
  expect(errors[19]?.message).toMatch(/for example inputs that are too long to be listed here/);
  expect(JSON.stringify(errors).length).toBeLessThan(5_000_000);
});

test('what is open in a file that the source uses names the file beside the line', () => {
  const source = 'use "./ratio.kir" inverse\ncircuit c {\n  input n: 1..9\n  output y: 0..9\n  y = inverse(n)\n  ensure y > 1\n}';
  const files = new Map([['./ratio.kir', '\n\ncomponent inverse(n: 0..9) -> 0..9 {\n  9 / n\n}']]);
  const reading = read(source, { files });
  const certification = reading.ok ? certify(reading.program) : undefined;
  expect(certification?.errors).toMatchObject([
    { type: 'unclosed_domain', domain: 'ensure y > 1', line: 6, column: 3 },
    {
      type: 'unclosed_domain',
      domain: 'inverse',
      file: './ratio.kir',
      line: 4,
      column: 5,
      component: 'inverse',
      counterexample: { 'inverse.n': 0 },
    },
  ]);
  expect(certification?.errors[0]).not.toHaveProperty('file');
  expect(certification?.errors[1]?.message).toContain(' at line 4 of ./ratio.kir: ');
  expect(certification?.closure_domains.map(({ file }) => file)).toContain('./ratio.kir');
});

test('warnings at one line and column of two files are two warnings', () => {
  const source = 'use "./a.kir" a\nuse "./b.kir" b\ncircuit c {\n  input n: 0..9\n  output y: 0..9\n  y = MAX(a(n), b(n))\n}';
  const files = new Map(
    ['a', 'b'].map((name) => {
      return [`./${name}.kir`, `component ${name}(n: 0..9) -> 0..9 {\n  match n { 0..5 => 1, 3 => 2, _ => 3 }\n}`];
    }),
  );
  const reading = read(source, { files });
  expect(reading.ok && certify(reading.program).warnings.map(({ code, file: path }) => [code, path])).toEqual([
    ['unreachable-arm', './a.kir'],
    ['unreachable-arm', './b.kir'],
  ]);
});
