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
export type Kind =
  | { readonly kind: 'integer' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enumeration'; readonly tags: readonly string[] }
  | { readonly kind: 'text' }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'list'; readonly element: Kind }
  | { readonly kind: 'record'; readonly fields: readonly KindField[] }
  | { readonly kind: 'option'; readonly value: Kind };

/** Fields are sorted by name. */
export interface KindField {
  readonly name: string;
  readonly kind: Kind;
}

export const INTEGER: Kind = { kind: 'integer' };
export const BOOLEAN: Kind = { kind: 'boolean' };
export const TEXT: Kind = { kind: 'text' };
export const BYTES: Kind = { kind: 'bytes' };

/** Domains share parts, so a domain of a few lines may be large without sharing. The type of each part is made once. */
const compoundKinds = new WeakMap<Domain, Kind>();

/** The type of a domain; the same domain object always gives the same type object. */
export function kindOf(domain: Domain): Kind {
  const known = compoundKinds.get(domain);
  if (known !== undefined) return known;
  const kind = makeKind(domain);
  if (kind.kind === 'list' || kind.kind === 'record' || kind.kind === 'option') compoundKinds.set(domain, kind);
  return kind;
}

function makeKind(domain: Domain): Kind {
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
      return { kind: 'list', element: kindOf(domain.element) };
    case 'record':
      return { kind: 'record', fields: domain.fields.map((field) => ({ name: field.name, kind: kindOf(field.domain) })) };
    case 'option':
      return { kind: 'option', value: kindOf(domain.value) };
  }
}
