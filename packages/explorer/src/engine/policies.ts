import {
  type Certification,
  compileBudgetedPolicy,
  type Decision,
  describeDomain,
  encodeDomain,
  nodeDomains,
  type PolicyProgram,
  parseJson,
} from '@kirchhoff/coherence';
import { policyView } from '@kirchhoff/pictures/view/program-view';
import type { DecisionAnswer, PolicyAction, PolicyVerdict, RuleCell } from './protocol.js';

/** Returns the decision table of a policy: for each action, the rules that can apply to it. */
export function policyVerdict(program: PolicyProgram, certification: Certification): PolicyVerdict {
  const { certified, phi_c, assurance, errors, warnings, certificate, closure_domains } = certification;
  const view = policyView(program, nodeDomains(program, certificate ?? undefined));
  const actions = program.policy.categories.map((category, index): PolicyAction => {
    const outputs = new Map(
      (view.actions[index]?.nodes ?? []).flatMap(({ kind, label, values }) => (kind === 'output' ? [[label, values] as const] : [])),
    );
    const map = program.sourceMap.graphs[index];
    return {
      category,
      params: (program.core.graphs[index]?.parameters ?? []).map(({ name, domain }, place) => ({
        name,
        domain: encodeDomain(domain, map?.parameters[place]?.order),
        text: describeDomain(domain),
      })),
      cells: program.policy.rules.map(({ name }) => cellOf(outputs.get(name))),
    };
  });
  const { name, policy } = program;
  return { name, certified, phi_c, assurance, errors, warnings, closure_domains, default: policy.default, rules: policy.rules, actions };
}

/** A rule that is not on the action has no output there. */
function cellOf(values: string | undefined): RuleCell {
  if (values === undefined || values === 'false' || values === 'nothing') return 'never';
  return values === 'true' ? 'always' : 'sometimes';
}

/**
 * Decides an action. A promise that fails, or an operation that does, makes every decision a DENY: then the answer also has what the
 * rules alone would say.
 */
export function decide(program: PolicyProgram, category: string, params: string, budget: number): DecisionAnswer {
  const parsed = parseJson(params);
  if (!parsed.ok) return { type: 'undecided', message: 'The params are no JSON object.' };
  const attempt = compileBudgetedPolicy(program)(category, parsed.json, budget);
  if (attempt.type === 'over-budget')
    return { type: 'undecided', message: `The decision takes more than ${budget.toLocaleString('en')} steps.` };
  const rulesAlone = compileBudgetedPolicy(program, { closed: true })(category, parsed.json, budget);
  const differs = rulesAlone.type === 'decided' && !isSame(rulesAlone.decision, attempt.decision);
  return { type: 'decided', decision: attempt.decision, rulesAlone: differs ? rulesAlone.decision : null };
}

function isSame(first: Decision, second: Decision): boolean {
  return first.verdict === second.verdict && first.rule === second.rule;
}
