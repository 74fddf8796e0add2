import type { Domain } from '@kirchhoff/coherence';

const SHOWN = 12;
/** Domains share parts, so that a short source could name one that is endless when it is written out. */
const SHOWN_DEPTH = 4;

/** A domain as its author would write it, cut where it is long. */
export function describeDomain(domain: Domain, depth = 0): string {
  switch (domain.kind) {
    case 'integer':
      return `${domain.lo}..${domain.hi}`;
    case 'boolean':
      return 'bool';
    case 'enumeration':
      return `enum { ${shown(domain.tags, (tag) => tag)} }`;
    case 'text':
      return `text[${domain.lo}..${domain.hi}]`;
    case 'bytes':
      return `bytes[${domain.lo}..${domain.hi}]`;
    case 'list':
      return depth < SHOWN_DEPTH ? `[${describeDomain(domain.element, depth + 1)}; ${domain.lo}..${domain.hi}]` : '[…]';
    case 'record':
      return depth < SHOWN_DEPTH
        ? `(${shown(domain.fields, (field) => `${field.name}: ${describeDomain(field.domain, depth + 1)}`)})`
        : '(…)';
    case 'option':
      return depth < SHOWN_DEPTH ? `(${describeDomain(domain.value, depth + 1)})?` : '(…)?';
  }
}

function shown<T>(parts: readonly T[], describe: (part: T) => string): string {
  const more = parts.length > SHOWN ? ', …' : '';
  return parts.slice(0, SHOWN).map(describe).join(', ') + more;
}
