import { check } from '@kirchhoff/kernel/certificate/check';
import { MAX_CERTIFICATE_BYTES } from '@kirchhoff/kernel/limits';
import { CheckMeter, MAX_CHECKING_WORK } from '@kirchhoff/kernel/rules/meter';
import { read } from '@kirchhoff/language/program/read';
import { certify } from '@kirchhoff/prover/certify';
import { MAX_PROVING_WORK } from '@kirchhoff/prover/meter';
import { prove } from '@kirchhoff/prover/prove';
import { combinedMonster } from '../testing/combined-monsters.js';
import { MONSTERS, sizesOf } from '../testing/monsters.js';

/** Limit for the characters of a source in this test. `npm run monsters` uses the limit for sources. */
const SHORT = 1_024;
/** The last rule may exceed the budget by the size of its inputs. */
const LAST_RULE = 200_000;
/** The rules of a policy occur in each of their actions. Everything else occurs in the graph as often as in the source. */
const MAX_NODES_A_CHARACTER = 10;

/** Forms without a valid program, which test only the front end. */
const REFUSED: readonly string[] = [
  'one number out of range',
  'doubling domains',
  'doubling records',
  'pins',
  'mistakes',
  'opening brackets',
  'closing brackets',
  'quotes',
  'no source',
  'lines of nothing',
];

interface Counts {
  readonly nodes: number;
  readonly proof: number;
  readonly check: number;
}

/** Returns `null` for sources that a limit refuses. */
function countsOf(source: string): Counts | null {
  const reading = read(source);
  if (!reading.ok) return null;
  const { core } = reading.program;
  const meter = new CheckMeter();
  const { certificate } = certify(reading.program);
  if (certificate !== null) {
    expect(certificate.length).toBeLessThanOrEqual(MAX_CERTIFICATE_BYTES);
    expect(check(reading.program, certificate, meter).valid).toBe(true);
  }
  const nodes = [...core.components, ...core.graphs].reduce((sum, graph) => sum + graph.nodes.length, 0);
  return { nodes, proof: prove(core).meter.spent, check: meter.spent };
}

/** Fails if a program takes more work than the budget, or if its graph is too long for its characters. */
function expectBounded({ nodes, proof, check: checked }: Counts, characters: number): void {
  expect(proof).toBeGreaterThan(0);
  expect(proof).toBeLessThanOrEqual(MAX_PROVING_WORK + LAST_RULE);
  expect(checked).toBeLessThanOrEqual(MAX_CHECKING_WORK + LAST_RULE);
  expect(nodes).toBeLessThanOrEqual(MAX_NODES_A_CHARACTER * characters);
}

test.each(MONSTERS)('$name: work is counted, and ends within what there is', (monster) => {
  const [size = 1] = sizesOf(monster, SHORT);
  const counts = countsOf(monster.source(size));
  expect(counts === null).toBe(REFUSED.includes(monster.name));
  if (counts !== null) expectBounded(counts, SHORT);
});

const COMBINED = Array.from({ length: 24 }, (_, seed) => ({ seed, ...combinedMonster(seed, SHORT) }));

test.each(COMBINED)('$name, combined: a program whose work is counted, and ends within what there is', ({ source }) => {
  const counts = countsOf(source);
  if (counts === null) throw new Error(`no program comes of it:\n${source}`);
  expectBounded(counts, source.length);
});

test('forms are combined in twos and threes, the same of the same seed, and others of another', () => {
  expect(COMBINED.map(({ seed }) => combinedMonster(seed, SHORT).source)).toEqual(COMBINED.map(({ source }) => source));
  expect(new Set(COMBINED.map(({ name }) => name.split(' + ').length))).toEqual(new Set([2, 3]));
  expect(new Set(COMBINED.map(({ source }) => source)).size).toBe(COMBINED.length);
});
