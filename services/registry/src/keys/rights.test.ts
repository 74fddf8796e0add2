import { grantedRights, type KeyRights, type KeyWish } from './service.js';

const NOW = new Date('2026-06-01T00:00:00Z');
const END = new Date('2026-07-01T00:00:00Z');
const maker: KeyRights = { name: 'maker', scopes: ['read', 'keys', 'of-another-version'], expiresAt: END };
const forEver: KeyRights = { ...maker, expiresAt: null };

const grant = (wish: KeyWish, by = maker) => grantedRights(wish, by, NOW);

it('a key that asks for nothing has the rights of its maker that are known, and its end', () => {
  expect(grant({})).toEqual({ name: 'unnamed key', scopes: ['read', 'keys'], expiresAt: END });
  expect(grant({}, forEver)).toMatchObject({ expiresAt: null });
});

it('a key may have less', () => {
  const expires_at = '2026-06-01T02:00:00.001+02:00';
  expect(grant({ name: 'ci', scopes: ['read'], expires_at })).toEqual({
    name: 'ci',
    scopes: ['read'],
    expiresAt: new Date('2026-06-01T00:00:00.001Z'),
  });
});

it('a key never has a scope that its maker lacks: what it lacks is named', () => {
  expect(grant({ scopes: ['read', 'publish', 'certify'] })).toMatchObject({
    code: 'missing-scope',
    detail: expect.stringMatching(/lacks publish, certify:/),
  });
});

it('a key never outlasts its maker', () => {
  expect(grant({ expires_at: '2026-07-01T00:00:00.001Z' })).toMatchObject({
    code: 'missing-scope',
    detail: expect.stringContaining('2026-07-01'),
  });
  expect(grant({ expires_at: '2026-07-01T00:00:00Z' })).toMatchObject({ expiresAt: END });
  expect(grant({ expires_at: '9999-12-31T23:59:59Z' }, forEver)).toMatchObject({ scopes: ['read', 'keys'] });
});

it.each(['2026-06-01T00:00:00Z', '1970-01-01T00:00:00Z', '2026-12-31T23:59:60Z', '9999-12-31T23:59:59-12:00'])(
  'a key cannot end at %s',
  (expires_at) => {
    expect(grant({ expires_at })).toMatchObject({ code: 'invalid-request', members: { errors: [{ pointer: '/expires_at' }] } });
  },
);
