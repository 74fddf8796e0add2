import { type AbstractText, type AbstractValue } from '@kirchhoff/kernel/abstract/views';
import { type Domain, formDomain, type Type, textDomain } from '@kirchhoff/kernel/types/domain';
import { ALL_CHARACTERS } from '@kirchhoff/kernel/types/text-forms';

/**
 * Returns the least domain of the language that contains every value of an abstract value; null for the empty set. A domain is
 * less precise than an abstract value: `0..3 or 5` becomes `0..5`, `true` becomes boolean. The cost is linear in the parts of the
 * type.
 *
 * @param type The type of the values. It provides the parts that no value shows, such as the elements of a list that is always
 * empty.
 */
export function enclosingDomain(view: AbstractValue, type: Type): Domain | null {
  return view.kind === 'never' ? null : hull(view, type);
}

function hull(view: AbstractValue, type: Type): Domain {
  if (view.kind === 'never') return leastOf(type);
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
      return { kind: 'list', element: hull(view.element, type.kind === 'list' ? type.element : NOTHING), lo: view.lo, hi: view.hi };
    case 'record':
      return {
        kind: 'record',
        fields: view.fields.map((field) => ({ name: field.name, domain: hull(field.view, fieldType(type, field.name)) })),
      };
    case 'option':
      return { kind: 'option', value: hull(view.some, type.kind === 'option' ? type.value : NOTHING) };
  }
}

/** A form gives the domain of all its texts. The empty text alone does not restrict the characters. */
function hullOfTexts(view: AbstractText): Domain {
  if (view.values === null && view.form !== null) return formDomain(view.form);
  return textDomain(view.lo, view.hi, view.hi === 0 ? ALL_CHARACTERS : view.characters);
}

const NOTHING: Type = { kind: 'boolean' };

function fieldType(type: Type, name: string): Type {
  const field = type.kind === 'record' ? type.fields.find((each) => each.name === name) : undefined;
  return field?.type ?? NOTHING;
}

/** Returns a small domain of a type, for parts without a value. */
function leastOf(type: Type): Domain {
  switch (type.kind) {
    case 'integer':
      return { kind: 'integer', lo: 0, hi: 0 };
    case 'boolean':
    case 'enumeration':
      return type;
    case 'text':
      return textDomain(0, 0);
    case 'bytes':
      return { kind: 'bytes', lo: 0, hi: 0 };
    case 'list':
      return { kind: 'list', element: leastOf(type.element), lo: 0, hi: 0 };
    case 'record':
      return { kind: 'record', fields: type.fields.map((field) => ({ name: field.name, domain: leastOf(field.type) })) };
    case 'option':
      return { kind: 'option', value: leastOf(type.value) };
  }
}
