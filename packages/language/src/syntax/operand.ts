import type { Expression, Name, PostfixStep } from './ast.js';
import type { TokenCursor } from './cursor.js';
import { endOfEntry, parseDomain } from './domains.js';
import type { Grammar } from './expression-grammar.js';
import { hintForMethod } from './foreign.js';
import { parseFold, parseIf, parseLoop, parseMatch, parseQuantifier } from './forms.js';
import { LOOP_WORDS } from './grammar.js';
import { atInteger, parseInteger } from './integers.js';

/** An operand with its postfix steps: `as D`, `[i]`, `.f`. */
export function parseOperand(cursor: TokenCursor, grammar: Grammar): Expression {
  const base = parsePrimary(cursor, grammar);
  let last = parseStep(cursor, grammar);
  if (last === null) return base;
  const steps: PostfixStep[] = [last];
  for (let step = parseStep(cursor, grammar); step !== null; step = parseStep(cursor, grammar)) {
    steps.push(step);
    last = step;
  }
  // `(r.x).y` becomes `r.x.y`.
  if (base.form === 'postfix') return { form: 'postfix', base: base.base, steps: [...base.steps, ...steps], span: last.span };
  return { form: 'postfix', base, steps, span: last.span };
}

function parseStep(cursor: TokenCursor, grammar: Grammar): PostfixStep | null {
  const token = cursor.peek();
  if (!cursor.continues(token)) return null;
  switch (token.text) {
    case 'as': {
      const span = cursor.skip();
      const domain = parseDomain(cursor);
      checkDefault(cursor);
      return { step: 'as', domain, span };
    }
    case '[': {
      const span = cursor.span();
      const brackets = cursor.open('[');
      const index = grammar.expression(cursor);
      cursor.close(']', brackets);
      return { step: 'index', index, span };
    }
    case '.': {
      const span = cursor.skip();
      if (cursor.peek().kind === 'keyword' && cursor.at('(', 1)) cursor.expected('the name of a field', hintForMethod(cursor.peek().text));
      return { step: 'field', field: cursor.name('a field'), span };
    }
    default:
      return null;
  }
}

/** `x as D ?? d` is read as `x as (D??)`, and then `d` is superfluous: the hint shows the right spelling. */
function checkDefault(cursor: TokenCursor): void {
  if (cursor.previous().text !== '??') return;
  const token = cursor.peek();
  const ends =
    token.kind === 'end' ||
    !cursor.continues(token) ||
    [')', ']', '}', ',', '==', '!=', 'and', 'or', 'implies', '.', '['].includes(token.text);
  if (!ends) cursor.expected('the end of the expression', 'a `?` after `as D` belongs to the domain: write `(x as D) ?? d`');
}

function parsePrimary(cursor: TokenCursor, grammar: Grammar): Expression {
  const token = cursor.peek();
  if (atInteger(cursor)) {
    const { value, span } = parseInteger(cursor, 'an integer');
    return { form: 'integer', value, span };
  }
  if (startsNextWire(cursor)) return missing(cursor);
  switch (token.kind) {
    case 'text':
      return { form: 'text', value: token.value, span: cursor.skip() };
    case 'bytes':
      return { form: 'bytes', value: token.value, span: cursor.skip() };
    case 'name':
      if (atLoop(cursor)) return parseWordedLoop(cursor, grammar);
      return parseNamed(cursor, grammar);
    case 'capital':
      return parseNamed(cursor, grammar);
    case 'keyword':
      return parseKeyword(cursor, grammar);
    case 'integer':
    case 'wildcard':
    case 'symbol':
    case 'end':
      return parseBracketed(cursor, grammar);
  }
}

/** In `a = b +` with `c = d` on the next line, the value is missing here, and the next line is correct. */
function startsNextWire(cursor: TokenCursor): boolean {
  const token = cursor.peek();
  return token.kind === 'name' && !cursor.continues(token) && cursor.previous().text === '=' && cursor.at('=', 1);
}

function missing(cursor: TokenCursor): Expression {
  const span = cursor.previousSpan();
  cursor.fail('unexpected', span, 'expected a value after `=`, found the end of the line');
  return { form: 'none', span };
}

function parseNamed(cursor: TokenCursor, grammar: Grammar): Expression {
  const { text, kind } = cursor.peek();
  const span = cursor.span();
  const called = cursor.at('(', 1) && cursor.continues(cursor.peek(1));
  if (kind === 'capital' && !isInCapitals(text)) {
    const tag = cursor.at('.', 1) ? cursor.peek(2).text.slice(0, 40) : null;
    const hint = called
      ? 'monomers are in capitals, components in lower case'
      : tag === null
        ? undefined
        : `a tag stands without its enum: \`.${tag}\``;
    if (!cursor.isMisnamed(text)) cursor.expected('a value', hint);
  }
  cursor.next();
  if (!called) return { form: 'name', name: text, span };
  const parentheses = cursor.open('(');
  const list = parseList(cursor, grammar, ')');
  cursor.close(')', parentheses);
  return { form: 'call', callee: text, arguments: list, span };
}

/** Returns true for a word with a capital that has no lower-case letter. */
function isInCapitals(word: string): boolean {
  for (let i = 1; i < word.length; i += 1) if (word.charCodeAt(i) >= SMALL_A) return false;
  return true;
}

const SMALL_A = 0x61;

/**
 * Returns true at `map x` and similar: in no expression, a name follows a name. Elsewhere these words are names. `map (a, b) in` is
 * a call only if an item has that name.
 */
function atLoop(cursor: TokenCursor): boolean {
  const { text } = cursor.peek();
  if (!LOOP_WORDS.includes(text)) return false;
  const next = cursor.peek(1);
  if (!cursor.continues(next)) return false;
  if (next.text === '(') return ['in', ','].includes(cursor.afterBracket(1).text) && !cursor.isCallee(text);
  const isName = next.kind === 'name' || next.kind === 'wildcard';
  if (text === 'count' || text === 'first') return isName && (cursor.at('in', 2) || cursor.at(',', 2));
  return isName || next.kind === 'capital' || (next.kind === 'keyword' && cursor.at('in', 2));
}

function parseWordedLoop(cursor: TokenCursor, grammar: Grammar): Expression {
  const { text } = cursor.peek();
  if (text === 'any' || text === 'all' || text === 'count') return parseQuantifier(cursor, grammar, text);
  return parseLoop(cursor, grammar, text === 'first' ? 'first' : 'map');
}

/** Reads expressions separated by commas up to `closing`, which is not consumed. */
function parseList(cursor: TokenCursor, grammar: Grammar, closing: ')' | ']'): readonly Expression[] {
  const list: Expression[] = [];
  while (!cursor.at(closing) && !cursor.atEnd()) {
    list.push(grammar.expression(cursor));
    if (!cursor.at(closing) && cursor.accept(',') === null) cursor.expected(`\`,\` or \`${closing}\``);
  }
  return list;
}

function parseKeyword(cursor: TokenCursor, grammar: Grammar): Expression {
  const { text } = cursor.peek();
  switch (text) {
    case 'true':
    case 'false':
      return { form: 'boolean', value: text === 'true', span: cursor.skip() };
    case 'none':
      return { form: 'none', span: cursor.skip() };
    case 'if':
      return parseIf(cursor, grammar);
    case 'match':
      return parseMatch(cursor, grammar);
    case 'filter':
      return parseLoop(cursor, grammar, text);
    case 'fold':
      return parseFold(cursor, grammar);
    default:
      return noValue(cursor, cursor.isMisnamed(text) ? null : `\`${text}\` is a reserved word`);
  }
}

/** Abandons the statement where a value is missing. Without a hint, the fault has been reported. */
function noValue(cursor: TokenCursor, hint: string | undefined | null): Expression {
  const span = cursor.span();
  if (hint === null) cursor.giveUp();
  else cursor.expected('a value', hint);
  return { form: 'none', span };
}

function parseBracketed(cursor: TokenCursor, grammar: Grammar): Expression {
  const { text } = cursor.peek();
  switch (text) {
    case '.': {
      const span = cursor.skip();
      return { form: 'tag', tag: cursor.name('a tag').text, span };
    }
    case '[': {
      const span = cursor.span();
      const brackets = cursor.open('[');
      const items = parseList(cursor, grammar, ']');
      cursor.close(']', brackets);
      return { form: 'list', items, span };
    }
    case '(':
      return cursor.at(':', 2) || cursor.at('..', 1) ? parseRecord(cursor, grammar) : parseParenthesized(cursor, grammar);
    case '{':
      if (isSpread(cursor, 1)) return noValue(cursor, null);
      if (cursor.at('..', 1)) return noValue(cursor, 'a record with another value in a field is `(..p, x: 1)`');
      return noValue(
        cursor,
        isTable(cursor)
          ? 'a table is a `match`: `match key { .a => 1, _ => 0 }`, or with texts as patterns'
          : 'a block stands only after `if`, `else`, loops and `=>`; a record is `(x: 1)`',
      );
    default:
      if (isSpread(cursor, 0)) return noValue(cursor, null);
      return noValue(cursor, text === '..' ? 'the record that is copied stands first: `(..p, x: 1)`' : undefined);
  }
}

function parseParenthesized(cursor: TokenCursor, grammar: Grammar): Expression {
  const parentheses = cursor.open('(');
  const inner = grammar.expression(cursor);
  if (cursor.at(',')) cursor.expected('`)`', 'the fields of a record have names: `(x: 1, y: 2)`');
  cursor.close(')', parentheses);
  return inner;
}

function parseRecord(cursor: TokenCursor, grammar: Grammar): Expression {
  const span = cursor.span();
  const parentheses = cursor.open('(');
  const fields: { readonly name: Name; readonly value: Expression }[] = [];
  const base = cursor.accept('..') === null ? null : grammar.expression(cursor);
  if (base !== null) endOfEntry(cursor, ')');
  while (!cursor.at(')') && !cursor.atEnd()) {
    if (cursor.at('..')) cursor.expected('the name of a field', 'the record that is copied stands first: `(..p, x: 1)`');
    const name = cursor.name('a field');
    cursor.expect(':', '`:` and a value');
    fields.push({ name, value: grammar.expression(cursor) });
    endOfEntry(cursor, ')');
  }
  if (base !== null && fields.length === 0) cursor.expected('a field as in `x: 1`', 'a record is copied to change a field of it');
  cursor.close(')', parentheses);
  return { form: 'record', base, fields, span };
}

/** Returns true at `...`, which has been reported. */
function isSpread(cursor: TokenCursor, ahead: number): boolean {
  return cursor.at('..', ahead) && cursor.span(ahead).length > 2;
}

/** `{ .a: 1, …` and `{ "a": 1, …` are tables in other languages. */
function isTable(cursor: TokenCursor): boolean {
  return cursor.at(':', 3) ? cursor.at('.', 1) : cursor.peek(1).kind === 'text' && cursor.at(':', 2);
}
