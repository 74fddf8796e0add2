import type { CorePattern } from '@kirchhoff/kernel/graph/graph';
import { BOOLEAN, BYTES, INTEGER, TEXT } from '@kirchhoff/kernel/types/domain';
import { bytesToHex } from '@noble/hashes/utils';
import type { Name, Pattern } from '../syntax/ast.js';
import type { GraphBuilder } from './builder.js';
import { describe, isErrorType, type TypeTerm, tagged, Variable } from './type-term.js';
import { unify } from './unify.js';

/** The pattern of one value, checked against the type of that value. */
export interface ReadPattern {
  readonly core: CorePattern;
  /** The name that it binds, if any: to the content of its last `some`, of type `content`. */
  readonly name: Name | null;
  readonly content: TypeTerm;
}

/** Reads a pattern and unifies its type with that of the subject. */
export function readPattern(syntax: Pattern, subject: TypeTerm, builder: GraphBuilder): ReadPattern {
  let inner = syntax;
  let content = subject;
  let somes = 0;
  for (; inner.pattern === 'some'; inner = inner.inner) {
    const value = new Variable(isErrorType(content));
    expectSubject(inner, { kind: 'option', value }, content, builder);
    content = value;
    somes += 1;
  }
  let core = readInnermost(inner, content, builder);
  for (; somes > 0; somes -= 1) core = { pattern: 'some', inner: core };
  return { core, name: inner.pattern === 'bind' ? inner.name : null, content };
}

type InnermostPattern = Exclude<Pattern, { pattern: 'some' }>;

function readInnermost(pattern: InnermostPattern, subject: TypeTerm, builder: GraphBuilder): CorePattern {
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
      return readRange(pattern, subject, builder);
    case 'constant':
      return readConstant(pattern, subject, builder);
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

function readRange(pattern: Extract<Pattern, { pattern: 'range' }>, subject: TypeTerm, builder: GraphBuilder): CorePattern {
  expectSubject(pattern, INTEGER, subject, builder);
  const lo = builder.constants.integer(pattern.lo);
  const hi = builder.constants.integer(pattern.hi);
  if (lo === null || hi === null) return { pattern: 'any' };
  if (lo > hi) {
    const message = `the pattern ${lo}..${hi} matches nothing: its lower bound has to be at most its upper bound`;
    builder.reports.error('empty-range', pattern.span, message);
  }
  return { pattern: 'range', lo, hi };
}

function readConstant(pattern: Extract<Pattern, { pattern: 'constant' }>, subject: TypeTerm, builder: GraphBuilder): CorePattern {
  const { name, span } = pattern;
  const value = builder.constants.get(name) === undefined ? null : builder.constants.resolve({ form: 'name', name, span });
  switch (value?.form) {
    case 'integer':
      return readInnermost({ pattern: 'integer', value: value.value, span }, subject, builder);
    case 'text':
      return readInnermost({ pattern: 'text', value: value.value, span }, subject, builder);
    case 'bytes':
      return readInnermost({ pattern: 'bytes', value: value.value, span }, subject, builder);
    case 'boolean':
      return readInnermost({ pattern: 'boolean', value: value.value, span }, subject, builder);
    case 'tag':
      return readInnermost({ pattern: 'tag', tag: value.tag, span }, subject, builder);
    default:
      builder.constants.integerNamed(name, span);
      return { pattern: 'any' };
  }
}

function expectSubject(pattern: Pattern, type: TypeTerm, subject: TypeTerm, builder: GraphBuilder): void {
  if (unify(type, subject, builder.reports)) return;
  const message = `this pattern is for ${describe(type)}, and what is matched is ${describe(subject)}`;
  builder.reports.error('kind-mismatch', pattern.span, message);
}

/** Returns true if every value that `inner` matches is matched by `outer`. */
export function covers(outer: CorePattern, inner: CorePattern): boolean {
  switch (outer.pattern) {
    case 'any':
      return true;
    case 'range':
      return inner.pattern === 'range' && outer.lo <= inner.lo && inner.hi <= outer.hi;
    case 'some':
      return inner.pattern === 'some' && covers(outer.inner, inner.inner);
    case 'none':
    case 'tag':
    case 'value':
      return keyOf(outer) === keyOf(inner);
  }
}

/** Returns true if no value matches both patterns, which are for one type. */
export function areDisjoint(a: CorePattern, b: CorePattern): boolean {
  if (a.pattern === 'any' || b.pattern === 'any') return false;
  if (a.pattern === 'range' && b.pattern === 'range') return a.hi < b.lo || b.hi < a.lo;
  if (a.pattern === 'some' && b.pattern === 'some') return areDisjoint(a.inner, b.inner);
  return keyOf(a) !== keyOf(b);
}

function keyOf(pattern: CorePattern): string {
  switch (pattern.pattern) {
    case 'tag':
      return `.${pattern.tag}`;
    case 'value':
      return pattern.value instanceof Uint8Array ? `x${bytesToHex(pattern.value)}` : `${typeof pattern.value} ${pattern.value}`;
    case 'any':
    case 'none':
    case 'some':
    case 'range':
      return pattern.pattern;
  }
}
