import { type Abstract, type AbstractText } from '@kirchhoff/kernel/abstract/views';
import { type Domain, formDomain, type Kind, textDomain } from '@kirchhoff/kernel/types/domain';
import { ALL_CHARACTERS } from '@kirchhoff/kernel/types/text-forms';

/**
 * The least domain of the language that holds every value of a set; null for the empty set. A domain cannot say all
 * that a set can: of `0..3 or 5` it says `0..5`, of `true` that it is a boolean. Linear in the parts of the kind.
 *
 * @param kind What the values are: it has the parts that no value of the set shows, such as the elements of a list
 * that is always empty.
 */
export function hullOf(view: Abstract, kind: Kind): Domain | null {
  return view.kind === 'never' ? null : hull(view, kind);
}

function hull(view: Abstract, kind: Kind): Domain {
  if (view.kind === 'never') return leastOf(kind);
  switch (view.kind) {
    case 'integer':
      return { kind: 'integer', lo: view.ranges[0] ?? 0, hi: view.ranges.at(-1) ?? 0 };
    case 'boolean':
      return { kind: 'boolean' };
    case 'enumeration':
      return { kind: 'enumeration', tags: view.tags };
    case 'text':
      return hullOfTexts(view);
    case 'bytes':
      return { kind: 'bytes', lo: view.lo, hi: view.hi };
    case 'list':
      return { kind: 'list', element: hull(view.element, kind.kind === 'list' ? kind.element : NOTHING), lo: view.lo, hi: view.hi };
    case 'record':
      return {
        kind: 'record',
        fields: view.fields.map((field) => ({ name: field.name, domain: hull(field.view, fieldKind(kind, field.name)) })),
      };
    case 'option':
      return { kind: 'option', value: hull(view.some, kind.kind === 'option' ? kind.value : NOTHING) };
  }
}

/** For a form it has all texts of the form; the empty text alone determines no characters. */
function hullOfTexts(view: AbstractText): Domain {
  if (view.values === null && view.form !== null) return formDomain(view.form);
  return textDomain(view.lo, view.hi, view.hi === 0 ? ALL_CHARACTERS : view.characters);
}

const NOTHING: Kind = { kind: 'boolean' };

function fieldKind(kind: Kind, name: string): Kind {
  const field = kind.kind === 'record' ? kind.fields.find((each) => each.name === name) : undefined;
  return field?.kind ?? NOTHING;
}

/** A small domain of a kind: for parts that have no value. */
function leastOf(kind: Kind): Domain {
  switch (kind.kind) {
    case 'integer':
      return { kind: 'integer', lo: 0, hi: 0 };
    case 'boolean':
    case 'enumeration':
      return kind;
    case 'text':
      return textDomain(0, 0);
    case 'bytes':
      return { kind: 'bytes', lo: 0, hi: 0 };
    case 'list':
      return { kind: 'list', element: leastOf(kind.element), lo: 0, hi: 0 };
    case 'record':
      return { kind: 'record', fields: kind.fields.map((field) => ({ name: field.name, domain: leastOf(field.kind) })) };
    case 'option':
      return { kind: 'option', value: leastOf(kind.value) };
  }
}
