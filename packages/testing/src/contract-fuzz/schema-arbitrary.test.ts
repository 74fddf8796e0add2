import type { Schema } from '../descriptions/document.js';
import { Choices } from './choices.js';
import { valuesOf } from './schema-arbitrary.js';
import { Shapes } from './shapes.js';

const TAKEN: readonly Schema[] = [
  { type: 'string', minLength: 1, maxLength: 100, format: 'label' },
  { type: 'string', pattern: '^cir_[0-9A-Za-z]{22}$' },
  { type: 'string', format: 'date-time' },
  { type: 'string', format: 'idn-email', maxLength: 254 },
  { type: 'string', minLength: 1, maxLength: 100, format: 'name' },
  { type: 'string', not: { type: 'string', pattern: 'svc_live_' } },
  { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 1, uniqueItems: true },
  {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: { name: { type: 'string' }, more: { type: 'object' }, yes: { type: 'boolean' } },
  },
];

it.each(TAKEN.map((schema) => [JSON.stringify(schema), schema] as const))('every value made of %s is one of it', (_, schema) => {
  const shapes = new Shapes();
  const choices = new Choices(1, 1);
  for (let round = 0; round < 200; round += 1) {
    const value: unknown = JSON.parse(JSON.stringify(choices.draw(valuesOf(schema))));
    expect([value, shapes.holds(schema, value)]).toEqual([value, true]);
  }
});

it.each<Schema>([
  { type: 'string', contentEncoding: 'base64' },
  { type: 'string', format: 'ipv4' },
  { type: 'integer', multipleOf: 2 },
  { type: 'object', properties: {} },
  { oneOf: [] },
])('nothing is made of %j, of which something would be overlooked', (schema) => {
  expect(() => valuesOf(schema)).toThrow(/no values are made/);
});

function drawn(seed: number, number: number): unknown {
  return new Choices(seed, number).draw(valuesOf({ type: 'string', minLength: 20 }));
}

it('the same seed and number choose the same', () => {
  expect(drawn(1, 2)).toBe(drawn(1, 2));
  expect(drawn(1, 2)).not.toBe(drawn(1, 3));
});
