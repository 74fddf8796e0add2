import { ofDomain } from '@kirchhoff/kernel/abstract/membership';
import { checkWith } from '@kirchhoff/kernel/certificate/check';
import type { Solver } from '@kirchhoff/kernel/smt/solver';
import { compileBudgetedPolicy, type Decision } from '@kirchhoff/language/policy/policy';
import { encodeInputs } from '@kirchhoff/language/program/boundary';
import {
  type PolicyQuestions,
  type PolicyRegion,
  type PolicySource,
  policyQuestions,
  type RegionQuestion,
} from '@kirchhoff/language/program/policy-questions';
import type { PolicyProgram, Verdict } from '@kirchhoff/language/program/program';
import { certifyWith } from './certify.js';
import type { Certification } from './report/certification.js';
import { sampleInputs } from './samples.js';

/** A policy to compare, as `read` returns it. */
export interface ComparedPolicy extends PolicySource {
  readonly program: PolicyProgram;
  /** A certificate of it: if the checker accepts it, the promises are not proven anew. Default: they are. */
  readonly certificate?: Uint8Array | undefined;
}

/** `yes` was observed, `no` is proven, and everything else is `unknown`. */
export type TriState = 'yes' | 'no' | 'unknown';

/** The comparison of two versions of a policy. */
export interface PolicyComparison {
  /** Both give every action the same verdict. */
  readonly equivalent: TriState;
  /** The new one allows no action that the old one reviews or denies, and reviews none that it denies. */
  readonly at_most_as_permissive: TriState;
  /** The new one allows an action that the old one does not allow. */
  readonly newly_allowed: TriState;
  /** By category of either policy, those of the old one first. */
  readonly categories: readonly CategoryComparison[];
}

export interface CategoryComparison {
  readonly category: string;
  readonly changes: readonly VerdictChange[];
}

/** Answers if there is an action of the category with these two different verdicts. */
export interface VerdictChange {
  readonly old: Decision['verdict'];
  readonly new: Decision['verdict'];
  readonly answer: TriState;
  /** The params of such an action in the JSON form of values, if the answer is `yes`: both policies have decided about it. */
  readonly params?: unknown;
}

const VERDICTS: readonly Verdict[] = ['allow', 'review', 'deny'];
const SHOWN = { allow: 'ALLOW', review: 'REVIEW', deny: 'DENY' } as const satisfies Record<Verdict, Decision['verdict']>;
/** From the most permissive on. */
const STRICTNESS: Readonly<Record<Decision['verdict'], number>> = { ALLOW: 0, REVIEW: 1, DENY: 2 };

/** Actions that are tried for each category and policy. */
const MAX_TRIES = 400;
/** Elementary steps of all decisions together. */
const MAX_STEPS = 20_000_000;
/** Programs that questions are asked with: those that mean the same are answered one after the other. */
const MAX_ROUNDS = 8;

/**
 * Compares two versions of a policy. An answer `no` is a theorem: the checker has accepted the proof that there is no such action. An
 * answer `yes` was observed: both policies, as they decide checks, have decided about its action. All work is limited by counts, so
 * that the answer is the same on every machine.
 *
 * An action that only one of the policies accepts is denied by the other.
 */
export async function comparePolicies(old: ComparedPolicy, young: ComparedPolicy, solver: Solver): Promise<PolicyComparison> {
  const questions = policyQuestions(old, young);
  const seen = new Observations(old.program, young.program);
  if (old.program.hash === young.program.hash) return summary(questions.categories.map((category) => ({ category, changes: unchanged() })));
  for (const category of questions.categories) seen.sample(category);
  const held = (await keepsPromises(old, seen, solver)) && (await keepsPromises(young, seen, solver));
  const asked = held ? openQuestions(questions, seen) : new Map<string, RegionQuestion>();
  const absent = await provenAbsent(questions, asked, seen, solver);
  return summary(questions.categories.map((category) => ({ category, changes: changesOf(category, questions, seen, absent) })));
}

/**
 * Returns true if every promise of the policy is proven. Questions are about votes: an action that breaks a promise is denied whatever
 * the votes say.
 */
async function keepsPromises({ program, certificate }: ComparedPolicy, seen: Observations, solver: Solver): Promise<boolean> {
  if (program.core.graphs.every(({ ensures }) => ensures.length === 0)) return true;
  if (certificate !== undefined && (await checkWith(program, certificate, solver)).valid) return true;
  // Without its rules, no statements about them are proven for warnings.
  const certification = await certifyWith({ ...program, policy: { ...program.policy, rules: [] } }, solver);
  noteCounterexamples(program, certification, seen);
  return certification.certified;
}

function pairs(): readonly (readonly [Verdict, Verdict])[] {
  return VERDICTS.flatMap((before) => VERDICTS.filter((after) => after !== before).map((after) => [before, after] as const));
}

function unchanged(): readonly VerdictChange[] {
  return pairs().map(([before, after]) => ({ old: SHOWN[before], new: SHOWN[after], answer: 'no' }));
}

/** The questions behind one change: one for each region in which it can be. */
function questionsOf(category: string, before: Verdict, after: Verdict): readonly RegionQuestion[] {
  return [
    { category, region: 'both', old: before, new: after },
    ...(after === 'deny' ? [{ category, region: 'old', old: before, new: null } as const] : []),
    ...(before === 'deny' ? [{ category, region: 'new', old: null, new: after } as const] : []),
  ];
}

function nameOf({ category, region, old, new: young }: RegionQuestion): string {
  return JSON.stringify([category, region, old, young]);
}

/** The questions that no observed action answers and whose region can be stated, by name. */
function openQuestions(questions: PolicyQuestions, seen: Observations): ReadonlyMap<string, RegionQuestion> {
  const open = questions.categories.flatMap((category) =>
    pairs().flatMap(([before, after]) =>
      seen.find(category, SHOWN[before], SHOWN[after]) === undefined
        ? questionsOf(category, before, after).filter(({ region }) => questions.state(category, region) === 'stated')
        : [],
    ),
  );
  return new Map(open.map((question) => [nameOf(question), question]));
}

/** Returns the names of the questions for which the checker has accepted that there is no action. */
async function provenAbsent(
  questions: PolicyQuestions,
  asked: ReadonlyMap<string, RegionQuestion>,
  seen: Observations,
  solver: Solver,
): Promise<ReadonlySet<string>> {
  const proven = new Set<string>();
  let left = asked;
  for (let round = 0; round < MAX_ROUNDS && left.size > 0; round += 1) {
    const program = questions.program(left);
    if (program === null) return proven;
    const certification = await certifyWith(program, solver);
    noteCounterexamples(program, certification, seen);
    const stated = new Set(program.sourceMap.graphs.flatMap(({ ensures }) => ensures.map(({ domain }) => domain)));
    const held = certification.certified ? [...stated] : await confirmed(questions, left, verifiedNames(certification, stated), solver);
    for (const name of held) proven.add(name);
    // A question whose ensure is missing means the same as another one of this round.
    left = new Map([...left].filter(([name]) => !stated.has(name)));
  }
  return proven;
}

/** The ensures of which every closure domain was verified. */
function verifiedNames({ closure_domains: domains }: Certification, stated: ReadonlySet<string>): readonly string[] {
  const open = new Set(domains.filter(({ verdict }) => verdict !== 'verified').map(({ domain }) => domain));
  return [...stated].filter((name) => !open.has(name));
}

/** An open program has no certificate: the ensures that hold are certified alone. Returns those that are. */
async function confirmed(
  questions: PolicyQuestions,
  asked: ReadonlyMap<string, RegionQuestion>,
  names: readonly string[],
  solver: Solver,
): Promise<readonly string[]> {
  const held = new Map([...asked].filter(([name]) => names.includes(name)));
  const program = held.size === 0 ? null : questions.program(held);
  if (program === null) return [];
  const { certified } = await certifyWith(program, solver);
  return certified ? program.sourceMap.graphs.flatMap(({ ensures }) => ensures.map(({ domain }) => domain)) : [];
}

/** An action that breaks an ensure is what its question asks for. */
function noteCounterexamples(program: PolicyProgram, { errors }: Certification, seen: Observations): void {
  const categories = new Map(program.sourceMap.graphs.flatMap(({ name, ensures }) => ensures.map(({ domain }) => [domain, name] as const)));
  for (const { domain, counterexample, component } of errors) {
    const category = categories.get(domain);
    if (category !== undefined && counterexample !== undefined && component === undefined) seen.observe(category, counterexample);
  }
}

function changesOf(
  category: string,
  questions: PolicyQuestions,
  seen: Observations,
  absent: ReadonlySet<string>,
): readonly VerdictChange[] {
  return pairs().map(([before, after]) => {
    const change = { old: SHOWN[before], new: SHOWN[after] };
    const params = seen.find(category, change.old, change.new);
    if (params !== undefined) return { ...change, answer: 'yes', params };
    const isAbsent = questionsOf(category, before, after).every(
      (question) => isEmpty(questions, category, question.region) || absent.has(nameOf(question)),
    );
    return { ...change, answer: isAbsent ? 'no' : 'unknown' };
  });
}

function isEmpty(questions: PolicyQuestions, category: string, region: PolicyRegion): boolean {
  return questions.state(category, region) === 'empty';
}

function summary(categories: readonly CategoryComparison[]): PolicyComparison {
  const changes = categories.flatMap((each) => each.changes);
  const any = (of: (change: VerdictChange) => boolean): TriState => {
    const answers = new Set(changes.filter(of).map(({ answer }) => answer));
    return answers.has('yes') ? 'yes' : answers.has('unknown') ? 'unknown' : 'no';
  };
  return {
    equivalent: opposite(any(() => true)),
    at_most_as_permissive: opposite(any((change) => STRICTNESS[change.new] < STRICTNESS[change.old])),
    newly_allowed: any((change) => change.new === 'ALLOW'),
    categories,
  };
}

function opposite(answer: TriState): TriState {
  switch (answer) {
    case 'yes':
      return 'no';
    case 'no':
      return 'yes';
    case 'unknown':
      return 'unknown';
  }
}

/** Actions that both policies have decided about. */
class Observations {
  readonly #old: PolicyProgram;
  readonly #new: PolicyProgram;
  readonly #decideOld: ReturnType<typeof compileBudgetedPolicy>;
  readonly #decideNew: ReturnType<typeof compileBudgetedPolicy>;
  readonly #found = new Map<string, unknown>();
  #steps = MAX_STEPS;

  constructor(old: PolicyProgram, young: PolicyProgram) {
    this.#old = old;
    this.#new = young;
    this.#decideOld = compileBudgetedPolicy(old);
    this.#decideNew = compileBudgetedPolicy(young);
  }

  /** Returns the params of an action with these verdicts. */
  find(category: string, old: Decision['verdict'], young: Decision['verdict']): unknown {
    return this.#found.get(JSON.stringify([category, old, young]));
  }

  /** Tries the edges and random actions of both policies. */
  sample(category: string): void {
    for (const { core, policy } of [this.#old, this.#new]) {
      const graph = core.graphs[policy.categories.indexOf(category)];
      if (graph === undefined) continue;
      let tries = 0;
      const views = graph.parameters.map(({ domain }) => ofDomain(domain));
      for (const inputs of sampleInputs(core, views)) {
        if (tries >= MAX_TRIES || this.#steps <= 0) break;
        tries += 1;
        this.observe(category, encodeInputs(graph.parameters, inputs));
      }
    }
  }

  /** Lets both policies decide about an action. */
  observe(category: string, params: unknown): void {
    const [old, young] = [this.#decideOld, this.#decideNew].map((decide) => {
      const attempt = decide(category, params, Math.max(1, this.#steps));
      if (attempt.type === 'over-budget') return undefined;
      this.#steps -= attempt.steps + 1;
      return attempt.decision.verdict;
    });
    if (old === undefined || young === undefined || old === young) return;
    const key = JSON.stringify([category, old, young]);
    if (!this.#found.has(key)) this.#found.set(key, params);
  }
}
