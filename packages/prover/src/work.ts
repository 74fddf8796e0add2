import type { Refutation } from '@kirchhoff/kernel/certificate/format';
import type { Graph } from '@kirchhoff/kernel/graph/graph';
import { ProvingMeter } from './meter.js';
import type { Stop } from './stop.js';

/** The work of one certification, and the shares of its parts: a part that uses up its share leaves the others theirs. */
export interface ProvingWork {
  readonly whole: ProvingMeter;
  /** Work for sums of inequalities of the domains that one pass left open. */
  readonly linear: ProvingMeter;
  /** Work for splitting the domains that one pass left open into cases. */
  readonly cases: ProvingMeter;
  /** Work for sums for each value of a parameter, after the cases. */
  readonly values: ProvingMeter;
  /** Work for a thorough search for sums, after all other searches. */
  readonly thorough: ProvingMeter;
  /** Work for inputs that satisfy the requires. */
  readonly witnesses: ProvingMeter;
  /** Work for sample runs that show failures before more is tried. */
  readonly samples: ProvingMeter;
  /** By graph, the refutations of earlier searches, by bound. */
  readonly refutations: WeakMap<Graph, Map<string, Refutation>>;
  /** The part whose share was used up first; null if there was no such part. */
  stop: Stop | null;
}

/** The shares of the whole work. */
const LINEAR = 3 / 8;
const CASES = 1 / 2;
const VALUES = 1 / 16;
const THOROUGH = 1 / 8;
const WITNESSES = 1 / 4;
const SAMPLES = 1 / 8;

export function workOf(budget: number): ProvingWork {
  const whole = ProvingMeter.of(budget);
  return {
    whole,
    linear: whole.share(LINEAR * budget),
    cases: whole.share(CASES * budget),
    values: whole.share(VALUES * budget),
    thorough: whole.share(THOROUGH * budget),
    witnesses: whole.share(WITNESSES * budget),
    samples: whole.share(SAMPLES * budget),
    refutations: new WeakMap(),
    stop: null,
  };
}
