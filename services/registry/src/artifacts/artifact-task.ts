import { type CircuitProgram, evidenceOf } from '@kirchhoff/coherence';
import { bytesOf, compile, targetNamed } from '@kirchhoff/targets';
import type { TooLong } from '../engine/work.js';

/** The circuit's own file in a target's language. */
export interface Artifact {
  readonly kind: 'artifact';
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

/** Compiles a certified circuit; proven operations are not checked at run time. */
export function artifactOf(program: CircuitProgram, targetId: string, certificate: Uint8Array): Artifact | TooLong {
  const target = targetNamed(targetId);
  if (target === undefined) throw new RangeError(`there is no target ${targetId}`);
  const compilation = compile(program, target, { certified: true, allowOpen: false, evidence: evidenceOf(certificate) });
  if (!compilation.ok && compilation.refusal === 'too-long') return { kind: 'too-long', message: compilation.message };
  if (!compilation.ok) throw new Error(`a certified circuit does not compile: ${compilation.message}`);
  const { files, entry } = compilation.program;
  const file = files.find(({ path }) => path === entry);
  if (file === undefined) throw new Error(`the program has no file ${entry}`);
  return { kind: 'artifact', bytes: bytesOf(file), fileName: entry };
}
