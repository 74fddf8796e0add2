import type { Program } from '@kirchhoff/coherence';
import { type Compilation, type CompiledProgram, type CompileOptions, MAX_PROGRAM_LENGTH, type Target } from './target.js';
import { emitterOf } from './targets.js';

/**
 * Compiles a circuit to a program in the target's language with exactly the outputs of the reference evaluator, or a policy to
 * one with exactly the decisions of `compilePolicy`. Refuses an uncertified circuit unless `allowOpen` is set, and an uncertified
 * policy always. Refuses a circuit with a missing output in any case.
 */
export function compile(program: Program, target: Target, options: CompileOptions): Compilation {
  const missing = program.core.graphs.flatMap((graph) => graph.outputs.filter((output) => output.node === null));
  const [first] = missing;
  if (first !== undefined) return { ok: false, refusal: 'missing-output', message: `no wire produces the output '${first.name}'` };
  if (!options.certified && (program.type === 'policy' || !options.allowOpen)) {
    return { ok: false, refusal: 'open', message: `the ${program.type} is open: not everything in it is proven` };
  }
  const emitter = emitterOf(target);
  if (program.type === 'circuit') return compilationOf(emitter.emit(program, options));
  if (emitter.emitPolicy !== undefined) return compilationOf(emitter.emitPolicy(program, options));
  return { ok: false, refusal: 'no-policies', message: `policies do not compile to ${target.language}` };
}

function compilationOf(compiled: CompiledProgram | null): Compilation {
  if (compiled !== null) return { ok: true, program: compiled };
  return { ok: false, refusal: 'too-long', message: `the program is longer than ${MAX_PROGRAM_LENGTH} characters` };
}
