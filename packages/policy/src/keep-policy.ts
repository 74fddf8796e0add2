import { type Fetched, fetchModule } from './fetch-module.js';
import { type Action, type Decision, importModule, type PolicyModule } from './policy-module.js';

export interface KeepOptions {
  /** The address of the compiler, such as `https://compiler.example.com`. Plain `http` is permitted for this machine only. */
  readonly url: string;
  readonly policyId: string;
  /** An API key with the scope `policy:check`. */
  readonly key: string;
  /** Maximal milliseconds since the last confirmation for a policy to decide. Default: 60,000. */
  readonly maxAge?: number;
  /** Milliseconds between two requests to the service; less than `maxAge`. Default: 5,000. */
  readonly every?: number;
  /** Time limit for an answer of the service in milliseconds, and once more for loading its module. Default: 10,000. */
  readonly timeout?: number;
  /** Permits plain `http` to other machines: an attacker in between could replace the policy. Default: false. */
  readonly allowHttp?: boolean;
  /** Sends the requests, for example through a proxy. Default: the `fetch` of this process. */
  readonly fetch?: typeof fetch;
  /** Called after every request that did not confirm the policy: an outage, a broken module, a withdrawal. Default: no call. */
  readonly onProblem?: (error: Error) => void;
}

/** A policy that decides in this process, and is kept fresh. */
export interface KeptPolicy {
  /**
   * Decides about an action. It never throws, and denies with the reason `policy-too-old` if the policy was not confirmed for
   * `maxAge`, and with `policy-withdrawn` after it was withdrawn.
   */
  decide(action: Action): Decision;
  /** Milliseconds since the service last confirmed the policy; infinite before the first time, and after a withdrawal. */
  age(): number;
  /** The version that decides; `null` if there is none. */
  readonly version: number | null;
  /** The hash of that version; `null` if there is none. */
  readonly hash: string | null;
  /** Resolves after the first request to the service: true if a policy decides. It never rejects. */
  readonly ready: Promise<boolean>;
  /** Ends the requests to the service. The policy continues to decide until it is too old. */
  stop(): void;
}

const DEFAULTS = { maxAge: 60_000, every: 5_000, timeout: 10_000 } as const;
/** Milliseconds before the first retry after a failure; doubled after each further failure, up to `every`. */
const FIRST_PAUSE = 250;
/** The longest delay of a timer of Node. */
const MAX_DELAY = 2_147_483_647;

/**
 * Keeps the current version of a policy in this process. It requests the module with the tag of the last one, replaces the policy
 * only by a module that works, and reports the age of its last confirmation.
 *
 * @throws TypeError or RangeError for invalid options
 */
export function keepPolicy(options: KeepOptions): KeptPolicy {
  return new Keeper(options);
}

/** The two clocks at one moment. */
interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

function now(): Moment {
  return { monotonic: performance.now(), wall: Date.now() };
}

class Keeper implements KeptPolicy {
  readonly ready: Promise<boolean>;
  readonly #url: string;
  readonly #options: KeepOptions & Required<Pick<KeepOptions, 'maxAge' | 'every' | 'timeout'>>;
  readonly #stopped = new AbortController();
  #module: PolicyModule | null = null;
  #tag: string | null = null;
  #withdrawn = false;
  /** The time before the last request that confirmed the module: the state in the answer is not older. */
  #confirmed: Moment = { monotonic: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY };
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(given: KeepOptions) {
    const { maxAge = DEFAULTS.maxAge, every = DEFAULTS.every, timeout = DEFAULTS.timeout } = given;
    for (const [name, value] of Object.entries({ maxAge, every, timeout })) {
      if (!(value > 0 && value <= MAX_DELAY)) throw new RangeError(`${name} must be milliseconds from 1 to ${MAX_DELAY}`);
    }
    if (every >= maxAge) throw new RangeError('every must be less than maxAge');
    this.#options = { ...given, maxAge, every, timeout };
    this.#url = addressOf(given);
    this.ready = this.#ask();
  }

  get version(): number | null {
    return this.#module?.version ?? null;
  }

  get hash(): string | null {
    return this.#module?.hash ?? null;
  }

  /** Returns the longer of two times: the monotonic clock stops while a machine sleeps, and the wall clock can be set back. */
  age(): number {
    if (this.#module === null) return Number.POSITIVE_INFINITY;
    return Math.max(performance.now() - this.#confirmed.monotonic, Date.now() - this.#confirmed.wall);
  }

  decide(action: Action): Decision {
    const module = this.#module;
    if (module === null) return denied(this.#withdrawn ? 'policy-withdrawn' : 'policy-too-old');
    // Not `age > maxAge`: with an age of NaN the policy must not decide.
    if (!(this.age() <= this.#options.maxAge)) return denied('policy-too-old');
    try {
      return module.decide(action.category, action.params);
    } catch {
      return denied('the action could not be read');
    }
  }

  stop(): void {
    this.#stopped.abort();
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<boolean> {
    const { key, timeout, policyId, fetch: send = fetch } = this.#options;
    const asked = now();
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(timeout)]);
    const fetched = await fetchModule({ url: this.#url, key, tag: this.#tag, signal }, send);
    const pause = this.#stopped.signal.aborted ? 0 : await this.#take(fetched, asked, policyId);
    this.#askAgainIn(pause);
    return this.#module !== null;
  }

  /** Returns the milliseconds until the next request. */
  async #take(fetched: Fetched, asked: Moment, policyId: string): Promise<number> {
    const { every, timeout } = this.#options;
    switch (fetched.kind) {
      case 'unchanged':
        return this.#confirm(asked);
      case 'module':
        try {
          this.#module = await within(timeout, importModule(fetched.text, policyId));
          this.#tag = fetched.tag;
          this.#withdrawn = false;
          return this.#confirm(asked);
        } catch (error) {
          return this.#fail(new Error('the module that the service gave does not work', { cause: error }));
        }
      case 'withdrawn':
        this.#module = null;
        this.#tag = null;
        this.#withdrawn = true;
        this.#tell(new Error(`the policy was withdrawn: the service answers with ${fetched.status}`));
        return every;
      case 'failed':
        return Math.max(this.#fail(fetched.error), Math.min(fetched.retryAfter ?? 0, every));
    }
  }

  #confirm(asked: Moment): number {
    this.#confirmed = asked;
    this.#failures = 0;
    // Random, so that gateways that were started together send requests at different times.
    return this.#options.every * (0.8 + 0.2 * Math.random());
  }

  #fail(error: Error): number {
    this.#tell(error);
    this.#failures += 1;
    return Math.min(FIRST_PAUSE * 2 ** (this.#failures - 1), this.#options.every);
  }

  #tell(error: Error): void {
    try {
      this.#options.onProblem?.(error);
    } catch {
      // A listener that throws must not end the requests.
    }
  }

  #askAgainIn(pause: number): void {
    if (this.#stopped.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#ask(), pause);
    // The timer does not keep the process alive.
    if (typeof this.#timer === 'object') this.#timer.unref();
  }
}

/** @throws if the promise has not settled within these milliseconds */
async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function denied(reason: string): Decision {
  return { verdict: 'DENY', rule: null, determined_by: [], reason };
}

const POLICY_ID = /^pol_[0-9A-Za-z]{22}$/;
const LOOPBACK = /^(?:localhost|127(?:\.[0-9]+){3}|\[::1\])$/;

function addressOf({ url, policyId, key, allowHttp = false }: KeepOptions): string {
  if (!POLICY_ID.test(policyId)) throw new TypeError('policyId must be the id of a policy');
  if (!/^[!-~]+$/.test(key)) throw new TypeError('key must be an API key');
  const base = new URL(url);
  const isSafe = base.protocol === 'https:' || (base.protocol === 'http:' && (allowHttp || LOOPBACK.test(base.hostname)));
  if (!isSafe) throw new TypeError('url must begin with https: the policy is a program that runs here');
  return `${base.href.replace(/\/*(?:[?#].*)?$/, '')}/v1/policies/${policyId}/compiled`;
}
