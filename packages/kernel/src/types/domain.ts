import type { Int } from './integer.js';
import { ALL_CHARACTERS, type Characters, FORM_BOUNDS, type TextForm } from './text-forms.js';

/** The set of values that a port, a parameter or a stated wire may carry (docs/language/domains.md). */
export type Domain =
  | { readonly kind: 'integer'; readonly lo: Int; readonly hi: Int }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enumeration'; readonly tags: readonly string[] }
  | TextDomain
  | { readonly kind: 'bytes'; readonly lo: number; readonly hi: number }
  | { readonly kind: 'list'; readonly element: Domain; readonly lo: number; readonly hi: number }
  | { readonly kind: 'record'; readonly fields: readonly DomainField[] }
  | { readonly kind: 'option'; readonly value: Domain };

/** Texts of lo..hi code points, each one of `characters`. If the domain has a form, these are the bounds of the form. */
export interface TextDomain {
  readonly kind: 'text';
  readonly lo: number;
  readonly hi: number;
  readonly characters: Characters;
  readonly form: TextForm | null;
}

export function textDomain(lo: number, hi: number, characters: Characters = ALL_CHARACTERS): TextDomain {
  return { kind: 'text', lo, hi, characters, form: null };
}

export function formDomain(form: TextForm): TextDomain {
  return { kind: 'text', ...FORM_BOUNDS[form], form };
}

/** Fields are sorted by name (UTF-16 code units; names are ASCII). */
export interface DomainField {
  readonly name: string;
  readonly domain: Domain;
}

/** A domain without its bounds, as type checking compares it. */
export type Type =
  | { readonly kind: 'integer' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enumeration'; readonly tags: readonly string[] }
  | { readonly kind: 'text' }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'list'; readonly element: Type }
  | { readonly kind: 'record'; readonly fields: readonly TypeField[] }
  | { readonly kind: 'option'; readonly value: Type };

/** Fields are sorted by name. */
export interface TypeField {
  readonly name: string;
  readonly type: Type;
}

export const INTEGER: Type = { kind: 'integer' };
export const BOOLEAN: Type = { kind: 'boolean' };
export const TEXT: Type = { kind: 'text' };
export const BYTES: Type = { kind: 'bytes' };

/** Domains share parts, so a domain of a few lines may be large without sharing. The type of each part is made once. */
const compoundTypes = new WeakMap<Domain, Type>();

/** The type of a domain; the same domain object always gives the same type object. */
export function typeOf(domain: Domain): Type {
  const known = compoundTypes.get(domain);
  if (known !== undefined) return known;
  const type = makeType(domain);
  if (type.kind === 'list' || type.kind === 'record' || type.kind === 'option') compoundTypes.set(domain, type);
  return type;
}

function makeType(domain: Domain): Type {
  switch (domain.kind) {
    case 'integer':
      return INTEGER;
    case 'boolean':
      return BOOLEAN;
    case 'enumeration':
      return domain;
    case 'text':
      return TEXT;
    case 'bytes':
      return BYTES;
    case 'list':
      return { kind: 'list', element: typeOf(domain.element) };
    case 'record':
      return { kind: 'record', fields: domain.fields.map((field) => ({ name: field.name, type: typeOf(field.domain) })) };
    case 'option':
      return { kind: 'option', value: typeOf(domain.value) };
  }
}
