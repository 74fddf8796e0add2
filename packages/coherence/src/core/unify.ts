import type { Span } from '../diagnostics/diagnostic.js';
import { prune, type Term, type Variable } from './kind-term.js';
import type { Reports } from './report.js';

const tagSets = new WeakMap<readonly string[], ReadonlySet<string>>();

function tagSet(tags: readonly string[]): ReadonlySet<string> {
  const known = tagSets.get(tags) ?? new Set(tags);
  tagSets.set(tags, known);
  return known;
}

/**
 * Makes two terms the same kind. False where they cannot be; the caller says so at its place. A tag that the
 * enumeration it meets does not have is said here, at the tag.
 */
export function unify(a: Term, b: Term, reports: Reports): boolean {
  const left = prune(a);
  const right = prune(b);
  if (left === right) return true;
  if (left.kind === 'variable') return bind(left, right, reports);
  if (right.kind === 'variable') return bind(right, left, reports);
  switch (left.kind) {
    case 'integer':
    case 'boolean':
    case 'text':
    case 'bytes':
      return left.kind === right.kind;
    case 'enumeration':
      return right.kind === 'enumeration' && sameTags(left.tags, right.tags);
    case 'list':
      return right.kind === 'list' && unify(left.element, right.element, reports);
    case 'option':
      return right.kind === 'option' && unify(left.value, right.value, reports);
    case 'record':
      return right.kind === 'record' && unifyFields(left.fields, right.fields, reports);
  }
}

type Fields = readonly { readonly name: string; readonly kind: Term }[];

function unifyFields(a: Fields, b: Fields, reports: Reports): boolean {
  if (a.length !== b.length) return false;
  return a.every((field, i) => {
    const other = b[i];
    return other !== undefined && field.name === other.name && unify(field.kind, other.kind, reports);
  });
}

function sameTags(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((tag, i) => tag === b[i]));
}

function bind(variable: Variable, term: Term, reports: Reports): boolean {
  if (term.kind === 'variable') return join(variable, term);
  // A poisoned variable stays as it is: it fits every kind, one after the other.
  if (variable.poisoned) return true;
  if (variable.tags !== null) {
    if (term.kind !== 'enumeration') return false;
    for (const [tag, span] of variable.tags) requireTag(tag, span, term.tags, reports);
  }
  settle(variable, term);
  return true;
}

/** Two open kinds become one; the smaller is bound to the larger, so that long chains stay cheap. */
function join(a: Variable, b: Variable): boolean {
  if (a.poisoned || b.poisoned) {
    const [open, poison] = a.poisoned ? [b, a] : [a, b];
    if (!open.poisoned) settle(open, poison);
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

function settle(variable: Variable, term: Term): void {
  variable.bound = term;
  const waiting = variable.waiting;
  variable.waiting = [];
  for (const wake of waiting) wake();
}

function requireTag(tag: string, span: Span, tags: readonly string[], reports: Reports): void {
  if (tagSet(tags).has(tag)) return;
  const listed = tags.length <= 8 ? `: it has ${tags.map((each) => `.${each}`).join(', ')}` : '';
  reports.error('unknown-tag', span, `the enum that is expected here has no tag '.${tag}'${listed}`, reports.nearName(tag, tags));
}
