import { LEAVING, OLD_SCHEMA, POSTGRES_OUT, type Readiness, readinessBody } from '../health/readiness.js';

/** Answers to `/readyz` by their number in the shared memory. The first one holds until another is written. */
const STATES: readonly Readiness[] = [POSTGRES_OUT, { kind: 'ready' }, LEAVING, OLD_SCHEMA];
const SIZE = 16;
const NANOSECONDS_A_MILLISECOND = 1_000_000n;

export interface ProbeAnswer {
  readonly status: 200 | 404 | 503;
  readonly body: object;
}

/**
 * Memory shared by two threads. One writes the time of each turn of its event loop, and if it is ready; the other answers probes by
 * it. Times are of `process.hrtime`, the same clock in every thread of a process.
 */
export class Pulse {
  readonly memory: SharedArrayBuffer;
  readonly #turnedAt: BigInt64Array<SharedArrayBuffer>;
  readonly #state: Int32Array<SharedArrayBuffer>;

  /** @param memory of the other thread's pulse. Default: new memory */
  constructor(memory = new SharedArrayBuffer(SIZE)) {
    this.memory = memory;
    this.#turnedAt = new BigInt64Array(memory, 0, 1);
    this.#state = new Int32Array(memory, 8, 1);
  }

  /** @param now nanoseconds */
  beat(now: bigint): void {
    Atomics.store(this.#turnedAt, 0, now);
  }

  tell(state: Readiness): void {
    const cause = causeOf(state);
    Atomics.store(
      this.#state,
      0,
      STATES.findIndex((each) => causeOf(each) === cause),
    );
  }

  /**
   * Answers a probe.
   * @param now nanoseconds
   * @param stallMilliseconds an event loop that is blocked for longer is stalled: both answers are 503
   */
  answer(path: string, now: bigint, stallMilliseconds: number): ProbeAnswer {
    if (path !== '/livez' && path !== '/readyz') return { status: 404, body: { status: 'down', reason: 'Probes are /livez and /readyz.' } };
    const still = Number((now - Atomics.load(this.#turnedAt, 0)) / NANOSECONDS_A_MILLISECOND);
    if (still >= stallMilliseconds) {
      return { status: 503, body: { status: 'down', reason: `The event loop has been blocked for ${Math.floor(still / 1_000)} s.` } };
    }
    const state = path === '/livez' ? undefined : STATES[Atomics.load(this.#state, 0)];
    if (state === undefined) return { status: 200, body: { status: 'ok' } };
    return { status: state.kind === 'ready' ? 200 : 503, body: readinessBody(state) };
  }
}

function causeOf(state: Readiness): string {
  return state.kind === 'ready' ? 'ready' : state.cause;
}
