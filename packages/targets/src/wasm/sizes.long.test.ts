import { circuitOf } from '../testing/reference.js';
import { holdToReference } from '../testing/toolchain.js';
import { WASM } from '../testing/wasm-toolchain.js';

const MINUTES = 60_000;

function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `w${index}`);
}

test(
  'a part that reads more variables than engines allow parameters runs',
  () => {
    const wires = names(1_500);
    const lines = wires.map((wire, index) => ` ${wire} = (a + ${index}) % 7`);
    const arms = wires.map((wire, index) => `if a == ${index} { ${wire} }`).join(' else ');
    const source = `circuit many {\n input a: 0..2_000\n output y: 0..9\n${lines.join('\n')}\n y = ${arms} else { 9 }\n}`;
    holdToReference(WASM, [{ program: circuitOf(source), options: { certified: false }, lines: ['{"a":0}', '{"a":1499}', '{"a":1500}'] }]);
  },
  2 * MINUTES,
);

test(
  'a component with more parameters than engines allow runs, and its requirement blames the call',
  () => {
    const ports = names(1_200);
    const source = `component first(${ports.map((name) => `${name}: 0..9`).join(', ')}) -> 0..9 {\n require w0 <= w1199\n w0\n}
circuit wide {\n input a: 0..9\n output y: 0..9\n y = first(a, ${ports
      .slice(1)
      .map(() => '5')
      .join(', ')})\n}`;
    holdToReference(WASM, [{ program: circuitOf(source), options: { certified: false }, lines: ['{"a":5}', '{"a":6}'] }]);
  },
  2 * MINUTES,
);

test(
  'a circuit with more variables than engines allow locals runs',
  () => {
    // About every fifth sum has a name.
    const source = `circuit w {\ninput a: 0..1\noutput y: 0..1\ny=${Array.from({ length: 255_000 }, () => 'a').join('^')}\n}`;
    holdToReference(WASM, [{ program: circuitOf(source), options: { certified: false }, lines: ['{"a":1}', '{"a":0}'] }]);
  },
  5 * MINUTES,
);
