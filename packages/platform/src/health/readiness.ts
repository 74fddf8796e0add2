import type { Database } from '../database/database.js';
import { type Migration, schemaIsCurrent } from '../database/migrations.js';
import type { Clock } from '../environment/clock.js';

/** The result of a check, with its duration. */
export interface CheckResult {
  readonly status: 'up' | 'down';
  readonly latency_ms: number;
  /** Further results of the check, such as a count of waiting jobs. */
  readonly [detail: string]: unknown;
}

/** Sends a cheap request to a dependency; throws, or never resolves, if it is out. May return details to show. */
export type Check = () => Promise<Readonly<Record<string, unknown>> | void>;

/** Runs a check with a deadline: one that does not answer in time is down. */
export async function probe(check: Check, clock: Clock, deadlineMilliseconds: number): Promise<CheckResult> {
  const started = clock.monotonic();
  const outcome = await Promise.race([attempt(check), deadline(deadlineMilliseconds)]);
  const latency_ms = Math.round((clock.monotonic() - started) * 10) / 10;
  return outcome === undefined ? { status: 'down', latency_ms } : { ...outcome, status: 'up', latency_ms };
}

async function attempt(check: Check): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    return (await check()) ?? {};
  } catch {
    return undefined;
  }
}

async function deadline(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined).unref());
}

/** The state of a process: it may receive requests, or the reason why not, in a sentence for operators. */
export type Readiness =
  | { readonly kind: 'ready' }
  | { readonly kind: 'not ready'; readonly cause: 'leaving' | 'schema' | 'postgres'; readonly reason: string };

export const LEAVING = { kind: 'not ready', cause: 'leaving', reason: 'This process is stopping.' } as const satisfies Readiness;
export const POSTGRES_OUT = { kind: 'not ready', cause: 'postgres', reason: 'Postgres does not answer.' } as const satisfies Readiness;
export const OLD_SCHEMA = {
  kind: 'not ready',
  cause: 'schema',
  reason: 'The schema of the database is older than this build needs. Migrate it: npm run operator -- migrate',
} as const satisfies Readiness;

/** The body of `/readyz`. */
export function readinessBody(state: Readiness): object {
  if (state.kind === 'ready') return { status: 'ok' };
  return { status: state.cause === 'leaving' ? 'draining' : 'down', reason: state.reason };
}

export interface ReadinessLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Checks that the schema is new enough, and logs each change of the result with its reason. */
export class SchemaReadiness {
  readonly #database: Database;
  readonly #migrations: readonly Migration[];
  readonly #log: ReadinessLog;
  #isOld = false;

  constructor(database: Database, migrations: readonly Migration[], log: ReadinessLog) {
    this.#database = database;
    this.#migrations = migrations;
    this.#log = log;
  }

  /** @throws if Postgres is out */
  async ask(): Promise<Readiness> {
    const isOld = !(await schemaIsCurrent(this.#database, this.#migrations));
    if (isOld && !this.#isOld) this.#log.error({ reason: OLD_SCHEMA.reason }, 'not ready');
    if (!isOld && this.#isOld) this.#log.info({}, 'the schema is up to date now');
    this.#isOld = isOld;
    return isOld ? OLD_SCHEMA : { kind: 'ready' };
  }

  /** Checks once at the start, so that the log has the reason even without a probe. Postgres may still be down. */
  async askAtStart(): Promise<void> {
    await this.ask().catch((error: unknown) => this.#log.error({ err: error }, 'Postgres does not answer'));
  }
}
