import type { Program } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';
import { certify } from '@kirchhoff/prover/certify';
import { type Proof, partsOf } from '@kirchhoff/prover/proof';
import { prove } from '@kirchhoff/prover/prove';
import { outcome } from './outcome.js';
import type { EngineUnderTest } from './planted/trial.js';

/** The engine without a solver. */
export const ENGINE: EngineUnderTest = {
  closedBy: async (source) => {
    const program = programOf(source);
    if (program === null) return 'refused';
    const { certified, closure_domains: domains } = certify(program);
    return certified ? new Set(domains.map(({ by }) => by)) : null;
  },
  proves: async (source) => {
    const program = programOf(source);
    return program !== null && isProven(prove(program.core));
  },
  outputs,
};

export function isProven(proof: Proof): boolean {
  return partsOf(proof).every(({ findings }) => findings.every(({ evidence }) => evidence !== null));
}

/**
 * Refusals that a generated program may meet: it is too costly, makes a value that is too large, or is too long with its tables.
 */
const TOO_MUCH: ReadonlySet<string> = new Set(['too-costly', 'value-too-large', 'source-too-long']);

/** Returns the program; `null` if a size or cost limit refuses it. */
export function programOf(source: string): Program | null {
  const reading = read(source);
  if (!reading.ok && reading.diagnostics.every(({ code }) => TOO_MUCH.has(code))) return null;
  if (!reading.ok) throw new Error(`${reading.diagnostics.map((d) => `${d.line}:${d.column} ${d.message}`).join('\n')}\n${source}`);
  return reading.program;
}

export function outputs(source: string, inputs: unknown): unknown {
  const program = programOf(source);
  return program === null ? null : outcome(program, inputs);
}
