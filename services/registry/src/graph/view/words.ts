import { abstract, encodeValue, hullOf, type Kind, type Value } from '@kirchhoff/coherence';

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
