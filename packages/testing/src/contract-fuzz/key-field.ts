import type { Operation } from '../descriptions/document.js';
import type { Choices } from './choices.js';
import type { Pools } from './pools.js';
import type { WorldKey } from './world.js';

/** The key that a call is sent with, and what has to come of that. */
export interface KeyField {
  /** Values of Authorization: none of them, one, or several. */
  readonly values: readonly string[];
  /** `taken`: the key does not stand in the way. `refused`: 401. `scope`: 403 where one is needed. `unsure`: it may be dead by now. `ambiguous`: no request. */
  readonly fate: 'taken' | 'refused' | 'scope' | 'unsure' | 'ambiguous';
}

export interface KeyDeps {
  /** True if the operation ends the calling key. */
  readonly endsItsKey: boolean;
  readonly path: string;
  readonly pools: Pools;
  readonly choices: Choices;
}

const MALFORMED = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer x',
  'Bearer svc_live_0000000000000000000000000000000000000000',
  'Basic YTpi',
  'Bearer \x80',
  'Negotiate',
  `Bearer ${'x'.repeat(4_000)}`,
  'Bearer a, Bearer b',
];

/** Mostly a key that may do everything. */
export function keyField({ security }: Operation, { endsItsKey, path, pools, choices }: KeyDeps): KeyField {
  const kind = choices.below(100);
  if (kind < 6) return { values: [], fate: needsKey(security) ? 'refused' : 'taken' };
  if (kind < 10) return { values: [choices.pick(MALFORMED)], fate: 'refused' };
  if (kind < 14) return { values: [bearer(choices.pick(keysOf(pools, 'dead')))], fate: 'refused' };
  if (kind < 18 && !endsItsKey) return { values: [bearer(choices.pick(keysOf(pools, 'weak')))], fate: 'scope' };
  const disposable = keysOf(pools, 'disposable');
  if ((endsItsKey || kind < 22) && disposable.length > 0) return { values: [bearer(choices.pick(disposable))], fate: 'unsure' };
  if (endsItsKey) return { values: ['Bearer none'], fate: 'refused' };
  const [identifier = ''] = /[a-z]{3}_[0-9A-Za-z]{22}/.exec(path) ?? [];
  const likely = choices.chance(70) ? pools.keyFor(identifier) : undefined;
  const strong = bearer(likely ?? choices.pick(keysOf(pools, 'strong')));
  return kind < 24 ? { values: [strong, strong], fate: 'ambiguous' } : { values: [strong], fate: 'taken' };
}

function keysOf({ keys }: Pools, wanted: WorldKey['validity']): readonly WorldKey[] {
  return keys.filter((key) => key.validity === wanted);
}

function bearer({ text }: WorldKey): string {
  return `Bearer ${text}`;
}

/** Returns true if every way to call the operation requires a key. */
function needsKey(security: Operation['security']): boolean {
  return security.length > 0 && security.every((way) => Object.keys(way).length > 0);
}
