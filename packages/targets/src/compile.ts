import type { Program } from '@kirchhoff/coherence';
import {
  type Compilation,
  type CompiledFile,
  type CompiledProgram,
  type CompileOptions,
  type OptionRefusal,
  type Target,
} from './target.js';
import { emitterOf } from './targets.js';
import { OutOfRoom, Room } from './writing/room.js';

/**
 * Compiles a circuit to a program in the target's language with exactly the outputs of the reference evaluator, or a policy to
 * one with exactly the decisions of `compilePolicy`. Refuses an uncertified circuit unless `allowOpen` is set, and an uncertified
 * policy always. Refuses a circuit with a missing output in any case.
 */
export function compile(program: Program, target: Target, options: CompileOptions): Compilation {
  const refused = optionRefusal(program, target, options);
  if (refused !== null) return { ok: false, ...refused };
  const missing = program.core.graphs.flatMap((graph) => graph.outputs.filter((output) => output.node === null));
  const [first] = missing;
  if (first !== undefined) return { ok: false, refusal: 'missing-output', message: `no wire produces the output '${first.name}'` };
  if (!options.certified && (program.type === 'policy' || !options.allowOpen)) {
    return { ok: false, refusal: 'open', message: `the ${program.type} is open: not everything in it is proven` };
  }
  try {
    const compiled = emitted(program, target, options);
    // The layout may have made a file longer.
    for (const { path, content } of compiled.files) new Room(path).take(content.length);
    return { ok: true, program: compiled };
  } catch (error) {
    if (!(error instanceof OutOfRoom)) throw error;
    return { ok: false, refusal: 'too-long', message: error.message };
  }
}

/** Returns the reason why a program does not compile with these options, whether it is closed or not; `null` if it does. */
export function optionRefusal(
  { type }: Pick<Program, 'type'>,
  target: Target,
  { harness = false, tests = false }: Pick<CompileOptions, 'harness' | 'tests'>,
): { readonly refusal: OptionRefusal; readonly message: string } | null {
  const { language } = target;
  if (type === 'circuit') {
    const hasTests = emitterOf(target).testRunner !== undefined;
    return tests && !hasTests ? { refusal: 'no-tests', message: `circuits have no tests of their own yet in ${language}` } : null;
  }
  if (emitterOf(target).emitPolicy === undefined) return { refusal: 'no-policies', message: `policies do not compile to ${language}` };
  return harness ? { refusal: 'no-harness', message: 'a policy has no main program, only the function of its decisions' } : null;
}

/** Returns the bytes of a file as they are on a disk. */
export function bytesOf({ content, encoding }: CompiledFile): Uint8Array {
  return Buffer.from(content, encoding ?? 'utf8');
}

function emitted(program: Program, target: Target, options: CompileOptions): CompiledProgram {
  const { emit, emitPolicy } = emitterOf(target);
  if (program.type === 'circuit') return emit(program, options);
  if (emitPolicy === undefined) throw new Error(`policies do not compile to ${target.language}`);
  return emitPolicy(program, options);
}
