import type { Operation, Parameter } from '../descriptions/document.js';
import type { Choices } from './choices.js';
import type { Pools } from './pools.js';
import { worst } from './query-text.js';
import { valuesOf } from './schema-arbitrary.js';
import type { Shapes } from './shapes.js';
import type { Validity } from './world.js';

export interface PathText {
  readonly text: string;
  /** `invalid`: such a path must not find a resource. */
  readonly validity: Validity;
}

export interface PathDeps {
  readonly choices: Choices;
  readonly pools: Pools;
  readonly shapes: Shapes;
  /** True if the operation changes the resource: then it must not be a kept one. */
  readonly changes: boolean;
}

const PREFIX = /^\^([a-z]{3}_)\[/;
/** As it stands in a request, percent-encoded or not. */
const JUNK = [
  '%00',
  '..',
  '%2e%2e',
  '%2F',
  '..%2f..%2fetc%2fpasswd',
  '%E0%A4',
  '%zz',
  '%',
  'a'.repeat(3_000),
  '%F0%9F%98%80',
  '%ED%A0%80',
  '__proto__',
  'constructor',
  "'%20OR%201=1--",
  '%20',
  ';',
  '*',
  'null',
  '0',
  '-1',
  '99999999999999999999',
  'cir_0000000000000000000000',
  'cir_000000000000000000000',
  'key_0000000000000000000000%0A',
  '%EF%BC%8E',
];
const SMALL = ['1', '1', '2', '3'];

/** Returns the path of a call: mostly of an existing resource, then a well-formed unknown one, then junk. */
export function pathText(template: string, { parameters = [] }: Operation, deps: PathDeps): PathText {
  const { choices, pools, shapes, changes } = deps;
  let chosen: string | undefined;
  const validities: Validity[] = [];
  const text = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
    if (parameter === undefined) throw new Error(`${template} does not describe ${name}`);
    if (choices.chance(6)) {
      validities.push('invalid');
      return choices.pick(JUNK);
    }
    const value = relatedTo(chosen, parameter, deps) ?? valueOf(parameter, pools, choices, changes);
    chosen = value;
    validities.push(shapes.holds(parameter.schema, value) ? 'valid' : 'invalid');
    return encodeURIComponent(value);
  });
  return { text, validity: worst(validities) };
}

/** Returns an identifier that belongs to the previous segment's resource, if one is known. */
function relatedTo(before: string | undefined, { schema }: Parameter, { pools, choices, shapes }: PathDeps): string | undefined {
  if (before === undefined || !choices.chance(60)) return undefined;
  const fitting = pools.related(before).filter((text) => text !== before && shapes.holds(schema, text));
  const events = fitting.filter((text) => text.startsWith('evt_'));
  const best = events.length > 0 ? events : fitting;
  return best.length === 0 ? undefined : choices.pick(best);
}

function valueOf({ schema }: Parameter, pools: Pools, choices: Choices, changes: boolean): string {
  const { pattern } = schema;
  const drawn = () => String(choices.draw(valuesOf(schema)));
  const prefix = PREFIX.exec(pattern ?? '')?.[1];
  if (prefix !== undefined) return (choices.chance(88) ? pools.identifier(prefix, choices, changes) : undefined) ?? drawn();
  // If the schema has no form, any known identifier will do.
  if (pattern === undefined && schema.enum === undefined) return choices.chance(70) ? anyIdentifier(pools, choices, changes) : drawn();
  const [hash] = pools.hashes.length > 0 && pattern?.includes('{64}') === true ? [choices.pick(pools.hashes)] : [];
  if (hash !== undefined) return choices.chance(60) ? choices.pick(SMALL) : hash;
  return drawn();
}

const ANY_PREFIX = ['evt_', 'evt_', 'cir_', 'key_', 'whk_'];

function anyIdentifier(pools: Pools, choices: Choices, changes: boolean): string {
  return pools.identifier(choices.pick(ANY_PREFIX), choices, changes) ?? 'x';
}
