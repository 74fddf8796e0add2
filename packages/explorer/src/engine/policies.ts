import {
  type Certification,
  compileBudgetedPolicy,
  type Decision,
  decodeInputs,
  describeDomain,
  encodeDomain,
  type PolicyProgram,
  type ProgramDomains,
  parseJson,
  run,
} from '@kirchhoff/coherence';
import type { ProgramView } from '@kirchhoff/pictures';
import { policyView } from '@kirchhoff/pictures/view/program-view';
import { failuresOf, type Walk, walkOf } from '../runs/walk.js';
import type { ActionRequest, DecisionAnswer, PolicyAction, PolicyVerdict, RuleCell } from './protocol.js';

/** Returns the decision table of a policy: for each action, the rules that can apply to it. */
export function policyVerdict(program: PolicyProgram, certification: Certification, domains: ProgramDomains): PolicyVerdict {
  const { certified, phi_c, assurance, errors, warnings, closure_domains } = certification;
  const view = policyView(program, domains);
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
 *
 * @param viewOf the graph of an action by its index, which is asked for only if the policy has the action
 */
export function decide(
  program: PolicyProgram,
  { category, params, finding }: ActionRequest,
  budget: number,
  viewOf: (action: number) => ProgramView,
): DecisionAnswer {
  const parsed = parseJson(params);
  if (!parsed.ok) return { type: 'undecided', message: 'The params are no JSON object.' };
  const attempt = compileBudgetedPolicy(program)(category, parsed.json, budget);
  if (attempt.type === 'over-budget')
    return { type: 'undecided', message: `The decision takes more than ${budget.toLocaleString('en')} steps.` };
  const rulesAlone = compileBudgetedPolicy(program, { closed: true })(category, parsed.json, budget);
  const differs = rulesAlone.type === 'decided' && !isSame(rulesAlone.decision, attempt.decision);
  const action = program.policy.categories.indexOf(category);
  const walk = action === -1 ? null : walkOfAction(program, action, parsed.json, { budget, finding, viewOf });
  return { type: 'decided', decision: attempt.decision, rulesAlone: differs ? rulesAlone.decision : null, walk };
}

interface Walking extends Pick<ActionRequest, 'finding'> {
  readonly budget: number;
  readonly viewOf: (action: number) => ProgramView;
}

/** Returns the values of all rules and promises of an action; `null` for params that the action does not take. */
function walkOfAction(program: PolicyProgram, action: number, params: unknown, { budget, finding, viewOf }: Walking): Walk | null {
  const graph = program.core.graphs[action];
  const decoded = graph === undefined ? null : decodeInputs(graph, params);
  if (decoded === null || !decoded.ok) return null;
  const part = { graph: action };
  const result = run(program.core, part, decoded.inputs, { budget });
  return walkOf({ program, part, inputs: decoded.inputs, budget, ...failuresOf(program, result, finding) }, viewOf(action));
}

function isSame(first: Decision, second: Decision): boolean {
  return first.verdict === second.verdict && first.rule === second.rule;
}
