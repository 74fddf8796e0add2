import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import type { Binder } from '../syntax/ast.js';
import { placeOf } from '../syntax/binders.js';
import type { GraphBuilder, Operand } from './builder.js';
import type { BindingRole } from './scope.js';
import { fieldType } from './selection.js';
import { describe, type TypeTerm, Variable } from './type-term.js';
import { unify } from './unify.js';
import { whenKnown } from './when-known.js';

/** Binds a wire to a value, or wires to fields of it. `producing`: the wires may be outputs. */
export function bindWire(builder: GraphBuilder, binder: Binder, value: Operand, producing: boolean): void {
  const { draft, scope } = builder;
  if (binder.binder === 'name') {
    scope.bind('wire', binder.name, value.node, producing);
    return;
  }
  const outer = draft.domain;
  for (const [i, term] of fieldTerms(builder, draft.term(value.node), binder, 'wire').entries()) {
    const bound = binder.fields[i];
    if (bound === undefined) break;
    draft.domain = builder.prefix + bound.name.text;
    const node = draft.add({ op: 'field', record: value.node, name: bound.field.text }, term, bound.name.span);
    scope.bind('wire', bound.name, node, producing);
  }
  draft.domain = outer;
}

/** Binds the variables of a loop's body: an unused field adds no node. */
export function bindInLoop(builder: GraphBuilder, role: BindingRole, binder: Binder, term: TypeTerm, whole: () => NodeId): void {
  const { draft, scope } = builder;
  if (binder.binder === 'name') {
    scope.bind(role, binder.name, whole);
    return;
  }
  const terms = fieldTerms(builder, term, binder, role);
  for (const [i, { field, name }] of binder.fields.entries()) {
    const read = () => ({ op: 'field', record: whole(), name: field.text }) as const;
    scope.bind(role, name, draft.later(read, terms[i] ?? new Variable(true), name.span));
  }
}

type FieldsBinder = Extract<Binder, { binder: 'fields' }>;

/** Returns the types of the bound fields; a value that is no record is reported once. */
function fieldTerms(builder: GraphBuilder, record: TypeTerm, binder: FieldsBinder, role: BindingRole): readonly TypeTerm[] {
  const terms = binder.fields.map(() => new Variable());
  whenKnown(builder, record, (known) => {
    const fits = known.kind === 'record';
    if (!fits) reportNoRecord(builder, known, binder, role);
    for (const [i, { field }] of binder.fields.entries()) {
      const type = fits ? fieldType(builder, known, field) : new Variable(true);
      unify(terms[i] ?? type, type, builder.reports);
    }
  });
  return terms;
}

function reportNoRecord({ reports }: GraphBuilder, known: TypeTerm, binder: FieldsBinder, role: BindingRole): void {
  if (known.kind === 'variable' && known.isError) return;
  const place = placeOf(binder);
  if (known.kind === 'variable') {
    reports.error('undetermined-kind', place, 'nothing says which record this is', 'state the domain of the wire: name: D = …');
    return;
  }
  const message = `names in parentheses take fields of a record, and this is ${describe(known)}`;
  reports.error('kind-mismatch', place, message, hintFor(known, role));
}

function hintFor(known: TypeTerm, role: BindingRole): string | undefined {
  if (role === 'element') return 'an index stands before a comma: `map i, x in xs { … }`';
  return known.kind === 'list' ? 'an element is read by its index: `a = xs[0]`' : undefined;
}
