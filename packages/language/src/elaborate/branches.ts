import type { NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { BOOLEAN } from '@kirchhoff/kernel/types/domain';
import type { Block, Expression, WireStatement } from '../syntax/ast.js';
import { spellBinder } from '../syntax/binders.js';
import { bindWire } from './binders.js';
import { constrain, type Elaboration, expectType, type GraphBuilder, type Operand } from './builder.js';
import { describe, type TypeTerm, Variable } from './type-term.js';
import { unify } from './unify.js';

/** Elaborates `name = value`, also with a stated domain, or `(a, b) = value`, at the top level of an item. */
export function topWire(statement: WireStatement, builder: GraphBuilder, producing: boolean): void {
  const outer = enterWire(statement, builder);
  bindStatement(statement, builder.elaborate(builder, statement.value), { outer, producing }, builder);
}

/** The same within another elaboration. */
function* innerWire(statement: WireStatement, builder: GraphBuilder): Elaboration {
  const outer = enterWire(statement, builder);
  return bindStatement(statement, yield statement.value, { outer, producing: false }, builder);
}

/** Returns the name of the enclosing wire. */
function enterWire({ binder }: WireStatement, { draft, prefix }: GraphBuilder): string {
  const outer = draft.domain;
  draft.domain = prefix + spellBinder(binder);
  return outer;
}

/** Binds the wire to its value, whose node it returns. `producing`: the wire may be an output. */
function bindStatement(
  statement: WireStatement,
  value: NodeId,
  { outer, producing }: { readonly outer: string; readonly producing: boolean },
  builder: GraphBuilder,
): NodeId {
  const { draft } = builder;
  let node = value;
  if (statement.domain !== null) {
    node = constrain(builder, 'state', { node, span: statement.value.span }, statement.domain, statement.span);
  }
  draft.domain = outer;
  bindWire(builder, statement.binder, { node, span: statement.value.span }, producing);
  return node;
}

/** Local wires, then a value. */
export function* block(body: Block, builder: GraphBuilder): Elaboration {
  const mark = builder.scope.mark();
  for (const statement of body.wires) yield* innerWire(statement, builder);
  const value = builder.atOnce(builder, body.value) ?? (yield body.value);
  builder.scope.release(mark);
  return value;
}

/** Elaborates a block that is an expression of little nesting; `null` for any other block. */
export function blockAtOnce({ wires, value }: Block, builder: GraphBuilder): NodeId | null {
  return wires.length === 0 ? builder.atOnce(builder, value) : null;
}

/** Unifies the types of a branch's arms. */
export class ArmTypes {
  private first: TypeTerm | null = null;

  constructor(
    private readonly builder: GraphBuilder,
    private readonly keyword: string,
  ) {}

  add(arm: Operand): void {
    const term = this.builder.draft.term(arm.node);
    if (this.first === null) {
      this.first = term;
    } else if (!unify(term, this.first, this.builder.reports)) {
      const message = `the arms of '${this.keyword}' give one type: the first gives ${describe(this.first)}, this one ${describe(term)}`;
      this.builder.reports.error('kind-mismatch', arm.span, message);
    }
  }

  get term(): TypeTerm {
    // Without an arm the type is unknown.
    return this.first ?? new Variable();
  }
}

/** `if … else if … else`: each `else` is a region within the previous one. Loops enter and leave them, without recursion. */
export function* conditional(expression: Extract<Expression, { form: 'if' }>, builder: GraphBuilder): Elaboration {
  const { draft } = builder;
  const types = new ArmTypes(builder, 'if');
  const open: { readonly condition: NodeId; readonly whenTrue: RegionId; readonly whenFalse: RegionId }[] = [];
  for (const branch of expression.branches) {
    const condition = yield branch.condition;
    expectType(builder, { node: condition, span: branch.condition.span }, BOOLEAN, "the condition of 'if'");
    const whenTrue = draft.open();
    const value = blockAtOnce(branch.block, builder) ?? (yield* block(branch.block, builder));
    draft.close(value);
    types.add({ node: value, span: branch.block.value.span });
    open.push({ condition, whenTrue, whenFalse: draft.open() });
  }
  let value = yield* block(expression.otherwise, builder);
  types.add({ node: value, span: expression.otherwise.value.span });
  for (let i = open.length - 1; i >= 0; i -= 1) {
    const branch = open[i];
    if (branch === undefined) break;
    draft.close(value);
    const { condition, whenTrue, whenFalse } = branch;
    value = draft.add({ op: 'select', condition, whenTrue, whenFalse }, types.term, expression.branches[i]?.span ?? expression.span);
    draft.note(value);
  }
  return value;
}
