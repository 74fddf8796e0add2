import { type CircuitChange, type CircuitText, meets, planChange } from './change.js';

const STANDING: CircuitText = { name: 'a', description: 'b', visibility: 'public', source: 'c' };

test.each<[CircuitChange, Partial<CircuitText>, readonly string[], object | undefined]>([
  [{}, {}, [], undefined],
  [{ ...STANDING }, {}, [], undefined],
  [{ name: 'x' }, {}, ['name'], undefined],
  [{ description: '' }, {}, ['description'], undefined],
  [{ visibility: 'private' }, {}, ['visibility'], undefined],
  [{ source: 'x' }, {}, ['source'], { source: 'x', publicOnly: true }],
  [{ source: 'x' }, { visibility: 'private' }, ['source'], { source: 'x', publicOnly: false }],
  [{ source: 'x', visibility: 'private' }, {}, ['visibility', 'source'], { source: 'x', publicOnly: false }],
  [{ visibility: 'public' }, { visibility: 'private' }, ['visibility'], { source: 'c', publicOnly: true }],
  [{ visibility: 'public', source: 'x' }, { visibility: 'private' }, ['visibility', 'source'], { source: 'x', publicOnly: true }],
])('%j of a circuit with %j changes %j and needs %j', (change, before, changed, need) => {
  const plan = planChange({ ...STANDING, ...before }, change);
  const opened = before.visibility === 'private' && change.visibility === 'public';
  expect(plan).toEqual({ after: { ...STANDING, ...before, ...change }, changed, opened, need });
});

test('what was read for private eyes does not do for all, nor another source', () => {
  const need = { source: 'c', publicOnly: true };
  expect(meets(need, { ...need })).toBe(true);
  expect(meets(undefined, undefined)).toBe(true);
  for (const read of [undefined, { ...need, publicOnly: false }, { ...need, source: 'x' }]) expect(meets(need, read)).toBe(false);
});
