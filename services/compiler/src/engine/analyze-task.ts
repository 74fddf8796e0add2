import { type Certification, ENGINE_VERSION } from '@kirchhoff/coherence';
import type { NeedsPins, RefusedSource } from '@kirchhoff/engine-host';
import { readProgram } from '@kirchhoff/engine-host/thread';
import { certificationReport, diagnosticsReport, type SourceReport, sarifLog } from '@kirchhoff/reports';
import type { SolverOut } from '@kirchhoff/solver';
import { answered, openErrors } from './answers.js';
import { prove } from './prove.js';
import type { AnalyzeWork, Answered, NotClosed } from './work.js';

/** Certifies a circuit or a policy without storing it. */
export async function analyze(work: AnalyzeWork): Promise<Answered | RefusedSource | NeedsPins | NotClosed | SolverOut> {
  const { form, name, requireClosed } = work;
  const reading = readProgram(work);
  if (reading.kind === 'diagnostics' && form === 'sarif' && !requireClosed) return asSarif(diagnosticsReport(name, reading.diagnostics));
  if (reading.kind !== 'program') return reading;
  const proven = await prove(reading.program);
  if (proven.kind === 'solver-out') return proven;
  const { certification } = proven;
  if (requireClosed && !certification.certified) {
    return { kind: 'not-closed', type: reading.program.type, open: openErrors(certification) };
  }
  return form === 'sarif' ? asSarif(certificationReport(name, certification)) : answered(withoutCertificate(certification));
}

/** A certificate is stored only with a stored version. */
function withoutCertificate(certification: Certification): unknown {
  return { ...certification, certificate: undefined };
}

function asSarif(report: SourceReport): Answered {
  return answered(sarifLog([report], ENGINE_VERSION));
}
