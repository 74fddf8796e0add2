import { type Domain, formDomain, textDomain } from '@kirchhoff/kernel/types/domain';
import { encodeDomain } from './domain-json.js';

const byte: Domain = { kind: 'integer', lo: 0, hi: 255 };

it.each<[string, Domain, object]>([
  ['an integer', byte, { kind: 'integer', lo: 0, hi: 255 }],
  [
    'an integer beyond ±(2^53−1), whose bounds are text',
    { kind: 'integer', lo: 0, hi: 9_223_372_036_854_775_807n },
    { kind: 'integer', lo: '0', hi: '9223372036854775807' },
  ],
  ['a boolean', { kind: 'boolean' }, { kind: 'boolean' }],
  ['tags', { kind: 'enumeration', tags: ['b', 'a'] }, { kind: 'enumeration', tags: ['b', 'a'] }],
  ['a text', textDomain(1, 9), { kind: 'text', lo: 1, hi: 9 }],
  ['a text of some characters', textDomain(1, 9, [0x2d, 0x2e, 0x61, 0x7a]), { kind: 'text', lo: 1, hi: 9, of: '.a-z-' }],
  ['host names', formDomain('hostname'), { kind: 'text', lo: 1, hi: 253, form: 'hostname' }],
  ['bytes', { kind: 'bytes', lo: 0, hi: 4 }, { kind: 'bytes', lo: 0, hi: 4 }],
  ['a list', { kind: 'list', element: byte, lo: 0, hi: 3 }, { kind: 'list', element: { kind: 'integer', lo: 0, hi: 255 }, lo: 0, hi: 3 }],
  [
    'an option of a record',
    { kind: 'option', value: { kind: 'record', fields: [{ name: 'x', domain: { kind: 'boolean' } }] } },
    { kind: 'option', value: { kind: 'record', fields: [{ name: 'x', domain: { kind: 'boolean' } }] } },
  ],
])('%s', (_what, domain, json) => {
  expect(JSON.parse(JSON.stringify(encodeDomain(domain)))).toEqual(json);
});
