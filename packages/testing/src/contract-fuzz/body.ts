import type { Operation } from '../descriptions/document.js';
import { brokenBody, noBody, oddlyNamedBody, plainBody, type SentBody } from './body-text.js';
import { changedValue, describedValue, jsonText } from './body-value.js';
import type { Choices } from './choices.js';
import type { Pools } from './pools.js';
import type { Shapes } from './shapes.js';
import type { World } from './world.js';

export interface BodyDeps {
  readonly world: World;
  readonly pools: Pools;
  readonly shapes: Shapes;
  readonly choices: Choices;
}

const MEBIBYTE = 1_048_576;
/** The sentence of the description with the maximal size of a body. */
const LIMIT = /A body has up to (\d+) MiB/;

/** The body of a call: half of them as described, then with a value, a text or a name changed. */
export function bodyOf(name: string, { requestBody, description = '' }: Operation, deps: BodyDeps): SentBody {
  const { choices, shapes } = deps;
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return unwanted(choices);
  const value = describedValue(name, schema, deps);
  const kind = choices.below(100);
  if (kind < 58) return plainBody(jsonText(value), 'valid', choices);
  if (kind < 80) {
    const changed = jsonText(changedValue(value, choices));
    const sent: unknown = JSON.parse(changed);
    return plainBody(changed, shapes.holds(schema, sent) ? 'open' : 'invalid', choices);
  }
  if (kind < 90) return brokenBody(value, choices, schema.additionalProperties === true);
  if (kind < 97) return oddlyNamedBody(value, 'valid', choices);
  if (kind < 99) return noBody('invalid');
  return tooLarge(Number(LIMIT.exec(description)?.[1] ?? '1'), choices);
}

/** Most calls of a route without a body send none; `{}` counts as none. */
function unwanted(choices: Choices): SentBody {
  const kind = choices.below(100);
  if (kind < 85) return noBody('valid');
  if (kind < 90) return plainBody('{}', 'valid', choices);
  if (kind < 95) return plainBody(choices.pick(['{"surprise":1}', 'null', '[]', '"x"', '0', 'false', '1e999']), 'invalid', choices);
  return choices.chance(50) ? brokenBody({}, choices) : oddlyNamedBody({}, 'valid', choices);
}

/** One byte more than the limit, told or not told beforehand. */
function tooLarge(mebibytes: number, choices: Choices): SentBody {
  const bytes = Buffer.alloc(mebibytes * MEBIBYTE + 1, ' ');
  bytes.write('{}');
  return { bytes, headers: [['Content-Type', 'application/json']], validity: 'invalid', chunked: choices.chance(50) };
}
