import type { Domain } from '@kirchhoff/kernel/types/domain';
import { isObject } from '@kirchhoff/kernel/values/json';

/**
 * The declared order of a record's fields, each with its inner order; for a list or an option, the order of its content. `null` if
 * it is the sorted order of the domain. It is for display only: two sources of one hash may declare the fields of one record in
 * different orders.
 */
export type FieldOrder = readonly OrderedField[] | null;

export interface OrderedField {
  /** Its position among the fields of the domain. */
  readonly at: number;
  readonly order: FieldOrder;
}

/** Returns the order of these fields; `null` if it is the sorted order of the domain. */
export function fieldOrder(fields: readonly OrderedField[]): FieldOrder {
  const isSorted = fields.every(({ at, order }, i) => order === null && at === i);
  return isSorted ? null : fields;
}

/**
 * The JSON form of a value of the domain with the members of its records in that order. Recursion follows the domain, which nests
 * to 64.
 */
export function inDeclaredOrder(domain: Domain, json: unknown, order: FieldOrder): unknown {
  if (order === null || json === null) return json;
  switch (domain.kind) {
    case 'list':
      return Array.isArray(json) ? json.map((item: unknown) => inDeclaredOrder(domain.element, item, order)) : json;
    case 'option': {
      const { value } = domain;
      return value.kind === 'option' && isObject(json)
        ? { some: inDeclaredOrder(value, json['some'], order) }
        : inDeclaredOrder(value, json, order);
    }
    case 'record': {
      if (!isObject(json)) return json;
      const members: Record<string, unknown> = Object.create(null);
      for (const { at, order: inner } of order) {
        const field = domain.fields[at];
        if (field !== undefined) members[field.name] = inDeclaredOrder(field.domain, json[field.name], inner);
      }
      return members;
    }
    case 'integer':
    case 'boolean':
    case 'enumeration':
    case 'text':
    case 'bytes':
      return json;
  }
}
