import type { NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import type { Span } from '../diagnostics/diagnostic.js';
import type { Expression } from '../syntax/ast.js';
import { type Elaboration, expectType, type GraphBuilder } from './builder.js';
import { type TypeTerm, Variable } from './type-term.js';

/** `a ?? b ?? c`, grouped to the right: each default is a region within the previous one, evaluated only for `none`. */
export function* unwrap(builder: GraphBuilder, operands: readonly Expression[], spanOf: (i: number) => Span): Elaboration {
  const { draft } = builder;
  const content: TypeTerm = new Variable();
  const open: { readonly option: NodeId; readonly otherwise: RegionId }[] = [];
  let value: NodeId = -1;
  for (const [i, operand] of operands.entries()) {
    value = yield operand;
    const at = { node: value, span: operand.span };
    if (i === operands.length - 1) {
      expectType(builder, at, content, "the right side of '??'");
    } else {
      expectType(builder, at, { kind: 'option', value: content }, "the left side of '??'");
      open.push({ option: value, otherwise: draft.open() });
    }
  }
  for (let i = open.length - 1; i >= 0; i -= 1) {
    const each = open[i];
    if (each === undefined) break;
    draft.close(value);
    value = draft.add({ op: 'unwrapOr', ...each }, content, spanOf(i));
  }
  return value;
}
