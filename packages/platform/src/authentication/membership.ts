import type { Redis } from 'ioredis';
import type { Clock } from '../environment/clock.js';
import type { Randomness } from '../environment/randomness.js';
import { bigEndian, toBase62 } from '../identifiers/base62.js';

/** One sorted set for all: what loses members by losing data loses the epoch with them. */
const MEMBERS = 'keys:members';
const EPOCH = 'epoch:';

const BEAT_MILLISECONDS = 250;
/** For so long after it was sent a heartbeat that was confirmed says that this process is a member. */
const TRUST_MILLISECONDS = 800;
/** What has stood for so long outlasts every trust that began before it. */
const STANDING_MILLISECONDS = 1_000;
/** A member that is silent for so long is dropped, so that a process that died is not waited for much longer. */
const RETAINED_MILLISECONDS = 30_000;
/** Nothing is left of a set that nobody is in. */
const EXPIRY_MILLISECONDS = 600_000;

/**
 * Says that a process lives. Where members are dropped a new epoch begins: they may live, since Redis's wall clock can
 * jump. KEYS: the set; ARGV: the member's id, the epoch to begin, milliseconds that silent members are kept,
 * milliseconds after which the set goes. Answers whether it had to be added, and the epoch.
 */
const BEAT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[3]) > 0 then
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '+inf', '+inf')
end
local added = redis.call('ZADD', KEYS[1], now, ARGV[1])
local epoch = redis.call('ZRANGEBYSCORE', KEYS[1], '+inf', '+inf')[1]
if not epoch then
  epoch = ARGV[2]
  redis.call('ZADD', KEYS[1], '+inf', epoch)
end
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return { added, epoch }`;

export interface MembershipParts {
  /** A connection that fails fast. */
  readonly redis: Redis;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * Which processes keep keys in a cache: each says so in Redis four times a second, and believes its cache only while
 * Redis confirms it. The argument is in docs/decisions/0017-revocation.md.
 */
export class Membership {
  readonly id: string;
  readonly #parts: MembershipParts;
  /** Since when, without a gap, this process is known to be a member. */
  #since: number | undefined;
  #trustedUntil = Number.NEGATIVE_INFINITY;
  /** The epoch, and since when it is known to stand over this connection. */
  #epoch: { readonly name: string; readonly since: number } | undefined;
  #next: NodeJS.Timeout | undefined;
  /** Whether the last heartbeat was confirmed; true at first, so that the first failure is logged. */
  #isConfirmed = true;
  #left = false;

  constructor(parts: MembershipParts) {
    this.#parts = parts;
    this.id = makeName(parts.randomness);
    // Behind the next connection there may be a Redis that was restored, or another.
    parts.redis.on('close', () => this.#distrust());
  }

  /** Begins to be a member. Resolves after the first attempt; where Redis is out later ones bring it about. */
  async join(): Promise<void> {
    await this.#beat();
    if (!this.#left) this.#next = setTimeout(() => void this.join(), BEAT_MILLISECONDS).unref();
  }

  /** Whether this process was a member from `since` to `now`, without a gap: a revocation in between waits for it. */
  covers(since: number, now: number): boolean {
    return this.#since !== undefined && this.#since <= since && now < this.#trustedUntil;
  }

  /** All other processes that may believe their cache; undefined where Redis cannot say. */
  async others(): Promise<ReadonlySet<string> | undefined> {
    const known = this.#epoch;
    const askedAt = this.#parts.clock.monotonic();
    const found = await this.#parts.redis.zrange(MEMBERS, '0', '-1').catch(() => undefined);
    if (found === undefined || known === undefined || !found.includes(known.name)) return undefined;
    if (askedAt - known.since < STANDING_MILLISECONDS) return undefined;
    return new Set(found.filter((name) => name !== known.name && name !== this.id));
  }

  /** Ends it: the cache is not believed any more, and nobody waits for this process. */
  async leave(): Promise<void> {
    this.#left = true;
    clearTimeout(this.#next);
    this.#distrust();
    await this.#parts.redis.zrem(MEMBERS, this.id).catch(() => undefined);
  }

  async #beat(): Promise<void> {
    const { redis, clock, randomness } = this.#parts;
    const sentAt = clock.monotonic();
    try {
      const epoch = EPOCH + makeName(randomness);
      const answer: unknown = await redis.eval(BEAT, 1, MEMBERS, this.id, epoch, RETAINED_MILLISECONDS, EXPIRY_MILLISECONDS);
      if (!this.#left) this.#confirm(answer, sentAt);
    } catch (error) {
      if (this.#isConfirmed) this.#parts.log.warn({ err: error }, 'not confirmed as a member: keys are looked up each time');
      this.#isConfirmed = false;
      this.#distrust();
    }
  }

  #confirm(answer: unknown, sentAt: number): void {
    const [added, epoch] = Array.isArray(answer) ? answer.map(String) : [];
    const now = this.#parts.clock.monotonic();
    this.#isConfirmed = true;
    // Added again means that it was not there for a while; after a heartbeat without an answer nobody knows.
    if (added !== '0' || this.#since === undefined) this.#since = now;
    this.#trustedUntil = sentAt + TRUST_MILLISECONDS;
    if (epoch !== undefined && this.#epoch?.name !== epoch) this.#epoch = { name: epoch, since: now };
  }

  #distrust(): void {
    this.#since = undefined;
    this.#trustedUntil = Number.NEGATIVE_INFINITY;
    this.#epoch = undefined;
  }
}

/** Makes a name by which a process is known to the others. */
export function makeName(randomness: Randomness): string {
  return toBase62(bigEndian(randomness.bytes(16)), 22);
}
