import type { Domain } from '../domain.js';
import { isTag } from './tags.js';
import { codePointLength } from './text.js';
import { OptionValue, RecordValue, type Value } from './value.js';

/** True where the value, of the domain's kind, lies inside the domain. */
export function isInDomain(domain: Domain, value: Value): boolean {
  switch (domain.kind) {
    case 'integer':
      return (typeof value === 'number' || typeof value === 'bigint') && domain.lo <= value && value <= domain.hi;
    case 'boolean':
      return typeof value === 'boolean';
    case 'enumeration':
      return typeof value === 'string' && isTag(domain.tags, value);
    case 'text':
      return typeof value === 'string' && isBetween(codePointLength(value), domain);
    case 'bytes':
      return value instanceof Uint8Array && isBetween(value.length, domain);
    case 'list':
      return Array.isArray(value) && isBetween(value.length, domain) && value.every((item: Value) => isInDomain(domain.element, item));
    case 'record':
      return (
        value instanceof RecordValue &&
        domain.fields.every((field) => {
          const content = value.fields.get(field.name);
          return content !== undefined && isInDomain(field.domain, content);
        })
      );
    case 'option':
      return value instanceof OptionValue && (value.content === undefined || isInDomain(domain.value, value.content));
  }
}

function isBetween(length: number, bounds: { readonly lo: number; readonly hi: number }): boolean {
  return bounds.lo <= length && length <= bounds.hi;
}
