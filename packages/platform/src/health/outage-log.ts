import { isDatabaseOutage } from '../database/outage.js';
import type { Clock } from '../environment/clock.js';
import type { ProcessLog } from '../http/logger.js';
import { isRedisOutage } from '../queue/outage.js';
import { tlsFault } from '../tls/remedy.js';
import type { Check } from './readiness.js';

export interface OutageLogDeps {
  readonly log: ProcessLog;
  readonly clock: Clock;
  /** Milliseconds between two checks of a dependency that is out. Default: 1,000. */
  readonly lookMilliseconds?: number;
}

const LOOK_MILLISECONDS = 1_000;
/** A dependency that does not answer within this time is out. */
const PATIENCE_MILLISECONDS = 2_000;

/**
 * The log of a serving process: an exception that looks like an outage makes it check every dependency. A dependency that does
 * not answer is logged as one error, and one line when it is back; exceptions meanwhile are not logged. If all of them answer,
 * the line is logged unchanged.
 */
export class OutageLog implements ProcessLog {
  readonly #deps: OutageLogDeps;
  readonly #checks = new Map<string, Check>();
  /** The dependencies that are out, with the start of the outage on the monotonic clock. */
  readonly #out = new Map<string, number>();
  #looking: Promise<void> | undefined;
  #next: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(deps: OutageLogDeps) {
    this.#deps = deps;
  }

  /** Adds a dependency under its name in the log. */
  watch(dependency: string, check: Check): void {
    this.#checks.set(dependency, check);
  }

  info(fields: object, message: string): void {
    this.#deps.log.info(fields, message);
  }

  warn(fields: object, message: string): void {
    this.#report('warn', fields, message);
  }

  error(fields: object, message: string): void {
    this.#report('error', fields, message);
  }

  /** Ends all checks: a dependency that is closed afterwards is not reported as out. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#next);
  }

  #report(level: 'warn' | 'error', fields: object, message: string): void {
    if (this.#stopped || !isOutage(Reflect.get(fields, 'err'))) return this.#deps.log[level](fields, message);
    if (this.#out.size > 0) return undefined;
    void this.#look().then(() => {
      if (this.#out.size === 0) this.#deps.log[level](fields, message);
    });
    return undefined;
  }

  /** Concurrent reports share one check. */
  async #look(): Promise<void> {
    this.#looking ??= this.#askAll().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #askAll(): Promise<void> {
    await Promise.all([...this.#checks].map(async ([dependency, check]) => this.#note(dependency, await failureOf(check))));
    if (this.#out.size === 0 || this.#stopped) return;
    this.#next = setTimeout(() => void this.#look(), this.#deps.lookMilliseconds ?? LOOK_MILLISECONDS).unref();
  }

  #note(dependency: string, failure: unknown): void {
    const { log, clock } = this.#deps;
    const since = this.#out.get(dependency);
    if (this.#stopped || (since === undefined) === (failure === undefined)) return;
    if (since === undefined) {
      this.#out.set(dependency, clock.monotonic());
      const remedy = dependency === 'postgres' ? tlsFault('DATABASE', failure)?.remedy : undefined;
      log.error({ dependency, err: failure, ...(remedy === undefined ? {} : { remedy }) }, 'dependency out');
    } else {
      this.#out.delete(dependency);
      log.info({ dependency, seconds: Math.round((clock.monotonic() - since) / 1_000) }, 'dependency back');
    }
  }
}

function isOutage(error: unknown): boolean {
  return isDatabaseOutage(error) || isRedisOutage(error);
}

/** Returns the reason why a dependency does not answer; `undefined` if it does. */
async function failureOf(check: Check): Promise<unknown> {
  let late: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => {
    late = setTimeout(resolve, PATIENCE_MILLISECONDS, new Error(`no answer within ${PATIENCE_MILLISECONDS} ms`));
  });
  try {
    return await Promise.race([patience, check().then(() => undefined)]);
  } catch (error) {
    return error ?? new Error('no answer');
  } finally {
    clearTimeout(late);
  }
}
