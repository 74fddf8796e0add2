import type { CoreRule, NodeId } from '@kirchhoff/kernel/graph/graph';
import { BOOLEAN } from '@kirchhoff/kernel/types/domain';
import type { Span } from '../diagnostics/diagnostic.js';
import { lineFrom, placeOf } from '../diagnostics/place.js';
import type { PolicyShape } from '../program/program.js';
import type { ActionSyntax, Name, PolicyItem, PromiseSyntax, RuleSyntax, WireStatement } from '../syntax/ast.js';
import { namesOf } from '../syntax/binders.js';
import { ActionParameters, type DeclaredAction } from './action-parameters.js';
import { expectType, type GraphBuilder } from './builder.js';
import { actionsOf } from './categories.js';
import type { DraftOutput, DraftPort, SettledDraft } from './draft.js';
import { elaborate } from './expressions.js';
import { addParameter, addWires, beginGraph, type ElaborationContext, inBody } from './item.js';
import { addPromise, type Votes } from './promises.js';
import type { Reports } from './report.js';
import { settleTypes } from './settle.js';

/** Limit for the nodes of all conditions together: a condition is elaborated again for each of its actions. */
const POLICY_NODES = 500_000;

export interface ElaboratedGraph {
  readonly draft: SettledDraft;
  readonly builder: GraphBuilder;
}

/** The rules and promises on one action, in the order of the source. */
export interface Statements {
  readonly rules: RuleSyntax[];
  readonly promises: PromiseSyntax[];
}

export interface ElaboratedPolicy {
  readonly shape: PolicyShape;
  readonly actions: readonly ElaboratedGraph[];
  readonly rules: readonly CoreRule[];
}

/** The actions of a policy with the statements on each, before any condition is elaborated. */
export interface OpenedPolicy {
  readonly actions: readonly DeclaredAction[];
  readonly statements: readonly Statements[];
  readonly onActions: ReadonlyMap<RuleSyntax | PromiseSyntax, readonly number[]>;
  readonly parameters: ActionParameters;
}

/** Resolves the actions of a policy, and reports double declarations and statements without an action. */
export function openPolicy(item: PolicyItem, { reports, domains }: ElaborationContext): OpenedPolicy {
  reportDuplicates(item, reports);
  const actions = item.actions.map((syntax): DeclaredAction => {
    return { syntax, domains: new Map(syntax.parameters.map((each) => [each.name.text, domains.resolve(each.domain)])) };
  });
  const onActions = actionsOf<RuleSyntax | PromiseSyntax>(item, [...item.rules, ...item.promises], reports);
  const statements = item.actions.map((): Statements => ({ rules: [], promises: [] }));
  for (const rule of item.rules) for (const action of onActions.get(rule) ?? []) statements[action]?.rules.push(rule);
  for (const promise of item.promises) for (const action of onActions.get(promise) ?? []) statements[action]?.promises.push(promise);
  return { actions, statements, onActions, parameters: new ActionParameters(actions, onActions, reports) };
}

/** Elaborates the actions of a policy into graphs, with the rules and the default that decide, and reports their faults. */
export function elaboratePolicy(item: PolicyItem, surroundings: ElaborationContext): ElaboratedPolicy {
  const { reports } = surroundings;
  const { actions, statements, onActions, parameters } = openPolicy(item, surroundings);
  const elaborated = elaborateActions(item, actions, statements, parameters, surroundings);
  if (!reports.failed) {
    warnUnused(item, elaborated, statements, reports);
    warnUnconditional(item, onActions, reports);
  }
  const rules = item.rules.map((rule) => ({ name: rule.name.text, verdict: rule.verdict, actions: onActions.get(rule) ?? [] }));
  return { shape: shapeOf(item), actions: elaborated, rules };
}

function elaborateActions(
  item: PolicyItem,
  actions: readonly DeclaredAction[],
  statements: readonly Statements[],
  parameters: ActionParameters,
  surroundings: ElaborationContext,
): readonly ElaboratedGraph[] {
  const { reports } = surroundings;
  const elaborated: ElaboratedGraph[] = [];
  let nodes = 0;
  for (const [i, action] of actions.entries()) {
    const graph = elaborateAction(item, action, statements[i] ?? { rules: [], promises: [] }, parameters, surroundings);
    elaborated.push(graph);
    nodes += graph.draft.types.length;
    if (nodes > POLICY_NODES) {
      const message = `the rules come to more than ${POLICY_NODES} operations over all the actions that they are on`;
      reports.error('too-costly', action.syntax.categorySpan, message);
    }
    if (nodes > POLICY_NODES || reports.full) break;
  }
  return elaborated;
}

function elaborateAction(
  item: PolicyItem,
  action: DeclaredAction,
  { rules, promises }: Statements,
  use: ActionParameters,
  surroundings: ElaborationContext,
): ElaboratedGraph {
  const { syntax, domains } = action;
  const { category, categorySpan } = syntax;
  const builder = beginAction(item, action, use, surroundings);
  const parameters: DraftPort[] = [];
  for (const [index, { name }] of syntax.parameters.entries()) {
    const parameter = addParameter(builder, 'input', name, domains.get(name.text) ?? null, index);
    if (parameter !== null) parameters.push(parameter);
  }
  const { body, value } = inBody(builder, () => {
    const { outputs, votes } = addVotes(builder, item, { syntax, rules, use });
    const ensures = promises.map((promise) => {
      use.reading = promise;
      return addPromise(builder, promise, { ...votes, category });
    });
    return { outputs, ensures };
  });
  const types = settleTypes(builder);
  const draft = { draft: builder.draft, name: category, span: categorySpan, types, parameters, requires: [], body, ...value };
  return { draft, builder };
}

/** Begins the graph of an action, without its params. */
export function beginAction(
  item: PolicyItem,
  action: DeclaredAction,
  use: ActionParameters,
  surroundings: ElaborationContext,
): GraphBuilder {
  return beginGraph(surroundings, {
    role: 'action',
    prefix: '',
    wires: [...item.wires, ...action.syntax.wires],
    taken: new Map(),
    names: {
      check: (name, span) => use.check(action, name, span),
      explainUnbound: (name, span) => use.explainUnbound(action, name, span),
    },
  });
}

/** Adds the wires and the rules of an action to the body of its graph, and returns the rules as outputs and as votes. */
export function addVotes(
  builder: GraphBuilder,
  item: PolicyItem,
  { syntax, rules, use }: { readonly syntax: ActionSyntax; readonly rules: readonly RuleSyntax[]; readonly use: ActionParameters },
): { readonly outputs: readonly DraftOutput[]; readonly votes: Votes } {
  use.reading = 'policy wires';
  addWires(builder, item.wires, false);
  use.reading = 'action wires';
  addWires(builder, syntax.wires, false);
  const added = rules.map((rule) => ({ verdict: rule.verdict, output: addRule(builder, rule, use) }));
  const voting = added.map(({ verdict, output: { node } }) => ({ verdict, node }));
  return { outputs: added.map(({ output }) => output), votes: { rules: voting, byDefault: item.default?.verdict ?? 'deny' } };
}

function addRule(builder: GraphBuilder, rule: RuleSyntax, use: ActionParameters): DraftOutput & { readonly node: NodeId } {
  const { name, when } = rule;
  const { draft } = builder;
  use.reading = rule;
  draft.domain = name.text;
  let node: number;
  if (when === null) {
    node = draft.add({ op: 'literal', value: true }, BOOLEAN, name.span);
  } else {
    node = elaborate(builder, when);
    expectType(builder, { node, span: when.span }, BOOLEAN, `the condition of the rule '${name.text}'`);
  }
  return { name: name.text, domain: { kind: 'boolean' }, order: null, node, shown: name.text, span: name.span };
}

function shapeOf(item: PolicyItem): PolicyShape {
  return {
    categories: item.actions.map((action) => action.category),
    rules: item.rules.map(({ name, verdict, why }) => ({ name: name.text, verdict, why, ...placeOf(name.span) })),
    default: item.default?.verdict ?? 'deny',
  };
}

function reportDuplicates(item: PolicyItem, reports: Reports): void {
  const categories = item.actions.map((action): Name => ({ text: action.category, span: action.categorySpan }));
  reportTwice(categories, 'the action', reports);
  reportTwice(
    item.rules.map((rule) => rule.name),
    'the rule',
    reports,
  );
}

function reportTwice(names: readonly Name[], what: string, reports: Reports): void {
  const places = new Map<string, Span>();
  for (const { text, span } of names) {
    const earlier = places.get(text);
    if (earlier === undefined) places.set(text, span);
    else
      reports.error(
        'duplicate-name',
        span,
        `${what} '${text}' is already declared at ${lineFrom(span, earlier)}`,
        'give one of them another name',
      );
  }
}

function warnUnused(item: PolicyItem, actions: readonly ElaboratedGraph[], statements: readonly Statements[], reports: Reports): void {
  for (const [i, action] of item.actions.entries()) {
    // If the action has a promise, that states the verdict of the default.
    if (statements[i]?.rules.length === 0 && statements[i].promises.length === 0) {
      reports.warn('unruled-action', action.categorySpan, `no rule is on the action '${action.category}': only the default decides it`);
    }
  }
  warnUnusedWires(item.wires, actions, reports);
  for (const [i, action] of item.actions.entries()) warnUnusedWires(action.wires, actions.slice(i, i + 1), reports);
}

function warnUnusedWires(wires: readonly WireStatement[], actions: readonly ElaboratedGraph[], reports: Reports): void {
  for (const { text, span } of wires.flatMap(({ binder }) => namesOf(binder))) {
    const isUsed = actions.some(({ builder }) => builder.scope.isUsed(text));
    if (!isUsed) reports.warn('unused-wire', span, `nothing uses the wire '${text}'; it is evaluated and proven all the same`);
  }
}

/** Warns of a rule whose condition is missing: its author may have written a text or a comment in its place. */
function warnUnconditional(
  item: PolicyItem,
  onActions: ReadonlyMap<RuleSyntax | PromiseSyntax, readonly number[]>,
  reports: Reports,
): void {
  for (const rule of item.rules) {
    if (rule.verdict !== 'allow' || rule.when !== null) continue;
    const allowed = (onActions.get(rule) ?? []).map((action) => item.actions[action]).find((action) => action?.parameters.length !== 0);
    if (allowed === undefined) continue;
    const message = `the rule '${rule.name.text}' has no condition: it allows '${allowed.category}' whatever its params are`;
    const hint = 'write `when` and a condition, or `when true` where this is meant; a text after the categories is only a reason';
    reports.warn('unconditional-allow', rule.name.span, message, hint);
  }
}
