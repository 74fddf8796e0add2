import type { Clock } from '../environment/clock.js';

/** Whether a dependency answers, and how long it took. */
export interface CheckResult {
  readonly status: 'up' | 'down';
  readonly latency_ms: number;
  /** What else the check tells, such as how many jobs wait. */
  readonly [detail: string]: unknown;
}

/** Asks a dependency for something cheap; throws or stays silent where it is out. May return details to show. */
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
