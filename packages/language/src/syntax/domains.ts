import { DOMAIN_NESTING } from '@kirchhoff/kernel/limits';
import { TEXT_FORMS } from '@kirchhoff/kernel/types/text-forms';
import type { Span } from '../diagnostics/diagnostic.js';
import type { Bound, CharactersSyntax, DomainSyntax, LengthSyntax, Name, ParameterSyntax } from './ast.js';
import { charactersMeant } from './characters-meant.js';
import type { TokenCursor } from './cursor.js';
import { hintForDomain } from './foreign.js';
import { INTEGER_DOMAINS } from './grammar.js';
import { atRange, isConstantName, parseBound } from './integers.js';

const EXAMPLES =
  'domains are `0..100`, `bool`, `enum { a, b }`, `text[..100]`, `hostname`, `bytes[..100]`, `[D; ..100]`, `(x: D)`, `D?` and names';

const FORM_NAMES: ReadonlySet<string> = new Set(TEXT_FORMS);

/** A domain with its nesting depth of lists, records and options. */
interface Measured {
  readonly domain: DomainSyntax;
  readonly height: number;
}

/** Parses a domain with its `?`s. The depth is limited, so that readers of the tree cannot overflow the stack. */
export function parseDomain(cursor: TokenCursor): DomainSyntax {
  return parseMeasured(cursor).domain;
}

function parseMeasured(cursor: TokenCursor): Measured {
  let { domain, height } = parseBaseDomain(cursor);
  for (let token = cursor.accept('?') ?? cursor.accept('??'); token !== null; token = cursor.accept('?') ?? cursor.accept('??')) {
    const span = cursor.previousSpan();
    for (let i = 0; i < token.text.length; i += 1) domain = { domain: 'option', value: domain, span };
    height += token.text.length;
    if (height > DOMAIN_NESTING) failTooDeep(cursor, span);
  }
  return { domain, height };
}

function wrap(cursor: TokenCursor, domain: DomainSyntax, inner: number): Measured {
  if (inner >= DOMAIN_NESTING) failTooDeep(cursor, domain.span);
  return { domain, height: inner + 1 };
}

function failTooDeep(cursor: TokenCursor, span: Span): void {
  cursor.fail('nested-too-deep', span, `domains nest to ${DOMAIN_NESTING}`);
}

function parseBaseDomain(cursor: TokenCursor): Measured {
  switch (cursor.peek().text) {
    case '[':
      return parseList(cursor);
    case '(':
      return parseParenthesized(cursor);
    default:
      return { domain: parseFlatDomain(cursor), height: 0 };
  }
}

function parseFlatDomain(cursor: TokenCursor): DomainSyntax {
  if (atRange(cursor)) return parseRange(cursor);
  const { text } = cursor.peek();
  switch (text) {
    case 'bool':
      return namedDomain(text, cursor.skip());
    case 'enum':
      return parseEnumeration(cursor);
    case 'text':
    case 'bytes':
      return parseSized(cursor, text);
    default:
      return parseNamed(cursor);
  }
}

function parseRange(cursor: TokenCursor): DomainSyntax {
  const lo = parseBound(cursor, 'the lower bound');
  cursor.expect('..', '`..` and the upper bound');
  return { domain: 'range', lo, hi: parseBound(cursor, 'the upper bound'), span: lo.span };
}

function parseEnumeration(cursor: TokenCursor): DomainSyntax {
  const span = cursor.skip();
  const braces = cursor.open('{');
  const tags: Name[] = [];
  while (!cursor.at('}') && !cursor.atEnd()) {
    if (cursor.at('.')) cursor.report('unexpected', cursor.skip(), 'a tag is declared without its dot');
    tags.push(cursor.name('a tag'));
    endOfEntry(cursor, '}');
  }
  if (tags.length === 0) cursor.expected('a tag');
  cursor.close('}', braces);
  return { domain: 'enumeration', tags, span };
}

/** After a tag, field or arm: a comma, the end of the line or the closing bracket. */
export function endOfEntry(cursor: TokenCursor, closing: '}' | ')'): void {
  if (cursor.at(',')) cursor.next();
  else if (!cursor.at(closing) && !cursor.peek().newlineBefore) cursor.expected(`\`,\`, the end of the line or \`${closing}\``);
}

function parseSized(cursor: TokenCursor, kind: 'text' | 'bytes'): DomainSyntax {
  const span = cursor.skip();
  const brackets = cursor.open('[', `\`[\` and the length, as in \`${kind}[..100]\``);
  const length = parseLength(cursor);
  cursor.close(']', brackets);
  return kind === 'bytes' ? { domain: kind, length, span } : { domain: kind, length, of: parseCharacters(cursor), span };
}

/** `of "a-z0-9"`; elsewhere `of` is an ordinary name, such as one on the next line. */
function parseCharacters(cursor: TokenCursor): CharactersSyntax | null {
  const [word, token] = [cursor.peek(), cursor.peek(1)];
  if (word.text !== 'of') return null;
  if (token.kind === 'text') {
    cursor.next();
    return { value: token.value, span: cursor.skip() };
  }
  // On the next line it may be the name of a field.
  if (!word.newlineBefore) {
    cursor.next();
    cursor.expected('the characters in quotes', hintForCharacters(cursor));
  }
  return null;
}

/** Maximal number of tokens in which a set of characters without quotes is searched for. */
const MAX_TOKENS = 32;

/** Returns the set that was meant by `a-z`, `[a-z]` or `'a'..'z'`. */
function hintForCharacters(cursor: TokenCursor): string {
  let written = '';
  let end = cursor.span().offset;
  for (let ahead = 0; ahead < MAX_TOKENS && cursor.span(ahead).offset === end; ahead += 1) {
    const { text } = cursor.peek(ahead);
    if (text === '' || text === ',' || text === ')') break;
    written += text;
    end += cursor.span(ahead).length;
  }
  const meant = charactersMeant(written.replaceAll(/'([^'\\])'/g, '$1'));
  if (meant !== undefined) return `write \`of "${meant}"\``;
  return isConstantName(cursor.peek())
    ? 'no name stands for characters: write them where they are needed, as in `of "a-z0-9"`, and name the whole, `domain Code = text[..9] of "a-z0-9"`'
    : 'they are a text, as in `of "a-z0-9"`';
}

function parseLength(cursor: TokenCursor): LengthSyntax {
  const span = cursor.span();
  const lo: Bound = cursor.at('..') ? { bound: 'literal', value: 0, span } : parseUnsigned(cursor, 'a length');
  if (!cursor.at('..')) return { lo, hi: lo, span };
  cursor.next();
  return { lo, hi: parseUnsigned(cursor, 'the greatest length'), span };
}

function parseUnsigned(cursor: TokenCursor, what: string): Bound {
  if (cursor.at('-')) cursor.expected(what, 'a length is never negative');
  return parseBound(cursor, what);
}

function parseList(cursor: TokenCursor): Measured {
  const span = cursor.span();
  const brackets = cursor.open('[');
  const { domain: element, height } = parseMeasured(cursor);
  cursor.expect(';', '`;` and the length, as in `[D; ..100]`');
  const length = parseLength(cursor);
  cursor.close(']', brackets);
  return wrap(cursor, { domain: 'list', element, length, span }, height);
}

function parseParenthesized(cursor: TokenCursor): Measured {
  const span = cursor.span();
  if (cursor.at(':', 2)) {
    const { parameters, height } = parseFields(cursor, 'a field');
    return wrap(cursor, { domain: 'record', fields: parameters, span }, height);
  }
  const parentheses = cursor.open('(');
  const inner = parseMeasured(cursor);
  cursor.close(')', parentheses);
  return inner;
}

function parseNamed(cursor: TokenCursor): DomainSyntax {
  const { kind, text } = cursor.peek();
  const span = cursor.span();
  const isNamed = kind === 'capital' || (kind === 'name' && (INTEGER_DOMAINS.has(text) || FORM_NAMES.has(text)));
  if (isNamed) cursor.next();
  else cursor.expected('a domain', hintForDomain(text) ?? EXAMPLES);
  return namedDomain(text, span);
}

function namedDomain(text: string, span: Span): DomainSyntax {
  return { domain: 'name', name: { text, span }, span };
}

/** `(name: domain, …)`, commas or newlines between: the parameters of a component or an action. */
export function parseParameters(cursor: TokenCursor, whose: string): readonly ParameterSyntax[] {
  return parseFields(cursor, whose).parameters;
}

function parseFields(cursor: TokenCursor, whose: string): { readonly parameters: readonly ParameterSyntax[]; readonly height: number } {
  const parentheses = cursor.open('(');
  const parameters: ParameterSyntax[] = [];
  let greatest = 0;
  while (!cursor.at(')') && !cursor.atEnd()) {
    const name = cursor.name(whose);
    cursor.expect(':', '`:` and a domain');
    const { domain, height } = parseMeasured(cursor);
    greatest = Math.max(greatest, height);
    parameters.push({ name, domain, span: name.span });
    endOfEntry(cursor, ')');
  }
  cursor.close(')', parentheses);
  return { parameters, height: greatest };
}
