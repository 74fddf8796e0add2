import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';

/**
 * `p0` and `p1` are one value in two nodes. Under `p0` the other branch of `if p1` is never taken: only the value of `p0` itself,
 * met with that of `p1`, shows it. The conditions of `d0` to `d2` are the same value, evaluated later in regions that are not
 * reached.
 */
const SAME_CONDITION = `circuit c {
input x: 0..100
input b: bool
input e0: 0..63
input e1: 0..131
input e2: 0..123
output w: i64
u0: 0..257 = x
p0 = u0 < 5 or b
u1: 0..149 = x
p1 = u1 < 5 or b
u2: 0..362 = x
d0 = if e0 > 2 { if u2 < 5 or b { 1 } else { 0 } } else { 3 }
u3: 0..1047 = x
d1 = if e1 > 29 { if u3 < 5 or b { 1 } else { 0 } } else { 0 }
u4: 0..170 = x
d2 = if e2 > 0 { if u4 < 5 or b { 1 } else { 0 } } else { 6 }
z = if p0 { if p1 { 0 } else { 9223372036854775807 + x + 1 } } else { 2 }
w = d0 + d1 + d2
}`;

test('a short circuit is asked again if other nodes have its value', () => {
  const reading = read(SAME_CONDITION);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  expect(certify(reading.program).errors).toEqual([]);
});
