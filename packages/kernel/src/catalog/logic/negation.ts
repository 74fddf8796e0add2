import { type Abstract, boolean, NEVER } from '../../abstract/abstract.js';

/** The negations of the truth values of a set; never of never. */
export function negation(truth: Abstract | undefined): Abstract {
  return truth?.kind === 'boolean' ? boolean(truth.canBeTrue, truth.canBeFalse) : NEVER;
}
