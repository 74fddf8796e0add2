import { type MeasuredOperation, type Observations, OPERATIONS, type Seen } from './observations.js';
import type { Phase } from './phase.js';
import { judge } from './verdict.js';

const MEBIBYTE = 1_048_576;
const PEAKS = { registry: 300 * MEBIBYTE, worker: 300 * MEBIBYTE, compiler: 300 * MEBIBYTE };

/** Requests with this duration and `status`. */
const seen = (milliseconds: readonly number[], status = 200): Seen => ({ milliseconds, statuses: { [status]: milliseconds.length } });

/** A phase in which every request of an operation took the time that is given; default: 10 ms. */
function phase(took: Partial<Record<MeasuredOperation, Seen>> = {}, peaks = PEAKS): Phase {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of each
  const usual = Object.fromEntries(OPERATIONS.map((operation) => [operation, seen(Array.from({ length: 100 }, () => 10))])) as Record<
    MeasuredOperation,
    Seen
  >;
  const observations: Observations = { ...usual, ...took };
  return { observations, sent: { seconds: 1, requests: 1, answers: {} }, peaks };
}

/** Observations, the verdict on them, and the operations that miss. */
type Case = readonly [name: string, passes: boolean, took: Partial<Record<MeasuredOperation, Seen>>];

const all = (milliseconds: number): Seen => seen(Array.from({ length: 100 }, () => milliseconds));
/** Two of a hundred are slow: the median is not. */
const some = (milliseconds: number): Seen => seen([...Array.from({ length: 98 }, () => 10), milliseconds, milliseconds]);

it.each<Case>([
  ['nothing slower', true, {}],
  ['checks thrice as slow', true, { check: all(30) }],
  ['checks slower than that', false, { check: all(31) }],
  ['the slowest checks five times as slow', true, { check: some(50) }],
  ['the slowest checks slower than that', false, { check: some(51) }],
  ...(['publish', 'certify', 'verify', 'analyze'] as const).flatMap((operation): Case[] => [
    [`${operation} five times as slow`, true, { [operation]: all(50) }],
    [`${operation} slower than that`, false, { [operation]: all(51) }],
    [`the slowest ${operation} much slower`, true, { [operation]: some(5_000) }],
    [`no ${operation} at all`, false, { [operation]: seen([]) }],
    [`one ${operation} refused`, false, { [operation]: { milliseconds: [10], statuses: { 200: 1, 503: 1 } } }],
    [`one ${operation} without a result`, false, { [operation]: { milliseconds: [10], statuses: { 200: 1, 202: 1 } } }],
    [`one ${operation} without an answer`, false, { [operation]: { milliseconds: [10], statuses: { 200: 1, 0: 1 } } }],
  ]),
])('%s: passes is %p', (_, passes, took) => {
  expect(judge(phase(took), phase()).passes).toBe(passes);
});

it('a publication that made a circuit is no failure', () => {
  const { failures, passes } = judge(phase({ publish: seen([10], 201) }), phase());
  expect({ failures, passes }).toEqual({ failures: {}, passes: true });
});

it.each([
  ['registry', 768],
  ['worker', 512],
  ['compiler', 768],
] as const)('the %s may hold %i MiB and no byte more', (program, mebibytes) => {
  const held = (bytes: number) => judge(phase({}, { ...PEAKS, [program]: bytes }), phase()).passes;
  expect([held(mebibytes * MEBIBYTE), held(mebibytes * MEBIBYTE + 1)]).toEqual([true, false]);
});
