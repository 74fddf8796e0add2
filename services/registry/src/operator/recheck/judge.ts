import type { Certification } from '@kirchhoff/coherence';
import type { PoolOutcome } from '@kirchhoff/engine-host';
import { OWN_SHARE } from '@kirchhoff/platform';
import type { SolverOut } from '@kirchhoff/solver';
import type { RegistryEngine } from '../../engine/engine.js';
import type { Certified } from '../../engine/work.js';
import type { CandidateEvidence } from './candidates.js';

/** The result of checking a certified version with this build's engine. */
export type Judgement =
  /** Its certificate checks. */
  | { readonly kind: 'stands' }
  /** Its certificate does not check, and a new proof was attempted: the circuit is closed or open. */
  | { readonly kind: 'proven'; readonly engineVersion: string; readonly certification: Certification }
  /** Undecided, so that no row changes: the engine was busy or ended, or its solver is out. */
  | { readonly kind: 'undecided'; readonly reason: string };

/**
 * Checks the certificate, and proves the circuit again if it does not check. A certificate of another engine version never
 * checks, which is no evidence against the circuit.
 *
 * @param signal ends a running proof
 */
export async function judge(engine: RegistryEngine, evidence: CandidateEvidence, signal: AbortSignal): Promise<Judgement> {
  const { source, pinned, certificate } = evidence;
  const checked = await engine.verify({ source, pinned, certificate }, { share: OWN_SHARE, signal });
  if (checked.kind !== 'done') return undecided(checked);
  const { value } = checked;
  if (value.kind === 'unreadable') return UNREADABLE;
  if (value.kind === 'solver-out') return solverOut(value);
  if (value.refusal === null) return { kind: 'stands' };
  const proven = await engine.certify({ source, pinned, reuse: undefined }, { share: OWN_SHARE, signal });
  return proven.kind === 'done' ? findingOf(proven.value) : undecided(proven);
}

function undecided(outcome: Exclude<PoolOutcome<never>, { readonly kind: 'done' }>): Judgement {
  switch (outcome.kind) {
    case 'guard':
      return { kind: 'undecided', reason: 'the engine task exceeded its time limit' };
    case 'crashed':
      return { kind: 'undecided', reason: `the engine died: ${outcome.reason}` };
    case 'busy':
    case 'gone':
      return { kind: 'undecided', reason: 'the command was stopped' };
  }
}

function findingOf(certified: Certified): Judgement {
  switch (certified.kind) {
    case 'certification':
      return { kind: 'proven', engineVersion: certified.engineVersion, certification: certified.certification };
    case 'unreadable':
      return UNREADABLE;
    case 'solver-out':
      return solverOut(certified);
  }
}

const UNREADABLE: Judgement = { kind: 'undecided', reason: 'this engine cannot read its source' };

function solverOut({ reason }: SolverOut): Judgement {
  return { kind: 'undecided', reason: `the solver is unavailable: ${reason}` };
}
