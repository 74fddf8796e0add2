import type { Certification } from '@kirchhoff/coherence';
import { type Database, type DatabaseSession, makeIdentifier, Prisma, type Randomness, recordChange } from '@kirchhoff/platform';
import { resultBytes } from '../../certification/result.js';
import type { DeliveryJob } from '../../events/delivery.js';
import type { Outbox } from '../../events/outbox.js';
import type { RecheckCandidate } from './candidates.js';

export interface DecisionDeps {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly randomness: Randomness;
}

/** The verdict of this build's engine on a candidate. */
export interface RecheckDecision {
  readonly engineVersion: string;
  readonly certification: Certification;
  readonly decidedAt: Date;
}

/** A decision with the identifier of its certification. */
interface Written extends RecheckDecision {
  readonly id: string;
}

/** Writes the decisions of a recheck: the state of the version, a certification by the system, audit record and event. */
export class RecheckRepository {
  readonly #deps: DecisionDeps;

  constructor(deps: DecisionDeps) {
    this.#deps = deps;
  }

  /**
   * Writes a decision in one transaction.
   *
   * @returns false if another certification has replaced the candidate's
   */
  async write(candidate: RecheckCandidate, decision: RecheckDecision): Promise<boolean> {
    const { database, outbox, randomness } = this.#deps;
    const written = { ...decision, id: makeIdentifier('certification', randomness) };
    const deliveries = await database.$transaction(async (session) => {
      if (!(await fence(session, candidate))) return undefined;
      await decide(session, candidate, written);
      await recordChange(session, {
        origin: { actor: 'operator', accountId: candidate.accountId },
        action: decision.certification.certified ? 'circuit.certified' : 'circuit.decertified',
        subject: candidate.pid,
        detail: { ...factsOf(candidate, written), engine_version: decision.engineVersion, before: candidate.engineVersion },
      });
      return decision.certification.certified ? [] : this.#fell(session, candidate, written);
    });
    if (deliveries === undefined) return false;
    await outbox.dispatch(deliveries);
    return true;
  }

  /** Revokes all certifications of the version, and notifies its owner. */
  async #fell(session: DatabaseSession, candidate: RecheckCandidate, written: Written): Promise<readonly DeliveryJob[]> {
    const { pid, version, accountId } = candidate;
    await session.$executeRaw(Prisma.sql`
      UPDATE certifications SET refuted_at = now() WHERE circuit_id = ${pid} AND version = ${version} AND certified AND refuted_at IS NULL`);
    const data = { pid, ...factsOf(candidate, written), reason: reasonOf(candidate, written) };
    return this.#deps.outbox.record(session, { accountId, type: 'circuit.decertified', data });
  }
}

/** Locks the version if the candidate's certification is still current. */
async function fence(session: DatabaseSession, { pid, version, certificationId }: RecheckCandidate): Promise<boolean> {
  const rows = await session.$queryRaw<unknown[]>(Prisma.sql`
    SELECT 1 FROM circuit_versions
    WHERE circuit_id = ${pid} AND version = ${version} AND certification_id = ${certificationId} AND certified FOR NO KEY UPDATE`);
  return rows.length === 1;
}

/** Writes a finished certification and updates version and circuit. The account pays no quota. */
async function decide(
  session: DatabaseSession,
  candidate: RecheckCandidate,
  { id, engineVersion, certification, decidedAt }: Written,
): Promise<void> {
  const { pid, version, certificationId } = candidate;
  const { certified, phi_c: phiC, assurance } = certification;
  const result = resultBytes(certification, { pid, certificationId: id, certifiedAt: decidedAt });
  const certificate = certification.certificate === null ? null : new Uint8Array(certification.certificate);
  await session.$executeRaw(Prisma.sql`
    INSERT INTO certifications (id, circuit_id, version, hash, proof_key, account_id, api_key_id, status, charged_day,
      engine_version, certified, phi_c, result, certificate, started_at, finished_at)
    SELECT ${id}, circuit_id, version, hash, proof_key, account_id, api_key_id, 'done', (now() AT TIME ZONE 'UTC')::date,
      ${engineVersion}, ${certified}, ${phiC}, ${result}, ${certificate}, now(), now()
    FROM certifications WHERE id = ${certificationId}`);
  await session.$executeRaw(Prisma.sql`
    UPDATE circuit_versions SET certified = ${certified}, phi_c = ${phiC}, assurance = ${assurance}::assurance,
      certified_at = ${certified ? decidedAt : null}, certification_id = ${id}
    WHERE circuit_id = ${pid} AND version = ${version}`);
  await session.$executeRaw(Prisma.sql`
    UPDATE circuits SET revision = revision + 1,
      certified = CASE WHEN current_version = ${version} THEN ${certified} ELSE certified END,
      assurance = CASE WHEN current_version = ${version} THEN ${assurance}::assurance ELSE assurance END
    WHERE id = ${pid}`);
}

/** Returns the facts that the audit record and the event of every decision contain. */
function factsOf({ version, hash }: RecheckCandidate, { id, certification }: Written) {
  const { phi_c, assurance } = certification;
  return { version, certification_id: id, phi_c, ...(assurance === null ? {} : { assurance }), hash };
}

function reasonOf(candidate: RecheckCandidate, decision: RecheckDecision): string {
  return `Engine ${decision.engineVersion} does not close what engine ${candidate.engineVersion} had certified.`;
}
