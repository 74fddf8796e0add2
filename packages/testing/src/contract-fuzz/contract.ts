import { type FuzzReport, fuzzContract } from './fuzz.js';
import type { World } from './world.js';

/** Some hundreds in `npm test`, always the same; as many as CONTRACT_REQUESTS says in a long run, others each time. */
const USUAL = 400;
const USUAL_SEED = 1;
/** Enough for every operation to have been met by a request that goes through. */
const LONG = 10_000;
const LANES = 8;
const MAX_SEED = 2 ** 31;

/**
 * Tests that a service keeps its description: no request causes a fault or an undescribed answer, and the description of valid
 * and invalid requests is true in both directions. FUZZ_SEED repeats a run.
 */
export function itKeepsItsContract(start: () => Promise<World>): void {
  const asked = process.env['CONTRACT_REQUESTS'];
  const requests = Number(asked ?? USUAL);
  const seed = Number(process.env['FUZZ_SEED'] ?? (asked === undefined ? USUAL_SEED : Math.floor(Math.random() * MAX_SEED)));
  let report: FuzzReport;
  beforeAll(async () => {
    report = await fuzzContract(await start(), { requests, seed, lanes: LANES });
    if (asked !== undefined) process.stdout.write(`${String(report.tally)}\n`);
  }, 86_400_000);

  it(`keeps to its description in ${requests} requests (FUZZ_SEED=${seed})`, () => {
    expect(report.findings.join('\n\n')).toBe('');
  });

  if (requests < LONG) return;
  it('has answered every operation with what it is there for', () => {
    expect(report.operations.filter((name) => report.tally.successes(name) === 0)).toEqual([]);
  });
}
