import { type Clock, type Database, type Metrics, NO_METRICS, problem } from '@kirchhoff/platform';
import type { RegistryEngine } from '../engine/engine.js';
import type { Certified } from '../engine/work.js';
import type { Outbox } from '../events/outbox.js';
import { type BegunRun, RunRepository } from '../runs/repository.js';
import { RunRequests, type RunRequestsDeps } from '../runs/requests.js';
import type { RunWork } from '../runs/runner.js';
import { decision, resultBytes } from './result.js';
import { CERTIFICATIONS, type CertificationEnd, type ToProve } from './table.js';

/** Accepts certification requests, each for a circuit of the requesting account. */
export function certificationRequests(database: Database, deps: RunRequestsDeps): RunRequests {
  const runs = new RunRepository(database, CERTIFICATIONS);
  return new RunRequests(deps, {
    runs,
    refusal: async ({ owner }, accountId) =>
      owner === accountId ? undefined : problem('not-owner', 'Only the account that published a circuit can certify it.'),
  });
}

export interface CertificationDeps {
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** Default: none. */
  readonly metrics?: Metrics;
}

/** Proves a version, or checks the proof of an earlier run. */
export function certificationWork(engine: RegistryEngine, deps: CertificationDeps): RunWork<ToProve, CertificationEnd> {
  const proofs = (deps.metrics ?? NO_METRICS).counter('cache_requests_total');
  return async (begun, signal, meter) => {
    const { source, pinned, share, subject } = begun;
    proofs.add({ cache: 'proofs', result: subject.reuse === null ? 'miss' : 'hit' });
    const outcome = await engine.certify({ source, pinned, reuse: subject.reuse ?? undefined }, { share, signal, meter });
    if (outcome.kind !== 'done') return outcome;
    const { value } = outcome;
    if (value.kind !== 'certification') return { kind: 'done', value };
    return { kind: 'done', value: { kind: 'end', end: endOf(begun, value, deps) } };
  };
}

function endOf(
  begun: BegunRun<ToProve>,
  { certification, engineVersion }: Certified & { readonly kind: 'certification' },
  { outbox, clock }: CertificationDeps,
): CertificationEnd {
  const now = clock.now();
  const { certified, phi_c: phiC, assurance } = certification;
  const decided = { certified, phiC, assurance, certifiedAt: certified ? now : null };
  const { run_id: certificationId } = begun.job;
  const { change, event } = decision(certificationId, begun, decided);
  return {
    engineVersion,
    ...decided,
    result: resultBytes(certification, { pid: begun.pid, certificationId, certifiedAt: now }),
    certificate: certification.certificate === null ? null : new Uint8Array(certification.certificate),
    change,
    event: outbox.identify(event),
  };
}
