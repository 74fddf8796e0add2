import type { Span } from '../diagnostics/diagnostic.js';
import type { Binder, BoundField, Name } from './ast.js';
import type { TokenCursor } from './cursor.js';
import { endOfEntry } from './domains.js';

/** A name, or `(a, b: c)`; `whose` names their owner for messages. */
export function parseBinder(cursor: TokenCursor, whose: string): Binder {
  if (!cursor.at('(')) return { binder: 'name', name: cursor.name(whose) };
  const span = cursor.span();
  const parentheses = cursor.open('(');
  const fields: BoundField[] = [];
  while (!cursor.at(')') && !cursor.atEnd()) {
    fields.push(parseBoundField(cursor, whose));
    endOfEntry(cursor, ')');
  }
  if (fields.length === 0) cursor.expected('the name of a field');
  cursor.close(')', parentheses);
  return { binder: 'fields', fields, span };
}

function parseBoundField(cursor: TokenCursor, whose: string): BoundField {
  if (cursor.at('_')) cursor.expected('the name of a field', 'fields go by their names: leave out what is not needed');
  if (cursor.at('(')) cursor.expected('the name of a field', 'take an inner record apart on a line of its own');
  const field = cursor.name('a field');
  if (cursor.accept(':') === null) return { field, name: field };
  if (cursor.at('(')) cursor.expected('a name for the field', 'take an inner record apart on a line of its own');
  return { field, name: cursor.name(whose) };
}

export function namesOf(binder: Binder): readonly Name[] {
  return binder.binder === 'name' ? [binder.name] : binder.fields.map(({ name }) => name);
}

/** The place for messages. */
export function placeOf(binder: Binder): Span {
  return binder.binder === 'name' ? binder.name.span : binder.span;
}

export function spellBinder(binder: Binder): string {
  if (binder.binder === 'name') return binder.name.text;
  return `(${binder.fields.map(({ field, name }) => (field === name ? name.text : `${field.text}: ${name.text}`)).join(', ')})`;
}
