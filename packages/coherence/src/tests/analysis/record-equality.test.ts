import { certify } from '@kirchhoff/prover/certify';
import { programOf } from '../../testing/outcome.js';
import { expectRefuted } from '../../testing/related-programs.js';

const PACKED = `domain Label = (site: 0..63, kind: 0..7, serial: u8)
component unpack(code: 0..131_071) -> Label {
  (site: code >> 11, kind: code >> 8 & 0x7, serial: code & 0xff)
}
circuit c {
  input label: Label
  output code: 0..131_071
  code = label.site << 11 | label.kind << 8 | label.serial
  ensure unpack(code) == label
}
`;

const CHOSEN = `circuit c {
  input n: 0..99_999
  input k: enum { low, high }
  input b: bool
  output o: bool
  x = (n: MAX(n, 3), k: k, b: b)
  y = (n: if n < 3 { 3 } else { n }, k: k, b: b)
  o = b
  ensure x == y
}
`;

test.each([
  ['bits that were put together', PACKED],
  ['fields of every type that is compared', CHOSEN],
  ['records that differ in no field', CHOSEN.replace('x == y', 'not (x != y)')],
])('records are equal if their fields are: %s', (_, source) => {
  const { certified, errors, assurance } = certify(programOf(source));
  expect({ certified, errors, assurance }).toEqual({ certified: true, errors: [], assurance: 'kernel' });
});

test.each([
  ['a place too few', PACKED.replace('<< 8', '<< 7')],
  ['a mask without its highest bit', PACKED.replace('0x7,', '0x3,')],
  ['an integer that differs for one value', CHOSEN.replace('n < 3', 'n < 2')],
  ['a tag that differs', CHOSEN.replace('k: k, b: b)\n  y', 'k: .low, b: b)\n  y')],
  ['a truth value that differs', CHOSEN.replace('else { n }, k: k, b: b)', 'else { n }, k: k, b: b or n == 9)')],
])('records that differ in one field are not: %s', (_, source) => {
  expectRefuted(source);
});
