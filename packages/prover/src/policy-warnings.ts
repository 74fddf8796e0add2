import { FALSE, isWithin, TRUE } from '@kirchhoff/kernel/abstract/abstract';
import { ofDomain } from '@kirchhoff/kernel/abstract/membership';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import type { PassProof } from '@kirchhoff/kernel/certificate/format';
import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import type { DiagnosticCode } from '@kirchhoff/language/diagnostics/codes';
import type { Diagnostic, Place } from '@kirchhoff/language/diagnostics/diagnostic';
import { comparePlaces, placeOf } from '@kirchhoff/language/diagnostics/place';
import { encodeInputs } from '@kirchhoff/language/program/boundary';
import type { PolicyProgram, PolicyRule, Verdict } from '@kirchhoff/language/program/program';
import { sampleInputs } from './samples.js';

/** The reachability of a rule in one of its actions. */
interface Standing {
  readonly rule: PolicyRule;
  /** The node of its condition: equal conditions are one node. */
  readonly node: NodeId;
  readonly never: boolean;
  readonly always: boolean;
}

/** Precedence of verdicts: deny beats review, review beats allow. */
const STRENGTH: Readonly<Record<Verdict, number>> = { allow: 0, review: 1, deny: 2 };

/** Warnings that are shown with an action: looking for one takes runs. */
const MAX_SHOWN = 20;
/** Actions that are tried for each of them. */
const MAX_TRIES = 64;
/** Elementary steps of a run. */
const MAX_STEPS = 100_000;

/** The actions of a policy, and what is proven of each rule on them. */
interface Standings {
  readonly program: PolicyProgram;
  /** By action. */
  readonly actions: readonly (readonly Standing[])[];
}

/** A warning, and what an action that shows it has to be like. */
interface Shown {
  readonly diagnostic: Diagnostic;
  readonly action: number;
  /** The rule that applies to it; null for any action. */
  readonly rule: string | null;
}

/**
 * Returns warnings on rules that can never apply, on rules that never decide because a stronger one always applies, on rules that say
 * the same as another one, and on actions that only the default decides. The warnings need proofs: a rule without a proven claim gets
 * no warning. The first ones have an action that shows them, if one is found.
 *
 * @param passes the proofs of the actions, in their order
 */
export function policyWarnings(program: PolicyProgram, passes: readonly PassProof[]): readonly Diagnostic[] {
  const rules = new Map(program.policy.rules.map((rule) => [rule.name, rule]));
  const actions = program.core.graphs.map((graph, action) => {
    const pass = passes[action];
    const claim = pass === undefined ? null : claimsOf(graph, pass);
    return graph.outputs.flatMap(({ name, node }) => {
      const rule = rules.get(name);
      if (rule === undefined || node === null || claim === null) return [];
      return [{ rule, node, never: isWithin(claim(node), FALSE), always: isWithin(claim(node), TRUE) }];
    });
  });
  const standings = { program, actions };
  const onRules = ruleWarnings(standings);
  const onActions = actions.flatMap((each, action) => actionWarning(program, each, action) ?? []);
  return withActions(program, [...onRules, ...onActions]).toSorted(comparePlaces);
}

function ruleWarnings({ program, actions }: Standings): readonly Shown[] {
  const on = new Map<string, RuleOnAction[]>();
  for (const [action, standings] of actions.entries()) {
    for (const standing of standings) {
      const places = on.get(standing.rule.name);
      if (places === undefined) on.set(standing.rule.name, [{ action, standing }]);
      else places.push({ action, standing });
    }
  }
  const first = new Map<string, PolicyRule>();
  return program.policy.rules.flatMap((rule) => {
    const places = on.get(rule.name) ?? [];
    const key = JSON.stringify([rule.verdict, places.map(({ action, standing: { node } }) => [action, node])]);
    const same = first.get(key);
    if (same === undefined) first.set(key, rule);
    return ruleWarning(rule, places, { actions, same }) ?? [];
  });
}

/** A rule on an action. */
interface RuleOnAction {
  readonly action: number;
  readonly standing: Standing;
}

function ruleWarning(
  rule: PolicyRule,
  places: readonly RuleOnAction[],
  { actions, same }: { readonly actions: Standings['actions']; readonly same: PolicyRule | undefined },
): Shown | null {
  const applying = places.find(({ standing }) => !standing.never);
  if (places.length === 0) return null;
  if (applying === undefined) {
    const message = `the rule '${rule.name}' can never apply: its condition is false for every action that it is on`;
    return { diagnostic: warning('rule-never-applies', rule, rule.name, message), action: places[0]?.action ?? 0, rule: null };
  }
  const { action } = applying;
  const stronger = places.map((place) =>
    actions[place.action]?.find((other) => other.always && STRENGTH[other.rule.verdict] > STRENGTH[rule.verdict]),
  );
  if (places.every(({ standing }, index) => standing.never || stronger[index] !== undefined)) {
    const winner = stronger.find((standing) => standing !== undefined)?.rule.name ?? '';
    const message = `the rule '${rule.name}' can never decide: where it applies, the rule '${winner}' always does, and is stronger`;
    return { diagnostic: warning('rule-never-decides', rule, rule.name, message), action, rule: rule.name };
  }
  if (same === undefined) return null;
  const message = `the rule '${rule.name}' says the same as the rule '${same.name}': verdict, actions and condition are the same`;
  return { diagnostic: warning('rule-repeats', rule, rule.name, message), action, rule: rule.name };
}

function actionWarning(program: PolicyProgram, standings: readonly Standing[], action: number): Shown | null {
  const category = program.policy.categories[action];
  const place = program.sourceMap.graphs[action];
  // The front end already warns about an action without rules.
  if (category === undefined || place === undefined || standings.length === 0 || !standings.every(({ never }) => never)) return null;
  const message = `only the default decides "${category}": no rule that is on it can apply`;
  return { diagnostic: warning('default-only-action', place, category, message), action, rule: null };
}

function warning(code: DiagnosticCode, place: Place, text: string, message: string): Diagnostic {
  return { severity: 'warning', code, message, ...placeOf(place), text };
}

function withActions(program: PolicyProgram, warnings: readonly Shown[]): readonly Diagnostic[] {
  return warnings.map(({ diagnostic, action, rule }, index) => {
    const category = program.policy.categories[action];
    // That a rule never applies is shown by no action.
    if (index >= MAX_SHOWN || category === undefined || diagnostic.code === 'rule-never-applies') return diagnostic;
    const params = shownParams(program, action, rule);
    return params === undefined ? diagnostic : { ...diagnostic, action: { category, params } };
  });
}

/** The params of an action to which the rule applies; undefined if none is found. */
function shownParams({ core }: PolicyProgram, action: number, rule: string | null): unknown {
  const graph = core.graphs[action];
  if (graph === undefined) return undefined;
  const run = runner(core);
  let tries = 0;
  const views = graph.parameters.map(({ domain }) => ofDomain(domain));
  for (const inputs of sampleInputs(core, views)) {
    if (tries >= MAX_TRIES) return undefined;
    tries += 1;
    const result = run({ graph: action }, inputs, { budget: MAX_STEPS });
    if (result.type !== 'outputs') continue;
    if (rule === null || result.outputs.get(rule) === true) return encodeInputs(graph.parameters, inputs);
  }
  return undefined;
}
