import { type Certification, type Diagnostic, evidenceOf, placeOf } from '@kirchhoff/coherence';
import type { NeedsPins, Refused } from '@kirchhoff/engine-host';
import { readCircuit } from '@kirchhoff/engine-host/thread';
import type { SolverOut } from '@kirchhoff/solver';
import { compile as emit, targetNamed } from '@kirchhoff/targets';
import { answered, openErrors } from './answers.js';
import { prove } from './prove.js';
import type { Answered, CompileWork, Open, TooLong } from './work.js';

/** Proves a circuit and compiles it. Open operations are checked at run time, and those that a solver has closed are guarded. */
export async function compile(work: CompileWork): Promise<Answered | Refused | NeedsPins | Open | TooLong | SolverOut> {
  const { target: name, allowOpen, harness, guards } = work;
  const reading = readCircuit(work);
  if (reading.kind !== 'program') return reading;
  const { program } = reading;
  const target = targetNamed(name);
  if (target === undefined) throw new RangeError(`there is no target ${name}`);
  const proven = await prove(program);
  if (proven.kind === 'solver-out') return proven;
  const { certification } = proven;
  const { certified, certificate } = certification;
  const evidence = certificate === null || !guards ? undefined : evidenceOf(certificate);
  const compilation = emit(program, target, { certified, allowOpen, harness, guards, evidence });
  if (!compilation.ok) {
    return compilation.refusal === 'too-long' ? { kind: 'too-long', message: compilation.message } : openErrors(certification);
  }
  const { compiled, files, entry, run } = compilation.program;
  const { hash, phi_c, assurance } = certification;
  return answered({ target: target.id, compiled, files, entry, run, hash, phi_c, assurance, diagnostics: diagnosticsOf(certification) });
}

/** The warnings, and the open closure domains of a circuit that `allow_open` let through. */
function diagnosticsOf({ warnings, errors }: Certification): readonly Diagnostic[] {
  return [...warnings, ...errors.map(openDiagnostic)];
}

function openDiagnostic({ type, domain, message, ...place }: Certification['errors'][number]): Diagnostic {
  return { severity: 'warning', code: type, message, ...placeOf(place), text: domain };
}
