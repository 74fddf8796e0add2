import { type CircuitProgram, gradeOf, INT64_MAX, INT64_MIN, type PortDomain, type ProgramEvidence } from '@kirchhoff/coherence';
import type { LoweredProgram } from '../lowered/program.js';
import { at } from '../plan/plan.js';
import type { CompileOptions } from '../target.js';
import { describeDomain } from '../writing/describe-domain.js';

/** Returns the first lines of both files: the circuit, and its proof. */
export function headerOf(
  { name, hash }: LoweredProgram,
  { certified, guards: wantsGuards = true, evidence }: CompileOptions,
): readonly string[] {
  const first = `// ${name}: compiled by Kirchhoff from the circuit`;
  const lines = [first, `// ${hash}.`];
  if (!certified) return [...lines, '// OPEN (phi_c below 1): what is not proven is checked as it runs.'];
  const closed = [`// Closed (phi_c 1${assuranceOf(evidence)}): each operation is proven to`, '// succeed for all accepted inputs.'];
  if (!wantsGuards) return [...lines, ...closed];
  return [...lines, ...closed, '// What a solver or a run of every input has proven is guarded as it runs.'];
}

function assuranceOf(evidence: ProgramEvidence | undefined): string {
  if (evidence === undefined) return '';
  const kinds = [...evidence.components, ...evidence.graphs].flat();
  // The evidence of a split into cases is not known here.
  if (kinds.includes('cases') || kinds.includes('inlined')) return '';
  const grades = new Set(kinds.map(gradeOf));
  return `, assurance ${grades.has('solver') ? 'solver' : grades.has('exhaustive') ? 'exhaustive' : 'kernel'}`;
}

/** Limit for the characters of a promise that are shown. */
const MAX_SHOWN = 200;

/** Returns the comment of the circuit's function: its ports with their domains, its promises, and who frees. */
export function describeCircuit(
  { name, inputs, outputs }: LoweredProgram,
  { sourceMap }: CircuitProgram,
  notes: readonly string[],
): readonly string[] {
  const promises = at(sourceMap.graphs, 0).ensures.map(({ domain }) => domain);
  return [
    `Computes the outputs of the circuit ${name}.`,
    ...section('Inputs', inputs.map(describePort)),
    ...section('Outputs', outputs.map(describePort)),
    ...section(
      'Promises',
      promises.map((text) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text)),
    ),
    '',
    ...notes,
  ].map((line) => (line === '' ? '//' : `// ${line}`));
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${documented(line)}`)];
}

function describePort({ name, domain }: PortDomain): string {
  return `${name}: ${describeDomain(domain).replaceAll(`${INT64_MIN}..${INT64_MAX}`, 'i64')}`;
}

/** Returns a text of printable ASCII that ends no comment: a backslash, or a trigraph of one, at its end would join the next line. */
function documented(text: string): string {
  const escaped = Array.from(text, (character) => {
    if (character === '\\') return '\\\\';
    return /^[ -~]$/.test(character) ? character : character === '\u2026' ? '...' : `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
  const line = escaped.join('').replaceAll('??/', '?? /').replaceAll('*/', '* /').replaceAll('/*', '/ *').trimEnd();
  return line.endsWith('\\') ? `${line}.` : line;
}
