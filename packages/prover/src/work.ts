import { ProvingMeter } from './meter.js';
import type { Stop } from './stop.js';

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
  /** The part that was given up first because its share was used up; null if there was no such part. */
  stop: Stop | null;
}

/** Parts of the whole. */
const LINEAR = 1 / 4;
const CASES = 1 / 2;
const WITNESSES = 1 / 4;
const SAMPLES = 1 / 8;

export function workOf(budget: number): Work {
  const whole = ProvingMeter.of(budget);
  return {
    whole,
    linear: whole.share(LINEAR * budget),
    cases: whole.share(CASES * budget),
    witnesses: whole.share(WITNESSES * budget),
    samples: whole.share(SAMPLES * budget),
    stop: null,
  };
}
