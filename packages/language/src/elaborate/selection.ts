import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import type { Span } from '../diagnostics/diagnostic.js';
import type { Name } from '../syntax/ast.js';
import { hintForCall, hintForLength } from '../syntax/foreign.js';
import { apply, candidatesNamed } from './application.js';
import type { GraphBuilder, Operand } from './builder.js';
import { fieldIndex } from './field-index.js';
import { describe, prune, type TypeTerm, Variable } from './type-term.js';
import { unify } from './unify.js';
import { whenKnown } from './when-known.js';

/** `xs[i]`. */
export function element(builder: GraphBuilder, sequence: Operand, index: Operand, span: Span): NodeId {
  if (prune(builder.draft.term(sequence.node)).kind === 'text') {
    const hint = '`CODE_AT(t, i)` is a character, and `SUBSTRING(t, from, to)` a part';
    builder.reports.error('kind-mismatch', sequence.span, "'[…]' reads from a list or bytes, and this is text", hint);
    return builder.draft.poison(span);
  }
  const roles = ["what '[…]' reads from", "the index in '[…]'"];
  return apply(builder, { shown: "'[…]'", roles, candidates: candidatesNamed('GET'), operands: [sequence, index], literals: [], span });
}

/** `record.name`. */
export function field(builder: GraphBuilder, record: Operand, name: Name): NodeId {
  const { draft } = builder;
  const result = new Variable();
  whenKnown(builder, draft.term(record.node), (known) => unify(result, fieldType(builder, known, name), builder.reports));
  return draft.add({ op: 'field', record: record.node, name: name.text }, result, name.span);
}

/** Returns the type of a field; the error type if the field does not exist, which is reported. */
export function fieldType(builder: GraphBuilder, known: TypeTerm, name: Name): TypeTerm {
  const { reports } = builder;
  if (known.kind === 'record') {
    const type = known.fields[fieldIndex(known.fields, name.text)]?.type;
    if (type !== undefined) return type;
    const names = known.fields.map((each) => each.name);
    reports.error(
      'unknown-field',
      name.span,
      `there is no field '${name.text}': this is ${describe(known)}`,
      reports.nearName(name.text, names),
    );
  } else if (known.kind !== 'variable') {
    reports.error('kind-mismatch', name.span, `only a record has fields, and this is ${describe(known)}`, hintForField(known, name.text));
  } else if (!known.isError) {
    reports.error('undetermined-kind', name.span, 'nothing says which record this is', 'state the domain of the wire: name: D = …');
  }
  return new Variable(true);
}

/** Returns a hint at the meaning of `value.name` in other languages, for a value that is no record. */
function hintForField({ kind }: TypeTerm, name: string): string | undefined {
  const isMeasured = hintForLength(name) !== undefined;
  if (isMeasured && kind === 'text') return 'write `TEXT_LENGTH(t)`';
  if (isMeasured && (kind === 'list' || kind === 'bytes')) return 'write `LENGTH(xs)`';
  if (kind === 'option') return 'an option is taken apart: `match o { some value => …, none => … }`, or `o ?? other`';
  return hintForCall(name);
}
