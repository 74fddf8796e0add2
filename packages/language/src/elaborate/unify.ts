import { TYPE_NESTING } from '@kirchhoff/kernel/limits';
import type { Span } from '../diagnostics/diagnostic.js';
import type { Reports } from './report.js';
import { heightOf } from './type-height.js';
import { prune, type TypeTerm, Variable } from './type-term.js';

const tagSets = new WeakMap<readonly string[], ReadonlySet<string>>();

function tagSet(tags: readonly string[]): ReadonlySet<string> {
  const known = tagSets.get(tags) ?? new Set(tags);
  tagSets.set(tags, known);
  return known;
}

/**
 * Unifies two terms. False if they differ; the caller reports it at its place. A tag that the enumeration lacks is reported here,
 * at the tag. Newly known variables wake the constraints that waited for them.
 */
export function unify(a: TypeTerm, b: TypeTerm, reports: Reports): boolean {
  const same = unifyWithin(a, b, reports, 0);
  reports.constraints.drain();
  return same;
}

/** Work beyond the limit and types nested too deep are recorded, and count as unified: the source will be refused. */
function unifyWithin(a: TypeTerm, b: TypeTerm, reports: Reports, depth: number): boolean {
  const left = prune(a);
  const right = prune(b);
  if (left === right || !reports.constraints.step()) return true;
  if (left.kind === 'variable') return bind(left, right, reports);
  if (right.kind === 'variable') return bind(right, left, reports);
  if (depth > TYPE_NESTING) {
    reports.constraints.tooDeep = true;
    return true;
  }
  switch (left.kind) {
    case 'integer':
    case 'boolean':
    case 'text':
    case 'bytes':
      return left.kind === right.kind;
    case 'enumeration':
      return right.kind === 'enumeration' && sameTags(left.tags, right.tags);
    case 'list':
      return right.kind === 'list' && unifyWithin(left.element, right.element, reports, depth + 1);
    case 'option':
      return right.kind === 'option' && unifyWithin(left.value, right.value, reports, depth + 1);
    case 'record':
      return right.kind === 'record' && unifyFields(left.fields, right.fields, reports, depth + 1);
  }
}

type Fields = readonly { readonly name: string; readonly type: TypeTerm }[];

function unifyFields(a: Fields, b: Fields, reports: Reports, depth: number): boolean {
  if (a.length !== b.length) return false;
  return a.every((field, i) => {
    const other = b[i];
    return other !== undefined && field.name === other.name && unifyWithin(field.type, other.type, reports, depth);
  });
}

function sameTags(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((tag, i) => tag === b[i]));
}

function bind(variable: Variable, term: TypeTerm, reports: Reports): boolean {
  if (term.kind === 'variable') return join(variable, term, reports);
  // A variable with an error stays unbound: it fits every type.
  if (variable.isError) return true;
  if (variable.tags !== null) {
    if (term.kind !== 'enumeration') return false;
    for (const [tag, span] of variable.tags) requireTag(tag, span, term.tags, reports);
  }
  const height = heightOf(term, variable, reports.constraints);
  if (height === null) {
    // A type that contains itself is reported once.
    settle(variable, new Variable(true), reports);
    return false;
  }
  settle(variable, height > TYPE_NESTING ? new Variable(true) : term, reports);
  return true;
}

/** Two open types become one; the smaller is bound to the larger, so that long chains stay cheap. */
function join(a: Variable, b: Variable, reports: Reports): boolean {
  if (a.isError || b.isError) {
    const [open, poison] = a.isError ? [b, a] : [a, b];
    if (!open.isError) settle(open, poison, reports);
    return true;
  }
  const [small, large] = weight(a) <= weight(b) ? [a, b] : [b, a];
  small.bound = large;
  for (const [tag, span] of small.tags ?? []) {
    large.tags ??= new Map();
    if (!large.tags.has(tag)) large.tags.set(tag, span);
  }
  for (const wake of small.waiting) large.waiting.push(wake);
  small.waiting = [];
  small.tags = null;
  return true;
}

function weight(variable: Variable): number {
  return (variable.tags?.size ?? 0) + variable.waiting.length;
}

function settle(variable: Variable, term: TypeTerm, reports: Reports): void {
  variable.bound = term;
  reports.constraints.later(variable.waiting);
  variable.waiting = [];
}

function requireTag(tag: string, span: Span, tags: readonly string[], reports: Reports): void {
  if (tagSet(tags).has(tag)) return;
  const listed = tags.length <= 8 ? `: it has ${tags.map((each) => `.${each}`).join(', ')}` : '';
  reports.error('unknown-tag', span, `the enum that is expected here has no tag '.${tag}'${listed}`, reports.nearName(tag, tags));
}
