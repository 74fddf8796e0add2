import type { Operation, Parameter } from '../descriptions/document.js';
import type { Choices } from './choices.js';
import { valuesOf } from './schema-arbitrary.js';
import type { Shapes } from './shapes.js';
import type { Standing, World } from './world.js';

export interface QueryText {
  /** With its question mark, or empty. */
  readonly text: string;
  readonly standing: Standing;
}

export interface QueryParts {
  readonly choices: Choices;
  readonly shapes: Shapes;
  readonly world: World;
}

/** The sentence in the description of routes that ignore unknown parameters. */
const LENIENT = 'Query parameters that are not described are ignored.';
/** Values that many a parser reads in its own way. */
const ODD = [
  '',
  '0',
  '-1',
  '1.0',
  '1e3',
  '007',
  '+1',
  '0x10',
  ' 1',
  'NaN',
  'null',
  'true',
  '[]',
  '99999999999999999999',
  '9007199254740993',
];
const ODD_TEXT = [
  "'; --",
  '%',
  '\\',
  ':*',
  '"',
  '&|!()<->',
  '../..',
  '😀'.repeat(50),
  '2016-12-31T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '\u202e',
];

/** Returns the query of a call: mostly as described, otherwise out of range, repeated, unknown or broken. */
export function queryText({ parameters = [], description = '' }: Operation, parts: QueryParts): QueryText {
  const { choices } = parts;
  const described = parameters.filter((parameter) => parameter.in === 'query');
  const lenient = description.includes(LENIENT);
  const given = described.filter(({ required }) => required || choices.chance(35));
  const pairs = given.map((parameter) => pairOf(parameter, parts));
  if (choices.chance(7)) pairs.push(extra(described, choices));
  const standings = pairs.map(({ standing }) => standing);
  const text = pairs.map(({ name, value }) => `${name}=${value}`).join(choices.chance(3) ? '&&' : '&');
  return { text: text === '' && !choices.chance(2) ? '' : `?${text}`, standing: lenient ? 'open' : worst(standings) };
}

/** The standing of a whole by those of its parts. */
export function worst(standings: readonly Standing[]): Standing {
  if (standings.includes('invalid')) return 'invalid';
  return standings.includes('open') ? 'open' : 'valid';
}

interface Pair {
  readonly name: string;
  /** Percent-encoded. */
  readonly value: string;
  readonly standing: Standing;
}

function pairOf({ name, schema }: Parameter, { choices, shapes, world }: QueryParts): Pair {
  const known = world.samples[name];
  if (known !== undefined && choices.chance(50)) {
    const text = String(choices.pick(known));
    return { name, value: encoded(text), standing: standingOf(text, schema, shapes) };
  }
  if (choices.chance(75)) return { name, value: encoded(String(choices.draw(valuesOf(schema)))), standing: 'valid' };
  const text = choices.pick(choices.chance(50) ? ODD : ODD_TEXT);
  return { name, value: encoded(text), standing: standingOf(text, schema, shapes) };
}

/** The schema does not fix the notation of a number: only a text that is no number in any notation is surely invalid. */
function standingOf(text: string, schema: Parameter['schema'], shapes: Shapes): Standing {
  if (schema.type === 'string') return shapes.holds(schema, text) ? 'valid' : 'invalid';
  if (text.trim() === '' || Number.isNaN(Number(text))) return text === 'true' && schema.type === 'boolean' ? 'valid' : 'invalid';
  return shapes.holds(schema, Number(text)) ? 'open' : 'invalid';
}

/** One parameter too much. */
function extra(described: readonly Parameter[], choices: Choices): Pair {
  const [first] = described;
  return choices.pick<Pair>([
    { name: 'surprise', value: '1', standing: 'invalid' },
    { name: '__proto__', value: 'x', standing: 'invalid' },
    { name: 'constructor[prototype]', value: 'x', standing: 'invalid' },
    { name: encoded('a\0'), value: '%00', standing: 'invalid' },
    { name: 'x'.repeat(3_000), value: '', standing: 'invalid' },
    { name: first?.name ?? 'x', value: '%E0%A4%A', standing: 'open' },
    { name: first?.name ?? 'x', value: `1&${first?.name ?? 'x'}=2`, standing: 'invalid' },
    { name: first?.name ?? 'x', value: 'a%00b', standing: 'invalid' },
    { name: `${first?.name ?? 'x'}[]`, value: '1', standing: 'invalid' },
  ]);
}

function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}
