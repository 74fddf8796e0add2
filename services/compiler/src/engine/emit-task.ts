import { checkWith, evidenceOf } from '@kirchhoff/coherence';
import type { Unreadable } from '@kirchhoff/engine-host';
import { readStored, transferring } from '@kirchhoff/engine-host/thread';
import { type SolverOut, unlessSolverIsOut } from '@kirchhoff/solver';
import { compile as emit, targetNamed } from '@kirchhoff/targets';
import { solver } from './prove.js';
import type { Emitted, EmitWork, TooLong } from './work.js';

/**
 * Compiles a stored version of a policy. If the checker of this engine refuses its certificate, everything in it is guarded: a
 * wrong proof then leads to a denial, as in a check, which asks no solver (`closed.ts`) and so guards more policies.
 */
export async function emitPolicy(work: EmitWork): Promise<Emitted | TooLong | Unreadable | SolverOut> {
  const { target: name, hash, certificate, policyId, version, ...source } = work;
  const program = readStored(source);
  // The proof holds only for the graphs with this hash, so guards may be left out only for them.
  if (program?.type !== 'policy' || program.hash !== hash) return { kind: 'unreadable' };
  const target = targetNamed(name);
  if (target === undefined) throw new RangeError(`there is no target ${name}`);
  return unlessSolverIsOut(async () => {
    const { valid } = await checkWith(program, certificate, solver);
    const evidence = valid ? evidenceOf(certificate) : undefined;
    const compilation = emit(program, target, { certified: true, allowOpen: false, evidence, stored: { policyId, version } });
    if (!compilation.ok && compilation.refusal === 'too-long') return { kind: 'too-long', message: compilation.message };
    if (!compilation.ok) throw new Error(`a closed policy does not compile: ${compilation.message}`);
    const { compiled, entry } = compilation.program;
    const bytes = new TextEncoder().encode(compiled);
    return transferring({ kind: 'emitted', bytes, fileName: entry }, [bytes.buffer]);
  });
}
