import { type CoreRunner, runner } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Graph } from '@kirchhoff/kernel/graph/graph';
import { describe } from '@kirchhoff/kernel/values/json';
import type { Value } from '@kirchhoff/kernel/values/value';
import { type DomainError, decodeAllInputs } from '../program/boundary.js';
import type { PolicyProgram, PolicyRule, Verdict } from '../program/program.js';
import { type Key, type RuleIndex, type RulePart, ruleIndex, wholePart } from './rule-index.js';
import { countVotes, type VoteOutcome } from './votes.js';

/** The answer to "may this action happen?". */
export interface Decision {
  readonly verdict: 'ALLOW' | 'REVIEW' | 'DENY';
  /** The first rule of the winning kind in source order; `null` if the default or an error decides. */
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

/** One action of a policy, prepared for decisions. */
interface Action {
  readonly graph: Graph;
  /** By output of the graph, in the order of the source. */
  readonly rules: readonly PolicyRule[];
  readonly index: RuleIndex;
}

/** Runs a part of an action. */
type RunPart = (part: RulePart, inputs: readonly Value[], budget: number) => ReturnType<CoreRunner>;

/** The outcome of a policy check with a budget of steps. */
export type Attempt =
  | { readonly type: 'decided'; readonly decision: Decision; readonly steps: number }
  /** The budget was used up first. This is no decision: the same action has to be asked again under a larger one. */
  | { readonly type: 'over-budget' };

/**
 * Compiles a policy to a function from action to decision. `params` is in the JSON form of values, as parsed. The function never
 * throws and never fails open: unknown, malformed, out-of-domain and unexpected values are a DENY.
 */
export function compilePolicy(program: PolicyProgram, options?: PolicyOptions): (category: string, params: unknown) => Decision {
  const attempt = compileBudgetedPolicy(program, options);
  return (category, params) => {
    const result = attempt(category, params, Number.POSITIVE_INFINITY);
    return result.type === 'decided' ? result.decision : denied(NOT_EVALUATED);
  };
}

export interface PolicyOptions {
  /**
   * The policy is proven: no operation of it fails, and its promises hold. Rules that cannot apply to an action are then left out, and
   * promises are not checked again. Default: every rule and every promise is evaluated, and a failure is a DENY.
   */
  readonly closed?: boolean;
}

/**
 * Like {@link compilePolicy}, with a budget for each decision: the elementary steps that evaluating may take
 * (docs/language/cost-and-limits.md, "Static cost").
 */
export function compileBudgetedPolicy(
  program: PolicyProgram,
  { closed = false }: PolicyOptions = {},
): (category: string, params: unknown, budget: number) => Attempt {
  const actions = new Map(program.policy.categories.map((category, index) => [category, actionAt(program, index, closed)]));
  const runPart = runnerOf(program, [...actions.values()]);
  return (category, params, budget) => {
    try {
      const action = actions.get(category);
      return action === undefined ? decided(unknownCategory(category), 0) : decide(program, action, params, budget, runPart);
    } catch {
      return decided(denied(NOT_EVALUATED), budget);
    }
  };
}

const NOT_EVALUATED = 'the policy could not be evaluated for this action';

function decided(decision: Decision, steps: number): Attempt {
  return { type: 'decided', decision, steps };
}

function actionAt(program: PolicyProgram, place: number, closed: boolean): Action {
  const graph = program.core.graphs[place];
  if (graph === undefined) throw new RangeError(`the policy has no graph for its action ${place}`);
  const byName = new Map(program.policy.rules.map((rule) => [rule.name, rule]));
  const rules = graph.outputs.map(({ name }) => {
    const rule = byName.get(name);
    if (rule === undefined) throw new RangeError(`the policy has no rule ${name}`);
    return rule;
  });
  return { graph, rules, index: closed ? ruleIndex(graph) : { always: wholePart(graph), tables: [] } };
}

function runnerOf({ core }: PolicyProgram, actions: readonly Action[]): RunPart {
  const parts = actions.flatMap(({ index: { always, tables } }) => [
    ...(always === null ? [] : [always]),
    ...tables.flatMap((table) => [...table.parts.values()]),
  ]);
  const references = new Map(parts.map((part, graph) => [part, { graph }]));
  const run = runner({ ...core, graphs: parts.map(({ graph }) => graph) });
  return (part, inputs, budget) => {
    const reference = references.get(part);
    if (reference === undefined) throw new Error('a part of another policy');
    return run(reference, inputs, { budget });
  };
}

function decide(program: PolicyProgram, action: Action, params: unknown, budget: number, runPart: RunPart): Attempt {
  const { inputs, errors, omitted } = decodeAllInputs(action.graph, params);
  if (errors.length > 0) {
    const decision = denied('the params are not those that the policy declares for this action', errors.map(toActionError));
    return decided(omitted === 0 ? decision : { ...decision, errors_omitted: omitted }, 0);
  }
  const applying: number[] = [];
  let steps = 0;
  for (const part of partsFor(action.index, inputs)) {
    const result = runPart(part, inputs, budget - steps);
    if (result.type === 'exhausted') return { type: 'over-budget' };
    steps += result.steps;
    if (result.type !== 'outputs') return decided(denied(NOT_EVALUATED), steps);
    for (const place of part.places) if (applies(action.rules[place], result.outputs)) applying.push(place);
  }
  // Each part has its rules in the order of the source.
  const places = action.index.tables.length === 0 ? applying : applying.toSorted((first, second) => first - second);
  const rules = places.flatMap((place) => action.rules[place] ?? []);
  return decided(toDecision(countVotes(rules, program.policy.default)), steps);
}

/** The parts with the rules that can apply to an action. */
function partsFor({ always, tables }: RuleIndex, inputs: readonly Value[]): readonly RulePart[] {
  const parts = always === null ? [] : [always];
  for (const table of tables) {
    const part = table.parts.get(keyOf(inputs[table.param]));
    if (part !== undefined) parts.push(part);
  }
  return parts;
}

function keyOf(value: Value | undefined): Key {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  throw new TypeError('a param that rules are looked up by is no integer, text or tag');
}

function applies(rule: PolicyRule | undefined, outputs: ReadonlyMap<string, Value>): boolean {
  const value = rule === undefined ? undefined : outputs.get(rule.name);
  // A rule without a clear answer must not be skipped: it might have denied.
  if (typeof value !== 'boolean') throw new TypeError(`rule ${rule?.name} gives no boolean`);
  return value;
}

const VERDICTS = { allow: 'ALLOW', review: 'REVIEW', deny: 'DENY' } as const satisfies Record<Verdict, Decision['verdict']>;

function toDecision({ verdict, determinedBy }: VoteOutcome): Decision {
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

/** Converts `.field[3]` to `/field/3`; names of fields need no escape. */
function toPointer(path: string): string {
  return path.replaceAll(/\.|\[/g, '/').replaceAll(']', '');
}

/** RFC 6901, section 3. */
function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}
