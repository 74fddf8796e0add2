import { compileBudgetedPolicy, type Decision, type PolicyProgram } from '@kirchhoff/coherence';
import { at } from '../plan/plan.js';
import { literalsOf, refusedSamplesOf, samplesOf } from './samples.js';

/** An action of a policy, with the decision of the reference evaluator. */
export interface PolicyTestCase {
  readonly category: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly decision: Decision;
}

/** Limits of the cases of a policy, and of each action. */
const MAX_CASES = 2_000;
const MAX_OF_ACTION = 200;
/** Mixed actions that are tried for each action of the policy: one with a new decision becomes a case. */
const MIXED = 200;
/** Elementary steps of all decisions together. */
const MAX_STEPS = 2_000_000;

/**
 * Returns cases for a policy: for each param the edges of its domain, values near the literals of the policy, and refused ones;
 * mixed actions that reach further decisions; missing and unknown params; an unknown action. Equal for equal programs.
 */
export function policyCases(program: PolicyProgram): readonly PolicyTestCase[] {
  const attempt = compileBudgetedPolicy(program);
  const cases: PolicyTestCase[] = [];
  let steps = MAX_STEPS;
  const decide = (category: string, params: Readonly<Record<string, unknown>>): PolicyTestCase | null => {
    const result = attempt(category, params, steps);
    if (result.type === 'over-budget') return null;
    steps -= result.steps;
    return { category, params, decision: result.decision };
  };
  for (const [index, category] of program.policy.categories.entries()) {
    const seen = new Set<string>();
    for (const params of actionsOf(program, index)) {
      if (seen.size >= MAX_OF_ACTION || cases.length >= MAX_CASES || steps <= 0) break;
      const key = JSON.stringify(params);
      const decided = seen.has(key) ? null : decide(category, params);
      seen.add(key);
      if (decided !== null) cases.push(decided);
    }
    const reached = new Set(cases.filter((each) => each.category === category).map(outcomeOf));
    for (const params of mixturesOf(program, index)) {
      if (steps <= 0 || cases.length >= MAX_CASES) break;
      const decided = decide(category, params);
      if (decided === null || reached.has(outcomeOf(decided))) continue;
      reached.add(outcomeOf(decided));
      cases.push(decided);
    }
  }
  const unknown = decide('no such action', {});
  return unknown === null ? cases : [...cases, unknown];
}

/** The decision without its reason, which follows from the rule. */
function outcomeOf({ decision: { verdict, determined_by: rules, errors } }: PolicyTestCase): string {
  return JSON.stringify([verdict, rules, errors?.map(({ pointer }) => pointer)]);
}

interface Param {
  readonly name: string;
  readonly samples: readonly unknown[];
  readonly refused: readonly unknown[];
}

function paramsOf({ core }: PolicyProgram, index: number): readonly Param[] {
  const graph = at(core.graphs, index);
  const literals = [...literalsOf(graph), ...core.components.slice(0, core.calledComponents).flatMap(literalsOf)];
  return graph.parameters.map(({ name, domain }) => {
    return { name, samples: samplesOf(domain, literals), refused: refusedSamplesOf(domain) };
  });
}

/** Returns actions in which one param at a time takes all its samples, and actions with wrong params. */
function* actionsOf(program: PolicyProgram, index: number): Generator<Readonly<Record<string, unknown>>> {
  const params = paramsOf(program, index);
  const base = Object.fromEntries(params.map(({ name, samples }) => [name, samples[0]]));
  yield base;
  for (const { name, refused } of params) {
    yield Object.fromEntries(Object.entries(base).filter(([other]) => other !== name));
    for (const value of refused) yield { ...base, [name]: value };
  }
  yield { ...base, unknown_param: 0 };
  for (const { name, samples } of params) for (const value of samples) yield { ...base, [name]: value };
}

/** Actions with samples of all params, chosen by a linear congruential generator (Numerical Recipes, section 7.1). */
function* mixturesOf(program: PolicyProgram, index: number): Generator<Readonly<Record<string, unknown>>> {
  const params = paramsOf(program, index);
  let state = index;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let round = 0; round < MIXED; round += 1) {
    yield Object.fromEntries(params.map(({ name, samples }) => [name, samples[next(samples.length)]]));
  }
}
