import {
  type Abstract,
  abstract,
  type Domain,
  type DomainJson,
  describeView,
  encodeDomain,
  encodeValue,
  hullOf,
  type Kind,
  measureDomain,
  type Value,
} from '@kirchhoff/coherence';

/** Formats the type of a node as in the catalog's signatures. */
export function kindText(kind: Kind): string {
  switch (kind.kind) {
    case 'integer':
      return 'int';
    case 'boolean':
      return 'bool';
    case 'enumeration':
      return 'enum';
    case 'text':
    case 'bytes':
      return kind.kind;
    case 'list':
      return `[${kindText(kind.element)}]`;
    case 'record':
      return cut(`(${kind.fields.map((field) => `${field.name}: ${kindText(field.kind)}`).join(', ')})`);
    case 'option':
      return `${kindText(kind.value)}?`;
  }
}

/** Formats a literal as in a source. */
export function literalText(value: Value, kind: Kind): string {
  if (kind.kind === 'enumeration' && typeof value === 'string') return `.${value}`;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  const domain = hullOf(abstract.ofValue(value, kind), kind);
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

  ofSet(view: Abstract, kind: Kind): { readonly domain: DomainJson | null; readonly values: string } {
    const hull = hullOf(view, kind);
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
