import { FALSE, isWithin, TRUE } from '@kirchhoff/kernel/abstract/abstract';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import type { PassProof } from '@kirchhoff/kernel/certificate/format';
import type { Diagnostic, Place } from '@kirchhoff/language/diagnostics/diagnostic';
import { comparePlaces, placeOf } from '@kirchhoff/language/diagnostics/place';
import type { PolicyProgram, PolicyRule, Verdict } from '@kirchhoff/language/program/program';

/** The reachability of a rule in one of its actions. */
interface Standing {
  readonly rule: PolicyRule;
  readonly never: boolean;
  readonly always: boolean;
}

/** Precedence of verdicts: deny beats review, review beats allow. */
const STRENGTH: Readonly<Record<Verdict, number>> = { allow: 0, review: 1, deny: 2 };

/**
 * Returns warnings on rules that can never apply, on rules that never decide because a stronger one always applies, and on
 * actions that only the default decides. The warnings need proofs: a rule without a proven claim gets no warning.
 *
 * @param passes the proofs of the actions, in their order
 */
export function policyWarnings(program: PolicyProgram, passes: readonly PassProof[]): readonly Diagnostic[] {
  const actions = program.core.graphs.map((graph, action) => {
    const pass = passes[action];
    const claim = pass === undefined ? null : claimsOf(graph, pass);
    return graph.outputs.flatMap(({ name, node }) => {
      const rule = program.policy.rules.find((each) => each.name === name);
      if (rule === undefined || node === null || claim === null) return [];
      return [{ rule, never: isWithin(claim(node), FALSE), always: isWithin(claim(node), TRUE) }];
    });
  });
  const onRules = program.policy.rules.flatMap((rule) => ruleWarning(rule, actions) ?? []);
  const onActions = actions.flatMap((standings, action) => actionWarning(program, standings, action) ?? []);
  return [...onRules, ...onActions].toSorted(comparePlaces);
}

function ruleWarning(rule: PolicyRule, actions: readonly (readonly Standing[])[]): Diagnostic | null {
  const on = actions.filter((standings) => standings.some((standing) => standing.rule === rule));
  if (on.length === 0) return null;
  const isNever = (standings: readonly Standing[]): boolean => standings.some((standing) => standing.rule === rule && standing.never);
  if (on.every(isNever)) {
    return warning(
      'rule-never-applies',
      rule,
      rule.name,
      `the rule '${rule.name}' can never apply: its condition is false for every action that it is on`,
    );
  }
  const stronger = on.map((standings) => standings.find((other) => other.always && STRENGTH[other.rule.verdict] > STRENGTH[rule.verdict]));
  if (!on.every((standings, index) => isNever(standings) || stronger[index] !== undefined)) return null;
  const winner = stronger.find((standing) => standing !== undefined)?.rule.name ?? '';
  return warning(
    'rule-never-decides',
    rule,
    rule.name,
    `the rule '${rule.name}' can never decide: where it applies, the rule '${winner}' always does, and is stronger`,
  );
}

function actionWarning(program: PolicyProgram, standings: readonly Standing[], action: number): Diagnostic | null {
  const category = program.policy.categories[action];
  const place = program.sourceMap.graphs[action];
  // The front end already warns about an action without rules.
  if (category === undefined || place === undefined || standings.length === 0 || !standings.every(({ never }) => never)) return null;
  return warning('default-only-action', place, category, `only the default decides "${category}": no rule that is on it can apply`);
}

function warning(code: string, place: Place, text: string, message: string): Diagnostic {
  return { severity: 'warning', code, message, ...placeOf(place), text };
}
