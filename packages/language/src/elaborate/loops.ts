import type { LoopSource, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { BOOLEAN, INTEGER, kindOf } from '@kirchhoff/kernel/types/domain';
import type { Binder, Block, Expression, Source } from '../syntax/ast.js';
import { placeOf, spellBinder } from '../syntax/binders.js';
import { bindInLoop } from './binders.js';
import { block } from './branches.js';
import { type Elaboration, expectKind, type GraphBuilder, type Operand } from './builder.js';
import { compound } from './compounds.js';
import { describe, type Term, Variable } from './kind-term.js';
import type { BindingRole } from './scope.js';
import { unify } from './unify.js';
import { whenKnown } from './when-known.js';

type LoopExpression = Extract<Expression, { form: 'map' | 'filter' | 'quantifier' }>;
type FoldExpression = Extract<Expression, { form: 'fold' }>;

/** What a loop goes over, with the kind of an element and the kind of the whole. */
interface OpenSource {
  readonly source: LoopSource;
  readonly element: Term;
  readonly whole: Term;
}

/** `map x in xs { e }`, `filter x in xs { c }`, and `any`, `all`, `count`. */
export function* loop(expression: LoopExpression, builder: GraphBuilder): Elaboration {
  const { draft } = builder;
  const { variable, span } = expression;
  const kind = expression.form === 'quantifier' ? expression.quantifier : expression.form;
  const { source, element, whole } = yield* openSource(expression.source, builder, kind);
  const { region, value } = yield* body(builder, [{ role: 'element', binder: variable, term: element }], expression.body);
  if (kind !== 'map') expectKind(builder, value, BOOLEAN, `the condition of '${kind}'`);
  const result = resultOf(kind, whole, () => compound(builder, { kind: 'list', element: draft.term(value.node) }, span));
  return draft.add({ op: 'loop', loop: kind, source, body: region }, result, span);
}

function resultOf(kind: 'map' | 'filter' | 'any' | 'all' | 'count', whole: Term, mapped: () => Term): Term {
  switch (kind) {
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

/** `fold acc = init for x in xs { e }`, the accumulator perhaps with a stated domain. */
export function* fold(expression: FoldExpression, builder: GraphBuilder): Elaboration {
  const { draft } = builder;
  const { accumulator, variable, span } = expression;
  const domain = expression.domain === null ? null : builder.domains.resolve(expression.domain);
  const initial = yield expression.initial;
  const isWrong = expression.domain !== null && domain === null;
  const term = isWrong ? new Variable(true) : domain === null ? draft.term(initial) : kindOf(domain);
  const shown = spellBinder(accumulator);
  expectKind(builder, { node: initial, span: expression.initial.span }, term, `the first value of '${shown}'`);
  const { source, element } = yield* openSource(expression.source, builder, 'fold');
  const bindings = [
    { role: 'accumulator', binder: accumulator, term },
    { role: 'element', binder: variable, term: element },
  ] as const;
  const { region, value } = yield* body(builder, bindings, expression.body);
  expectKind(builder, value, term, `what a step gives for '${shown}'`);
  return draft.add({ op: 'fold', source, initial, domain, body: region }, term, span);
}

/** What the body of a loop binds: at position i what is bound at index i. */
interface BodyBinding {
  readonly role: BindingRole;
  readonly binder: Binder;
  readonly term: Term;
}

function* body(
  builder: GraphBuilder,
  bindings: readonly BodyBinding[],
  syntax: Block,
): Generator<Expression, { readonly region: RegionId; readonly value: Operand }, NodeId> {
  const { draft, scope } = builder;
  const region = draft.open();
  const mark = scope.mark();
  bindings.forEach(({ role, binder, term }, index) => bindInLoop(builder, role, binder, term, draft.bound(index, term, placeOf(binder))));
  const node = yield* block(syntax, builder);
  scope.release(mark);
  draft.close(node);
  return { region, value: { node, span: syntax.value.span } };
}

function* openSource(source: Source, builder: GraphBuilder, keyword: string): Generator<Expression, OpenSource, NodeId> {
  const { draft } = builder;
  if (source.source === 'range') {
    const lo = yield source.lo;
    expectKind(builder, { node: lo, span: source.lo.span }, INTEGER, 'the lower bound of the range');
    const hi = yield source.hi;
    expectKind(builder, { node: hi, span: source.hi.span }, INTEGER, 'the upper bound of the range');
    return { source: { over: 'range', lo, hi }, element: INTEGER, whole: { kind: 'list', element: INTEGER } };
  }
  const node = yield source.value;
  const whole = draft.term(node);
  const element = new Variable();
  const elements = (known: Term) => elementOf(builder, known, { node, span: source.value.span }, keyword);
  whenKnown(builder, whole, (known) => unify(element, elements(known), builder.reports));
  return { source: { over: 'value', node }, element, whole };
}

/** What nothing says the kind of is a list, as in an application: the first kind that fits. */
function elementOf({ reports }: GraphBuilder, known: Term, over: Operand, keyword: string): Term {
  switch (known.kind) {
    case 'list':
      return known.element;
    case 'bytes':
      return INTEGER;
    case 'variable': {
      const element = new Variable(known.poisoned);
      if (!known.poisoned) unify(known, { kind: 'list', element }, reports);
      return element;
    }
    case 'integer':
    case 'boolean':
    case 'enumeration':
    case 'text':
    case 'record':
    case 'option': {
      const message = `'${keyword}' goes over a list, bytes or a range of integers, and this is ${describe(known)}`;
      const hint =
        known.kind === 'text' ? 'go over `UTF8_ENCODE(t)`, its bytes, or over `0..TEXT_LENGTH(t) - 1` with `CODE_AT(t, i)`' : undefined;
      reports.error('kind-mismatch', over.span, message, hint);
      return new Variable(true);
    }
  }
}
