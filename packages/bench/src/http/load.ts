import autocannon from 'autocannon';

/** One request of a load; the address's origin is the load's. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  readonly origin: string;
  readonly connections: number;
  readonly seconds: number;
  /** The next request to send. */
  readonly next: () => LoadRequest;
}

/** The figures of one round. */
export interface Round {
  readonly perSecond: number;
  /** Milliseconds, sorted. */
  readonly latencies: readonly number[];
}

/**
 * Sends a load to a server from this process, and measures each answer.
 * @throws if an answer is no 2xx, or a connection fails: the figures would have no meaning
 */
export async function measureLoad({ origin, connections, seconds, next }: Load): Promise<Round> {
  const latencies: number[] = [];
  let wrong: number | undefined;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(
      {
        url: origin,
        connections,
        duration: seconds,
        requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
      },
      (error, done) =>
        error === null || error === undefined ? resolve(done) : reject(error instanceof Error ? error : new Error(String(error))),
    );
    running.on('response', (_client, status, _bytes, milliseconds) => {
      latencies.push(milliseconds);
      if (status < 200 || status > 299) wrong = status;
    });
  });
  if (wrong !== undefined || result.errors > 0) throw new Error(`${origin} answered ${wrong ?? `${result.errors} connection errors`}`);
  return { perSecond: latencies.length / result.duration, latencies: latencies.toSorted((a, b) => a - b) };
}
