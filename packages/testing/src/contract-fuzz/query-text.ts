import type { Operation, Parameter } from '../descriptions/document.js';
import type { Choices } from './choices.js';
import { valuesOf } from './schema-arbitrary.js';
import type { Shapes } from './shapes.js';
import type { Validity, World } from './world.js';

export interface QueryText {
  /** With its question mark, or empty. */
  readonly text: string;
  readonly validity: Validity;
}

export interface QueryDeps {
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
export function queryText({ parameters = [], description = '' }: Operation, deps: QueryDeps): QueryText {
  const { choices } = deps;
  const described = parameters.filter((parameter) => parameter.in === 'query');
  const lenient = description.includes(LENIENT);
  const given = described.filter(({ required }) => required || choices.chance(35));
  const pairs = given.map((parameter) => pairOf(parameter, deps));
  if (choices.chance(7)) pairs.push(extra(described, choices));
  const validities = pairs.map(({ validity }) => validity);
  const text = pairs.map(({ name, value }) => `${name}=${value}`).join(choices.chance(3) ? '&&' : '&');
  return { text: text === '' && !choices.chance(2) ? '' : `?${text}`, validity: lenient ? 'open' : worst(validities) };
}

/** The validity of a whole, from those of its parts. */
export function worst(validities: readonly Validity[]): Validity {
  if (validities.includes('invalid')) return 'invalid';
  return validities.includes('open') ? 'open' : 'valid';
}

interface Pair {
  readonly name: string;
  /** Percent-encoded. */
  readonly value: string;
  readonly validity: Validity;
}

function pairOf({ name, schema }: Parameter, { choices, shapes, world }: QueryDeps): Pair {
  const known = world.samples[name];
  if (known !== undefined && choices.chance(50)) {
    const text = String(choices.pick(known));
    return { name, value: encoded(text), validity: validityOf(text, schema, shapes) };
  }
  if (choices.chance(75)) return { name, value: encoded(String(choices.draw(valuesOf(schema)))), validity: 'valid' };
  const text = choices.pick(choices.chance(50) ? ODD : ODD_TEXT);
  return { name, value: encoded(text), validity: validityOf(text, schema, shapes) };
}

/** The schema does not fix the notation of a number: only a text that is no number in any notation is surely invalid. */
function validityOf(text: string, schema: Parameter['schema'], shapes: Shapes): Validity {
  if (schema.type === 'string') return shapes.holds(schema, text) ? 'valid' : 'invalid';
  if (text.trim() === '' || Number.isNaN(Number(text))) return text === 'true' && schema.type === 'boolean' ? 'valid' : 'invalid';
  return shapes.holds(schema, Number(text)) ? 'open' : 'invalid';
}

/** One parameter too much. */
function extra(described: readonly Parameter[], choices: Choices): Pair {
  const [first] = described;
  return choices.pick<Pair>([
    { name: 'surprise', value: '1', validity: 'invalid' },
    { name: '__proto__', value: 'x', validity: 'invalid' },
    { name: 'constructor[prototype]', value: 'x', validity: 'invalid' },
    { name: encoded('a\0'), value: '%00', validity: 'invalid' },
    { name: 'x'.repeat(3_000), value: '', validity: 'invalid' },
    { name: first?.name ?? 'x', value: '%E0%A4%A', validity: 'open' },
    { name: first?.name ?? 'x', value: `1&${first?.name ?? 'x'}=2`, validity: 'invalid' },
    { name: first?.name ?? 'x', value: 'a%00b', validity: 'invalid' },
    { name: `${first?.name ?? 'x'}[]`, value: '1', validity: 'invalid' },
  ]);
}

function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}
