import { type Problem, problem, quotaProblem } from '@kirchhoff/platform';
import type { SolverOut } from '@kirchhoff/solver';
import type { CircuitLookup } from '../circuits/lookup.js';
import type { Engine } from '../engine/engine.js';
import type { Verified } from '../engine/work.js';
import type { Charge, ClosedCertification, NewVerification, VerificationRepository } from './repository.js';
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
  readonly quota: Charge['quota'];
}

type Found = Exclude<Verified, SolverOut>;

export class Verifications {
  readonly #parts: VerificationsParts;

  constructor(parts: VerificationsParts) {
    this.#parts = parts;
  }

  /** Re-checks the latest certification that closed against the current version. Changes no state. */
  async verify(request: VerifyRequest): Promise<VerifyAnswer | Problem> {
    const { circuits, verifications } = this.#parts;
    const { pid, accountId, keyId } = request;
    const seen = await circuits.find(pid, accountId);
    if (seen.kind === 'problem') return seen;
    const { circuit } = seen;
    const closed = await verifications.latestClosed(pid);
    if (closed === undefined) return problem('not-certified', 'No certification of this circuit has closed yet.');
    const charge = await verifications.charge(accountId);
    if ('kind' in charge) return quotaProblem('verification', charge);
    const checked = await this.#check(request, circuit.version, closed, charge);
    if (checked.kind === 'problem') return checked;
    const verdict = judge(closed.hash, checked);
    const { hash: currentHash, engineVersion } = checked;
    const { verified, phiC } = verdict;
    const found = { verified, phiC, originalHash: closed.hash, currentHash, engineVersion };
    const recorded = await this.#record(charge, { pid, version: circuit.version, certificationId: closed.id, accountId, keyId, ...found });
    if (!recorded) return problem('unavailable', 'The check took so long that it was given up; it is not counted.');
    return { kind: 'verdict', pid, ...verdict, originalHash: closed.hash, currentHash, quota: charge.quota };
  }

  /** The checker in the pool; what our fault ended is given back. */
  async #check({ pid, accountId }: VerifyRequest, version: number, { certificate }: ClosedCertification, charge: Charge) {
    const { verifications, engine } = this.#parts;
    const outcome = await this.#attempt(async () => engine.verify({ ...(await verifications.published(pid, version)), certificate }));
    if (outcome.kind === 'verification') return outcome;
    if (outcome.kind === 'thrown') {
      await verifications.giveBack(charge, accountId, 'failure');
      throw outcome.error;
    }
    const refusal =
      outcome.kind === 'unreadable' ? problem('internal', 'This engine does not read a source that was published before.') : outcome;
    await verifications.giveBack(charge, accountId, refusal.code === 'guard-exceeded' ? 'guard' : 'failure');
    return refusal;
  }

  /** What could not be recorded is not counted either: given back at once, or when Postgres is there again. */
  async #record(charge: Charge, verification: NewVerification): Promise<boolean> {
    const { verifications } = this.#parts;
    try {
      return await verifications.record(charge, verification);
    } catch (error) {
      await verifications.giveBack(charge, verification.accountId, 'failure');
      throw error;
    }
  }

  async #attempt(run: () => Promise<Found | Problem>): Promise<Found | Problem | { readonly kind: 'thrown'; readonly error: unknown }> {
    try {
      return await run();
    } catch (error) {
      return { kind: 'thrown', error };
    }
  }
}
