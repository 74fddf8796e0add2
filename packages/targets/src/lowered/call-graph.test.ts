import { circuitOf } from '../testing/reference.js';
import { compiledTo } from '../testing/toolchain.js';

const PROGRAM = `component part(n: 0..9) -> 0..9 {
  n / 2
}
component shown(n: 0..9) -> 0..9 {
  part(n) + 1
}
component used(n: 0..9) -> 0..9 {
  n / 3
}
circuit halves {
  input n: 0..9
  output o: 0..9
  rest = shown(n)
  o = used(n)
  ensure rest > 0
}
`;

/** The C source of the program, which a compiler refuses if a function is defined and not used. */
function source(certified: boolean): string {
  return compiledTo('c', circuitOf(PROGRAM), { certified, guards: false }).compiled;
}

test('a component that only a proven ensure reads is not written, nor is what it calls', () => {
  const text = source(true);
  expect(text).toContain('halves_used(');
  expect(text).not.toContain('halves_shown(');
  expect(text).not.toContain('halves_part(');
});

test('a component that a checked ensure reads is written', () => {
  const text = source(false);
  expect(text).toContain('halves_shown(');
  expect(text).toContain('halves_part(');
});
