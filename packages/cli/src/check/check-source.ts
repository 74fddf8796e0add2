import { type Certification, certifyWith, type Program } from '@kirchhoff/coherence';
import { certificationReport, diagnosticsReport, failedReport, type SourceReport } from '@kirchhoff/reports';
import { SolverOutage, solverOnDemand } from '@kirchhoff/solver';
import { type LoadedSource, readLoaded } from '../sources/load.js';
import type { CheckCache } from './cache.js';

/** One for each thread: it loads z3 with the first query, and most programs need none. */
const solver = solverOnDemand();

/** Certifies a source as the registry would. */
export async function checkSource(source: LoadedSource, cache: CheckCache | undefined): Promise<SourceReport> {
  const reading = readLoaded(source);
  if (!reading.ok) return diagnosticsReport(source.path, reading.diagnostics);
  const known = await cache?.open(source);
  if (known !== undefined && known.hash === reading.program.hash) return certificationReport(source.path, known);
  try {
    const certification = await certifyCached(reading.program, cache);
    if (!certification.certified) await cache?.keepOpen(source, certification);
    return certificationReport(source.path, certification);
  } catch (error) {
    if (error instanceof SolverOutage)
      return failedReport(source.path, `The solver broke down, so that there is no verdict: ${error.message}`);
    throw error;
  }
}

/** Certifies a program. If there is a cached certificate, the checker follows it, and no proof is searched for. */
export async function certifyCached(program: Program, cache: CheckCache | undefined): Promise<Certification> {
  const reuse = await cache?.certificate(program.proofKey);
  const certification = await certifyWith(program, solver, reuse === undefined ? {} : { reuse });
  const isNew = reuse === undefined || (certification.certificate !== null && !Buffer.from(certification.certificate).equals(reuse));
  if (certification.certificate !== null && isNew) await cache?.keepCertificate(program.proofKey, certification.certificate);
  return certification;
}
