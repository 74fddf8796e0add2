import type { Clock } from '../environment/clock.js';
import { Prisma } from '../generated/prisma/client.js';
import { type PeriodicTask, periodicTask } from '../service/periodic-task.js';
import { type Database, type DatabaseOptions, openDatabase } from './database.js';
import { isDatabaseOutage, isSchemaFault } from './outage.js';
import { isWriteConflict } from './transaction.js';

/** A state that the replica has: every transaction before the horizon has ended, and the replica shows its effect. */
export interface ReplicaState {
  /** A transaction number. */
  readonly horizon: bigint;
  /** The time of the replica's server. */
  readonly time: Date;
}

export interface ReplicaOptions {
  readonly connection: Omit<DatabaseOptions, 'statementMilliseconds'>;
  readonly maxLagMilliseconds: number;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: { info(fields: object, message: string): void };
}

/** Probes in the time of the permitted lag. */
const PROBES = 4;
/** A statement that runs longer is repeated on the primary. */
const STATEMENT_MILLISECONDS = 3_000;

/** The transactions of the primary at a moment of the monotonic clock of this process. */
interface Sample {
  /** No transaction with this number or a higher one had ended. */
  readonly end: bigint;
  readonly at: number;
}

/**
 * A streaming replica, for reads that may be older than the primary, within a bound.
 *
 * Every probe asks the primary for the end of its transactions, and then the replica for the horizon of its own. A replica whose
 * horizon has reached that end shows everything that was committed when the primary was asked. The age is measured by the monotonic
 * clock of this process alone: neither the clocks of the servers nor an idle primary distort it. A long transaction delays the
 * horizon, so that the replica is not used meanwhile.
 */
export class Replica {
  readonly #primary: Database;
  readonly #database: Database;
  readonly #options: ReplicaOptions;
  readonly #probing: PeriodicTask;
  /** The samples that the replica has not reached, oldest first. */
  #samples: readonly Sample[] = [];
  #state: ReplicaState | undefined;
  /** The moment at which the primary had no more than the replica shows; `undefined` if the replica is not used. */
  #currentAt: number | undefined;
  /** The last reported state; `undefined` before the first probe. */
  #reported: boolean | undefined;

  constructor(primary: Database, options: ReplicaOptions) {
    this.#primary = primary;
    this.#options = options;
    this.#database = openDatabase({ ...options.connection, statementMilliseconds: STATEMENT_MILLISECONDS });
    this.#probing = periodicTask({
      intervalMilliseconds: options.maxLagMilliseconds / PROBES,
      run: async () => this.#probe(),
      failed: () => this.#refuse('it or the primary does not answer'),
    });
  }

  /** Returns the state of the replica; `undefined` if its lag is over the limit or unknown. */
  get state(): ReplicaState | undefined {
    const { maxLagMilliseconds, clock } = this.#options;
    const isCurrent = this.#currentAt !== undefined && clock.monotonic() - this.#currentAt <= maxLagMilliseconds;
    return isCurrent ? this.#state : undefined;
  }

  /**
   * Reads from the replica; or from the primary, if the replica is late or does not have the needed state, or if it fails meanwhile.
   * @param needed a horizon that the replica must have reached
   */
  async read<Value>(
    needed: bigint,
    fromReplica: (replica: Database, state: ReplicaState) => Promise<Value>,
    fromPrimary: () => Promise<Value>,
  ): Promise<Value> {
    const { state } = this;
    if (state === undefined || state.horizon < needed) return fromPrimary();
    try {
      return await fromReplica(this.#database, state);
    } catch (error) {
      // The replica cancels a statement that conflicts with what it replays; this says nothing about the next statement.
      if (!isWriteConflict(error)) {
        if (!isDatabaseOutage(error) && !isSchemaFault(error)) throw error;
        this.#refuse('a read failed');
      }
      return fromPrimary();
    }
  }

  async close(): Promise<void> {
    await this.#probing.stop();
    await this.#database.$disconnect();
  }

  async #probe(): Promise<void> {
    const at = this.#options.clock.monotonic();
    const [primary] = await this.#primary.$queryRaw<{ end: bigint }[]>(
      Prisma.sql`SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS end`,
    );
    const [replica] = await this.#database.$queryRaw<{ standby: boolean; horizon: bigint; time: Date }[]>(
      Prisma.sql`SELECT pg_is_in_recovery() AS standby, pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon, clock_timestamp() AS time`,
    );
    if (primary === undefined || replica === undefined) throw new Error('a probe without a row');
    if (!replica.standby) return this.#refuse('it is not a replica: it was promoted, or the address is that of a primary');
    // It has transactions that this primary, asked after it, does not know.
    if (this.#state !== undefined && this.#state.horizon > primary.end) {
      this.#state = undefined;
      return this.#refuse('it follows another primary');
    }
    this.#state = { horizon: replica.horizon, time: replica.time };
    const samples = [...this.#samples, { end: primary.end, at }];
    const reached = samples.filter(({ end }) => end <= replica.horizon).at(-1);
    this.#currentAt = reached?.at ?? this.#currentAt;
    const oldest = at - this.#options.maxLagMilliseconds;
    this.#samples = samples.filter((sample) => sample.at > (reached?.at ?? oldest) && sample.at >= oldest);
    this.#report(this.state === undefined ? 'its lag is over the limit' : undefined);
  }

  #refuse(reason: string): void {
    this.#currentAt = undefined;
    this.#samples = [];
    this.#report(reason);
  }

  /** Logs a change, and not its repetitions. */
  #report(reason: string | undefined): void {
    const isUsed = reason === undefined;
    if (this.#reported === isUsed) return;
    this.#reported = isUsed;
    this.#options.log.info(isUsed ? {} : { reason }, isUsed ? 'the replica is used' : 'the replica is not used');
  }
}
