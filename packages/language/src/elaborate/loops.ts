import type { NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { BOOLEAN, INTEGER, TEXT, typeOf } from '@kirchhoff/kernel/types/domain';
import { NONE } from '@kirchhoff/kernel/values/value';
import type { Span } from '../diagnostics/diagnostic.js';
import type { Binder, Block, Expression, Iteration, Source } from '../syntax/ast.js';
import { placeOf, spellBinder } from '../syntax/binders.js';
import { bindInLoop } from './binders.js';
import { block } from './branches.js';
import { type Elaboration, expectType, type GraphBuilder, type Operand } from './builder.js';
import { compound } from './compounds.js';
import { some } from './constructors.js';
import { applied, integer, isText, type LoopOver, listOf, pairsOf, positionsOf, sequenceOf } from './positions.js';
import { describe, prune, type TypeTerm, Variable } from './type-term.js';
import { unify } from './unify.js';
import { whenKnown } from './when-known.js';

type LoopExpression = Extract<Expression, { form: 'map' | 'filter' | 'first' | 'quantifier' }>;
type FoldExpression = Extract<Expression, { form: 'fold' }>;
type LoopName = 'map' | 'filter' | 'any' | 'all' | 'count';

/**
 * Elaborates `map x in xs { e }`, `filter x in xs { c }`, `first x in xs { c }`, and `any`, `all`, `count`; each also with an
 * index.
 */
export function* loop(expression: LoopExpression, builder: GraphBuilder): Elaboration {
  const keyword = keywordOf(expression);
  const over = yield* openSource(expression.source, builder, keyword);
  switch (keyword) {
    case 'filter':
      return yield* filter(expression, over, builder);
    case 'first':
      return yield* first(expression, over, builder);
    case 'map':
    case 'any':
    case 'all':
    case 'count':
      return yield* run(expression, keyword, withIndex(expression, over, builder), builder);
  }
}

function keywordOf(expression: LoopExpression): LoopName | 'first' {
  return expression.form === 'quantifier' ? expression.quantifier : expression.form;
}

/** A loop over a text runs over its positions, and so does a loop over a list whose indexes are named. */
function withIndex({ index, span }: LoopExpression | FoldExpression, over: LoopOver, builder: GraphBuilder): LoopOver {
  return index !== null || isText(over) ? positionsOf(builder, over, span) : over;
}

/** A loop as one node. */
function* run(expression: LoopExpression, name: LoopName, over: LoopOver, builder: GraphBuilder): Elaboration {
  const { draft } = builder;
  const { span } = expression;
  const { region, value } = yield* body(builder, () => bindElement(expression, over, 0, builder), expression.body);
  if (name !== 'map') expectType(builder, value, BOOLEAN, `the condition of '${keywordOf(expression)}'`);
  const result = resultOf(name, over.whole, () => compound(builder, { kind: 'list', element: draft.term(value.node) }, span));
  return draft.add({ op: 'loop', loop: name, source: over.source, body: region }, result, span);
}

function resultOf(name: LoopName, whole: TypeTerm, mapped: () => TypeTerm): TypeTerm {
  switch (name) {
    case 'map':
      return mapped();
    case 'filter':
      return whole;
    case 'any':
    case 'all':
      return BOOLEAN;
    case 'count':
      return INTEGER;
  }
}

function* filter(expression: LoopExpression, over: LoopOver, builder: GraphBuilder): Elaboration {
  const { draft, reports } = builder;
  const { index, span } = expression;
  if (isText(over)) return yield* filterText(expression, over, builder);
  if (index === null) return yield* run(expression, 'filter', over, builder);
  if (prune(over.whole).kind === 'bytes') {
    reports.error('kind-mismatch', index.span, "'filter' over bytes has no index", 'go over a list of them, `map octet in xs { octet }`');
    return draft.poison(span);
  }
  const pairs = pairsOf(builder, over, span);
  const kept = yield* run(expression, 'filter', pairs, builder);
  const region = draft.open();
  const pair = draft.bound(0, pairs.given?.term ?? over.element, span)();
  draft.close(draft.add({ op: 'field', record: pair, name: 'b' }, over.element, span));
  return draft.add({ op: 'loop', loop: 'map', source: { over: 'value', node: kept }, body: region }, over.whole, span);
}

/** Elaborates a filter of a text: the characters whose code points satisfy a condition, joined. */
function* filterText(expression: LoopExpression, over: LoopOver, builder: GraphBuilder): Elaboration {
  const { draft, scope } = builder;
  const { span } = expression;
  const positions = positionsOf(builder, over, span);
  const region = draft.open();
  const mark = scope.mark();
  const position = bindElement(expression, positions, 0, builder);
  const condition = yield* block(expression.body, builder);
  scope.release(mark);
  expectType(builder, { node: condition, span: expression.body.value.span }, BOOLEAN, "the condition of 'filter'");
  const whenTrue = draft.open();
  const next = applied(builder, 'ADD', [position(), integer(builder, 1, span)], span);
  draft.close(applied(builder, 'SUBSTRING', [sequenceOf(over), position(), next], span));
  const whenFalse = draft.open();
  draft.close(draft.add({ op: 'literal', value: '' }, TEXT, span));
  draft.close(draft.add({ op: 'select', condition, whenTrue, whenFalse }, TEXT, span));
  const parts = draft.add({ op: 'loop', loop: 'map', source: positions.source, body: region }, { kind: 'list', element: TEXT }, span);
  return applied(builder, 'JOIN_TEXT', [parts, draft.add({ op: 'literal', value: '' }, TEXT, span)], span);
}

/** `first x in xs { c }`: an option with the first element that a filter keeps. */
function* first(expression: LoopExpression, over: LoopOver, builder: GraphBuilder): Elaboration {
  const { draft } = builder;
  const { index, span } = expression;
  const isPaired = index !== null;
  const kept = yield* run(expression, 'filter', isPaired ? pairsOf(builder, over, span) : listOf(builder, over, span), builder);
  const length = applied(builder, 'LENGTH', [kept], span);
  const condition = applied(builder, 'GT', [length, integer(builder, 0, span)], span);
  const whenTrue = draft.open();
  const found = applied(builder, 'GET', [kept, integer(builder, 0, span)], span);
  const value = some(builder, { node: isPaired ? draft.add({ op: 'field', record: found, name: 'b' }, over.element, span) : found, span });
  draft.close(value);
  const whenFalse = draft.open();
  draft.close(draft.add({ op: 'literal', value: NONE }, draft.term(value), span));
  return draft.add({ op: 'select', condition, whenTrue, whenFalse }, draft.term(value), span);
}

/** `fold acc = init for x in xs { e }`, optionally with a stated domain of the accumulator. */
export function* fold(expression: FoldExpression, builder: GraphBuilder): Elaboration {
  const { draft, scope } = builder;
  const { accumulator, span } = expression;
  const domain = expression.domain === null ? null : builder.domains.resolve(expression.domain);
  const initial = builder.atOnce(builder, expression.initial) ?? (yield expression.initial);
  const isWrong = expression.domain !== null && domain === null;
  const term = isWrong ? new Variable(true) : domain === null ? draft.term(initial) : typeOf(domain);
  const shown = spellBinder(accumulator);
  expectType(builder, { node: initial, span: expression.initial.span }, term, () => `the first value of '${shown}'`);
  const over = withIndex(expression, yield* openSource(expression.source, builder, 'fold'), builder);
  const kept: Kept = { accumulator, term, conditions: expression.keeping === null ? [] : conjuncts(expression.keeping) };
  const isKept = kept.conditions.length > 0;
  const start = isKept ? yield* hold(initial, kept, 'contract', builder) : initial;
  const region = draft.open();
  const mark = scope.mark();
  const bound = draft.bound(0, term, placeOf(accumulator));
  const before = isKept ? ofNode(yield* hold(bound(), kept, 'induction', builder)) : bound;
  bindInLoop(builder, 'accumulator', accumulator, term, before);
  bindElement(expression, over, 1, builder);
  const result = yield* block(expression.body, builder);
  scope.release(mark);
  expectType(builder, { node: result, span: expression.body.value.span }, term, () => `what a step gives for '${shown}'`);
  draft.close(isKept ? yield* hold(result, kept, 'contract', builder) : result);
  const last = draft.add({ op: 'fold', source: over.source, initial: start, domain, body: region }, term, span);
  return isKept ? yield* hold(last, kept, 'induction', builder) : last;
}

/** The `keeping` conditions of a fold, on its accumulator. */
interface Kept {
  readonly accumulator: Binder;
  readonly term: TypeTerm;
  readonly conditions: readonly Expression[];
}

function ofNode(node: NodeId): () => NodeId {
  return () => node;
}

/** The operands of a chain of `and`, or the condition alone: each one is proven separately. */
function conjuncts(condition: Expression): readonly Expression[] {
  if (condition.form !== 'chain' || condition.rest.some(({ operator }) => operator !== 'and')) return [condition];
  return [condition.first, ...condition.rest.map(({ operand }) => operand)];
}

/** Returns the node with the `keeping` conditions of its fold as facts. */
function* hold(node: NodeId, { accumulator, term, conditions }: Kept, by: 'contract' | 'induction', builder: GraphBuilder): Elaboration {
  const { draft, scope } = builder;
  let held = node;
  for (const condition of conditions) {
    const region = draft.open();
    const mark = scope.mark();
    bindInLoop(builder, 'accumulator', accumulator, term, draft.bound(0, term, placeOf(accumulator)));
    const truth = yield condition;
    scope.release(mark);
    expectType(builder, { node: truth, span: condition.span }, BOOLEAN, "what 'keeping' states");
    draft.close(truth);
    held = draft.add({ op: 'hold', operand: held, condition: region, by }, term, condition.span);
  }
  return held;
}

/** Binds the names of an element and its index in a body that has just been opened. Returns the node of the value bound at `slot`. */
function bindElement({ index, variable }: Iteration, { element, given }: LoopOver, slot: number, builder: GraphBuilder): () => NodeId {
  const { draft, scope } = builder;
  const place = placeOf(variable);
  const bound = draft.bound(slot, given === null ? element : given.term, place);
  if (given === null) {
    bindInLoop(builder, 'element', variable, element, bound);
    return bound;
  }
  if (index !== null) {
    const { index: read } = given;
    scope.bind('element', index, read === null ? bound : draft.later(() => read(bound()), INTEGER, index.span));
  }
  bindInLoop(
    builder,
    'element',
    variable,
    element,
    draft.later(() => given.element(bound()), element, place),
  );
  return bound;
}

function* body(
  builder: GraphBuilder,
  bind: () => void,
  syntax: Block,
): Generator<Expression, { readonly region: RegionId; readonly value: Operand }, NodeId> {
  const { draft, scope } = builder;
  const region = draft.open();
  const mark = scope.mark();
  bind();
  const node = yield* block(syntax, builder);
  scope.release(mark);
  draft.close(node);
  return { region, value: { node, span: syntax.value.span } };
}

function* openSource(source: Source, builder: GraphBuilder, keyword: string): Generator<Expression, LoopOver, NodeId> {
  const { draft } = builder;
  if (source.source === 'range') {
    const lo = yield source.lo;
    expectType(builder, { node: lo, span: source.lo.span }, INTEGER, 'the lower bound of the range');
    const hi = yield source.hi;
    expectType(builder, { node: hi, span: source.hi.span }, INTEGER, 'the upper bound of the range');
    return { source: { over: 'range', lo, hi }, element: INTEGER, whole: { kind: 'list', element: INTEGER }, given: null };
  }
  const node = builder.atOnce(builder, source.value) ?? (yield source.value);
  const whole = draft.term(node);
  const element = new Variable();
  const wasOpen = prune(whole).kind === 'variable';
  const elements = (known: TypeTerm) => {
    if (wasOpen && known.kind === 'text') return undecided(builder, source.value.span);
    return elementOf(builder, known, { node, span: source.value.span }, keyword);
  };
  whenKnown(builder, whole, (known) => unify(element, elements(known), builder.reports));
  return { source: { over: 'value', node }, element, whole, given: null };
}

/** A source of unknown type is a list, as in an application: the first type that fits. */
function elementOf({ reports }: GraphBuilder, known: TypeTerm, over: Operand, keyword: string): TypeTerm {
  switch (known.kind) {
    case 'list':
      return known.element;
    case 'bytes':
    case 'text':
      return INTEGER;
    case 'variable': {
      const element = new Variable(known.isError);
      if (!known.isError) unify(known, { kind: 'list', element }, reports);
      return element;
    }
    case 'integer':
    case 'boolean':
    case 'enumeration':
    case 'record':
    case 'option': {
      const message = `'${keyword}' goes over a list, text, bytes or a range of integers, and this is ${describe(known)}`;
      reports.error('kind-mismatch', over.span, message);
      return new Variable(true);
    }
  }
}

/** Loops over texts and over lists are elaborated differently, so the type of the source has to be known here. */
function undecided({ reports }: GraphBuilder, span: Span): TypeTerm {
  reports.error('undetermined-kind', span, 'nothing says before the loop that this is a text', 'state the domain of the wire: name: D = …');
  return new Variable(true);
}
