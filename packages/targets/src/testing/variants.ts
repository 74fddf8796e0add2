import { type CircuitProgram, certify } from '@kirchhoff/coherence';
import * as fc from 'fast-check';
import { compile } from '../compile.js';
import type { CompiledProgram, CompileOptions } from '../target.js';
import { targetNamed } from '../targets.js';
import { extremeLines, lines } from './inputs.js';
import { imported } from './loaded.js';
import { graphOf, referenceAnswer } from './reference.js';

/** Compiles the circuit to JavaScript. */
export function programOf(program: CircuitProgram, options: Omit<CompileOptions, 'allowOpen'>): CompiledProgram {
  const target = targetNamed('javascript');
  if (target === undefined) throw new Error('no JavaScript');
  const compilation = compile(program, target, { ...options, allowOpen: true });
  if (!compilation.ok) throw new Error(compilation.message);
  return compilation.program;
}

/** Compiles the circuit as an open one with its checks, or as a closed one without guards. */
export function scriptOf(program: CircuitProgram, certified: boolean): string {
  return programOf(program, { certified, guards: false }).compiled;
}

/** Compiles the circuit as a closed one, with a guard at each closure domain that the declared domains do not prove. */
export function guardedScriptOf(program: CircuitProgram): string {
  return programOf(program, { certified: true }).compiled;
}

/**
 * Compares the emitted program with the reference on every line: with its checks, and for a closed circuit without guards and
 * with all guards.
 */
export function holdToReference(program: CircuitProgram, inputs: readonly string[] = sampled(program)): void {
  const closed = certify(program).certified ? [scriptOf(program, true), guardedScriptOf(program)] : [];
  for (const text of [scriptOf(program, false), ...closed]) holdTextToReference(text, program, inputs);
}

/** Imports a module compiled from a circuit, and compares it with the reference on every line. */
export function holdTextToReference(text: string, program: CircuitProgram, inputs: readonly string[] = sampled(program)): void {
  const answers = imported(text)(inputs);
  const told = inputs.map((line, index) => ({ line, ...answers[index] }));
  expect(told).toEqual(inputs.map((line) => ({ line, ...referenceAnswer(program, line) })));
}

/** Returns lines that the circuit admits: the least, the greatest, and some between. */
export function sampled(program: CircuitProgram, count = 20, seed = 1): readonly string[] {
  const graph = graphOf(program);
  return [...extremeLines(graph), ...fc.sample(lines(graph), { numRuns: count, seed })];
}
