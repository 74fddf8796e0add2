import type { Choices } from './choices.js';
import type { World, WorldKey } from './world.js';

const IDENTIFIER = /^([a-z]{3}_)[0-9A-Za-z]{22}$/;
const HASH = /^[0-9a-f]{64}$/;
const KEY = /^svc_live_[0-9A-Za-z]{40}$/;
const MOST = 200;
/** So many requests in a row like to meet at the same few things: that is where races are. */
const HOT = 3;

/** What is known to exist: of the world at first, then what the answers tell of. */
export class Pools {
  readonly keys: WorldKey[];
  readonly hashes: string[] = [];
  readonly entityTags: string[] = [];
  readonly #kept: ReadonlySet<string>;
  readonly #ownKeys: ReadonlySet<string>;
  readonly #identifiers = new Map<string, string[]>();

  constructor(world: World) {
    this.keys = [...world.keys];
    this.#ownKeys = new Set(world.keys.filter(({ standing }) => standing !== 'disposable').map(({ keyId }) => keyId));
    this.#kept = new Set(world.kept);
    for (const identifier of world.identifiers) this.#add(identifier);
  }

  /** An identifier of that prefix, or undefined where none is known. */
  identifier(prefix: string, choices: Choices, changes: boolean): string | undefined {
    const known = this.#identifiers.get(prefix) ?? [];
    const free = changes ? known.filter((identifier) => !this.#kept.has(identifier)) : known;
    if (free.length === 0) return undefined;
    return choices.pick(choices.chance(50) ? free.slice(-HOT) : free);
  }

  /** Learns from what an answer tells: everything in it that looks like an identifier, a hash or a key. */
  learn(body: unknown, entityTag: string | undefined): void {
    if (entityTag !== undefined) keepNewest(this.entityTags, entityTag);
    const waiting: unknown[] = [body];
    for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
      if (typeof value === 'string') this.#add(value);
      else if (typeof value === 'object' && value !== null) {
        this.#key(value);
        for (const member of Object.values(value).toReversed()) if (member !== undefined) waiting.push(member);
      }
    }
  }

  #key(value: object): void {
    if (!('api_key' in value && 'key_id' in value)) return;
    const { api_key: text, key_id: keyId } = value;
    if (typeof text !== 'string' || typeof keyId !== 'string' || !KEY.test(text)) return;
    const disposable = this.keys.filter(({ standing }) => standing === 'disposable');
    const [oldest] = disposable;
    if (disposable.length > HOT && oldest !== undefined) this.keys.splice(this.keys.indexOf(oldest), 1);
    this.keys.push({ text, keyId, standing: 'disposable' });
  }

  #add(text: string): void {
    if (HASH.test(text)) keepNewest(this.hashes, text);
    const prefix = IDENTIFIER.exec(text)?.[1];
    if (prefix === undefined || this.#ownKeys.has(text)) return;
    const known = this.#identifiers.get(prefix) ?? [];
    this.#identifiers.set(prefix, known);
    const oldest = known.length < MOST ? -1 : known.findIndex((identifier) => !this.#kept.has(identifier));
    if (oldest !== -1) known.splice(oldest, 1);
    if (!known.includes(text)) known.push(text);
  }
}

function keepNewest(kept: string[], text: string): void {
  if (kept.includes(text)) return;
  kept.push(text);
  if (kept.length > MOST) kept.shift();
}
