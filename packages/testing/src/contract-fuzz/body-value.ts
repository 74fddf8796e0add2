import type { Schema } from '../descriptions/document.js';
import type { Choices } from './choices.js';
import type { Pools } from './pools.js';
import { valuesOf } from './schema-arbitrary.js';
import type { Shapes } from './shapes.js';
import { sourceText } from './source-text.js';
import type { World } from './world.js';

/** Before a number that only JSON can write, in a string that is written without its quotes. */
const NUMBER = '\ue000';
const NUMBERS = ['1e999', '-1e999', '-0', '1.0', '1e3', '0.1', '9007199254740993', '9'.repeat(400), '1e-999'].map((text) => NUMBER + text);
const WRONG: readonly unknown[] = [null, true, 0, -1, 'x', '', [], {}, [null], { a: 1 }, ['__proto__'], ...NUMBERS];
const STRANGE_TEXT = [
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\u202egnp',
  'svc_live_x',
  'x'.repeat(101),
  'x'.repeat(2_001),
  '',
  ' ',
  '𝒳'.repeat(101),
];
const STRANGE_NAMES = ['surprise', '__proto__', 'constructor', 'toString', '', 'a\0', '\ud800', '$ref', 'x'.repeat(500)];

export interface ValueDeps {
  readonly world: World;
  readonly pools: Pools;
  readonly shapes: Shapes;
  readonly choices: Choices;
}

/** Returns a value that the schema accepts: one with a meaning for the service if possible, else one from the schema alone. */
export function describedValue(name: string, schema: Schema, deps: ValueDeps): unknown {
  const { choices, world } = deps;
  const whole = world.bodies[name];
  return whole !== undefined && choices.chance(50) ? varied(choices.pick(whole), deps) : assembled(schema, deps);
}

/** A whole body with another program of its kind, about something else that is there. */
function varied(body: object, { pools, choices }: ValueDeps): unknown {
  const members = Object.entries(body).map(([name, value]): [string, unknown] => {
    const pool = POOLED[name];
    if (name === 'source' && choices.chance(60)) return [name, sourceText([String(value)], pools, choices)];
    return [name, pool !== undefined && choices.chance(50) ? (pools.identifier(pool, choices, false) ?? value) : value];
  });
  return Object.fromEntries(members);
}

function assembled(schema: Schema, { world: { sources, samples }, pools, shapes, choices }: ValueDeps): unknown {
  const value = choices.draw(valuesOf(schema));
  if (typeof value !== 'object' || value === null) return value;
  const members = new Map<string, unknown>(Object.entries(value));
  const { required = [] } = schema;
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    // Members that need not be there are, less often than fast-check would have it: each may bring a rule of its own.
    if (members.has(name) && !required.includes(name) && choices.chance(40)) members.delete(name);
    if (name === 'source' && (members.has(name) || choices.chance(40))) members.set(name, sourceText(sources, pools, choices));
    // Members of one name may be of different forms in two calls.
    const known = samples[name]?.filter((sample) => typeof member === 'object' && shapes.holds(member, sample));
    if (known !== undefined && known.length > 0 && members.has(name) && choices.chance(85)) members.set(name, choices.pick(known));
    const pool = POOLED[name];
    if (pool !== undefined && members.has(name) && choices.chance(90)) members.set(name, pools.identifier(pool, choices, false) ?? 'x');
  }
  return Object.fromEntries(members);
}

/** Members that name existing resources. */
const POOLED: Readonly<Record<string, string>> = { pid: 'cir_', policy_id: 'pol_' };

/** As it is sent. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"\ue000([^"]*)"/g, '$1');
}

/** The value with one thing changed somewhere in it: whether it still is as described, its schema has to say. */
export function changedValue(value: unknown, choices: Choices): unknown {
  if (choices.chance(10)) return choices.pick(WRONG);
  if (Array.isArray(value) && value.length > 0 && choices.chance(70)) {
    const index = choices.below(value.length);
    return value.with(index, changedValue(value[index], choices));
  }
  if (typeof value === 'object' && value !== null) return changedObject(value, choices);
  return choices.chance(40) ? choices.pick(STRANGE_TEXT) : choices.pick(WRONG);
}

function changedObject(value: object, choices: Choices): unknown {
  const members = Object.entries(value);
  const kind = members.length === 0 ? 0 : choices.below(4);
  if (kind === 0) return Object.fromEntries([...members, [choices.pick(STRANGE_NAMES), choices.pick(WRONG)]]);
  const index = choices.below(members.length);
  const [name = '', member] = members[index] ?? [];
  if (kind === 1) return Object.fromEntries(members.toSpliced(index, 1));
  return Object.fromEntries(members.with(index, [name, kind === 2 ? choices.pick(WRONG) : changedValue(member, choices)]));
}
