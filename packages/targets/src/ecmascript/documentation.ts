import { type CircuitProgram, INT64_MAX, INT64_MIN, type PortDomain } from '@kirchhoff/coherence';
import { at } from '../plan/plan.js';
import { describeDomain } from '../writing/describe-domain.js';

/** Limit for the characters of a promise that are shown. */
const MAX_SHOWN = 200;

/** Returns the documentation comment of a circuit: its ports with their domains, and its promises. */
export function describeCircuit({ core, sourceMap, name }: CircuitProgram): readonly string[] {
  const { parameters, outputs } = at(core.graphs, 0);
  const promises = at(sourceMap.graphs, 0).ensures.map(({ domain }) => domain);
  return [
    '/**',
    ` * Computes the outputs of the circuit ${name}. Inputs and outputs are the JSON form of values. Wide integers may be given as`,
    ' * bigints too, and bytes as Uint8Arrays.',
    ' *',
    ...parameters.map((port) => ` * input  ${describePort(port)}`),
    ...outputs.map((port) => ` * output ${describePort(port)}`),
    ...promises.map((text) => ` * promise ${printable(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text)}`),
    ' */',
  ];
}

export function describePort({ name, domain }: PortDomain): string {
  return printable(`${name}: ${describeDomain(domain).replaceAll(`${INT64_MIN}..${INT64_MAX}`, 'i64')}`);
}

/** Returns a text that ends no comment: printable ASCII. */
function printable(text: string): string {
  const shown = Array.from(text.replaceAll('\u2026', '...'), (character) => {
    return /^[ -~]$/.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
  return shown.join('').replaceAll('*/', '*\\u{2f}').trimEnd();
}
