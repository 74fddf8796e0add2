import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { LIST_LENGTH } from '@kirchhoff/kernel/limits';
import { NONE } from '@kirchhoff/kernel/values/value';
import type { Span } from '../diagnostics/diagnostic.js';
import type { Expression, Name } from '../syntax/ast.js';
import { type Elaboration, expectType, type GraphBuilder, type Operand } from './builder.js';
import { compound } from './compounds.js';
import { fieldIndex } from './field-index.js';
import { STEPS_A_NODE, TOO_MANY_FIELDS } from './report.js';
import { fieldType } from './selection.js';
import { describe, prune, type TypeTerm, Variable } from './type-term.js';
import { unify } from './unify.js';

/** `none`: the type of the option follows from its context. */
export function none(expression: Extract<Expression, { form: 'none' }>, builder: GraphBuilder): NodeId {
  return builder.draft.add({ op: 'literal', value: NONE }, { kind: 'option', value: new Variable() }, expression.span);
}

/** `some value`. */
export function some(builder: GraphBuilder, { node, span }: Operand): NodeId {
  const { draft } = builder;
  return draft.add({ op: 'some', value: node }, compound(builder, { kind: 'option', value: draft.term(node) }, span), span);
}

/** `[a, b]`; for the empty list, the context determines the type of its elements. */
export function* list(expression: Extract<Expression, { form: 'list' }>, builder: GraphBuilder): Elaboration {
  const { draft, reports } = builder;
  const { items, span } = expression;
  if (items.length > LIST_LENGTH) {
    reports.error('list-too-long', span, `a list has at most ${LIST_LENGTH} elements, and here are ${items.length}`);
    return draft.poison(span);
  }
  const nodes: NodeId[] = [];
  let element: TypeTerm = new Variable();
  for (const [i, item] of items.entries()) {
    const node = yield item;
    const term = draft.term(node);
    if (i === 0) element = term;
    else if (!unify(term, element, reports)) {
      const message = `the elements of a list are of one type: the first is ${describe(element)}, this one ${describe(term)}`;
      reports.error('kind-mismatch', item.span, message, 'nothing is ever converted');
    }
    nodes.push(node);
  }
  return draft.add({ op: 'list', items: nodes }, compound(builder, { kind: 'list', element }, span), span);
}

type Fields = ReadonlyMap<string, { readonly name: Name; readonly node: NodeId; readonly span: Span }>;

/** `(x: 1, y: 2)`, or `(..base, x: 1)`: the fields are evaluated in the written order and stored sorted by name. */
export function* record(expression: Extract<Expression, { form: 'record' }>, builder: GraphBuilder): Elaboration {
  const { draft } = builder;
  const { base, span } = expression;
  const copied = base === null ? null : { node: yield base, span: base.span };
  const fields = new Map<string, { readonly name: Name; readonly node: NodeId; readonly span: Span }>();
  for (const { name, value } of expression.fields) {
    const node = builder.atOnce(builder, value) ?? (yield value);
    if (fields.has(name.text)) builder.reports.error('duplicate-name', name.span, `the field '${name.text}' stands twice in one record`);
    fields.set(name.text, { name, node, span: value.span });
  }
  if (copied !== null) return updated(builder, copied, fields, span);
  const sorted = [...fields].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, { node }]) => ({ name, node }));
  const types = sorted.map(({ name, node }) => ({ name, type: draft.term(node) }));
  return draft.add({ op: 'record', fields: sorted }, compound(builder, { kind: 'record', fields: types }, span), span);
}

/** The record `base` with other values in some of its fields. */
function updated(builder: GraphBuilder, base: Operand, fields: Fields, span: Span): NodeId {
  const { draft, reports } = builder;
  const known = prune(draft.term(base.node));
  if (known.kind !== 'record') {
    reportNoRecord(builder, known, base.span);
    return draft.poison(span);
  }
  let isKnown = true;
  for (const { name, node, span: place } of fields.values()) {
    const type = fieldType(builder, known, name);
    expectType(builder, { node, span: place }, type, `the field '${name.text}'`);
    isKnown &&= fieldIndex(known.fields, name.text) !== -1;
  }
  // The type has been reported as faulty: its other fields, and the missing one, may be read.
  if (!isKnown) return draft.poison(span);
  reports.countWrittenOut(known.fields.length * STEPS_A_NODE);
  if (!reports.mayWriteOut(span, TOO_MANY_FIELDS)) return draft.poison(span);
  const all = known.fields.map(({ name, type }) => ({
    name,
    node: fields.get(name)?.node ?? draft.add({ op: 'field', record: base.node, name }, type, span),
  }));
  return draft.add({ op: 'record', fields: all }, known, span);
}

function reportNoRecord({ reports }: GraphBuilder, known: TypeTerm, place: Span): void {
  if (known.kind !== 'variable') {
    reports.error('kind-mismatch', place, `\`..\` copies the fields of a record, and this is ${describe(known)}`);
  } else if (!known.isError) {
    reports.error('undetermined-kind', place, 'nothing says which record this is', 'state the domain of the wire: name: D = …');
  }
}
