import type { Certification } from '@kirchhoff/coherence';
import type { PoolOutcome, Problem } from '@kirchhoff/platform';
import type { Engine } from '../../engine/engine.js';
import type { Certified } from '../../engine/work.js';
import type { Evidence } from './candidates.js';

/** What the engine of this build makes of a certified version. */
export type Finding =
  /** Its certificate checks. */
  | { readonly kind: 'stands' }
  /** Its certificate does not check, and it was proven anew: it closes, or it does not. */
  | { readonly kind: 'proven'; readonly engineVersion: string; readonly certification: Certification }
  /** Nothing is known of it, and nothing may follow: the engine was busy, ended, or its solver is out. */
  | { readonly kind: 'undecided'; readonly reason: string };

/**
 * Checks the certificate, and proves anew where it does not check: a certificate by another version of the engine never
 * does, and that alone says nothing against the circuit.
 * @param signal ends a proof that is going
 */
export async function judge(engine: Engine, evidence: Evidence, signal: AbortSignal): Promise<Finding> {
  const { source, pinned, certificate } = evidence;
  const checked = await engine.verify({ source, pinned, certificate });
  switch (checked.kind) {
    case 'problem':
      return undecided(checked);
    case 'unreadable':
      return UNREADABLE;
    case 'verification':
      return checked.refusal === null ? { kind: 'stands' } : provenAnew(await engine.certify({ source, pinned, reuse: undefined }, signal));
  }
}

function provenAnew(outcome: PoolOutcome<Certified>): Finding {
  switch (outcome.kind) {
    case 'done':
      return findingOf(outcome.value);
    case 'guard':
      return { kind: 'undecided', reason: 'the proof was ended because it ran too long' };
    case 'crashed':
      return { kind: 'undecided', reason: `the engine did not survive the proof: ${outcome.reason}` };
    case 'busy':
    case 'gone':
      return { kind: 'undecided', reason: 'the command was stopped' };
  }
}

function findingOf(certified: Certified): Finding {
  switch (certified.kind) {
    case 'certification':
      return { kind: 'proven', engineVersion: certified.engineVersion, certification: certified.certification };
    case 'unreadable':
      return UNREADABLE;
    case 'solver-out':
      return { kind: 'undecided', reason: `the solver is out: ${certified.reason}` };
  }
}

const UNREADABLE: Finding = { kind: 'undecided', reason: 'this engine does not read its source' };

function undecided({ detail }: Problem): Finding {
  return { kind: 'undecided', reason: detail };
}
