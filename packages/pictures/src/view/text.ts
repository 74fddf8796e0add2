import {
  type AbstractValue,
  abstract,
  type Domain,
  type DomainJson,
  describeView,
  enclosingDomain,
  encodeDomain,
  encodeValue,
  measureDomain,
  type Type,
  type Value,
} from '@kirchhoff/coherence';

/** Formats the type of a node as in the catalog's signatures. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'integer':
      return 'int';
    case 'boolean':
      return 'bool';
    case 'enumeration':
      return 'enum';
    case 'text':
    case 'bytes':
      return type.kind;
    case 'list':
      return `[${typeText(type.element)}]`;
    case 'record':
      return cut(`(${type.fields.map((field) => `${field.name}: ${typeText(field.type)}`).join(', ')})`);
    case 'option':
      return `${typeText(type.value)}?`;
  }
}

/** Formats a literal as in a source. */
export function literalText(value: Value, type: Type): string {
  if (type.kind === 'enumeration' && typeof value === 'string') return `.${value}`;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  const domain = enclosingDomain(abstract.ofValue(value, type), type);
  const json = domain === null ? null : encodeValue(domain, value);
  return json === null ? 'none' : cut(JSON.stringify(json));
}

const MAX_LENGTH = 200;

/** Truncates a text for display. */
export function cut(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  // Removes half of a surrogate pair at the cut.
  return `${text.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * Domains share parts, but are written out in full. A domain with too many parts, and every domain after this total, is given in
 * words only.
 */
const MAX_PARTS = 4_096;
const MAX_PARTS_TOGETHER = 200_000;

/** Writes the domains of nodes up to the size limit. */
export class DomainWriter {
  #left = MAX_PARTS_TOGETHER;
  #complete = true;

  /** False if a domain was left out. */
  get complete(): boolean {
    return this.#complete;
  }

  ofSet(view: AbstractValue, type: Type): { readonly domain: DomainJson | null; readonly values: string } {
    const hull = enclosingDomain(view, type);
    return { domain: hull === null ? null : this.#write(hull), values: cut(describeView(view)) };
  }

  declared(domain: Domain | null): DomainJson | null {
    return domain === null ? null : this.#write(domain);
  }

  #write(domain: Domain): DomainJson | null {
    const { parts } = measureDomain(domain);
    if (parts > MAX_PARTS || parts > this.#left) {
      this.#complete = false;
      return null;
    }
    this.#left -= parts;
    return encodeDomain(domain);
  }
}
