import type { DomainJson } from '@kirchhoff/coherence';

/** Writes a domain as a source does, with grouped digits. */
export function domainText(domain: DomainJson): string {
  switch (domain.kind) {
    case 'integer':
      return between(domain.lo, domain.hi);
    case 'boolean':
      return 'bool';
    case 'enumeration':
      return `enum { ${domain.tags.join(', ')} }`;
    case 'text':
      if (domain.form !== undefined) return `text of ${domain.form}`;
      return `text[${between(domain.lo, domain.hi)}]${domain.of === undefined ? '' : ` of ${domain.of}`}`;
    case 'bytes':
      return `bytes[${between(domain.lo, domain.hi)}]`;
    case 'list':
      return `[${domainText(domain.element)}; ${between(domain.lo, domain.hi)}]`;
    case 'record':
      return `(${domain.fields.map((field) => `${field.name}: ${domainText(field.domain)}`).join(', ')})`;
    case 'option':
      return `(${domainText(domain.value)})?`;
  }
}

function between(lo: number | string, hi: number | string): string {
  return `${grouped(lo)}..${grouped(hi)}`;
}

function grouped(value: number | string): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, '_');
}
