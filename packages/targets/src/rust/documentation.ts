import { type CircuitProgram, INT64_MAX, INT64_MIN, type PortDomain } from '@kirchhoff/coherence';
import { at } from '../plan/plan.js';
import type { CompileOptions } from '../target.js';
import { describeDomain } from '../writing/describe-domain.js';
import { proofLines } from '../writing/proof.js';

/** Returns the lines of the module's header about its circuit and its proof. */
export function headerOf({ name, hash }: CircuitProgram, options: CompileOptions): readonly string[] {
  return [
    `//! The circuit \`${name}\`, compiled by Kirchhoff.`,
    '//!',
    `//! Circuit: ${hash}`,
    ...proofLines(options).map((line) => `//! ${line}`),
  ];
}

/** Limit for the characters of a promise that are shown. */
const MAX_SHOWN = 200;

/** Returns the lines of the documentation of the circuit's function: its domains and its promises. */
export function describeCircuit({ name, sourceMap }: CircuitProgram, isOpen: boolean): readonly string[] {
  const promises = at(sourceMap.graphs, 0).ensures.map(({ domain }) => documented(domain));
  return [
    `/// Computes the outputs of the circuit \`${name}\`.`,
    '///',
    '/// # Errors',
    '///',
    `/// ${isOpen ? 'Refuses inputs outside their domains, and reports the first condition that does not hold.' : 'Refuses inputs outside their domains.'}`,
    ...(promises.length === 0 ? [] : ['///', '/// # Promises', '///']),
    ...promises.map((text) => `/// - ${text}`),
  ];
}

/** Returns the domain of a port, for the documentation of its field. */
export function describePort({ domain }: PortDomain): string {
  return documented(describeDomain(domain).replaceAll(`${INT64_MIN}..${INT64_MAX}`, 'i64'));
}

/** Returns a text as inline code of printable ASCII, cut if it is long. */
function documented(text: string): string {
  const cut = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;
  const escaped = Array.from(cut, (character) => {
    if (character === '`') return "'";
    return /^[ -~]$/.test(character) ? character : character === '\u2026' ? '...' : `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
  return `\`${escaped.join('').trim()}\``;
}
