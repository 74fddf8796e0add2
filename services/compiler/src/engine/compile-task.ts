import { type Certification, type Diagnostic, evidenceOf, placeOf } from '@kirchhoff/coherence';
import type { NeedsPins, RefusedSource } from '@kirchhoff/engine-host';
import { readProgram } from '@kirchhoff/engine-host/thread';
import type { SolverOut } from '@kirchhoff/solver';
import { compile as emit, optionRefusal, targetNamed } from '@kirchhoff/targets';
import { answered, openErrors } from './answers.js';
import { prove } from './prove.js';
import type { Answered, CompileWork, NotClosed, TooLong, UnfitOption } from './work.js';

/** Proves a program and compiles it. Open operations are checked at run time, and operations that were closed by a solver are guarded. */
export async function compile(
  work: CompileWork,
): Promise<Answered | RefusedSource | NeedsPins | UnfitOption | NotClosed | TooLong | SolverOut> {
  const { target: name, allowOpen, harness, guards, tests } = work;
  const reading = readProgram(work);
  if (reading.kind !== 'program') return reading;
  const { program } = reading;
  const target = targetNamed(name);
  if (target === undefined) throw new RangeError(`there is no target ${name}`);
  const unfit = optionRefusal(program, target, { harness, tests });
  if (unfit !== null) return { kind: 'unfit-option', ...unfit };
  const proven = await prove(program);
  if (proven.kind === 'solver-out') return proven;
  const { certification } = proven;
  const { certified, certificate } = certification;
  const evidence = certificate === null || !guards ? undefined : evidenceOf(certificate);
  const compilation = emit(program, target, { certified, allowOpen, harness, guards, tests, evidence });
  if (!compilation.ok) {
    if (compilation.refusal === 'too-long') return { kind: 'too-long', message: compilation.message };
    return { kind: 'not-closed', type: program.type, open: openErrors(certification) };
  }
  const { compiled, files, entry, run, test = [] } = compilation.program;
  const { hash, phi_c, assurance } = certification;
  const diagnostics = diagnosticsOf(certification);
  return answered({ target: target.id, compiled, files, entry, run, test, hash, phi_c, assurance, diagnostics });
}

/** The warnings, and the open closure domains of a circuit that was compiled with `allow_open`. */
function diagnosticsOf({ warnings, errors }: Certification): readonly Diagnostic[] {
  return [...warnings, ...errors.map(openDiagnostic)];
}

function openDiagnostic({ type, domain, message, ...place }: Certification['errors'][number]): Diagnostic {
  return { severity: 'warning', code: type, message, ...placeOf(place), text: domain };
}
