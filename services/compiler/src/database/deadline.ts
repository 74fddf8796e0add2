/** Postgres did not answer in time. The code makes it the same to every caller as one that refuses the connection. */
export class LateAnswer extends Error {
  override readonly name = 'LateAnswer';
  readonly code = 'ETIMEDOUT';
}

/**
 * Returns the outcome of `ask`, or throws a `LateAnswer` after `milliseconds`. A Postgres that hangs counts as out: work that can
 * go on without it must not wait for the driver's own, longer limits.
 */
export async function answeredWithin<Value>(milliseconds: number, ask: () => Promise<Value>): Promise<Value> {
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    late = setTimeout(() => reject(new LateAnswer(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([ask(), limit]);
  } finally {
    clearTimeout(late);
  }
}
