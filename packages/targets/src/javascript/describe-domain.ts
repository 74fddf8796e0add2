import type { Domain } from '@kirchhoff/coherence';

const SHOWN_TAGS = 12;

/** A domain as its author would write it. */
export function describeDomain(domain: Domain): string {
  switch (domain.kind) {
    case 'integer':
      return `${domain.lo}..${domain.hi}`;
    case 'boolean':
      return 'bool';
    case 'enumeration': {
      const more = domain.tags.length > SHOWN_TAGS ? ', …' : '';
      return `enum { ${domain.tags.slice(0, SHOWN_TAGS).join(', ')}${more} }`;
    }
    case 'text':
      return `text[${domain.lo}..${domain.hi}]`;
    case 'bytes':
      return `bytes[${domain.lo}..${domain.hi}]`;
    case 'list':
      return `[${describeDomain(domain.element)}; ${domain.lo}..${domain.hi}]`;
    case 'record':
      return `(${domain.fields.map((field) => `${field.name}: ${describeDomain(field.domain)}`).join(', ')})`;
    case 'option':
      return `(${describeDomain(domain.value)})?`;
  }
}
