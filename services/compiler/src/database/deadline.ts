/** Postgres did not answer in time. The code makes it the same to every caller as one that refuses the connection. */
export class LateAnswer extends Error {
  override readonly name = 'LateAnswer';
  readonly code = 'ETIMEDOUT';
}

/**
 * What `ask` resolves to, or a `LateAnswer` once `milliseconds` are over: a Postgres that hangs is as good as out, and
 * what can go on without it must not wait for the driver's own, longer limits.
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
