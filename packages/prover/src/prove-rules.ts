import { check, checkWith, type Subject } from '@kirchhoff/kernel/certificate/check';
import type { PassProof } from '@kirchhoff/kernel/certificate/format';
import type { Solver } from '@kirchhoff/kernel/smt/solver';
import type { PolicyProgram, Program } from '@kirchhoff/language/program/program';
import { MAX_PROVING_WORK } from './meter.js';
import type { Proof } from './proof.js';
import { prove } from './prove.js';
import { coreOf, type RuleStatement, type Standings, standingsOf, statementsToProve, withEvidence } from './rule-questions.js';
import { solve } from './solve.js';
import { openCount, write } from './written.js';

/** The work of one search: all together take less than a fifth of that of the policy itself. */
const MAX_WORK = MAX_PROVING_WORK / 16;
/** Searches for one policy: the first shows which statements have evidence, the others prove these. */
const MAX_SEARCHES = 3;

/**
 * Returns statements about the rules of a closed policy for which the checker has accepted a proof: of the actions of the policy
 * with each statement as one more ensure. A statement without a proof is left out.
 *
 * @param passes the proofs of the actions, in their order
 */
export function provenOfRules(program: Program, passes: readonly PassProof[]): readonly RuleStatement[] {
  if (program.type !== 'policy') return [];
  const search = new RuleSearch(program, passes);
  for (let subject = search.next(); subject !== null; subject = search.next()) {
    const bytes = search.certificateOf(subject, prove(subject.core, MAX_WORK));
    if (bytes !== null) return check(subject, bytes).valid ? search.statements : [];
  }
  return [];
}

/** Works like {@link provenOfRules}, but asks a solver about the statements that the other layers leave open. */
export async function provenOfRulesWith(program: Program, passes: readonly PassProof[], solver: Solver): Promise<readonly RuleStatement[]> {
  if (program.type !== 'policy') return [];
  const search = new RuleSearch(program, passes);
  for (let subject = search.next(); subject !== null; subject = search.next()) {
    const first = prove(subject.core, MAX_WORK);
    const { proof, faults } = await solve(subject.core, first, solver, subject.proofKey, () => false);
    if (faults.length > 0) return [];
    const bytes = search.certificateOf(subject, proof);
    if (bytes !== null) return (await checkWith(subject, bytes, solver)).valid ? search.statements : [];
  }
  return [];
}

/** The statements of one policy that may still hold. */
class RuleSearch {
  readonly #program: PolicyProgram;
  readonly #standings: Standings;
  #statements: readonly RuleStatement[];
  #searches = 0;

  constructor(program: PolicyProgram, passes: readonly PassProof[]) {
    this.#program = program;
    this.#standings = standingsOf(program, passes);
    this.#statements = statementsToProve(program, this.#standings);
  }

  get statements(): readonly RuleStatement[] {
    return this.#statements;
  }

  /** Returns what is to be proven now; null if there is no statement left. */
  next(): Subject | null {
    this.#searches += 1;
    if (this.#statements.length === 0 || this.#searches > MAX_SEARCHES) return null;
    const { hash, proofKey, cost, structure } = this.#program;
    return { core: coreOf(this.#program, this.#standings, this.#statements), hash, proofKey, cost, structure };
  }

  /** Returns a certificate of all statements; null, and drops those without evidence, if some have none. */
  certificateOf(subject: Subject, proof: Proof): Uint8Array | null {
    const shown = withEvidence(this.#statements, proof);
    if (openCount(proof) === 0) {
      const written = write(subject, proof);
      return 'bytes' in written ? written.bytes : null;
    }
    this.#statements = shown.length < this.#statements.length ? shown : [];
    return null;
  }
}
