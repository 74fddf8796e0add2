import type { CircuitProgram } from '@kirchhoff/coherence';
import { type Compilation, type CompileOptions, MAX_PROGRAM_LENGTH, type Target } from './target.js';
import { emitterOf } from './targets.js';

/**
 * Compiles a circuit to a program in the target's language with exactly the outputs of the reference evaluator. Refuses an
 * uncertified circuit unless `allowOpen` is set. Refuses a circuit with a missing output in any case.
 */
export function compile(program: CircuitProgram, target: Target, options: CompileOptions): Compilation {
  const missing = program.core.graphs.flatMap((graph) => graph.outputs.filter((output) => output.node === null));
  const [first] = missing;
  if (first !== undefined) return { ok: false, refusal: 'missing-output', message: `no wire produces the output '${first.name}'` };
  if (!options.certified && !options.allowOpen) {
    return { ok: false, refusal: 'open', message: 'the circuit is open: not everything in it is proven' };
  }
  const compiled = emitterOf(target).emit(program, options);
  if (compiled !== null) return { ok: true, program: compiled };
  return { ok: false, refusal: 'too-long', message: `the program is longer than ${MAX_PROGRAM_LENGTH} characters` };
}
