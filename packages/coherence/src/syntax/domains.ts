import { DOMAIN_NESTING } from '../limits.js';
import type { DomainSyntax, LengthSyntax, Name, ParameterSyntax } from './ast.js';
import type { Cursor } from './cursor.js';
import { atInteger, parseInteger } from './integers.js';

const INTEGER_DOMAINS: ReadonlySet<string> = new Set(['u8', 'u16', 'u32', 'i8', 'i16', 'i32', 'i64']);
const EXAMPLES = 'domains are `0..100`, `bool`, `enum { a, b }`, `text[..100]`, `bytes[..100]`, `[D; ..100]`, `(x: D)`, `D?` and names';

/** A domain with its `?`s. */
export function parseDomain(cursor: Cursor): DomainSyntax {
  let domain = parseBaseDomain(cursor);
  let options = 0;
  for (let token = cursor.accept('?') ?? cursor.accept('??'); token !== null; token = cursor.accept('?') ?? cursor.accept('??')) {
    for (let i = 0; i < token.text.length; i += 1) domain = { domain: 'option', value: domain, span: token.span };
    options += token.text.length;
    if (options > DOMAIN_NESTING) cursor.fail('nested-too-deep', token.span, `domains nest to ${DOMAIN_NESTING}`);
  }
  return domain;
}

function parseBaseDomain(cursor: Cursor): DomainSyntax {
  const token = cursor.peek();
  const { span } = token;
  if (atInteger(cursor)) return parseRange(cursor);
  switch (token.text) {
    case 'bool':
      cursor.next();
      return { domain: 'name', name: { text: 'bool', span }, span };
    case 'enum':
      return parseEnumeration(cursor);
    case 'text':
    case 'bytes':
      return parseSized(cursor, token.text);
    case '[':
      return parseList(cursor);
    case '(':
      return parseParenthesized(cursor);
    default:
      return parseNamed(cursor);
  }
}

function parseRange(cursor: Cursor): DomainSyntax {
  const lo = parseInteger(cursor, 'the lower bound');
  cursor.expect('..', '`..` and the upper bound');
  const hi = parseInteger(cursor, 'the upper bound, an integer literal');
  return { domain: 'range', lo: lo.value, hi: hi.value, span: lo.span };
}

function parseEnumeration(cursor: Cursor): DomainSyntax {
  const { span } = cursor.next();
  const braces = cursor.open('{');
  const tags: Name[] = [];
  while (!cursor.at('}') && !cursor.atEnd()) {
    if (cursor.at('.')) cursor.report('unexpected', cursor.next().span, 'a tag is declared without its dot');
    tags.push(cursor.name('a tag'));
    endOfEntry(cursor, '}');
  }
  if (tags.length === 0) cursor.expected('a tag');
  cursor.close('}', braces);
  return { domain: 'enumeration', tags, span };
}

/** After a tag, field or arm: a comma, the end of the line or the closing bracket. */
export function endOfEntry(cursor: Cursor, closing: '}' | ')'): void {
  if (cursor.at(',')) cursor.next();
  else if (!cursor.at(closing) && !cursor.peek().newlineBefore) cursor.expected(`\`,\`, the end of the line or \`${closing}\``);
}

function parseSized(cursor: Cursor, kind: 'text' | 'bytes'): DomainSyntax {
  const { span } = cursor.next();
  const brackets = cursor.open('[', `\`[\` and the length, such as \`${kind}[..100]\`,`);
  const length = parseLength(cursor);
  cursor.close(']', brackets);
  return { domain: kind, length, span };
}

function parseLength(cursor: Cursor): LengthSyntax {
  const { span } = cursor.peek();
  const lo = cursor.at('..') ? 0 : parseUnsigned(cursor, 'a length, an integer literal');
  if (!cursor.at('..')) return { lo, hi: lo, span };
  cursor.next();
  return { lo, hi: parseUnsigned(cursor, 'the greatest length, an integer literal'), span };
}

function parseUnsigned(cursor: Cursor, what: string) {
  if (cursor.at('-')) cursor.expected(what, 'a length is never negative');
  return parseInteger(cursor, what).value;
}

function parseList(cursor: Cursor): DomainSyntax {
  const { span } = cursor.peek();
  const brackets = cursor.open('[');
  const element = parseDomain(cursor);
  cursor.expect(';', '`;` and the length, such as `[D; ..100]`,');
  const length = parseLength(cursor);
  cursor.close(']', brackets);
  return { domain: 'list', element, length, span };
}

function parseParenthesized(cursor: Cursor): DomainSyntax {
  const { span } = cursor.peek();
  if (cursor.at(':', 2)) return { domain: 'record', fields: parseParameters(cursor, 'a field'), span };
  const parentheses = cursor.open('(');
  const domain = parseDomain(cursor);
  cursor.close(')', parentheses);
  return domain;
}

function parseNamed(cursor: Cursor): DomainSyntax {
  const token = cursor.peek();
  const { text, span } = token;
  if (token.kind === 'capital' || INTEGER_DOMAINS.has(text)) cursor.next();
  else cursor.expected('a domain', token.kind === 'name' ? undefined : EXAMPLES);
  return { domain: 'name', name: { text, span }, span };
}

/** `(name: domain, …)`, commas or newlines between: fields of a record, parameters of a component or an action. */
export function parseParameters(cursor: Cursor, whose: string): readonly ParameterSyntax[] {
  const parentheses = cursor.open('(');
  const parameters: ParameterSyntax[] = [];
  while (!cursor.at(')') && !cursor.atEnd()) {
    const name = cursor.name(whose);
    cursor.expect(':', '`:` and a domain');
    parameters.push({ name, domain: parseDomain(cursor), span: name.span });
    endOfEntry(cursor, ')');
  }
  cursor.close(')', parentheses);
  return parameters;
}
