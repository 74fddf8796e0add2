import { compile } from './compile.js';
import { MAX_PROGRAM_LENGTH } from './target.js';
import { targetNamed } from './targets.js';
import { circuitOf } from './testing/reference.js';

/** Rust writes the name of a type before each of its values. It is that of the port. */
const LONG_PORT = `p${'x'.repeat(4_000)}`;

/** Returns the refusal of a circuit in Rust; `null` if it compiles. */
function refusalOf(source: string, options: { readonly harness?: boolean; readonly tests?: boolean }): string | null {
  const target = targetNamed('rust');
  if (target === undefined) throw new Error('no Rust');
  const compilation = compile(circuitOf(source), target, { certified: false, allowOpen: true, ...options });
  return compilation.ok ? null : `${compilation.refusal}: ${compilation.message}`;
}

test('a main program that would be longer than a program may be is refused, and the program alone is not', () => {
  const tags = Array.from({ length: 2_500 }, (_, index) => `t${index}`);
  const source = `circuit ${'c'.repeat(90)} {
 input ${LONG_PORT}: enum { ${tags.join(', ')} }
 output y: bool
 y = ${LONG_PORT} == .t0
}`;
  expect(refusalOf(source, { harness: true })).toBe(`too-long: the main program would be longer than ${MAX_PROGRAM_LENGTH} characters`);
  expect(refusalOf(source, {})).toBeNull();
});

test('a file of tests that would be longer than a program may be is refused, and the program alone is not', () => {
  const source = `domain Rows = [[(n: 0..9); ..8]; ..8]
circuit tested {
 input ${LONG_PORT}: (n: 0..9)
 input blocks: [Rows; ..8]
 input rows: [[(n: 0..9); 8]; 8]
 output y: bool
 y = ${LONG_PORT}.n == 3 or LENGTH(blocks) > 3 or rows == []
}`;
  expect(refusalOf(source, { tests: true })).toBe(`too-long: the file of tests would be longer than ${MAX_PROGRAM_LENGTH} characters`);
  expect(refusalOf(source, {})).toBeNull();
});
