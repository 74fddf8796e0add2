import type { IntegerTerm } from './dialect.js';
import type { Term, Terms } from './terms.js';

/** The exact result of an application to texts, bytes or lists, or of a calendar; null where it has no such form. */
export function onThings(terms: Terms, name: string, args: readonly Term[]): Term | null {
  const [a, b, c] = args;
  if (a === undefined) return null;
  switch (name) {
    case 'LENGTH':
    case 'TEXT_LENGTH':
      return a.kind === 'thing' ? terms.integer(terms.size(a)) : null;
    case 'GET':
      return a.kind === 'thing' && a.items !== null && b?.kind === 'integer' ? elementAt(terms, a.items, b.integer, null) : null;
    case 'GET_OR':
      return a.kind === 'thing' && a.items !== null && b?.kind === 'integer' && c !== undefined
        ? elementAt(terms, a.items, b.integer, c)
        : null;
    default:
      return null;
  }
}

/** An item by cases of the index; without an `otherwise` the last item also stands for every index that violates the need. */
function elementAt(terms: Terms, items: readonly Term[], index: IntegerTerm, otherwise: Term | null): Term | null {
  const last = otherwise ?? items[items.length - 1];
  if (last === undefined) return null;
  let result = last;
  for (const [position, item] of [...items.entries()].toReversed()) {
    result = terms.choose(terms.dialect.compare('=', index, terms.dialect.literal(BigInt(position))), item, result);
  }
  return result;
}
