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

it.each(['label=%ff', 'label=a&%c3=b', 'label=%ed%a0%80', 'label=%C0%AF', 'label=%c3%'])('refuses %s, which is no UTF-8', (text) => {
  expect(parseQuery(text, SCHEMA)).toMatchObject({ kind: 'invalid', errors: [{ pointer: 'query' }] });
});

it('takes a percent sign that encodes nothing for itself', () => {
  expect(parseQuery('label=100%&page=1', SCHEMA)).toEqual({ kind: 'query', values: { label: '100%', page: 1 } });
  expect(parseQuery('label=%c3%a4%EF%BF%BD+%', SCHEMA)).toEqual({ kind: 'query', values: { label: 'ä\ufffd %' } });
});

it('leaves out, where a route is lenient, all that it does not understand', () => {
  expect(knownQuery('other=1&label=a&label=b', SCHEMA)).toBe('label=a');
  expect(knownQuery('label=%00a%26b', SCHEMA)).toBe('label=a%26b');
});
