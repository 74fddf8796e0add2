import type { CoreRule } from '@kirchhoff/kernel/graph/graph';
import { BOOLEAN } from '@kirchhoff/kernel/types/domain';
import type { Span } from '../diagnostics/diagnostic.js';
import { lineFrom, placeOf } from '../diagnostics/place.js';
import type { PolicyShape } from '../program/program.js';
import type { Name, PolicyItem, RuleSyntax } from '../syntax/ast.js';
import { namesOf } from '../syntax/binders.js';
import { type Action, ActionParameters } from './action-parameters.js';
import { expectKind, type GraphBuilder } from './builder.js';
import { actionsOfRules } from './categories.js';
import type { DraftOutput, DraftPort, SettledDraft } from './draft.js';
import { elaborate } from './expressions.js';
import { addParameter, addWires, beginGraph, inBody, type Surroundings } from './item.js';
import type { Reports } from './report.js';
import { settleKinds } from './settle.js';

/** A condition is read anew for every action that it is on; together they may come to this many nodes. */
const POLICY_NODES = 500_000;

export interface ElaboratedGraph {
  readonly draft: SettledDraft;
  readonly builder: GraphBuilder;
}

export interface ElaboratedPolicy {
  readonly shape: PolicyShape;
  readonly actions: readonly ElaboratedGraph[];
  readonly rules: readonly CoreRule[];
}

/** Elaborates the actions of a policy into graphs, with the rules and the default that decide, and reports their faults. */
export function elaboratePolicy(item: PolicyItem, surroundings: Surroundings): ElaboratedPolicy {
  const { reports, domains } = surroundings;
  reportDuplicates(item, reports);
  const actions = item.actions.map((syntax): Action => {
    return { syntax, domains: new Map(syntax.parameters.map((each) => [each.name.text, domains.resolve(each.domain)])) };
  });
  const actionsOfRule = actionsOfRules(item, reports);
  const rulesOfAction = actions.map((): RuleSyntax[] => []);
  for (const [i, rule] of item.rules.entries()) {
    for (const action of actionsOfRule[i] ?? []) rulesOfAction[action]?.push(rule);
  }
  const parameters = new ActionParameters(actions, new Map(item.rules.map((rule, i) => [rule, actionsOfRule[i] ?? []])), reports);
  const elaborated = elaborateActions(item, actions, rulesOfAction, parameters, surroundings);
  if (!reports.failed) {
    warnUnused(item, elaborated, rulesOfAction, reports);
    warnUnconditional(item, actionsOfRule, reports);
  }
  const rules = item.rules.map(({ name, verdict }, i) => ({ name: name.text, verdict, actions: actionsOfRule[i] ?? [] }));
  return { shape: shapeOf(item), actions: elaborated, rules };
}

function elaborateActions(
  item: PolicyItem,
  actions: readonly Action[],
  rulesOfAction: readonly (readonly RuleSyntax[])[],
  parameters: ActionParameters,
  surroundings: Surroundings,
): readonly ElaboratedGraph[] {
  const { reports } = surroundings;
  const elaborated: ElaboratedGraph[] = [];
  let nodes = 0;
  for (const [i, action] of actions.entries()) {
    const graph = elaborateAction(item, action, rulesOfAction[i] ?? [], parameters, surroundings);
    elaborated.push(graph);
    nodes += graph.draft.kinds.length;
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
  action: Action,
  rules: readonly RuleSyntax[],
  use: ActionParameters,
  surroundings: Surroundings,
): ElaboratedGraph {
  const { category, categorySpan } = action.syntax;
  const builder = beginGraph(surroundings, {
    role: 'action',
    prefix: '',
    wires: item.wires,
    taken: new Map(),
    names: {
      check: (name, span) => use.check(action, name, span),
      explainUnbound: (name, span) => use.explainUnbound(action, name, span),
    },
  });
  const parameters: DraftPort[] = [];
  for (const [index, { name }] of action.syntax.parameters.entries()) {
    const parameter = addParameter(builder, 'input', name, action.domains.get(name.text) ?? null, index);
    if (parameter !== null) parameters.push(parameter);
  }
  const { body, value: outputs } = inBody(builder, () => {
    use.rule = null;
    addWires(builder, item.wires, false);
    return rules.map((rule) => addRule(builder, rule, use));
  });
  const kinds = settleKinds(builder);
  const draft = { draft: builder.draft, name: category, span: categorySpan, kinds, parameters, requires: [], body, outputs, ensures: [] };
  return { draft, builder };
}

function addRule(builder: GraphBuilder, rule: RuleSyntax, use: ActionParameters): DraftOutput {
  const { name, when } = rule;
  const { draft } = builder;
  use.rule = rule;
  draft.domain = name.text;
  let node: number;
  if (when === null) {
    node = draft.add({ op: 'literal', value: true }, BOOLEAN, name.span);
  } else {
    node = elaborate(builder, when);
    expectKind(builder, { node, span: when.span }, BOOLEAN, `the condition of the rule '${name.text}'`);
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

function warnUnused(
  item: PolicyItem,
  actions: readonly ElaboratedGraph[],
  rulesOfAction: readonly (readonly RuleSyntax[])[],
  reports: Reports,
): void {
  for (const [i, action] of item.actions.entries()) {
    if (rulesOfAction[i]?.length === 0) {
      reports.warn('unruled-action', action.categorySpan, `no rule is on the action '${action.category}': only the default decides it`);
    }
  }
  for (const { text, span } of item.wires.flatMap(({ binder }) => namesOf(binder))) {
    const isUsed = actions.some(({ builder }) => builder.scope.isUsed(text));
    if (!isUsed) reports.warn('unused-wire', span, `nothing uses the wire '${text}'; it is evaluated and proven all the same`);
  }
}

/** A text or a comment in the place of a condition leaves a rule without one. */
function warnUnconditional(item: PolicyItem, actionsOfRule: readonly (readonly number[])[], reports: Reports): void {
  for (const [i, rule] of item.rules.entries()) {
    if (rule.verdict !== 'allow' || rule.when !== null) continue;
    const allowed = (actionsOfRule[i] ?? []).map((action) => item.actions[action]).find((action) => action?.parameters.length !== 0);
    if (allowed === undefined) continue;
    const message = `the rule '${rule.name.text}' has no condition: it allows '${allowed.category}' whatever its params are`;
    const hint = 'write `when` and a condition, or `when true` where this is meant; a text after the categories is only a reason';
    reports.warn('unconditional-allow', rule.name.span, message, hint);
  }
}
