import type { Type, TypeField } from '@kirchhoff/kernel/types/domain';

/** Structural equality of types; the order of tags matters. */
export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case 'integer':
    case 'boolean':
    case 'text':
    case 'bytes':
      return a.kind === b.kind;
    case 'enumeration':
      return b.kind === 'enumeration' && a.tags.length === b.tags.length && a.tags.every((tag, i) => tag === b.tags[i]);
    case 'list':
      return b.kind === 'list' && sameType(a.element, b.element);
    case 'record':
      return b.kind === 'record' && a.fields.length === b.fields.length && a.fields.every((field, i) => sameField(field, b.fields[i]));
    case 'option':
      return b.kind === 'option' && sameType(a.value, b.value);
  }
}

function sameField(a: TypeField, b: TypeField | undefined): boolean {
  return b !== undefined && a.name === b.name && sameType(a.type, b.type);
}
