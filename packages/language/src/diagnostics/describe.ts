import type { AbstractValue, TextsByClass } from '@kirchhoff/kernel/abstract/views';
import type { CorePattern } from '@kirchhoff/kernel/graph/graph';
import type { Domain, TextDomain } from '@kirchhoff/kernel/types/domain';
import { ALL_CHARACTERS, FORM_BOUNDS, spellCharacters } from '@kirchhoff/kernel/types/text-forms';
import { spellText } from '../syntax/spelling.js';

/** A set of values in the words of a message: `0..10`, `0..3 or 5`, `true`, `.eu or .us`, `text[0..5]`. */
export function describe(view: AbstractValue): string {
  switch (view.kind) {
    case 'never':
      return 'nothing';
    case 'integer': {
      const parts: string[] = [];
      for (let i = 0; i < view.ranges.length; i += 2) {
        const lo = String(view.ranges[i]);
        const hi = String(view.ranges[i + 1]);
        parts.push(lo === hi ? lo : `${lo}..${hi}`);
      }
      return alternatives(parts);
    }
    case 'boolean':
      return view.canBeFalse && view.canBeTrue ? 'true or false' : String(view.canBeTrue);
    case 'enumeration':
      return alternatives(view.tags, (tag) => `.${tag}`);
    case 'text':
      return view.values === null ? describeTexts(view) : alternatives(view.values, spellText);
    case 'bytes':
      return `bytes[${view.lo}..${view.hi}]`;
    case 'list':
      return `[${view.hi === 0 ? '' : `${describe(view.element)}; `}${view.lo}..${view.hi}]`;
    case 'record':
      return `(${view.fields.map((field) => `${field.name}: ${describe(field.view)}`).join(', ')})`;
    case 'option':
      return alternatives([...(view.none ? ['none'] : []), ...(view.some.kind === 'never' ? [] : [`some ${describe(view.some)}`])]);
  }
}

/** Beyond ASCII, a set is mostly the rest after an operation's exclusions, which readers do not need. */
function describeTexts({ lo, hi, characters, form }: TextsByClass): string {
  const bounds = form === null ? null : FORM_BOUNDS[form];
  if (form !== null) return lo === bounds?.lo && hi === bounds.hi ? form : `${form} of ${lo}..${hi} characters`;
  const isPlain = hi > 0 && characters.every((end) => end <= 0x7f);
  return `text[${lo}..${hi}]${isPlain ? ` of ${spellText(spellCharacters(characters))}` : ''}`;
}

const MAX_PARTS = 8;

function alternatives(parts: readonly string[], write = (part: string): string => part): string {
  const written = parts.slice(0, MAX_PARTS).map(write).join(' or ');
  return parts.length > MAX_PARTS ? `${written} or ${parts.length - MAX_PARTS} more` : written;
}

/** A pattern as in a source, without the names that it binds. */
export function describePattern(pattern: CorePattern): string {
  switch (pattern.pattern) {
    case 'any':
      return '_';
    case 'tag':
      return `.${pattern.tag}`;
    case 'range':
      return pattern.lo === pattern.hi ? String(pattern.lo) : `${pattern.lo}..${pattern.hi}`;
    case 'value':
      if (typeof pattern.value === 'string') return spellText(pattern.value);
      return pattern.value instanceof Uint8Array ? `bytes of ${pattern.value.length}` : JSON.stringify(pattern.value);
    case 'none':
      return 'none';
    case 'some':
      return `some ${describePattern(pattern.inner)}`;
  }
}

/** A declared domain as in a source, on one line; long lists of tags are cut. */
export function describeDomain(domain: Domain): string {
  switch (domain.kind) {
    case 'integer':
      return `${domain.lo}..${domain.hi}`;
    case 'boolean':
      return 'bool';
    case 'enumeration':
      return alternatives(domain.tags.map((tag) => `.${tag}`));
    case 'text':
      return describeText(domain);
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

function describeText({ lo, hi, characters, form }: TextDomain): string {
  if (form !== null) return form;
  return `text[${lo}..${hi}]${characters === ALL_CHARACTERS ? '' : ` of ${spellText(spellCharacters(characters))}`}`;
}
