import { type Problem, problem, type QuotaDecision, quotaProblem } from '@kirchhoff/platform';
import type { SolverOut } from '@kirchhoff/solver';
import type { CircuitLookup } from '../circuits/lookup.js';
import type { Engine } from '../engine/engine.js';
import type { Verified } from '../engine/work.js';
import type { ClosedCertification, VerificationRepository } from './repository.js';
import { judge, type Verdict } from './verdict.js';

export interface VerificationsParts {
  readonly circuits: CircuitLookup;
  readonly verifications: VerificationRepository;
  readonly engine: Engine;
}

export interface VerifyRequest {
  readonly pid: string;
  readonly accountId: string;
  readonly keyId: string;
}

export interface VerifyAnswer extends Verdict {
  readonly kind: 'verdict';
  readonly pid: string;
  readonly originalHash: string;
  readonly currentHash: string;
  readonly quota: Taken;
}

type Found = Exclude<Verified, SolverOut>;
type Taken = QuotaDecision & { readonly kind: 'taken' };

export class Verifications {
  readonly #parts: VerificationsParts;

  constructor(parts: VerificationsParts) {
    this.#parts = parts;
  }

  /** Re-checks the latest certification that closed against the current version. Changes no state. */
  async verify(request: VerifyRequest): Promise<VerifyAnswer | Problem> {
    const { circuits, verifications } = this.#parts;
    const { pid, accountId, keyId } = request;
    const found = await circuits.find(pid, accountId);
    if (found.kind === 'problem') return found;
    const { circuit } = found;
    const closed = await verifications.latestClosed(pid);
    if (closed === undefined) return problem('not-certified', 'No certification of this circuit has closed yet.');
    const quota = await verifications.takeQuota(accountId);
    if (quota.kind === 'exceeded') return quotaProblem('verification', quota);
    const checked = await this.#check(request, circuit.version, closed, quota);
    if (checked.kind === 'problem') return checked;
    const verdict = judge(closed.hash, checked);
    const { hash: currentHash, engineVersion } = checked;
    await verifications.record({
      pid,
      version: circuit.version,
      certificationId: closed.id,
      accountId,
      keyId,
      verified: verdict.verified,
      originalHash: closed.hash,
      currentHash,
      phiC: verdict.phiC,
      chargedDay: quota.day,
      engineVersion,
    });
    return { kind: 'verdict', pid, ...verdict, originalHash: closed.hash, currentHash, quota };
  }

  /** The checker in the pool; what our fault ended is given back. */
  async #check({ pid, accountId }: VerifyRequest, version: number, { certificate }: ClosedCertification, { day }: Taken) {
    const { verifications, engine } = this.#parts;
    const outcome = await this.#attempt(async () => engine.verify({ ...(await verifications.published(pid, version)), certificate }));
    if (outcome.kind === 'verification') return outcome;
    if (outcome.kind === 'thrown') {
      await verifications.giveBackQuota(accountId, day, 'failure');
      throw outcome.error;
    }
    const refusal =
      outcome.kind === 'unreadable' ? problem('internal', 'This engine does not read a source that was published before.') : outcome;
    await verifications.giveBackQuota(accountId, day, refusal.code === 'guard-exceeded' ? 'guard' : 'failure');
    return refusal;
  }

  async #attempt(run: () => Promise<Found | Problem>): Promise<Found | Problem | { readonly kind: 'thrown'; readonly error: unknown }> {
    try {
      return await run();
    } catch (error) {
      return { kind: 'thrown', error };
    }
  }
}
