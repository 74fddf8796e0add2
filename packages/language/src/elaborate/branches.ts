import type { Arm, CorePattern, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { BOOLEAN, BYTES, INTEGER, TEXT } from '@kirchhoff/kernel/types/domain';
import type { Block, Expression, Name, Pattern, WireStatement } from '../syntax/ast.js';
import { constrain, type Elaboration, expectKind, type GraphBuilder, type Operand } from './builder.js';
import { describe, isPoisoned, type Term, tagged, Variable } from './kind-term.js';
import { unify } from './unify.js';

/** `name = value`, also with a stated domain; gives the node of the wire. `producing`: it may be an output. */
export function* wire(statement: WireStatement, builder: GraphBuilder, producing: boolean): Elaboration {
  const { draft, scope } = builder;
  const outer = draft.domain;
  draft.domain = builder.prefix + statement.name.text;
  let node = yield statement.value;
  if (statement.domain !== null) {
    node = constrain(builder, 'state', { node, span: statement.value.span }, statement.domain, statement.name.span);
  }
  draft.domain = outer;
  scope.bind('wire', statement.name, node, producing);
  return node;
}

/** Local wires, then a value. */
export function* block(body: Block, builder: GraphBuilder): Elaboration {
  const mark = builder.scope.mark();
  for (const statement of body.wires) yield* wire(statement, builder, false);
  const value = yield body.value;
  builder.scope.release(mark);
  return value;
}

/** Makes the arms of a branch one kind. */
class ArmKinds {
  private first: Term | null = null;

  constructor(
    private readonly builder: GraphBuilder,
    private readonly keyword: string,
  ) {}

  add(arm: Operand): void {
    const term = this.builder.draft.term(arm.node);
    if (this.first === null) {
      this.first = term;
    } else if (!unify(term, this.first, this.builder.reports)) {
      const message = `the arms of '${this.keyword}' give one kind: the first gives ${describe(this.first)}, this one ${describe(term)}`;
      this.builder.reports.error('kind-mismatch', arm.span, message);
    }
  }

  get term(): Term {
    // Without an arm nothing says which kind it is.
    return this.first ?? new Variable();
  }
}

/** `if … else if … else`: each `else` is a region within the one before, entered and left by loops. */
export function* conditional(expression: Extract<Expression, { form: 'if' }>, builder: GraphBuilder): Elaboration {
  const { draft } = builder;
  const kinds = new ArmKinds(builder, 'if');
  const open: { readonly condition: NodeId; readonly whenTrue: RegionId; readonly whenFalse: RegionId }[] = [];
  for (const branch of expression.branches) {
    const condition = yield branch.condition;
    expectKind(builder, { node: condition, span: branch.condition.span }, BOOLEAN, "the condition of 'if'");
    const whenTrue = draft.open();
    const value = yield* block(branch.block, builder);
    draft.close(value);
    kinds.add({ node: value, span: branch.block.value.span });
    open.push({ condition, whenTrue, whenFalse: draft.open() });
  }
  let value = yield* block(expression.otherwise, builder);
  kinds.add({ node: value, span: expression.otherwise.value.span });
  for (let i = open.length - 1; i >= 0; i -= 1) {
    const branch = open[i];
    if (branch === undefined) break;
    draft.close(value);
    value = draft.add({ op: 'select', ...branch }, kinds.term, expression.branches[i]?.span ?? expression.span);
  }
  return value;
}

/** `match subject { pattern => value, … }`. */
export function* match(expression: Extract<Expression, { form: 'match' }>, builder: GraphBuilder): Elaboration {
  const { draft, scope } = builder;
  const subject = yield expression.subject;
  const subjectTerm = draft.term(subject);
  const kinds = new ArmKinds(builder, 'match');
  const arms: Arm[] = [];
  for (const arm of expression.arms) {
    const { pattern, bound, content } = corePattern(arm.pattern, subjectTerm, builder);
    const region = draft.open();
    draft.arms.set(region, arm.pattern.span);
    const mark = scope.mark();
    if (bound !== null) {
      scope.bind('pattern', bound, arm.pattern.pattern === 'bind' ? subject : draft.bound(0, content, bound.span));
    }
    const value = yield* block(arm.block, builder);
    scope.release(mark);
    draft.close(value);
    kinds.add({ node: value, span: arm.block.value.span });
    arms.push({ pattern, region });
  }
  builder.matches.push({
    subject: subjectTerm,
    arms: arms.map((arm, i) => ({ pattern: arm.pattern, span: expression.arms[i]?.pattern.span ?? expression.span })),
  });
  return draft.add({ op: 'match', subject, arms }, kinds.term, expression.span);
}

interface ReadPattern {
  readonly pattern: CorePattern;
  /** The name that it binds, if any, to what stands below its last `some`, which is of kind `content`. */
  readonly bound: Name | null;
  readonly content: Term;
}

function corePattern(syntax: Pattern, subject: Term, builder: GraphBuilder): ReadPattern {
  let inner = syntax;
  let content = subject;
  let somes = 0;
  for (; inner.pattern === 'some'; inner = inner.inner) {
    const value = new Variable(isPoisoned(content));
    expectSubject(inner, { kind: 'option', value }, content, builder);
    content = value;
    somes += 1;
  }
  let pattern = innermostPattern(inner, content, builder);
  for (; somes > 0; somes -= 1) pattern = { pattern: 'some', inner: pattern };
  return { pattern, bound: inner.pattern === 'bind' ? inner.name : null, content };
}

function innermostPattern(pattern: Exclude<Pattern, { pattern: 'some' }>, subject: Term, builder: GraphBuilder): CorePattern {
  switch (pattern.pattern) {
    case 'wildcard':
    case 'bind':
      return { pattern: 'any' };
    case 'tag':
      expectSubject(pattern, tagged(pattern.tag, pattern.span), subject, builder);
      return { pattern: 'tag', tag: pattern.tag };
    case 'integer':
      expectSubject(pattern, INTEGER, subject, builder);
      return { pattern: 'range', lo: pattern.value, hi: pattern.value };
    case 'range':
      expectSubject(pattern, INTEGER, subject, builder);
      if (pattern.lo > pattern.hi) {
        const message = `the pattern ${pattern.lo}..${pattern.hi} matches nothing: its lower bound has to be at most its upper bound`;
        builder.reports.error('empty-range', pattern.span, message);
      }
      return { pattern: 'range', lo: pattern.lo, hi: pattern.hi };
    case 'text':
      expectSubject(pattern, TEXT, subject, builder);
      return { pattern: 'value', value: pattern.value };
    case 'boolean':
      expectSubject(pattern, BOOLEAN, subject, builder);
      return { pattern: 'value', value: pattern.value };
    case 'bytes':
      expectSubject(pattern, BYTES, subject, builder);
      return { pattern: 'value', value: pattern.value };
    case 'none':
      expectSubject(pattern, { kind: 'option', value: new Variable() }, subject, builder);
      return { pattern: 'none' };
  }
}

function expectSubject(pattern: Pattern, kind: Term, subject: Term, builder: GraphBuilder): void {
  if (unify(kind, subject, builder.reports)) return;
  const message = `this pattern is for ${describe(kind)}, and what is matched is ${describe(subject)}`;
  builder.reports.error('kind-mismatch', pattern.span, message);
}
