import { ALL_CHARACTERS, type Domain, spellCharacters, spellText, type TextDomain } from '@kirchhoff/coherence';

/**
 * Limit for the parts of a domain that are shown. Domains share parts, so that a short source can name a domain whose full text
 * is extremely long.
 */
const SHOWN = 24;
/** Limit for the parts that are shown side by side. */
const SHOWN_ABREAST = 12;
/** Longer parts, which are names of fields or tags, are cut. */
const MAX_NAME_LENGTH = 60;

/**
 * Returns a domain as its author would write it, truncated if it is long. It is safe within a comment, since it never ends one.
 */
export function describeDomain(domain: Domain): string {
  return describe(domain, { left: SHOWN });
}

function describe(domain: Domain, room: { left: number }): string {
  switch (domain.kind) {
    case 'integer':
      return `${domain.lo}..${domain.hi}`;
    case 'boolean':
      return 'bool';
    case 'enumeration':
      return `enum { ${shown(domain.tags, room, shortened)} }`;
    case 'text':
      return describeText(domain);
    case 'bytes':
      return `bytes[${domain.lo}..${domain.hi}]`;
    case 'list':
      return `[${shown([domain.element], room, (element) => describe(element, room))}; ${domain.lo}..${domain.hi}]`;
    case 'record':
      return `(${shown(domain.fields, room, ({ name, domain: field }) => `${shortened(name)}: ${describe(field, room)}`)})`;
    case 'option':
      return `(${shown([domain.value], room, (value) => describe(value, room))})?`;
  }
}

function describeText({ lo, hi, characters, form }: TextDomain): string {
  if (form !== null) return form;
  if (characters === ALL_CHARACTERS) return `text[${lo}..${hi}]`;
  return `text[${lo}..${hi}] of ${spellText(spellCharacters(characters)).replace('*/', '*\\u{2F}')}`;
}

function shown<T>(parts: readonly T[], room: { left: number }, write: (part: T) => string): string {
  const written: string[] = [];
  for (const part of parts) {
    if (room.left <= 0 || written.length === SHOWN_ABREAST) return [...written, '…'].join(', ');
    room.left -= 1;
    written.push(write(part));
  }
  return written.join(', ');
}

function shortened(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}
