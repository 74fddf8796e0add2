import type { Database } from '../database/database.js';
import type { Migration } from '../database/migrations.js';
import { schemaIsCurrent } from '../database/schema-state.js';

/** Whether a process may be sent requests, and if not, why, in a sentence for operators. */
export type Readiness =
  | { readonly kind: 'ready' }
  | { readonly kind: 'not ready'; readonly cause: 'leaving' | 'schema' | 'postgres'; readonly reason: string };

export const LEAVING = { kind: 'not ready', cause: 'leaving', reason: 'This process is stopping.' } as const satisfies Readiness;
export const POSTGRES_OUT = { kind: 'not ready', cause: 'postgres', reason: 'Postgres does not answer.' } as const satisfies Readiness;
export const OLD_SCHEMA = {
  kind: 'not ready',
  cause: 'schema',
  reason: 'The database has an older schema than this build needs. Bring it up to date: npm run operator -- migrate',
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

/** Asks whether the schema is new enough, and logs each change of the answer with its reason. */
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

  /** @throws where Postgres is out */
  async ask(): Promise<Readiness> {
    const isOld = !(await schemaIsCurrent(this.#database, this.#migrations));
    if (isOld && !this.#isOld) this.#log.error({ reason: OLD_SCHEMA.reason }, 'not ready');
    if (!isOld && this.#isOld) this.#log.info({}, 'the schema is up to date now');
    this.#isOld = isOld;
    return isOld ? OLD_SCHEMA : { kind: 'ready' };
  }

  /** Asks once at a start, so that the log has the reason though nobody asks. Postgres need not be there yet. */
  async askAtStart(): Promise<void> {
    await this.ask().catch((error: unknown) => this.#log.error({ err: error }, 'Postgres does not answer'));
  }
}
