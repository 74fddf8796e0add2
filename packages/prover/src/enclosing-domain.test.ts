import { FALSE, NEVER, ofDomain, ofRanges, option } from '@kirchhoff/kernel/abstract/abstract';
import type { Domain } from '@kirchhoff/kernel/types/domain';
import { formDomain, textDomain, typeOf } from '@kirchhoff/kernel/types/domain';
import { enclosingDomain } from './enclosing-domain.js';

const DOMAINS: readonly Domain[] = [
  { kind: 'integer', lo: -3, hi: 2n ** 62n },
  { kind: 'boolean' },
  { kind: 'enumeration', tags: ['eu', 'us'] },
  textDomain(1, 5),
  textDomain(1, 5, [45, 46, 97, 122]),
  formDomain('hostname'),
  { kind: 'bytes', lo: 0, hi: 9 },
  { kind: 'list', element: { kind: 'option', value: { kind: 'boolean' } }, lo: 2, hi: 7 },
  { kind: 'record', fields: [{ name: 'a', domain: { kind: 'integer', lo: 0, hi: 1 } }] },
];

it.each(DOMAINS)('gives back the domain that a set was made of: $kind', (domain) => {
  expect(enclosingDomain(ofDomain(domain), typeOf(domain))).toEqual(domain);
});

it('closes gaps between ranges, and forgets which boolean', () => {
  expect(enclosingDomain(ofRanges([0, 3, 5, 5]), { kind: 'integer' })).toEqual({ kind: 'integer', lo: 0, hi: 5 });
  expect(enclosingDomain(FALSE, { kind: 'boolean' })).toEqual({ kind: 'boolean' });
});

it('is nothing for the empty set, and takes from the type the parts that no value shows', () => {
  expect(enclosingDomain(NEVER, { kind: 'integer' })).toBeNull();
  const empty = ofDomain({ kind: 'list', element: { kind: 'integer', lo: 0, hi: 9 }, lo: 0, hi: 0 });
  expect(enclosingDomain(empty, { kind: 'list', element: { kind: 'text' } })).toEqual({
    kind: 'list',
    element: textDomain(0, 0),
    lo: 0,
    hi: 0,
  });
  const none = enclosingDomain(option(true, NEVER), { kind: 'option', value: { kind: 'integer' } });
  expect(none).toEqual({ kind: 'option', value: { kind: 'integer', lo: 0, hi: 0 } });
});
