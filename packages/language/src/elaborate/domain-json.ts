import type { Domain, TextDomain, Type } from '@kirchhoff/kernel/types/domain';
import { ALL_CHARACTERS } from '@kirchhoff/kernel/types/text-forms';

/** A domain or type in the canonical form (RFC 8785: no spaces, members sorted; integers as decimal strings). */
export function domainJson(domain: Domain | Type): string {
  switch (domain.kind) {
    case 'text':
      return 'lo' in domain ? textJson(domain) : '{"kind":"text"}';
    case 'integer':
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
        const inner: Domain | Type = 'domain' in field ? field.domain : field.type;
        return `{"domain":${domainJson(inner)},"name":"${field.name}"}`;
      });
      return `{"fields":[${fields.join()}],"kind":"record"}`;
    }
    case 'option':
      return `{"kind":"option","value":${domainJson(domain.value)}}`;
  }
}

/** Unrestricted texts have bounds only; the characters of a form are given by its name. */
function textJson({ lo, hi, characters, form }: TextDomain): string {
  const bounds = `"hi":"${hi}","kind":"text","lo":"${lo}"}`;
  if (form !== null) return `{"form":"${form}",${bounds}`;
  if (characters === ALL_CHARACTERS) return `{${bounds}`;
  return `{"characters":["${characters.join('","')}"],${bounds}`;
}

/** `hi` sorts before `kind`, and `lo` after it; a type has neither. */
function upper(domain: Domain | Type): string {
  return 'hi' in domain ? `"hi":"${domain.hi}",` : '';
}

function lower(domain: Domain | Type): string {
  return 'lo' in domain ? `,"lo":"${domain.lo}"` : '';
}
