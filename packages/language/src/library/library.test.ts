import { MONOMERS } from '@kirchhoff/kernel/monomers/catalog';
import { decodeInputs, encodeOutputs } from '../program/boundary.js';
import { evaluate } from '../program/evaluate.js';
import { read } from '../program/read.js';
import { LIBRARY } from './library.js';
import { LIBRARY_NAMES } from './names.js';

const ports = ['input a: -40..40', 'input b: -9..9', 'input t: text[..5]', 'input n: 0..9'];
const outputs = ['output up: -40..40', 'output round: -40..40', 'output padded: text[..9]'];
const wires = ['up = DIV_UP(a, b)', 'round = DIV_ROUND(a, b)', 'padded = PAD_END(t, n, "é")'];

function valuesOf(inputs: object): unknown {
  const reading = read(['circuit c {', ...ports, ...outputs, 'require b != 0', ...wires, '}'].join('\n'));
  const [graph] = reading.ok ? reading.program.core.graphs : [];
  if (!reading.ok || graph === undefined) throw new Error(JSON.stringify(reading));
  const decoded = decodeInputs(graph, inputs);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const result = evaluate(reading.program, 0, decoded.inputs);
  return result.type === 'outputs' ? encodeOutputs(graph, result.outputs) : result;
}

test('quotients are rounded up, and to the nearest with halves away from 0, and texts are padded at their end', () => {
  for (let a = -40; a <= 40; a += 3) {
    for (let b = -9; b <= 9; b += 1) {
      if (b === 0) continue;
      const t = ['', 'a', 'aé', 'aé😀bc'][Math.abs(a) % 4] ?? '';
      const n = Math.abs(b);
      const nearest = Math.sign(a / b) * Math.floor(Math.abs(a / b) + 0.5);
      const padded = t + 'é'.repeat(Math.max(0, n - Array.from(t).length));
      expect(valuesOf({ a, b, t, n })).toEqual({ up: Math.ceil(a / b) + 0, round: nearest + 0, padded });
    }
  }
});

test('no component has the name of a monomer, and its parameters are those of its source', () => {
  expect([...LIBRARY.keys()].filter((name) => MONOMERS.some((monomer) => monomer.name === name))).toEqual([]);
  expect([...LIBRARY.values()].map(({ name, item }) => [name, item.name.text])).toEqual(
    [...LIBRARY.keys()].map((name) => [name, name.toLowerCase()]),
  );
});

test('the names apart from the sources are those of all components', () => {
  expect(LIBRARY_NAMES).toEqual([...LIBRARY.keys()]);
});
