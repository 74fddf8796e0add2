import type { Choices } from './choices.js';
import type { World, WorldKey } from './world.js';

const IDENTIFIER = /^([a-z]{3}_)[0-9A-Za-z]{22}$/;
const HASH = /^[0-9a-f]{64}$/;
const KEY = /^svc_live_[0-9A-Za-z]{40}$/;
const MAX_KNOWN = 200;
/** So many requests in a row like to meet at the same few things: that is where races are. */
const HOT = 3;

/** The content of an answer. */
export interface Told {
  readonly path: string;
  /** Whom. */
  readonly key: WorldKey | undefined;
  readonly body: unknown;
  readonly entityTag: string | undefined;
}

/** Known resources: first those of the world, then those that answers name. */
export class Pools {
  readonly keys: WorldKey[];
  readonly hashes: string[] = [];
  /** By path. */
  readonly entityTags = new Map<string, string>();
  /** Identifiers that were named together, by identifier. */
  readonly #related = new Map<string, string[]>();
  readonly #kept: ReadonlySet<string>;
  readonly #ownKeys: ReadonlySet<string>;
  /** By identifier: a key that was told of it. */
  readonly #knownTo = new Map<string, WorldKey>();
  readonly #identifiers = new Map<string, string[]>();

  constructor(world: World) {
    this.keys = [...world.keys];
    this.#ownKeys = new Set(world.keys.filter(({ validity }) => validity !== 'disposable').map(({ keyId }) => keyId));
    this.#kept = new Set(world.kept);
    for (const identifier of world.identifiers) this.#add(identifier);
  }

  /** Returns an identifier with that prefix; `undefined` if it is unknown. */
  identifier(prefix: string, choices: Choices, changes: boolean): string | undefined {
    const known = this.#identifiers.get(prefix) ?? [];
    const free = changes ? known.filter((identifier) => !this.#kept.has(identifier)) : known;
    if (free.length === 0) return undefined;
    return choices.pick(choices.chance(50) ? free.slice(-HOT) : free);
  }

  /** Identifiers and hashes that were named together with this one. */
  related(identifier: string): readonly string[] {
    return this.#related.get(identifier) ?? [];
  }

  /** Returns a key that probably gives access to the resource. */
  keyFor(identifier: string): WorldKey | undefined {
    return this.#knownTo.get(identifier);
  }

  /** A deleted resource is not requested again. */
  forget(identifier: string): void {
    for (const known of this.#identifiers.values()) {
      const index = this.#kept.has(identifier) ? -1 : known.indexOf(identifier);
      if (index !== -1) known.splice(index, 1);
    }
  }

  /** Learns from what an answer tells: everything in it that looks like an identifier, a hash or a key. */
  learn({ path, key, body, entityTag }: Told): void {
    if (entityTag !== undefined) keepNewest(this.entityTags, path, entityTag);
    const waiting: unknown[] = [body];
    for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
      if (typeof value === 'string') {
        this.#add(value);
        if (key !== undefined && IDENTIFIER.test(value)) keepNewest(this.#knownTo, value, key);
      } else if (typeof value === 'object' && value !== null) {
        this.#key(value);
        this.#relate(value);
        for (const member of Object.values(value).toReversed()) if (member !== undefined) waiting.push(member);
      }
    }
  }

  #relate(value: object): void {
    const named = Object.values(value).filter((member) => typeof member === 'string' && (IDENTIFIER.test(member) || HASH.test(member)));
    for (const one of named) {
      const before = this.related(String(one)).filter((other) => !named.includes(other));
      if (named.length > 1) keepNewest(this.#related, String(one), [...before.slice(-HOT), ...named.map(String)]);
    }
  }

  #key(value: object): void {
    if (!('api_key' in value && 'key_id' in value)) return;
    const { api_key: text, key_id: keyId } = value;
    if (typeof text !== 'string' || typeof keyId !== 'string' || !KEY.test(text)) return;
    const disposable = this.keys.filter(({ validity }) => validity === 'disposable');
    const [oldest] = disposable;
    if (disposable.length > HOT && oldest !== undefined) this.keys.splice(this.keys.indexOf(oldest), 1);
    this.keys.push({ text, keyId, validity: 'disposable' });
  }

  #add(text: string): void {
    if (HASH.test(text) && !this.hashes.includes(text)) {
      this.hashes.push(text);
      if (this.hashes.length > MAX_KNOWN) this.hashes.shift();
    }
    const prefix = IDENTIFIER.exec(text)?.[1];
    if (prefix === undefined || this.#ownKeys.has(text)) return;
    const known = this.#identifiers.get(prefix) ?? [];
    this.#identifiers.set(prefix, known);
    const oldest = known.length < MAX_KNOWN ? -1 : known.findIndex((identifier) => !this.#kept.has(identifier));
    if (oldest !== -1) known.splice(oldest, 1);
    if (!known.includes(text)) known.push(text);
  }
}

function keepNewest<Value>(kept: Map<string, Value>, name: string, value: Value): void {
  kept.delete(name);
  kept.set(name, value);
  const [oldest] = kept.size > MAX_KNOWN * HOT ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
}
