import type { Domain, TextDomain } from '../types/domain.js';
import { type Meter, textSteps } from './meter.js';
import { isTag } from './tags.js';
import { codePointLength } from './text.js';
import { hasOnly, isOfForm } from './text-forms.js';
import { OptionValue, RecordValue, type Value } from './value.js';

/**
 * Returns true if the value, of the domain's type, lies inside the domain. A meter counts one step for each part of the value,
 * and the length of each text.
 */
export function isInDomain(domain: Domain, value: Value, meter?: Meter): boolean {
  if (meter?.take(1) === false) return false;
  switch (domain.kind) {
    case 'integer':
      return (typeof value === 'number' || typeof value === 'bigint') && domain.lo <= value && value <= domain.hi;
    case 'boolean':
      return typeof value === 'boolean';
    case 'enumeration':
      return typeof value === 'string' && meter?.take(textSteps(value)) !== false && isTag(domain.tags, value);
    case 'text':
      return typeof value === 'string' && meter?.take(textSteps(value)) !== false && isText(domain, value);
    case 'bytes':
      return value instanceof Uint8Array && isBetween(value.length, domain);
    case 'list':
      return (
        Array.isArray(value) && isBetween(value.length, domain) && value.every((item: Value) => isInDomain(domain.element, item, meter))
      );
    case 'record':
      return (
        value instanceof RecordValue &&
        domain.fields.every((field) => {
          const content = value.fields.get(field.name);
          return content !== undefined && isInDomain(field.domain, content, meter);
        })
      );
    case 'option':
      return value instanceof OptionValue && (value.content === undefined || isInDomain(domain.value, value.content, meter));
  }
}

function isText(domain: TextDomain, text: string): boolean {
  if (!isBetween(codePointLength(text), domain)) return false;
  return domain.form === null ? hasOnly(text, domain.characters) : isOfForm(text, domain.form);
}

function isBetween(length: number, bounds: { readonly lo: number; readonly hi: number }): boolean {
  return bounds.lo <= length && length <= bounds.hi;
}
