import type { Operation } from '../descriptions/document.js';
import type { Choices } from './choices.js';
import type { Pools } from './pools.js';
import { valuesOf } from './schema-arbitrary.js';
import type { Shapes } from './shapes.js';
import type { Validity } from './world.js';

export interface HeaderFields {
  readonly fields: readonly (readonly [string, string])[];
  readonly validity: Validity;
}

export interface HeaderDeps {
  readonly pools: Pools;
  readonly shapes: Shapes;
  readonly choices: Choices;
}

const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** A few, again and again: so that a request meets the answer of another. */
const IDEMPOTENCY_KEYS = ['one', 'two', '"three"', 'four'];
const TAGS = ['*', '""', 'W/"x"', '"x", "y"', 'x', '"', ',', '', '"\x80"', `${'"a",'.repeat(400)}"b"`];
/** Header fields without a description, which must have no effect. */
const ANY: readonly (readonly [string, readonly string[]])[] = [
  [
    'Accept',
    ['*/*', 'image/svg+xml', 'text/html;q=0.1, application/json;q=2', 'application/json;q=x', ';;,,', 'a'.repeat(2_000), 'text/*;q=0', '*'],
  ],
  ['Accept-Encoding', ['gzip', 'identity;q=0, *;q=0', 'br;q=1.0001', ',']],
  ['Accept-Language', ['de', '\x80', '*;q=0']],
  ['X-Request-Id', ['sane-1', 'not sane', '', 'x'.repeat(129), 'a,b', '"quoted"', '../x']],
  ['traceparent', ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '00-0-0-0', 'ff-', '', 'x'.repeat(3_000)]],
  ['X-Forwarded-For', ['1.2.3.4', '::1, junk', 'x', ',,,', '999.1.1.1']],
  ['X-HTTP-Method-Override', ['DELETE']],
  ['Origin', ['null', 'https://example.com']],
  ['Range', ['bytes=0-1', 'bytes=-0']],
  ['If-Modified-Since', ['yesterday']],
  ['If-None-Match', TAGS],
  ['If-Match', TAGS],
  ['Idempotency-Key', IDEMPOTENCY_KEYS],
  ['Prefer', ['respond-async', 'wait=0', 'respond-async, wait=999999999999', 'return=minimal;x="', ',']],
  ['Cookie', ['a=b; __proto__=1']],
  ['Connection', ['close']],
  ['Upgrade', ['h2c']],
  ['Expect', ['200-ok']],
];

/** Header fields besides those of the key and the body. */
export function headerFields({ parameters = [] }: Operation, path: string, { pools, shapes, choices }: HeaderDeps): HeaderFields {
  const fields: (readonly [string, string])[] = [];
  let validity: Validity = 'valid';
  for (const { name, schema, in: place } of parameters) {
    if (place !== 'header' || !choices.chance(30)) continue;
    const value = described(name, path, pools, choices) ?? String(choices.draw(valuesOf(schema)));
    if (!SENDABLE.test(value)) continue;
    fields.push([name, value]);
    // A field that has spaces around it is read without them.
    if (!shapes.holds(schema, value.trim())) validity = 'invalid';
  }
  while (choices.chance(25)) {
    const [name, values] = choices.pick(ANY);
    const parameter = parameters.find((each) => each.in === 'header' && each.name === name);
    const isTwice = fields.some(([known]) => known === name);
    fields.push([name, choices.pick(values)]);
    if (isTwice || parameter !== undefined) validity = validity === 'invalid' ? validity : 'open';
  }
  return { fields, validity };
}

function described(name: string, path: string, pools: Pools, choices: Choices): string | undefined {
  switch (name) {
    case 'If-None-Match':
    case 'If-Match':
      return (choices.chance(60) ? pools.entityTags.get(path) : undefined) ?? choices.pick(TAGS);
    case 'Idempotency-Key':
      return choices.chance(50) ? choices.pick(IDEMPOTENCY_KEYS) : undefined;
    default:
      return undefined;
  }
}
