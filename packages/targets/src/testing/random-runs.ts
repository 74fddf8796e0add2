import { read } from '@kirchhoff/coherence';
import { randomCircuit } from '@kirchhoff/coherence/testing/random-circuit';
import * as fc from 'fast-check';
import { circuitOf } from './reference.js';
import type { Run } from './toolchain.js';

/** Beginnings of names: with long ones, lines are broken. */
const WORDS = ['q', 'measurement', 'the_first_measurement_of_the_day', 'a_reading_of_the_second_sensor_in_the_hall', 'noon'] as const;

/**
 * Returns random circuits, each with its short names and with longer ones: open, with all guards, and without any. A program
 * without guards may be wrong, since nothing says that the circuits close; it is only to be read.
 */
export function randomRuns(count: number, seed: number): readonly Run[] {
  // Some random circuits cost too much.
  const sources = fc.sample(randomCircuit({ reach: 12, width: 30 }), { numRuns: count, seed }).filter((source) => read(source).ok);
  return sources.flatMap((source, index) => {
    const longer = source.replaceAll(/\b([xw])(\d+)\b/g, (_, letter: string, digits: string) => {
      return `${WORDS[(index + Number(digits)) % WORDS.length]}_${letter}${digits}`;
    });
    return [source, longer]
      .map(circuitOf)
      .flatMap((program) =>
        [{ certified: false }, { certified: true }, { certified: true, guards: false }].map((options) => ({ program, options, lines: [] })),
      );
  });
}
