import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Graph } from '@kirchhoff/kernel/graph/graph';
import { describe } from '@kirchhoff/kernel/values/json';
import { type DomainError, decodeAllInputs } from '../program/boundary.js';
import type { PolicyProgram, PolicyRule, Verdict } from '../program/program.js';
import { countVotes, type Outcome } from './votes.js';

/** The answer to "may this action happen?". */
export interface Decision {
  readonly verdict: 'ALLOW' | 'REVIEW' | 'DENY';
  /** The first rule of the winning kind in source order; null where the default or an error decides. */
  readonly rule: string | null;
  /** All rules of the winning kind that apply, in source order. */
  readonly determined_by: readonly string[];
  /** One sentence for people. */
  readonly reason: string;
  /** The first 10 faults of the action; absent if it is an action of the policy. */
  readonly errors?: readonly ActionError[];
  /** The number of further faults; absent if all are listed. */
  readonly errors_omitted?: number;
}

export interface ActionError {
  /** A JSON Pointer (RFC 6901) into the action `{ category, params }`. */
  readonly pointer: string;
  readonly message: string;
}

/** One action of a policy, ready to be asked about. */
interface Action {
  readonly index: number;
  readonly graph: Graph;
  /** By output of the graph. */
  readonly rules: readonly PolicyRule[];
}

/** The outcome of a policy check with a budget of steps. */
export type Attempt =
  | { readonly type: 'decided'; readonly decision: Decision; readonly steps: number }
  /** The budget was used up first. This is no decision: the same action has to be asked again under a larger one. */
  | { readonly type: 'over-budget' };

/**
 * A policy as a function from action to decision. `params` is in the JSON form of values, as parsed. The function
 * never throws and never fails open: whatever is unknown, malformed, out of its domain or unexpected is a DENY.
 */
export function compilePolicy(program: PolicyProgram): (category: string, params: unknown) => Decision {
  const attempt = compileBudgetedPolicy(program);
  return (category, params) => {
    const result = attempt(category, params, Number.POSITIVE_INFINITY);
    return result.type === 'decided' ? result.decision : denied(NOT_EVALUATED);
  };
}

/**
 * Like {@link compilePolicy}, with a budget for each decision: the elementary steps that evaluating may take
 * (docs/language/cost-and-limits.md, "Static cost").
 */
export function compileBudgetedPolicy(program: PolicyProgram): (category: string, params: unknown, budget: number) => Attempt {
  const actions = new Map(program.policy.categories.map((category, index) => [category, actionAt(program, index)]));
  return (category, params, budget) => {
    try {
      const action = actions.get(category);
      return action === undefined ? decided(unknownCategory(category), 0) : decide(program, action, params, budget);
    } catch {
      return decided(denied(NOT_EVALUATED), budget);
    }
  };
}

const NOT_EVALUATED = 'the policy could not be evaluated for this action';

function decided(decision: Decision, steps: number): Attempt {
  return { type: 'decided', decision, steps };
}

function actionAt(program: PolicyProgram, index: number): Action {
  const graph = program.core.graphs[index];
  if (graph === undefined) throw new RangeError(`the policy has no graph for its action ${index}`);
  const byName = new Map(program.policy.rules.map((rule) => [rule.name, rule]));
  const rules = graph.outputs.map(({ name }) => {
    const rule = byName.get(name);
    if (rule === undefined) throw new RangeError(`the policy has no rule ${name}`);
    return rule;
  });
  return { index, graph, rules };
}

function decide(program: PolicyProgram, action: Action, params: unknown, budget: number): Attempt {
  const { inputs, errors, omitted } = decodeAllInputs(action.graph, params);
  if (errors.length > 0) {
    const decision = denied('the params are not those that the policy declares for this action', errors.map(toActionError));
    return decided(omitted === 0 ? decision : { ...decision, errors_omitted: omitted }, 0);
  }
  const result = run(program.core, { graph: action.index }, inputs, { budget });
  if (result.type === 'exhausted') return { type: 'over-budget' };
  if (result.type !== 'outputs') return decided(denied(NOT_EVALUATED), result.steps);
  const applying = action.rules.filter((rule) => {
    const applies = result.outputs.get(rule.name);
    // A rule without a clear answer must not be passed over: it might have denied.
    if (typeof applies !== 'boolean') throw new TypeError(`rule ${rule.name} gives no boolean`);
    return applies;
  });
  return decided(toDecision(countVotes(applying, program.policy.default)), result.steps);
}

const VERDICTS = { allow: 'ALLOW', review: 'REVIEW', deny: 'DENY' } as const satisfies Record<Verdict, Decision['verdict']>;

function toDecision({ verdict, determinedBy }: Outcome): Decision {
  const [first] = determinedBy;
  return {
    verdict: VERDICTS[verdict],
    rule: first?.name ?? null,
    determined_by: determinedBy.map((rule) => rule.name),
    reason: first === undefined ? `no rule applies; the default is ${verdict}` : (first.why ?? `rule ${first.name} applies: ${verdict}`),
  };
}

function unknownCategory(category: string): Decision {
  const message = `the policy declares no action ${describe(category)}`;
  return denied(message, [{ pointer: '/category', message }]);
}

function denied(reason: string, errors?: readonly ActionError[]): Decision {
  const decision: Decision = { verdict: 'DENY', rule: null, determined_by: [], reason };
  return errors === undefined ? decision : { ...decision, errors };
}

function toActionError({ port, path, message }: DomainError): ActionError {
  return { pointer: `/params${port === null ? '' : `/${escapeToken(port)}`}${toPointer(path)}`, message };
}

/** `.field[3]` as `/field/3`; names of fields need no escape. */
function toPointer(path: string): string {
  return path.replaceAll(/\.|\[/g, '/').replaceAll(']', '');
}

/** RFC 6901, section 3. */
function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}
