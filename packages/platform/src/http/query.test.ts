import { knownQuery, parseQuery } from './query.js';

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { page: { type: 'integer' }, certified: { type: 'boolean' }, label: { type: 'string' } },
} as const;

it('reads integers and booleans where the schema names them, and leaves what is neither as text', () => {
  expect(parseQuery('page=2&certified=true&label=3', SCHEMA)).toEqual({ kind: 'query', values: { page: 2, certified: true, label: '3' } });
  expect(parseQuery('page=two&certified=1', SCHEMA)).toEqual({ kind: 'query', values: { page: 'two', certified: '1' } });
});

it('refuses a parameter that is given twice, and NUL', () => {
  expect(parseQuery('label=a&label=b', SCHEMA)).toMatchObject({ kind: 'invalid', errors: [{ pointer: 'query/label' }] });
  expect(parseQuery('label=%00', SCHEMA)).toMatchObject({ kind: 'invalid', errors: [{ pointer: 'query/label' }] });
});

it('leaves out, where a route is lenient, all that it does not understand', () => {
  expect(knownQuery('other=1&label=a&label=b', SCHEMA)).toBe('label=a');
  expect(knownQuery('label=%00a%26b', SCHEMA)).toBe('label=a%26b');
});
