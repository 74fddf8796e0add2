import type { Domain, DomainField, TextDomain } from '@kirchhoff/kernel/types/domain';
import type { Int } from '@kirchhoff/kernel/types/integer';
import { ALL_CHARACTERS, spellCharacters, type TextForm } from '@kirchhoff/kernel/types/text-forms';
import type { FieldOrder } from './field-order.js';

/** A domain in JSON. Integers follow the JSON form of values: strings if the domain reaches beyond ±(2^53−1). */
export type DomainJson =
  | { readonly kind: 'integer'; readonly lo: number | string; readonly hi: number | string }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enumeration'; readonly tags: readonly string[] }
  /** `of`: the characters as written in a source; `form`: the name of a closed domain; both absent for unrestricted texts. */
  | { readonly kind: 'text'; readonly lo: number; readonly hi: number; readonly of?: string; readonly form?: TextForm }
  | { readonly kind: 'bytes'; readonly lo: number; readonly hi: number }
  | { readonly kind: 'list'; readonly element: DomainJson; readonly lo: number; readonly hi: number }
  | { readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly domain: DomainJson }[] }
  | { readonly kind: 'option'; readonly value: DomainJson };

/**
 * The JSON form of a domain, for people and programs that read signatures. Recursion follows the domain, which nests to 64.
 *
 * @param order of the fields of its records. Default: sorted
 */
export function encodeDomain(domain: Domain, order: FieldOrder = null): DomainJson {
  switch (domain.kind) {
    case 'integer':
      return { kind: 'integer', ...bounds(domain.lo, domain.hi) };
    case 'boolean':
      return { kind: 'boolean' };
    case 'enumeration':
      return { kind: 'enumeration', tags: domain.tags };
    case 'text':
      return encodeText(domain);
    case 'bytes':
      return { kind: 'bytes', lo: domain.lo, hi: domain.hi };
    case 'list':
      return { kind: 'list', element: encodeDomain(domain.element, order), lo: domain.lo, hi: domain.hi };
    case 'record':
      return { kind: 'record', fields: orderedFields(domain.fields, order) };
    case 'option':
      return { kind: 'option', value: encodeDomain(domain.value, order) };
  }
}

function orderedFields(
  fields: readonly DomainField[],
  order: FieldOrder,
): readonly { readonly name: string; readonly domain: DomainJson }[] {
  if (order === null) return fields.map(({ name, domain }) => ({ name, domain: encodeDomain(domain) }));
  return order.flatMap(({ at, order: inner }) => {
    const field = fields[at];
    return field === undefined ? [] : [{ name: field.name, domain: encodeDomain(field.domain, inner) }];
  });
}

function encodeText({ lo, hi, characters, form }: TextDomain): DomainJson {
  if (form !== null) return { kind: 'text', lo, hi, form };
  return characters === ALL_CHARACTERS ? { kind: 'text', lo, hi } : { kind: 'text', lo, hi, of: spellCharacters(characters) };
}

function bounds(lo: Int, hi: Int): { readonly lo: number | string; readonly hi: number | string } {
  if (typeof lo === 'number' && typeof hi === 'number') return { lo, hi };
  return { lo: lo.toString(), hi: hi.toString() };
}
