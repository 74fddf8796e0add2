import { read } from '@kirchhoff/language/program/read';

function metricsOf(source: string) {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return reading.program.structure;
}

function circuit(...wires: readonly string[]): string {
  return `circuit c {\n input x: u8\n input z: u8\n output y: i64\n ${wires.join('\n ')}\n}`;
}

test('applications are counted once each, literals and stated domains are none', () => {
  expect(metricsOf(circuit('y = 1')).monomers_used).toBe(0);
  expect(metricsOf(circuit('a: u8 = x', 'y = a + 1 + z')).monomers_used).toBe(2);
  expect(metricsOf(circuit('y = if x > 3 and z > 3 { x } else { z }')).monomers_used).toBe(4);
});

test('the depth is the longest path of applications from an input to an output', () => {
  expect(metricsOf(circuit('y = x')).composition_depth).toBe(0);
  expect(metricsOf(circuit('y = (x + 1) * (z + 2) + z')).composition_depth).toBe(3);
  expect(metricsOf(circuit('deep = x / 2 / 3 / 4', 'y = z + 1')).composition_depth).toBe(1);
  expect(metricsOf(circuit('y = 1 + 2 + 3')).composition_depth).toBe(0);
  expect(metricsOf(circuit('y = if x > 3 { z + 1 } else { z }')).composition_depth).toBe(2);
});

test('a component counts once, and in the depth wherever it is called', () => {
  const double = 'component double(a: 0..10_000) -> 0..20_000 { a + a }\n';
  const spare = 'component spare(a: u8) -> u8 { a / 2 / 3 }\n';
  const metrics = metricsOf(spare + double + circuit('y = double(double(x)) + 1'));
  expect(metrics.monomers_used).toBe(1 + 3);
  expect(metrics.composition_depth).toBe(3);
});

test('sequential counts data edges between applications, parallel the parts beyond the first, conditional the arms beyond the first', () => {
  expect(metricsOf(circuit('a = x + 1', 'y = a * a')).eva_operators).toEqual({ sequential: 2, parallel: 0, conditional: 0 });
  expect(metricsOf(circuit('a = x + 1', 'b: u8 = a', 'y = b + z', 'c = z / 3', 'd = z / 5')).eva_operators).toEqual({
    sequential: 1,
    parallel: 2,
    conditional: 0,
  });
  expect(metricsOf(circuit('y = match x { 1 => 1, 2 => 2, _ => if z > 3 { 1 } else { 0 } }')).eva_operators).toEqual({
    sequential: 2,
    parallel: 0,
    conditional: 3,
  });
});

test('a policy has the sums over its actions, and the greatest depth', () => {
  const metrics = metricsOf(`policy p {
  action "a" (x: u8)
  action "b" (x: u8)
  rule one allow on "a", "b" when x > 3
  rule two deny on "b" when x / 2 > 3
}`);
  expect(metrics).toEqual({ monomers_used: 4, composition_depth: 2, eva_operators: { sequential: 1, parallel: 1, conditional: 0 } });
});

test('the depth goes through what a body and a pattern bind', () => {
  expect(metricsOf(circuit('y = fold t = 0 for i in 1..x { MAX(t, i / 2 / 3) }')).composition_depth).toBe(4);
  expect(metricsOf(circuit('y = fold t = z + 1 for i in 1..2 { t / 2 }')).composition_depth).toBe(3);
  expect(metricsOf(circuit('y = match some (x + 1) { some v => v / 2, none => 1 }')).composition_depth).toBe(3);
});

test('loops, fields and defaults are applications; lists, records and options are none', () => {
  expect(metricsOf(circuit('a = [x]', 'b = (f: some a)', 'y = 1')).monomers_used).toBe(0);
  expect(metricsOf(circuit('y = fold t = 0 for i in [x] { (f: t).f } + (none ?? z)')).monomers_used).toBe(4);
});
