import type { TypeScheme } from '@kirchhoff/kernel/monomers/overloads';
import type { Type } from '@kirchhoff/kernel/types/domain';
import type { Span } from '../diagnostics/diagnostic.js';

/**
 * A type during inference, which may contain variables. The inference is unification after Robinson, with variables bound in place
 * (union-find with path halving).
 */
export type TypeTerm =
  | Exclude<Type, { kind: 'list' | 'record' | 'option' }>
  | { readonly kind: 'list'; readonly element: TypeTerm }
  | { readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly type: TypeTerm }[] }
  | { readonly kind: 'option'; readonly value: TypeTerm }
  | Variable;

/** A type that is not known yet. */
export class Variable {
  readonly kind = 'variable';
  bound: TypeTerm | null = null;
  /** The required tags, with the place of the first occurrence of each; if there are any, the term is an enumeration. */
  tags: Map<string, Span> | null = null;
  /** Called when it is bound. */
  waiting: (() => void)[] = [];
  /** The error type: already reported, it unifies with every type. */
  constructor(readonly isError: boolean = false) {}
}

/** An unknown enumeration that has this tag. */
export function tagged(tag: string, span: Span): Variable {
  const variable = new Variable();
  // The place of a tag is that of its dot, but messages show the whole tag.
  variable.tags = new Map([[tag, { ...span, length: tag.length + 1 }]]);
  return variable;
}

/** A compound type. */
export type Compound = Extract<TypeTerm, { kind: 'list' | 'record' | 'option' }>;

/** Returns true for the error type. */
export function isErrorType(term: TypeTerm): boolean {
  const at = prune(term);
  return at.kind === 'variable' && at.isError;
}

/** Returns the parts of a compound type, the fields of a record in order. */
export function partsOf(term: Compound): readonly TypeTerm[] {
  switch (term.kind) {
    case 'list':
      return [term.element];
    case 'option':
      return [term.value];
    case 'record':
      return term.fields.map((field) => field.type);
  }
}

/** Returns the current value of a term: never a bound variable. */
export function prune(term: TypeTerm): TypeTerm {
  let at = term;
  while (at.kind === 'variable' && at.bound !== null) {
    const next = at.bound;
    if (next.kind === 'variable' && next.bound !== null) at.bound = next.bound;
    at = next;
  }
  return at;
}

/** The variables of one use of an overload; each is created at its first occurrence. */
export class SchemeVariables {
  private t: Variable | null = null;
  private u: Variable | null = null;

  of(name: 'T' | 'U'): Variable {
    return name === 'T' ? (this.t ??= new Variable()) : (this.u ??= new Variable());
  }
}

/** Returns the term of a scheme. */
export function instantiate(scheme: TypeScheme, variables: SchemeVariables): TypeTerm {
  switch (scheme.kind) {
    case 'variable':
      return variables.of(scheme.name);
    case 'list':
      return { kind: 'list', element: instantiate(scheme.element, variables) };
    case 'option':
      return { kind: 'option', value: instantiate(scheme.value, variables) };
    case 'record':
      return { kind: 'record', fields: scheme.fields.map((field) => ({ name: field.name, type: instantiate(field.type, variables) })) };
    case 'integer':
    case 'boolean':
    case 'enumeration':
    case 'text':
    case 'bytes':
      return scheme;
  }
}

const SHOWN = 6;
const DEPTH_SHOWN = 3;

/** Formats a type for messages, shortened if it is large. */
export function describe(term: TypeTerm, depth = DEPTH_SHOWN): string {
  const at = prune(term);
  switch (at.kind) {
    case 'integer':
    case 'text':
    case 'bytes':
      return at.kind;
    case 'boolean':
      return 'bool';
    case 'enumeration':
      return `enum { ${at.tags.slice(0, SHOWN).join(', ')}${at.tags.length > SHOWN ? ', …' : ''} }`;
    case 'variable':
      return at.tags === null ? 'an open type' : `enum { ${[...at.tags.keys()].slice(0, SHOWN).join(', ')}, … }`;
    case 'list':
      return `list${ofContent(at.element, depth)}`;
    case 'option':
      return `option${ofContent(at.value, depth)}`;
    case 'record': {
      if (depth === 0) return 'record';
      const fields = at.fields.slice(0, SHOWN).map((field) => `${field.name}: ${describe(field.type, depth - 1)}`);
      return `record (${fields.join(', ')}${at.fields.length > SHOWN ? ', …' : ''})`;
    }
  }
}

function ofContent(content: TypeTerm, depth: number): string {
  const at = prune(content);
  return depth === 0 || (at.kind === 'variable' && at.tags === null) ? '' : ` of ${describe(at, depth - 1)}`;
}
