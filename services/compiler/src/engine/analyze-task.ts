import type { NeedsPins, Refused, SourceWork } from '@kirchhoff/engine-host';
import { readProgram } from '@kirchhoff/engine-host/thread';
import type { SolverOut } from '@kirchhoff/solver';
import { answered } from './answers.js';
import { prove } from './prove.js';
import type { Answered } from './work.js';

/** Certifies a circuit or a policy without storing it. */
export async function analyze(work: SourceWork): Promise<Answered | Refused | NeedsPins | SolverOut> {
  const reading = readProgram(work);
  if (reading.kind !== 'program') return reading;
  const proven = await prove(reading.program);
  if (proven.kind === 'solver-out') return proven;
  // A certificate is kept only with a version that is stored.
  return answered({ ...proven.certification, certificate: undefined });
}
