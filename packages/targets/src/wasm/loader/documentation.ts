import { type CircuitProgram, INT64_MAX, INT64_MIN, type PortDomain } from '@kirchhoff/coherence';
import type { LoweredProgram } from '../../lowered/program.js';
import { at } from '../../plan/plan.js';
import type { CompileOptions } from '../../target.js';
import { describeDomain } from '../../writing/describe-domain.js';
import { proofLines } from '../../writing/proof.js';

/** Limit for the characters of a promise that are shown. */
const MAX_SHOWN = 200;

/** Returns the comment at the top of a loader. */
export function headerLines({ name, hash }: LoweredProgram, options: CompileOptions): string {
  const proof = proofLines(options).map((line) => `// ${line}`);
  return [`// ${name}: compiled by Kirchhoff from the circuit ${hash}.`, ...proof].join('\n');
}

/** Returns the comment about the circuit: its ports with their domains, and its promises. */
export function describeCircuit({ name, inputs, outputs }: LoweredProgram, { sourceMap }: CircuitProgram): string {
  const promises = at(sourceMap.graphs, 0).ensures.map(({ domain }) => {
    return domain.length > MAX_SHOWN ? `${domain.slice(0, MAX_SHOWN)}...` : domain;
  });
  const sections = [
    ...section('Inputs', inputs.map(describePort)),
    ...section('Outputs', outputs.map(describePort)),
    ...section('Promises', promises),
  ];
  const lines = [`Computes the outputs of the circuit ${name}.`, ...sections].map((line) => (line === '' ? ' *\n' : ` * ${line}\n`));
  return `/**\n${lines.join('')} */`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `- ${commented(line)}`)];
}

function describePort({ name, domain }: PortDomain): string {
  return `${name}: ${describeDomain(domain).replaceAll(`${INT64_MIN}..${INT64_MAX}`, 'i64')}`;
}

/** Returns a text that ends no comment and has no tags: printable ASCII. */
function commented(text: string): string {
  const escaped = Array.from(text.replaceAll('\u2026', '...'), (character) => {
    return /^[ -~]$/.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
  return escaped.join('').replaceAll('*/', '*\\/').trimEnd();
}
