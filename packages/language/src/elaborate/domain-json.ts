import type { Domain, Kind } from '@kirchhoff/kernel/types/domain';

/** A domain or kind in the canonical form (RFC 8785: no spaces, members sorted; integers as decimal strings). */
export function domainJson(domain: Domain | Kind): string {
  switch (domain.kind) {
    case 'integer':
    case 'text':
    case 'bytes':
      return `{${upper(domain)}"kind":"${domain.kind}"${lower(domain)}}`;
    case 'boolean':
      return '{"kind":"boolean"}';
    case 'enumeration':
      return `{"kind":"enumeration","tags":${JSON.stringify(domain.tags)}}`;
    case 'list':
      return `{"element":${domainJson(domain.element)},${upper(domain)}"kind":"list"${lower(domain)}}`;
    case 'record': {
      const fields = domain.fields.map((field) => {
        const inner: Domain | Kind = 'domain' in field ? field.domain : field.kind;
        return `{"domain":${domainJson(inner)},"name":"${field.name}"}`;
      });
      return `{"fields":[${fields.join()}],"kind":"record"}`;
    }
    case 'option':
      return `{"kind":"option","value":${domainJson(domain.value)}}`;
  }
}

/** `hi` sorts before `kind` and `lo` after it; a kind has neither. */
function upper(domain: Domain | Kind): string {
  return 'hi' in domain ? `"hi":"${domain.hi}",` : '';
}

function lower(domain: Domain | Kind): string {
  return 'lo' in domain ? `,"lo":"${domain.lo}"` : '';
}
