import { ProvingMeter } from './meter.js';

/** The work of one certification, and what its parts may take of it: what one part uses up is not missing in another. */
export interface Work {
  readonly whole: ProvingMeter;
  /** To look for sums of inequalities that close what one pass left open. */
  readonly linear: ProvingMeter;
  /** To split what one pass left open into cases. */
  readonly cases: ProvingMeter;
  /** To look for inputs that the requires admit. */
  readonly witnesses: ProvingMeter;
  /** To run inputs on which something may fail, before more is tried. */
  readonly samples: ProvingMeter;
}

const LINEAR = 2_000_000;
const CASES = 4_000_000;
const WITNESSES = 2_000_000;
const SAMPLES = 1_000_000;

export function workOf(budget: number): Work {
  const whole = ProvingMeter.of(budget);
  return {
    whole,
    linear: whole.share(LINEAR),
    cases: whole.share(CASES),
    witnesses: whole.share(WITNESSES),
    samples: whole.share(SAMPLES),
  };
}
