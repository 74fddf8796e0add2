import { atom, constant, ONE, type Polynomial, plus, textOf } from '../abstract/polynomial.js';
import type { Month } from '../monomers/linear.js';

/**
 * The months of a graph, by the polynomials of year and month number. The first day and the length of a month are atoms, one for
 * each pair of polynomials: functions of their values in every run.
 */
export class Months {
  private readonly atoms: Map<string, Polynomial>;

  /**
   * @param before Months whose atoms mean the same here. Default: no months.
   * @param suffix The suffix of the names of new atoms.
   */
  constructor(
    before?: Months,
    private readonly suffix = '',
  ) {
    this.atoms = new Map(before?.atoms);
  }

  of(year: Polynomial, number: Polynomial): Month {
    return {
      year,
      number,
      start: this.start(year, number),
      length: this.length(year, number),
      january: this.start(year, ONE),
      december: this.start(year, constant(12)),
      next: this.start(year, plus(number, ONE)),
      nextJanuary: this.start(plus(year, ONE), ONE),
    };
  }

  private start(year: Polynomial, number: Polynomial): Polynomial {
    return this.named('start', year, number);
  }

  private length(year: Polynomial, number: Polynomial): Polynomial {
    return this.named('length', year, number);
  }

  private named(part: string, year: Polynomial, number: Polynomial): Polynomial {
    const key = `${part} ${textOf(year)} ${textOf(number)}`;
    const found = this.atoms.get(key) ?? atom(`m${this.atoms.size}${this.suffix}`);
    this.atoms.set(key, found);
    return found;
  }
}
