import { certify, read } from '@kirchhoff/coherence';
import { FORMS, GLANCE_PORTS } from './glance.js';

const INPUT = /^input (\w+): (.*)$/;

/** Returns a circuit with the lines of a form. Each input is an output too, so that each is used. */
function circuitWith(lines: readonly string[]): string {
  const own = lines.filter((line) => INPUT.test(line));
  const names = new Set(own.map((line) => INPUT.exec(line)?.[1]));
  const inputs = [...GLANCE_PORTS.filter((line) => !names.has(INPUT.exec(line)?.[1])), ...own];
  const echoes = inputs.map((line) => line.replace(INPUT, 'output echo_$1: $2'));
  const echoed = inputs.map((line) => line.replace(INPUT, 'echo_$1 = $1'));
  const beginning = (word: string) => lines.filter((line) => line.startsWith(`${word} `));
  const wires = lines.filter((line) => /^\w+ = /.test(line));
  return `circuit glance {\n${[...inputs, ...echoes, ...beginning('require'), ...echoed, ...wires, ...beginning('ensure')].join('\n')}\n}\n`;
}

test.each(FORMS.map(({ meaning, lines }) => [meaning, lines] as const))('%s: closes as it stands', (_, lines) => {
  const reading = read(circuitWith(lines));
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  expect(certify(reading.program).errors).toEqual([]);
});
