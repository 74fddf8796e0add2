import type { Span } from '../diagnostics/diagnostic.js';
import type { Alternative, Block, Expression, Iteration, MatchArm, Quantifier, Source, WireStatement } from './ast.js';
import { parseBinder } from './binders.js';
import type { TokenCursor } from './cursor.js';
import { endOfEntry, parseDomain } from './domains.js';
import type { Grammar } from './expression-grammar.js';
import { parseAlternative } from './patterns.js';

/** `if c { a } else if d { b } else { e }`; `else` may begin a line. */
export function parseIf(cursor: TokenCursor, grammar: Grammar): Expression {
  const span = cursor.span();
  const branches: { readonly condition: Expression; readonly block: Block; readonly span: Span }[] = [];
  do {
    const branch = cursor.skip();
    branches.push({ condition: parseHead(cursor, grammar), block: grammar.block(cursor), span: branch });
  } while (acceptElse(cursor, branches[0]?.span ?? span) && cursor.at('if'));
  const otherwise = grammar.block(cursor);
  return { form: 'if', branches, otherwise, span };
}

function acceptElse(cursor: TokenCursor, start: Span): boolean {
  if (!cursor.at('else')) {
    cursor.fail('missing-else', start, 'an `if` gives a value in every case: its `else` is missing', 'write `if c { a } else { b }`');
    return false;
  }
  cursor.next();
  return true;
}

/** A condition or subject, which has no bracket of its own. */
function parseHead(cursor: TokenCursor, grammar: Grammar): Expression {
  cursor.openHead();
  const expression = grammar.expression(cursor);
  cursor.closeHead();
  return expression;
}

function parseSource(cursor: TokenCursor, grammar: Grammar): Source {
  cursor.openHead();
  const source = grammar.source(cursor);
  cursor.closeHead();
  return source;
}

/** `match e { pattern => value, … }` and `match (a, b) { (p, q) => value, … }`; commas and newlines between the arms. */
export function parseMatch(cursor: TokenCursor, grammar: Grammar): Expression {
  const span = cursor.skip();
  const subjects = parseSubjects(cursor, grammar);
  const braces = cursor.open('{', '`{` and the arms');
  const arms: MatchArm[] = [];
  const errors = cursor.errors;
  while (!cursor.at('}') && !cursor.atEnd() && !cursor.atItem()) {
    const start = cursor.mark();
    arms.push(parseArm(cursor, grammar, subjects.length));
    cursor.recover(start, true);
    endOfEntry(cursor, '}');
    cursor.recover(start, true);
  }
  if (arms.length === 0 && cursor.errors === errors) cursor.expected('an arm as in `_ => value`');
  cursor.close('}', braces);
  return { form: 'match', subjects, arms, span };
}

function parseSubjects(cursor: TokenCursor, grammar: Grammar): readonly Expression[] {
  if (!cursor.atTuple()) return [parseHead(cursor, grammar)];
  const subjects: Expression[] = [];
  const parentheses = cursor.open('(');
  while (!cursor.at(')') && !cursor.atEnd()) {
    subjects.push(grammar.expression(cursor));
    if (!cursor.at(')')) cursor.expect(',', '`,` or `)`');
  }
  cursor.close(')', parentheses);
  return subjects;
}

function parseArm(cursor: TokenCursor, grammar: Grammar, subjects: number): MatchArm {
  const span = cursor.span();
  const alternatives: Alternative[] = [parseAlternative(cursor, subjects)];
  while (cursor.accept(',') !== null) alternatives.push(parseAlternative(cursor, subjects));
  const guard = cursor.accept('if') === null ? null : grammar.expression(cursor);
  if (cursor.accept('=>') === null) cursor.expected('`=>` and a value', hintAfterPattern(cursor));
  return { alternatives, guard, block: parseArmValue(cursor, grammar), span };
}

function hintAfterPattern(cursor: TokenCursor): string | undefined {
  if (cursor.at('when')) return 'the condition of an arm stands after `if`: `.a if c => value`';
  return cursor.at('|') || cursor.at('or') ? 'patterns that share a value stand with commas between: `.a, .b => value`' : undefined;
}

const NO_WIRES: readonly WireStatement[] = [];

function parseArmValue(cursor: TokenCursor, grammar: Grammar): Block {
  if (cursor.at('{')) return grammar.block(cursor);
  const span = cursor.span();
  return { wires: NO_WIRES, value: grammar.expression(cursor), span };
}

/** `map x in xs { e }`, `filter x in xs { c }` and `first x in xs { c }`. */
export function parseLoop(cursor: TokenCursor, grammar: Grammar, form: 'map' | 'filter' | 'first'): Expression {
  const span = cursor.skip();
  return { form, ...parseIteration(cursor, grammar), body: grammar.block(cursor), span };
}

/** `any`, `all` and `count`. */
export function parseQuantifier(cursor: TokenCursor, grammar: Grammar, quantifier: Quantifier): Expression {
  const span = cursor.skip();
  return { form: 'quantifier', quantifier, ...parseIteration(cursor, grammar), body: grammar.block(cursor), span };
}

/** `x in xs`, or `i, x in xs` with the index of each element. */
function parseIteration(cursor: TokenCursor, grammar: Grammar): Iteration {
  const first = parseBinder(cursor, 'an element');
  const comma = cursor.accept(',');
  if (comma !== null && first.binder === 'fields') cursor.fail('unexpected', first.span, 'the index stands first, as in `i, (a, b) in xs`');
  const variable = comma === null ? first : parseBinder(cursor, 'an element');
  cursor.expect('in', '`in` and what to go over');
  const source = parseSource(cursor, grammar);
  if (comma !== null && source.source === 'range')
    cursor.fail(
      'misplaced-range',
      source.span,
      'a range has no index beside its integers',
      'leave the index out, as in `map i in 0..9 { … }`',
    );
  return { index: comma !== null && first.binder === 'name' ? first.name : null, variable, source };
}

/** `fold acc = init for x in xs { e }`, `fold acc: D = init for x in xs { e }`, `fold acc keeping c = init for x in xs { e }`. */
export function parseFold(cursor: TokenCursor, grammar: Grammar): Expression {
  const span = cursor.skip();
  const accumulator = parseBinder(cursor, 'an accumulator');
  const domain = cursor.accept(':') === null ? null : parseDomain(cursor);
  const keeping = cursor.at('keeping') ? parseKeeping(cursor, grammar) : null;
  cursor.expect('=', '`=` and the first value');
  const initial = parseHead(cursor, grammar);
  cursor.expect('for', '`for` and the name of an element');
  return { form: 'fold', accumulator, domain, keeping, initial, ...parseIteration(cursor, grammar), body: grammar.block(cursor), span };
}

/** Parses `keeping c`. The elaborator copies the condition to four places, so it must not contain another `keeping`. */
function parseKeeping(cursor: TokenCursor, grammar: Grammar): Expression {
  const span = cursor.skip();
  if (cursor.isKeeping) {
    cursor.fail(
      'nested-keeping',
      span,
      '`keeping` stands in what another `keeping` states',
      'compute the inner fold in a component, and call that',
    );
  }
  cursor.isKeeping = true;
  const condition = parseHead(cursor, grammar);
  cursor.isKeeping = false;
  return condition;
}
