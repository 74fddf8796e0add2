/** Postgres did not answer in time. By its code, every caller treats it like a refused connection. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly code = 'ETIMEDOUT';
}

/**
 * Returns the outcome of `ask`, or throws a `TimeoutError` after `milliseconds`. A Postgres that hangs counts as out: work that can
 * continue without it must not wait for the driver's own, longer limits.
 */
export async function withTimeout<Value>(milliseconds: number, ask: () => Promise<Value>): Promise<Value> {
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    late = setTimeout(() => reject(new TimeoutError(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([ask(), limit]);
  } finally {
    clearTimeout(late);
  }
}
