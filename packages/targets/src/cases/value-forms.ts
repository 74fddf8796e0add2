import { type Domain, encodeValue, INT64_MAX, INT64_MIN, OptionValue, RecordValue, type Value } from '@kirchhoff/coherence';

/** Returns the JSON form of a value that may lie outside the domain or its type. */
export function jsonOf(domain: Domain, value: Value): unknown {
  switch (domain.kind) {
    case 'integer':
      return typeof value === 'number' || typeof value === 'bigint' ? plain(encodeValue(domain, value)) : value;
    case 'bytes':
      return value instanceof Uint8Array ? encodeValue(domain, value) : value;
    case 'list':
      return Array.isArray(value) ? value.map((item: Value) => jsonOf(domain.element, item)) : value;
    case 'record': {
      if (!(value instanceof RecordValue)) return value;
      return Object.fromEntries(
        domain.fields.flatMap(({ name, domain: field }) => {
          const part = value.fields.get(name);
          return part === undefined ? [] : [[name, jsonOf(field, part)]];
        }),
      );
    }
    case 'option': {
      if (!(value instanceof OptionValue)) return value;
      if (value.content === undefined) return null;
      const content = jsonOf(domain.value, value.content);
      return domain.value.kind === 'option' ? { some: content } : content;
    }
    case 'boolean':
    case 'enumeration':
    case 'text':
      return value;
  }
}

/** The neighbour of a safe integer can be a bigint, which JSON does not have. It is a power of two, so that no digit is lost. */
function plain(encoded: unknown): unknown {
  return typeof encoded === 'bigint' ? Number(encoded) : encoded;
}

/**
 * Returns true if the value has the type of the domain: a language with static types can express it, if its integers are wide
 * enough. `fits`: further says whether an integer has a representation where the domain is used. Default: 64 bits.
 */
export function isOfType(
  domain: Domain,
  value: Value,
  fits: (domain: Extract<Domain, { kind: 'integer' }>, value: number | bigint) => boolean = fits64,
): boolean {
  switch (domain.kind) {
    case 'integer':
      return (typeof value === 'number' || typeof value === 'bigint') && fits64(domain, value) && fits(domain, value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'enumeration':
      return typeof value === 'string' && domain.tags.includes(value);
    case 'text':
      return typeof value === 'string';
    case 'bytes':
      return value instanceof Uint8Array;
    case 'list':
      return Array.isArray(value) && value.every((item: Value) => isOfType(domain.element, item, fits));
    case 'record':
      return (
        value instanceof RecordValue &&
        domain.fields.every(({ name, domain: field }) => {
          const part = value.fields.get(name);
          return part !== undefined && isOfType(field, part, fits);
        })
      );
    case 'option':
      return value instanceof OptionValue && (value.content === undefined || isOfType(domain.value, value.content, fits));
  }
}

function fits64(_: unknown, value: number | bigint): boolean {
  return INT64_MIN <= value && value <= INT64_MAX;
}
