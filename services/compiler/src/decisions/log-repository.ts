import { type Database, Prisma, runPrepared, type StorageRoom } from '@kirchhoff/platform';
import type { LoggedDecision } from './logged-decision.js';

/** The reason why a decision is missing in the log: it was not written in time, or the account's storage is full. */
export type DropReason = 'unwritten' | 'storage';

/** The dropped decisions of a policy within an hour. */
export interface Drops {
  readonly policyId: string;
  readonly hour: Date;
  readonly reason: DropReason;
  readonly count: number;
  readonly lastAt: Date;
}

/** Maximal part of an account's storage limit that its log may fill: a full log must not prevent the correction of a policy. */
const LOG_PART = 0.9;
/** Maximal rows of a deleting statement; few, so that locks are short. */
const DELETED = 2_000;

/** Writes the log, and deletes decisions that are older than the retention of their policy. */
export class LogRepository {
  readonly #database: Database;
  readonly #room: StorageRoom;

  constructor(database: Database, room: StorageRoom) {
    this.#database = database;
    this.#room = room;
  }

  /**
   * Writes a batch in one statement, as far as each account has room. A decision that is already in the log is not changed: a batch
   * may be written again if the outcome of an attempt is unknown. Decisions of policies that were erased meanwhile are left out.
   * @returns the positions of the decisions without room
   */
  async write(batch: readonly LoggedDecision[]): Promise<readonly number[]> {
    const room = this.#room.selectForLogs(Prisma.sql`ARRAY (SELECT DISTINCT account_id FROM given)`, LOG_PART);
    const rows = await runPrepared<{ place: string }>(
      this.#database,
      Prisma.sql`/* prepared: decisions-write */
        WITH given AS (
          SELECT * FROM unnest(${batch.map(({ decisionId }) => decisionId)}::text[], ${batch.map(({ policyId }) => policyId)}::text[],
            ${batch.map(({ version }) => version)}::integer[], ${batch.map(({ accountId }) => accountId)}::text[],
            ${batch.map(({ decidedAt }) => decidedAt.toISOString())}::timestamptz[], ${batch.map(({ category }) => category)}::text[],
            ${batch.map(({ verdict }) => verdict)}::decision_verdict[], ${batch.map(({ rule }) => rule)}::text[],
            ${batch.map(({ params }) => params)}::text[], ${batch.map(({ masked }) => masked)}::text[],
            ${batch.map(({ replayable }) => replayable)}::boolean[], ${batch.map(({ octets }) => octets)}::integer[])
          WITH ORDINALITY AS g (id, policy_id, version, account_id, decided_at, category, verdict, rule, params, masked, replayable, octets, place)
        ), room AS (${room}), placed AS (
          SELECT g.*, sum(g.octets) OVER (PARTITION BY g.account_id ORDER BY g.place) <= room.octets AS fits
          FROM given g JOIN room ON room.account_id = g.account_id
            JOIN policy_versions v ON v.policy_id = g.policy_id AND v.version = g.version
        ), written AS (
          INSERT INTO policy_decisions
            (id, policy_id, version, account_id, decided_at, category, verdict, rule, params, masked, replayable, octets)
          SELECT id, policy_id, version, account_id, decided_at, category, verdict, rule, params, masked, replayable, octets
          FROM placed WHERE fits ON CONFLICT (id) DO NOTHING
        )
        SELECT place - 1 AS place FROM placed WHERE NOT fits`,
    );
    return rows.map(({ place }) => Number(place));
  }

  /** Adds to the counts of dropped decisions, in the order of their key: so two processes never wait for each other in a circle. */
  async addDrops(drops: readonly Drops[]): Promise<void> {
    await this.#database.$executeRaw(Prisma.sql`
      INSERT INTO policy_decision_drops (policy_id, hour, reason, count, last_at)
      SELECT p.id, d.hour, d.reason, d.count, d.last_at
      FROM unnest(${drops.map(({ policyId }) => policyId)}::text[], ${drops.map(({ hour }) => hour.toISOString())}::timestamptz[],
          ${drops.map(({ reason }) => reason)}::decision_drop[], ${drops.map(({ count }) => count)}::integer[],
          ${drops.map(({ lastAt }) => lastAt.toISOString())}::timestamptz[]) AS d (policy_id, hour, reason, count, last_at)
        JOIN policies p ON p.id = d.policy_id
      ORDER BY p.id, d.hour, d.reason
      ON CONFLICT (policy_id, hour, reason) DO UPDATE SET
        count = least(policy_decision_drops.count::bigint + EXCLUDED.count, 2147483647)::integer,
        last_at = greatest(policy_decision_drops.last_at, EXCLUDED.last_at)`);
  }

  /**
   * Deletes decisions that are older than the retention of their policy, and counts of drops as old, in batches by the index of
   * each policy. Rows that another process has locked are skipped.
   * @param stopping ends the sweep after the running batch
   * @returns the count of deleted decisions
   */
  async sweep(stopping: AbortSignal): Promise<number> {
    await this.#database.$executeRaw(Prisma.sql`
      DELETE FROM policy_decision_drops d USING policy_logs l
      WHERE d.policy_id = l.policy_id AND d.hour < now() - l.retention_days * interval '24 hours' - interval '1 hour'`);
    for (let count = 0; ; ) {
      if (stopping.aborted) return count;
      // oxlint-disable-next-line no-await-in-loop -- one batch after another
      const deleted = await this.#database.$executeRaw(expired(DELETED));
      count += deleted;
      if (deleted < DELETED / 2) return count;
    }
  }
}

/** Deletes at most this many expired decisions. */
export function expired(most: number): Prisma.Sql {
  return Prisma.sql`
    WITH held AS (
      SELECT d.id FROM policy_decisions d WHERE d.id = ANY (ARRAY (
        SELECT oldest.id FROM policy_logs l CROSS JOIN LATERAL (
          SELECT o.id FROM policy_decisions o
          WHERE o.policy_id = l.policy_id AND o.decided_at < now() - l.retention_days * interval '24 hours'
          ORDER BY o.decided_at, o.id LIMIT ${most}
        ) oldest LIMIT ${most})) FOR UPDATE SKIP LOCKED
    )
    DELETE FROM policy_decisions d USING held WHERE d.id = held.id`;
}
