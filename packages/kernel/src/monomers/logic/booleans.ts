import { type AbstractValue, boolean, EITHER, NEVER } from '../../abstract/abstract.js';
import { minus, ONE } from '../../abstract/polynomial.js';
import { form } from '../../smt-lib/forms.js';
import { equal, not as notFormula } from '../../smt-lib/formulas.js';
import { BOOLEAN } from '../../types/domain.js';
import { booleanAt } from '../arguments.js';
import { polynomial } from '../linear.js';
import { monomer, type Row, type Semantics } from '../monomer.js';
import { overload, TWO_BOOLEANS } from '../overloads.js';
import { DIRECT } from '../work.js';

/** AND, OR, XOR, IMPLIES and NOT. */

/** There are at most four tuples, so the reference implementation determines the result for each. */
function connective(of: (a: boolean, b: boolean) => boolean, smt: Row['smt']): Semantics {
  return monomer({
    overloads: TWO_BOOLEANS,
    reference: (args) => of(booleanAt(args, 0), booleanAt(args, 1)),
    work: DIRECT,
    precondition: null,
    few: 'run',
    transfer: () => EITHER,
    related: null,
    refine: null,
    facts: null,
    linear: null,
    smt,
  });
}

// Programs write AND, OR and IMPLIES as nodes of their own, since their right side is evaluated later. The encoder handles these
// nodes.
export const and = connective((a, b) => a && b, null);
export const or = connective((a, b) => a || b, null);
export const implies = connective((a, b) => !a || b, null);

export const xor = connective(
  (a, b) => a !== b,
  form('linear', (terms, [a, b]) =>
    a?.kind === 'boolean' && b?.kind === 'boolean' ? terms.boolean(notFormula(equal(a.formula, b.formula))) : null,
  ),
);

export const not = monomer({
  overloads: [overload({ a: BOOLEAN }, BOOLEAN)],
  reference: (args) => !booleanAt(args, 0),
  work: DIRECT,
  precondition: null,
  few: 'bound',
  transfer: ([a]) => negation(a),
  related: null,
  refine: (result) => [negation(result)],
  facts: null,
  linear: polynomial((a) => minus(ONE, a)),
  smt: form('linear', (terms, [a]) => (a?.kind === 'boolean' ? terms.boolean(notFormula(a.formula)) : null)),
});

/** Returns the negations of the truth values of a set; never for never. */
export function negation(truth: AbstractValue | undefined): AbstractValue {
  return truth?.kind === 'boolean' ? boolean(truth.canBeTrue, truth.canBeFalse) : NEVER;
}
