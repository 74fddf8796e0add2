import type { Decision } from '@kirchhoff/coherence';
import { isSampled } from './log-rule.js';
import { boundedJson, loggedDecision } from './logged-decision.js';

const ALLOWED: Decision = { verdict: 'ALLOW', rule: 'small', determined_by: ['small'], reason: 'r' };
const REFUSED: Decision = { verdict: 'DENY', rule: null, determined_by: [], reason: 'r', errors: [{ pointer: '/params', message: 'm' }] };

function logged(
  params: unknown,
  keep: readonly string[],
  { decision = ALLOWED, category = 'pay', declared = ['cents', 'email'], isDeclared = true } = {},
) {
  const about = { decisionId: 'dec_1', policyId: 'pol_1', version: 1, accountId: 'acc_1', decidedAt: new Date(0) };
  const row = loggedDecision(
    { ...about, decision, action: { category, params }, declared: isDeclared ? declared : undefined },
    { rate: 1, keep: new Set(keep) },
  );
  return { ...row, params: JSON.parse(row.params) as unknown, masked: JSON.parse(row.masked) as unknown };
}

it('keeps the values of the params that are named, and the names of the others', () => {
  const row = logged({ cents: 5, email: 'ada@example.org' }, ['cents']);
  expect(row).toMatchObject({ params: { cents: 5, email: null }, masked: ['email'], replayable: false, verdict: 'ALLOW', rule: 'small' });
  expect(JSON.stringify(row)).not.toContain('ada');
});

it('can be replayed if all params are kept; a missing one is none', () => {
  expect(logged({ cents: 5, email: 'e' }, ['cents', 'email'])).toMatchObject({
    params: { cents: 5, email: 'e' },
    masked: [],
    replayable: true,
  });
  expect(logged({ cents: 5 }, ['cents'])).toMatchObject({ params: { cents: 5 }, masked: [], replayable: true });
});

it('keeps no param that the policy does not declare, whatever is to be kept', () => {
  const given = JSON.parse('{"cents":1,"card":"4111","__proto__":"x","toString":2}');
  const row = logged(given, ['cents', 'card', '__proto__', 'toString'], { decision: REFUSED });
  expect(row).toMatchObject({ params: { cents: 1 }, masked: [], replayable: false });
  expect(JSON.stringify(row)).not.toContain('4111');
});

it('keeps no inherited member as a param', () => {
  expect(logged({}, ['constructor'], { declared: ['constructor', 'toString'] })).toMatchObject({ params: {}, masked: [] });
});

it.each([null, undefined, 5, 'text'])('has no params of %p', (params) => {
  expect(logged(params, ['cents'], { decision: REFUSED })).toMatchObject({ params: {}, masked: [], replayable: false });
});

it('masks a value that is too long, and keeps the others', () => {
  const row = logged({ cents: 'x'.repeat(5_000), email: 'e' }, ['cents', 'email']);
  expect(row).toMatchObject({ params: { cents: null, email: 'e' }, masked: ['cents'], replayable: false });
});

it('masks a number that is no plain integer, which JSON would show as null', () => {
  const params = { cents: [1, Number.POSITIVE_INFINITY], email: 'e' };
  const row = logged(params, ['cents', 'email'], { decision: REFUSED });
  expect(row).toMatchObject({ params: { cents: null, email: 'e' }, masked: ['cents'] });
});

it('has a bounded size, whatever is declared and sent', () => {
  const declared = Array.from({ length: 50_000 }, (_, index) => `a_param_of_some_length_${index}`);
  const params = Object.fromEntries(declared.map((name) => [name, 'value']));
  for (const keep of [[], declared, declared.filter((_, index) => index % 2 === 0)]) {
    const row = logged(params, keep, { declared, category: 'c'.repeat(100_000) });
    expect(row.octets).toBeLessThan(20_000);
    expect(row.replayable).toBe(false);
  }
});

it('counts its bytes in UTF-8', () => {
  const [one, other] = [logged({ cents: 'aaaa' }, ['cents']), logged({ cents: '\u{1f600}' }, ['cents'])];
  expect(other.octets).toBe(one.octets);
});

it('has a category that Postgres stores, and cannot be replayed if it was another one', () => {
  expect(logged({}, [], { category: 'a\0b\ud800', isDeclared: false })).toMatchObject({ category: 'a\ufffdb\ufffd', replayable: false });
  expect(logged({}, [], { category: 'a'.repeat(201) })).toMatchObject({ category: 'a'.repeat(200), replayable: false });
  expect(logged({}, [])).toMatchObject({ category: 'pay', replayable: true });
});

describe('the bounded JSON of a value', () => {
  it.each([
    [[1, 2.5, -3, true, false, null]],
    [{ a: { b: [[], {}] }, 'ö"\\': '\0\ud800' }],
    ['text'],
    [JSON.parse('{"__proto__":1}')],
    [[]],
    [{}],
  ])('is that of JSON.stringify: %j', (value) => {
    const expected = JSON.stringify(value);
    expect(boundedJson(value, 100)).toBe(expected);
    for (let most = 0; most < 100; most += 1) {
      const text = boundedJson(value, most);
      if (text !== undefined) expect(text.length).toBeLessThanOrEqual(most);
    }
    expect(boundedJson(value, expected.length + 1)).toBe(expected);
  });

  it('is not read beyond its bound', () => {
    let read = 0;
    const list = new Proxy(
      Array.from({ length: 100_000 }, () => 'x'),
      {
        get: (target, key) => {
          read += 1;
          return Reflect.get(target, key) as unknown;
        },
      },
    );
    expect(boundedJson(list, 100)).toBeUndefined();
    expect(read).toBeLessThan(100);
  });
});

describe('a sample', () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => `dec_${index.toString(36).padStart(22, '0')}`);

  it('is chosen by the identifier alone, and has about its share', () => {
    for (const rate of [2, 10, 100]) {
      const chosen = ids.filter((id) => isSampled(id, rate));
      expect(ids.filter((id) => isSampled(id, rate))).toEqual(chosen);
      expect(Math.abs(chosen.length - ids.length / rate)).toBeLessThan((ids.length / rate) * 0.3);
    }
    expect(ids.every((id) => isSampled(id, 1))).toBe(true);
  });

  it('of a rate is part of that of a rate that divides it', () => {
    for (const id of ids) if (isSampled(id, 100)) expect(isSampled(id, 10)).toBe(true);
  });
});
