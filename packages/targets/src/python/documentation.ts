import { type CircuitProgram, INT64_MAX, INT64_MIN, type PortDomain } from '@kirchhoff/coherence';
import type { LoweredProgram } from '../lowered/program.js';
import { at } from '../plan/plan.js';
import { describeDomain } from '../writing/describe-domain.js';

/** Limit for the characters of a promise that are shown. */
const MAX_SHOWN = 200;

/** Returns the lines of the circuit's docstring: its ports with their domains, and its promises. */
export function describeCircuit({ name, inputs, outputs }: LoweredProgram, { sourceMap }: CircuitProgram): readonly string[] {
  const promises = at(sourceMap.graphs, 0).ensures.map(({ domain }) => domain);
  return [
    `"""Compute the outputs of the circuit ${name}.`,
    ...section('Inputs', inputs.map(describePort)),
    ...section('Outputs', outputs.map(describePort)),
    ...section(
      'Promises',
      promises.map((text) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text)),
    ),
    '"""',
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `    ${documented(line)}`)];
}

function describePort({ name, domain }: PortDomain): string {
  return `${name}: ${describeDomain(domain).replaceAll(`${INT64_MIN}..${INT64_MAX}`, 'i64')}`;
}

/** Returns a text that ends no docstring: printable ASCII, with escaped quotes and backslashes. */
function documented(text: string): string {
  const escaped = Array.from(text, (character) => {
    if (character === '"' || character === '\\') return `\\${character}`;
    return /^[ -~]$/.test(character) ? character : character === '\u2026' ? '...' : `\\\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
  return escaped.join('').trimEnd();
}
