import type { Arm, CorePattern, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { BOOLEAN } from '@kirchhoff/kernel/types/domain';
import type { Span } from '../diagnostics/diagnostic.js';
import type { Alternative, Block, Expression, MatchArm, Name, Pattern } from '../syntax/ast.js';
import { ArmTypes, block, blockAtOnce } from './branches.js';
import { type Elaboration, expectType, type GraphBuilder } from './builder.js';
import { areDisjoint, covers, type ReadPattern, readPattern } from './patterns.js';
import { type Reports, STEPS_A_NODE } from './report.js';
import type { TypeTerm } from './type-term.js';

type Match = Extract<Expression, { form: 'match' }>;

/** Maximal nesting depth of the single matches into which a match on several values is expanded. */
const MAX_DEPTH = 64;

/** A value that is matched. */
interface Subject {
  readonly node: NodeId;
  readonly term: TypeTerm;
}

/** One alternative of an arm: a pattern for each subject. */
interface Row {
  readonly patterns: readonly ReadPattern[];
  readonly guard: Expression | null;
  readonly block: Block;
  readonly span: Span;
}

/**
 * `match e { p, q => value, … }`, `match (a, b) { (p, q) => value, … }`, value`.=>both also with guards: `p if condition => value`.
 * => value`.
 */
export function* match(expression: Match, builder: GraphBuilder): Elaboration {
  const subjects: Subject[] = [];
  for (const subject of expression.subjects) {
    const node = yield subject;
    subjects.push({ node, term: builder.draft.term(node) });
  }
  const rows: Row[] = [];
  for (const arm of expression.arms) for (const alternative of arm.alternatives) rows.push(rowOf(alternative, arm, subjects, builder));
  const types = new ArmTypes(builder, 'match');
  const [only] = subjects;
  return only !== undefined && subjects.length === 1 && rows.every(({ guard }) => guard === null)
    ? yield* matchOne(only, rows, types, expression.span, builder)
    : yield* new MatchTree(subjects, rows, types, expression.span, builder).elaborate();
}

function rowOf(
  alternative: Alternative,
  { alternatives, guard, block: value }: MatchArm,
  subjects: readonly Subject[],
  builder: GraphBuilder,
): Row {
  const patterns = patternsOf(alternative, subjects, builder);
  if (alternatives.length > 1) for (const { name } of patterns) if (name !== null) refuseName(name, builder);
  return { patterns, guard, block: value, span: alternative.span };
}

/** Reads a pattern for each subject. */
function patternsOf({ patterns, span }: Alternative, subjects: readonly Subject[], builder: GraphBuilder): readonly ReadPattern[] {
  const [pattern] = patterns;
  const [subject] = subjects;
  if (pattern !== undefined && subject !== undefined && subjects.length === 1) return [readPattern(pattern, subject.term, builder)];
  // A single `_` stands for one for each subject.
  const isForAll = patterns.length < subjects.length;
  return subjects.map(({ term }, i) => readPattern(patterns[isForAll ? 0 : i] ?? wildcard(span), term, builder));
}

function wildcard(span: Span): Pattern {
  return { pattern: 'wildcard', span };
}

function refuseName(name: Name, builder: GraphBuilder): void {
  const message = `a pattern among several binds no name, since the others do not have '${name.text}'`;
  builder.reports.error('unknown-name', name.span, message, 'write `_`, or an arm of its own for it');
}

/** An arm for each row. The value of an arm with several patterns is elaborated for each, so that the prover knows which of them matched. */
function* matchOne(subject: Subject, rows: readonly Row[], types: ArmTypes, span: Span, builder: GraphBuilder): Elaboration {
  const { draft, reports, scope } = builder;
  const arms: Arm[] = [];
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i];
    const pattern = row?.patterns[0];
    const isCopy = row?.block === rows[i - 1]?.block;
    if (row === undefined || pattern === undefined || (isCopy && !reports.mayWriteOut(row.span))) continue;
    const region = draft.open();
    draft.noteArm(row.span);
    const mark = scope.mark();
    const named = nameAt(pattern, subject, builder);
    if (named !== null) scope.bind('pattern', named.name, named.node);
    const nodes = draft.added;
    const value = blockAtOnce(row.block, builder) ?? (yield* block(row.block, builder));
    scope.release(mark);
    if (isCopy) reports.countWrittenOut(STEPS_A_NODE * (draft.added - nodes));
    types.add({ node: value, span: row.block.value.span });
    draft.close(value);
    arms.push({ pattern: pattern.core, region });
  }
  const patterns = rows.map((row) => row.patterns[0]?.core ?? ANY);
  builder.matches.push({ subject: subject.term, patterns, spans: rows.map((row) => row.span) });
  return draft.add({ op: 'match', subject: subject.node, arms }, types.term, span);
}

/** A name with its node, or with a function that adds the node. */
interface Named {
  readonly name: Name;
  readonly node: NodeId | (() => NodeId);
}

/** Binds the name of a pattern in the region of its arm, which has just been opened. */
function nameAt({ name, core, content }: ReadPattern, subject: Subject, { draft }: GraphBuilder): Named | null {
  if (name === null) return null;
  return { name, node: core.pattern === 'any' ? subject.node : draft.bound(0, content, name.span) };
}

/** Elaborates the values of arms, and counts the ones that are elaborated more than once. */
class Copies {
  private readonly written = new Set<Block>();

  constructor(private readonly builder: GraphBuilder) {}

  *write(row: Row, names: readonly (Named | null)[], types: ArmTypes): Elaboration {
    const { draft, scope } = this.builder;
    const nodes = draft.added;
    const mark = scope.mark();
    names.forEach((named) => this.bind(named));
    const value = yield* block(row.block, this.builder);
    this.end(row, mark, nodes);
    types.add({ node: value, span: row.block.value.span });
    return value;
  }

  /** Elaborates `if guard { value } else {`, and leaves the region of the `else` open. */
  *writeGuarded(row: Row, guard: Expression, names: readonly (Named | null)[], types: ArmTypes): Generator<Expression, OpenGuard, NodeId> {
    const { draft, scope } = this.builder;
    const nodes = draft.added;
    const mark = scope.mark();
    names.forEach((named) => this.bind(named));
    const condition = yield guard;
    expectType(this.builder, { node: condition, span: guard.span }, BOOLEAN, 'the condition of an arm');
    const whenTrue = draft.open();
    const value = yield* block(row.block, this.builder);
    draft.close(value);
    this.end(row, mark, nodes);
    types.add({ node: value, span: row.block.value.span });
    return { condition, whenTrue, whenFalse: draft.open() };
  }

  private bind(named: Named | null): void {
    if (named !== null) this.builder.scope.bind('pattern', named.name, named.node);
  }

  /** Ends the body of a row, which began at a number of nodes: its names, from the mark on, go out of scope. */
  private end({ block: body }: Row, mark: number, nodes: number): void {
    const { draft, reports, scope } = this.builder;
    scope.release(mark);
    if (this.written.has(body)) reports.countWrittenOut(STEPS_A_NODE * (draft.added - nodes));
    this.written.add(body);
  }
}

/** A guard whose `else` is still to be closed. */
interface OpenGuard {
  readonly condition: NodeId;
  readonly whenTrue: RegionId;
  readonly whenFalse: RegionId;
}

/** A row with its unmatched patterns, by subject. */
interface OpenRow {
  readonly row: Row;
  /** `null` if the pattern of that subject is known to match. */
  readonly open: readonly (ReadPattern | null)[];
  readonly names: readonly (Named | null)[];
}

/**
 * Elaborates a match on several values as a tree of matches on one (after Maranget, "Compiling pattern matching to good decision
 * trees", 2008, with the leftmost open subject first). The first row that matches decides, as always. The rows that may still match
 * are tried again in two cases: inside an arm whose patterns overlap with others, and after a guard that fails.
 */
class MatchTree {
  private readonly copies: Copies;
  /** By row: the regions of its value. */
  private readonly decided = new Map<Row, RegionId[]>();
  private readonly isGuarded: boolean;
  private tooDeep = false;

  constructor(
    private readonly subjects: readonly Subject[],
    private readonly rows: readonly Row[],
    private readonly types: ArmTypes,
    private readonly span: Span,
    private readonly builder: GraphBuilder,
  ) {
    this.copies = new Copies(builder);
    this.isGuarded = rows.some(({ guard }) => guard !== null);
  }

  *elaborate(): Elaboration {
    const { reports } = this.builder;
    const open = this.rows.map((row): OpenRow => this.settleIrrefutable({ row, open: row.patterns, names: [] }));
    const node = yield* this.tree(open, 0);
    if (this.isGuarded) this.noteArms();
    for (const row of this.rows) {
      if (this.decided.has(row) || this.tooDeep || reports.failed) continue;
      reports.warn('unreachable-arm', row.span, 'this arm can never match: the arms before it take every such value');
    }
    return node;
  }

  private decide(row: Row, region: RegionId): void {
    const regions = this.decided.get(row);
    if (regions === undefined) this.decided.set(row, [region]);
    else regions.push(region);
  }

  private noteArms(): void {
    const arms = this.rows.map((row) => ({
      patterns: row.patterns.map(({ core }) => core),
      span: row.span,
      regions: this.decided.get(row) ?? [],
    }));
    this.builder.draft.guarded.push(arms);
  }

  /** `_` and names match every value. */
  private settleIrrefutable({ row, open, names }: OpenRow): OpenRow {
    const bound = open.flatMap((pattern, i) => {
      const subject = this.subjects[i];
      return pattern?.core.pattern === 'any' && subject !== undefined ? [nameAt(pattern, subject, this.builder)] : [];
    });
    return { row, open: open.map((pattern) => (pattern?.core.pattern === 'any' ? null : pattern)), names: [...names, ...bound] };
  }

  /** Elaborates rows: the value of the first row that matches and whose guard holds. */
  private *tree(rows: readonly OpenRow[], depth: number): Elaboration {
    const { draft } = this.builder;
    const guards: (OpenGuard & { readonly span: Span })[] = [];
    for (const { row, open, names } of rows) {
      const { guard, span } = row;
      if (guard === null || !open.every((pattern) => pattern === null)) break;
      const written = yield* this.copies.writeGuarded(row, guard, names, this.types);
      this.decide(row, written.whenTrue);
      guards.push({ ...written, span });
    }
    const last = guards.at(-1);
    const left = rows.slice(guards.length);
    let value = left.length === 0 && last !== undefined ? this.missingArm(last.span) : yield* this.firstOf(left, depth);
    for (const { span, ...guard } of guards.toReversed()) {
      draft.close(value);
      value = draft.add({ op: 'select', ...guard }, this.types.term, span);
    }
    return value;
  }

  private missingArm(span: Span): NodeId {
    const { reports, draft } = this.builder;
    reports.error(
      'missing-arm',
      span,
      'no arm is left for what this pattern matches where its condition fails',
      'add one without a condition after it, such as `_ => value`',
    );
    return draft.poison(span);
  }

  /** The same for at least one row, of which the first has no guard or has unmatched patterns. */
  private *firstOf(rows: readonly OpenRow[], depth: number): Elaboration {
    const { draft, reports } = this.builder;
    const [first] = rows;
    if (first === undefined || depth > MAX_DEPTH) return this.giveUp();
    const at = first.open.findIndex((pattern) => pattern !== null);
    const subject = this.subjects[at];
    if (subject === undefined) {
      this.decide(first.row, draft.region);
      return yield* this.copies.write(first.row, first.names, this.types);
    }
    const arms: Arm[] = [];
    const cases = casesOf(rows, at, reports);
    for (const [i, core] of cases.entries()) {
      if (!reports.mayWriteOut(this.span)) break;
      const region = draft.open();
      const left = this.within(rows, at, core, cases.slice(0, i));
      const [next] = left;
      // With guards, a row may be reached although an earlier arm matches, and the check would not notice it.
      if (!this.isGuarded && next?.open.every((pattern) => pattern === null) === true) draft.noteArm(next.row.span);
      const value = yield* this.tree(left, depth + 1);
      draft.close(value);
      arms.push({ pattern: core, region });
    }
    return draft.add({ op: 'match', subject: subject.node, arms }, this.types.term, this.span);
  }

  private giveUp(): NodeId {
    const { reports, draft } = this.builder;
    if (!this.tooDeep) {
      reports.error(
        'nested-too-deep',
        this.span,
        'the patterns of this match overlap in too many ways',
        'match one value inside of the arm for another',
      );
    }
    this.tooDeep = true;
    return draft.poison(this.span);
  }

  /** Returns the rows that may match if a subject matches a case and no earlier one; called in the region of its arm. */
  private within(rows: readonly OpenRow[], at: number, core: CorePattern, before: readonly CorePattern[]): readonly OpenRow[] {
    const subject = this.subjects[at];
    this.builder.reports.countWrittenOut(rows.length * (1 + before.length));
    return rows.flatMap((each): readonly OpenRow[] => {
      const pattern = each.open[at];
      if (subject === undefined || pattern === null || pattern === undefined) return [each];
      if (areDisjoint(pattern.core, core) || before.some((earlier) => covers(earlier, pattern.core))) return [];
      // A name is bound to the content of the last `some` of its pattern.
      const known = covers(pattern.core, core) && (pattern.name === null || covers(core, pattern.core));
      if (!known) return [each];
      return [{ ...each, open: each.open.with(at, null), names: [...each.names, nameAt(pattern, subject, this.builder)] }];
    });
  }
}

/** Returns the distinct patterns of one subject in order, without those that earlier ones cover. */
function casesOf(rows: readonly OpenRow[], at: number, reports: Reports): readonly CorePattern[] {
  const cases: CorePattern[] = [];
  for (const { row, open } of rows) {
    const core = open[at]?.core ?? ANY;
    reports.countWrittenOut(cases.length);
    if (!reports.mayWriteOut(row.span)) break;
    if (!cases.some((earlier) => covers(earlier, core))) cases.push(core);
  }
  return cases;
}

const ANY: CorePattern = { pattern: 'any' };
