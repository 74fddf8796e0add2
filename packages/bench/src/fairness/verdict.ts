import type { ProgramName } from '../http/services.js';
import { quantile } from '../http/statistics.js';
import { type MeasuredOperation, type Observations, OPERATIONS } from './observations.js';
import type { Phase } from './phase.js';

/** A ratio of the victim's times during the attack to those of the quiet phase. */
export interface MeasuredRatio {
  readonly operation: MeasuredOperation;
  readonly percentile: 50 | 99;
  readonly attackMilliseconds: number;
  readonly quietMilliseconds: number;
  readonly ratio: number;
  readonly bar: number;
}

/** The peak memory of a process during the attack, in bytes. */
export interface Held {
  readonly program: ProgramName;
  readonly bytes: number;
  readonly bar: number;
}

export interface FairnessVerdict {
  readonly measured: readonly MeasuredRatio[];
  readonly held: readonly Held[];
  /** Unsuccessful answers to the victim during the attack, by operation and status. */
  readonly failures: Readonly<Record<string, number>>;
  readonly passes: boolean;
}

/** The highest ratio of an operation's time under attack to its quiet time. */
const BARS: readonly Pick<MeasuredRatio, 'operation' | 'percentile' | 'bar'>[] = [
  { operation: 'check', percentile: 50, bar: 3 },
  { operation: 'check', percentile: 99, bar: 5 },
  ...(['publish', 'certify', 'verify', 'analyze'] as const).map((operation) => ({ operation, percentile: 50, bar: 5 }) as const),
];

const MEBIBYTE = 1_048_576;
/** Limit for the peak memory of a process in bytes (VmHWM), in every attack. */
const MEMORY_BARS: Readonly<Record<ProgramName, number>> = { registry: 768 * MEBIBYTE, worker: 512 * MEBIBYTE, compiler: 768 * MEBIBYTE };
const PROGRAMS = ['registry', 'worker', 'compiler'] as const satisfies readonly ProgramName[];

export function judge(attack: Phase, quiet: Phase): FairnessVerdict {
  const measured = BARS.map(({ operation, percentile, bar }) => {
    const [attackMilliseconds, quietMilliseconds] = [attack, quiet].map(({ observations }) => {
      const sorted = observations[operation].milliseconds.toSorted((a, b) => a - b);
      return quantile(sorted, percentile / 100);
    });
    const times = { attackMilliseconds: attackMilliseconds ?? Number.NaN, quietMilliseconds: quietMilliseconds ?? Number.NaN };
    return { operation, percentile, ...times, ratio: times.attackMilliseconds / times.quietMilliseconds, bar };
  });
  const failures = failuresOf(attack.observations);
  const held = PROGRAMS.map((program) => ({ program, bytes: attack.peaks[program], bar: MEMORY_BARS[program] }));
  const passes = Object.keys(failures).length === 0 && measured.every(isWithin) && held.every(isWithinMemory);
  return { measured, held, failures, passes };
}

export function isWithin({ ratio, bar }: MeasuredRatio): boolean {
  return ratio <= bar;
}

export function isWithinMemory({ bytes, bar }: Held): boolean {
  return bytes <= bar;
}

/** 202 counts as a success too: certify and verify had no result in time. */
export function failuresOf(observations: Observations): Readonly<Record<string, number>> {
  const all = OPERATIONS.flatMap((operation) =>
    Object.entries(observations[operation].statuses).map(([status, count]) => ({ status, name: `${operation} ${status}`, count })),
  );
  return Object.fromEntries(all.filter(({ status }) => status !== '200' && status !== '201').map(({ name, count }) => [name, count]));
}
