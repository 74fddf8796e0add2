import { type CircuitProgram, INT64_MAX, INT64_MIN, type PortDomain } from '@kirchhoff/coherence';
import type { LoweredProgram } from '../lowered/program.js';
import { at } from '../plan/plan.js';
import type { CompileOptions } from '../target.js';
import { describeDomain } from '../writing/describe-domain.js';
import { proofLines } from '../writing/proof.js';

/** Returns the lines of the header: the circuit, and its proof. */
export function headerOf({ name, hash }: LoweredProgram, options: CompileOptions): readonly string[] {
  return [`// ${name}: compiled by Kirchhoff from the circuit`, `// ${hash}.`, ...proofLines(options).map((line) => `// ${line}`)];
}

/** Limit for the characters of a promise that are shown. */
const MAX_SHOWN = 200;

/** A port with its name in Java. */
interface NamedPort {
  readonly port: PortDomain;
  readonly name: string;
}

/** Returns the documentation of the method of a circuit: its promises, and its inputs if they are parameters. */
export function describeCircuit({ name }: LoweredProgram, { sourceMap }: CircuitProgram, inputs: readonly NamedPort[]): readonly string[] {
  const promises = at(sourceMap.graphs, 0).ensures.map(({ domain }) => domain);
  const shown = promises.map((text) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text));
  return comment([
    `Computes the outputs of the circuit ${name}.`,
    ...(shown.length === 0 ? [] : ['', '<p>Promises:', '', '<ul>', ...shown.map((text) => `  <li>${documented(text)}`), '</ul>']),
    '',
    ...inputs.map(describePort),
    '@throws DomainError if an input is outside its domain',
  ]);
}

/** Returns the documentation of a class that has a value for each port. */
export function describePorts(summary: string, ports: readonly NamedPort[]): readonly string[] {
  return comment(ports.length === 0 ? [summary] : [summary, '', ...ports.map(describePort)]);
}

/** Returns the documentation of a class whose fields are ports. */
export function describeField(port: PortDomain): readonly string[] {
  return comment([described(port)]);
}

function describePort({ port, name }: NamedPort): string {
  return `@param ${name} ${described(port)}`;
}

function described({ domain }: PortDomain): string {
  return documented(describeDomain(domain).replaceAll(`${INT64_MIN}..${INT64_MAX}`, 'i64'));
}

/** Returns a comment of these lines. */
export function comment(lines: readonly string[]): readonly string[] {
  return ['/**', ...lines.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'];
}

/** Returns a text that ends no comment, and is no HTML, no tag and no escape, which Java replaces in comments too. */
function documented(text: string): string {
  const escaped = Array.from(text, (character) => {
    if ('&<>@\\/'.includes(character)) return `&#${character.codePointAt(0)};`;
    return /^[ -~]$/.test(character) ? character : character === '\u2026' ? '...' : `&#x${character.codePointAt(0)?.toString(16)};`;
  });
  return escaped.join('').trimEnd();
}
