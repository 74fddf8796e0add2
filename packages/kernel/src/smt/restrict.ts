import type { AbstractValue } from '../abstract/abstract.js';
import { common } from '../smt-lib/bounds.js';
import type { Term, Terms } from '../smt-lib/terms.js';
import { boundsOfView } from './membership.js';

/** Returns the same value with its integers in the bounds of the view. At every reached place the value lies within the view. */
export function restricted(terms: Terms, term: Term, view: AbstractValue): Term {
  if (term.kind === 'integer' && view.kind === 'integer') {
    const bounds = boundsOfView(view);
    return terms.integer(terms.dialect.restrict(term.integer, common(term.integer.bounds, bounds) ?? bounds));
  }
  if (term.kind === 'record' && view.kind === 'record') {
    const viewOf = new Map(view.fields.map((field) => [field.name, field.view]));
    return {
      kind: 'record',
      fields: term.fields.map(({ name, value }) => ({ name, value: restricted(terms, value, viewOf.get(name) ?? view) })),
    };
  }
  if (term.kind === 'option' && view.kind === 'option') return { ...term, content: restricted(terms, term.content, view.some) };
  return term;
}
