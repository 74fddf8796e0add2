import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../environment/clock.js';
import type { Randomness } from '../environment/randomness.js';
import type { Identifier } from '../identifiers/identifiers.js';
import type { Messages } from '../queue/messages.js';
import type { KeyHash } from './api-key.js';
import { KeyCache } from './key-cache.js';
import { type Membership, makeName } from './membership.js';

const REVOKED = 'keys:revoked';
/** Acknowledgements go to who revoked, alone. */
const acknowledgedTo = (member: string): string => `keys:acknowledged:${member}`;

/** After so long no cache anywhere holds a key that was revoked, whoever heard of it: more than the cache's own age. */
const MAX_MILLISECONDS = 1_000;

export interface RevocationParts {
  readonly messages: Messages;
  readonly membership: Pick<Membership, 'id' | 'others'>;
  readonly cache: KeyCache;
  readonly clock: Clock;
}

/** A revocation that waits: who has acknowledged it, and what to call when another has. */
interface Waiting {
  readonly acknowledged: Set<string>;
  wake(): void;
}

/**
 * Returns the revocations of a process that takes no keys, such as a command: what it announces is heard at once by
 * whoever hears it, and waited for until no cache can hold it.
 */
export function revocationsFromOutside(parts: {
  readonly messages: Messages;
  readonly clock: Clock;
  readonly randomness: Randomness;
}): Revocations {
  const membership = { id: makeName(parts.randomness), others: async () => undefined };
  return new Revocations({ ...parts, membership, cache: new KeyCache() });
}

/**
 * Makes revoked keys dead in every process. Why what is done here is enough is in
 * docs/decisions/0017-revocation.md.
 */
export class Revocations {
  readonly #parts: RevocationParts;
  readonly #waiting = new Map<string, Waiting>();
  #made = 0;

  constructor(parts: RevocationParts) {
    this.#parts = parts;
  }

  /** Begins to hear of what others revoke, and to acknowledge it. */
  async follow(): Promise<void> {
    const { messages, membership } = this.#parts;
    await Promise.all([
      messages.subscribe(REVOKED, (text) => this.#hearRevocation(text)),
      messages.subscribe(acknowledgedTo(membership.id), (text) => this.#hearAcknowledgement(text)),
    ]);
  }

  /**
   * Resolves when a key is dead everywhere: when every process that may hold it has acknowledged, or when no cache
   * can hold it any more.
   * @param ended the hash of the key, or the account that was suspended or resumed, all of whose keys are looked up anew
   * @param committedAt monotonic time after the revocation was committed
   */
  async announce(ended: KeyHash | Identifier<'account'>, committedAt: number): Promise<void> {
    this.#parts.cache.revoke(ended);
    const over = new AbortController();
    const longest = this.#waitUntil(committedAt + MAX_MILLISECONDS, over.signal).catch(() => undefined);
    // Whatever is wrong with Redis: what was committed has to be answered, for the answer may carry the new key.
    const all = this.#allAcknowledge(ended, over.signal).catch(() => false);
    await Promise.race([longest, all.then(async (acknowledged) => (acknowledged ? undefined : longest))]);
    over.abort();
  }

  /** A timer counts from when the event loop last looked at the clock: it may ring too early by as much. */
  async #waitUntil(time: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    for (let left = time - clock.monotonic(); left > 0; left = time - clock.monotonic()) await wait(left, undefined, { signal });
  }

  /** Tells the others; whether all of them have acknowledged. False where it is not known who they are. */
  async #allAcknowledge(ended: string, over: AbortSignal): Promise<boolean> {
    const { messages, membership } = this.#parts;
    this.#made += 1;
    const id = String(this.#made);
    const acknowledged = new Set<string>();
    const changed = { wake: () => undefined as void };
    this.#waiting.set(id, { acknowledged, wake: () => changed.wake() });
    over.addEventListener('abort', () => this.#waiting.delete(id));
    // Who the others are is asked after the commit; that it is told after that does no harm.
    const [others] = await Promise.all([membership.others(), messages.publish(REVOKED, `${membership.id} ${id} ${ended}`)]);
    if (others === undefined) return false;
    return new Promise((resolve) => {
      changed.wake = () => {
        if ([...others].every((member) => acknowledged.has(member))) resolve(true);
      };
      changed.wake();
    });
  }

  #hearRevocation(text: string): void {
    const { messages, membership, cache } = this.#parts;
    const [from, id, ended] = text.split(' ');
    if (from === undefined || id === undefined || ended === undefined || from === membership.id) return;
    cache.revoke(ended);
    messages.publish(acknowledgedTo(from), `${id} ${membership.id}`).catch(() => undefined);
  }

  #hearAcknowledgement(text: string): void {
    const [id = '', member = ''] = text.split(' ');
    const waiting = this.#waiting.get(id);
    waiting?.acknowledged.add(member);
    waiting?.wake();
  }
}
