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
