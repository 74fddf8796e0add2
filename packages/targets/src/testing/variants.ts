import { type CircuitProgram, certify } from '@kirchhoff/coherence';
import { compile } from '../compile.js';
import { targetNamed } from '../targets.js';
import { loaded } from './loaded.js';
import { referenceAnswer } from './reference.js';

/** The circuit in JavaScript. */
export function scriptOf(program: CircuitProgram, certified: boolean): string {
  const target = targetNamed('javascript');
  if (target === undefined) throw new Error('no JavaScript');
  const compilation = compile(program, target, { certified, allowOpen: true });
  if (!compilation.ok) throw new Error(compilation.message);
  return compilation.program.compiled;
}

/** Holds what is emitted, with its checks and where the circuit is closed without, to the reference on every line. */
export function holdToReference(program: CircuitProgram, lines: readonly string[]): void {
  const { certified } = certify(program);
  const variants = [false, ...(certified ? [true] : [])].map((isCertified) => loaded(scriptOf(program, isCertified)));
  for (const line of lines) {
    const expected = { line, ...referenceAnswer(program, line) };
    for (const answer of variants) expect({ line, ...answer(line) }).toEqual(expected);
  }
}
