import { ofDomain } from '@kirchhoff/kernel/abstract/membership';
import type { PassProof } from '@kirchhoff/kernel/certificate/format';
import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import type { DiagnosticCode } from '@kirchhoff/language/diagnostics/codes';
import type { Diagnostic, Place } from '@kirchhoff/language/diagnostics/diagnostic';
import { comparePlaces, placeOf } from '@kirchhoff/language/diagnostics/place';
import { encodeInputs } from '@kirchhoff/language/program/boundary';
import type { PolicyProgram, PolicyRule } from '@kirchhoff/language/program/program';
import { isStronger, type RuleStatement, type Standing, standingsOf } from './rule-questions.js';
import { sampleInputs } from './samples.js';

/** Warnings that are shown with an action: looking for one takes runs. */
const MAX_SHOWN = 20;
/** Actions that are tried for each of them. */
const MAX_TRIES = 64;
/** Elementary steps of a run. */
const MAX_STEPS = 100_000;

/** A warning, and what an action that shows it has to be like. */
interface Shown {
  readonly diagnostic: Diagnostic;
  readonly action: number;
  /** The rule that applies to it; null for any action. */
  readonly rule: string | null;
}

/**
 * Returns warnings on rules that can never apply, on rules that never decide because a stronger one applies wherever they do, on
 * rules that say the same as another one, and on actions that only the default decides. The warnings need proofs: a rule of which
 * neither a claim nor a statement is proven gets no warning. The others have an action that shows them, if one is found.
 *
 * @param passes the proofs of the actions, in their order
 * @param proven statements about rules that are proven beside them
 */
export function policyWarnings(
  program: PolicyProgram,
  passes: readonly PassProof[],
  proven: readonly RuleStatement[],
): readonly Diagnostic[] {
  const actions = standingsOf(program, passes).map((standings, action) => standings.map((each) => placed(standings, action, each, proven)));
  const onRules = ruleWarnings(program, actions);
  const onActions = actions.flatMap((each, action) => actionWarning(program, each, action) ?? []);
  return withActions(program, [...onRules, ...onActions]).toSorted(comparePlaces);
}

/** A rule on an action, and what is proven of it. */
interface RuleOnAction extends Standing {
  readonly action: number;
  /** The stronger rules of which one applies whenever this one does; empty if that is not proven. */
  readonly beatenBy: readonly PolicyRule[];
}

function placed(standings: readonly Standing[], action: number, standing: Standing, proven: readonly RuleStatement[]): RuleOnAction {
  const { rule } = standing;
  const [fewest] = proven.filter((each) => each.action === action && each.rule === rule.name).toSorted((a, b) => a.by.length - b.by.length);
  const one = standings.find((other) => other.always && isStronger(other.rule, rule));
  const names = new Set(fewest?.by);
  const beating = one === undefined ? standings.filter((other) => names.has(other.rule.name)) : [one];
  return { ...standing, action, never: standing.never || fewest?.by.length === 0, beatenBy: beating.map((other) => other.rule) };
}

function ruleWarnings(program: PolicyProgram, actions: readonly (readonly RuleOnAction[])[]): readonly Shown[] {
  const on = new Map<string, RuleOnAction[]>();
  for (const place of actions.flat()) {
    const places = on.get(place.rule.name);
    if (places === undefined) on.set(place.rule.name, [place]);
    else places.push(place);
  }
  const first = new Map<string, PolicyRule>();
  return program.policy.rules.flatMap((rule) => {
    const places = on.get(rule.name) ?? [];
    const key = JSON.stringify([rule.verdict, places.map(({ action, node }) => [action, node])]);
    const same = first.get(key);
    if (same === undefined) first.set(key, rule);
    return ruleWarning(rule, places, same) ?? [];
  });
}

function ruleWarning(rule: PolicyRule, places: readonly RuleOnAction[], same: PolicyRule | undefined): Shown | null {
  const applying = places.filter(({ never }) => !never);
  const [place] = places;
  if (place === undefined) return null;
  const [{ action } = place] = applying;
  if (applying.length === 0) {
    const message = `the rule '${rule.name}' can never apply: its condition is false for every action that it is on`;
    return { diagnostic: warning('rule-never-applies', rule, rule.name, message), action, rule: null };
  }
  if (applying.every(({ beatenBy }) => beatenBy.length > 0)) {
    const message = `the rule '${rule.name}' can never decide: where it applies, ${spellWinners(applying)}`;
    return { diagnostic: warning('rule-never-decides', rule, rule.name, message), action, rule: rule.name };
  }
  if (same === undefined) return null;
  const message = `the rule '${rule.name}' says the same as the rule '${same.name}': verdict, actions and condition are the same`;
  return { diagnostic: warning('rule-repeats', rule, rule.name, message), action, rule: rule.name };
}

/** Names of rules in one message. */
const MAX_NAMED = 4;

function spellWinners(places: readonly RuleOnAction[]): string {
  const names = [...new Set(places.flatMap(({ beatenBy }) => beatenBy.map(({ name }) => name)))];
  const [only, ...others] = names;
  if (others.length === 0) return `the rule '${only}' always does, and is stronger`;
  if (names.length > MAX_NAMED) return `at least one of ${names.length} stronger rules always does`;
  const quoted = names.map((name) => `'${name}'`);
  return `at least one of the stronger rules ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)} always does`;
}

function actionWarning(program: PolicyProgram, standings: readonly RuleOnAction[], action: number): Shown | null {
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
