import type { Int } from '@kirchhoff/kernel/types/integer';
import { escapeCharacter, showUnseen } from '../diagnostics/unseen.js';
import type { Alternative, Bound, DomainSyntax, LengthSyntax, ParameterSyntax, Pattern } from './ast.js';

/** The spelling of literals and the text between the nodes of a tree, taken from the source or made from the tree alone. */
export interface Spelling {
  /** The integer literal that begins at `offset`. */
  integer(value: Int, offset: number): string;
}

/** Puts `_` between groups of three digits, from 10_000 on. */
export function spellInteger(value: Int): string {
  const digits = String(value);
  return digits.replace('-', '').length < 5 ? digits : digits.replace(/\B(?=(?:\d{3})+$)/g, '_');
}

export const PLAIN_SPELLING: Spelling = { integer: spellInteger };

/** Spaces that look like the ordinary one, characters with an escape of their own, and line ends. */
const ESCAPED = /["\\\t\n\r\u00a0\u202f]/g;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\\', '\\\\'],
  ['"', '\\"'],
]);

/** A text literal, with its quotes. */
export function spellText(value: string): string {
  const escaped = value.replace(ESCAPED, (character) => ESCAPES.get(character) ?? escapeCharacter(character));
  return `"${showUnseen(escaped)}"`;
}

/** A bytes literal. */
export function spellBytes(value: Uint8Array): string {
  return `x"${Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
}

/** A domain on one line. Domains nest to 64, so recursion is bounded. */
export function spellDomain(domain: DomainSyntax, spelling: Spelling): string {
  switch (domain.domain) {
    case 'range':
      return spellRange(domain, spelling);
    case 'name':
      return domain.name.text;
    case 'enumeration':
      return `enum { ${domain.tags.map((tag) => tag.text).join(', ')} }`;
    case 'text':
      return `text[${spellLength(domain.length, spelling)}]${domain.of === null ? '' : ` of ${spellText(domain.of.value)}`}`;
    case 'bytes':
      return `bytes[${spellLength(domain.length, spelling)}]`;
    case 'list':
      return `[${spellDomain(domain.element, spelling)}; ${spellLength(domain.length, spelling)}]`;
    case 'record':
      return spellParameters(domain.fields, spelling);
    case 'option': {
      const value = spellDomain(domain.value, spelling);
      return domain.value.domain === 'range' ? `(${value})?` : `${value}?`;
    }
  }
}

/** `(name: domain, …)`. */
export function spellParameters(parameters: readonly ParameterSyntax[], spelling: Spelling): string {
  return `(${parameters.map(({ name, domain }) => `${name.text}: ${spellDomain(domain, spelling)}`).join(', ')})`;
}

function spellRange({ lo, hi }: { readonly lo: Bound; readonly hi: Bound }, spelling: Spelling): string {
  return `${spellBound(lo, spelling)}..${spellBound(hi, spelling)}`;
}

function spellBound(bound: Bound, spelling: Spelling): string {
  return bound.bound === 'literal' ? spelling.integer(bound.value, bound.span.offset) : bound.name;
}

function spellLength({ lo, hi }: LengthSyntax, spelling: Spelling): string {
  if (isSame(lo, hi)) return spellBound(hi, spelling);
  return lo.bound === 'literal' && lo.value === 0 ? `..${spellBound(hi, spelling)}` : spellRange({ lo, hi }, spelling);
}

function isSame(lo: Bound, hi: Bound): boolean {
  if (lo.bound === 'constant') return hi.bound === 'constant' && lo.name === hi.name;
  return hi.bound === 'literal' && lo.value === hi.value;
}

/** The pattern of one value, or in parentheses those of several. */
export function spellAlternative({ patterns }: Alternative, spelling: Spelling): string {
  const spelt = patterns.map((pattern) => spellPattern(pattern, spelling));
  return spelt.length === 1 ? spelt.join('') : `(${spelt.join(', ')})`;
}

/** A pattern. Patterns nest to 64, so recursion is bounded. */
function spellPattern(pattern: Pattern, spelling: Spelling): string {
  switch (pattern.pattern) {
    case 'tag':
      return `.${pattern.tag}`;
    case 'integer':
      return spelling.integer(pattern.value, pattern.span.offset);
    case 'range':
      return spellRange(pattern, spelling);
    case 'constant':
      return pattern.name;
    case 'text':
      return spellText(pattern.value);
    case 'bytes':
      return spellBytes(pattern.value);
    case 'boolean':
      return String(pattern.value);
    case 'none':
      return 'none';
    case 'some':
      return `some ${spellPattern(pattern.inner, spelling)}`;
    case 'bind':
      return pattern.name.text;
    case 'wildcard':
      return '_';
  }
}
