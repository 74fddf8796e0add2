import { inspect } from 'node:util';
import { ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import { allValues, countTuples } from '@kirchhoff/kernel/abstract/all-values';
import type { Program } from '@kirchhoff/language/program/program';
import { certify } from '@kirchhoff/prover/certify';
import { prove } from '@kirchhoff/prover/prove';
import * as fc from 'fast-check';
import { countRules, holdToRuns, RULES, type Yield } from '../../testing/closed-runs.js';
import { drawProgram, LAYERS } from '../../testing/drawing/program.js';
import { Random } from '../../testing/drawing/random.js';
import { write } from '../../testing/drawing/write.js';
import { areEnough } from '../../testing/enough.js';
import { isProven, programOf } from '../../testing/planted-engine.js';
import { randomCircuit } from '../../testing/random-circuit.js';

/** With fewer programs, some rules would not close any of them. */
const MIN_RUNS = 250;
/** Number of generated programs; a long run sets it higher. */
const RUNS = Number(process.env['SOUNDNESS_RUNS'] ?? MIN_RUNS);
const MAX_INPUTS = 4_096;

/** Returns true if all inputs can be run: then every domain must be decided. */
function isSmall(program: Program): boolean {
  const choices = program.core.graphs.flatMap((graph) => graph.parameters.map(({ domain }) => allValues(ofDomain(domain))));
  const known = choices.filter((values) => values !== null);
  return known.length === choices.length && countTuples(known) <= MAX_INPUTS;
}

/** Draws programs and counts the closed ones: only closed programs test the soundness of proofs. */
function draw(shape: { reach: number; width: number }, runs: number, most: number): { closed: number; openInTruth: number; left: number } {
  const seen = { closed: 0, openInTruth: 0, left: 0 };
  fc.assert(
    fc.property(randomCircuit(shape), (source) => {
      const program = programOf(source);
      if (program === null) return;
      const certification = certify(program);
      if (certification.certificate !== null) {
        seen.closed += 1;
        holdToRuns(source, program, certification.certificate, most);
      } else if (certification.errors.some((error) => error.counterexample !== undefined)) seen.openInTruth += 1;
      else {
        seen.left += 1;
        if (isSmall(program)) throw new Error(`left open, and no input fails: ${inspect(certification.errors)}\n${source}`);
      }
    }),
    { numRuns: runs },
  );
  return seen;
}

test('a closed circuit of small domains fails on none of its inputs, and every node keeps its claim', () => {
  const seen = draw({ reach: 6, width: 6 }, RUNS, MAX_INPUTS);
  if (!areEnough(RUNS, MIN_RUNS)) return;
  expect(seen.closed).toBeGreaterThan(RUNS / 10);
  expect(seen.openInTruth).toBeGreaterThan(RUNS / 20);
});

test('a closed circuit of wide domains fails on no input at the edges or at random', () => {
  const seen = draw({ reach: 4_000_000_000_000_000, width: 4_000_000_000_000_000 }, Math.ceil(RUNS / 3), 200);
  if (!areEnough(RUNS, MIN_RUNS)) return;
  expect(seen.closed).toBeGreaterThan(RUNS / 60);
});

/** The layers that close programs without a solver. */
const DRAWN_LAYERS = LAYERS.filter((layer) => layer !== 'smt');
const FROM = Number(process.env['SOUNDNESS_FROM'] ?? 0);
/** Limit for the runs of a generated program, some of which read lists of 65,536. */
const RUNS_OF_DRAWN = 16;
/** A third of the runs: with fewer, no program is closed by the elements that a filter keeps. */
const DRAWN = Math.ceil(RUNS / 3);

test('programs that are drawn for it are closed by every rule and by running every input, and fail on no run', () => {
  const closed: Yield = new Map();
  for (let seed = FROM; seed < FROM + DRAWN; seed += 1) {
    const layer = DRAWN_LAYERS[seed % DRAWN_LAYERS.length] ?? 'analysis';
    const source = write(drawProgram(new Random(BigInt(seed)), layer));
    const program = programOf(source);
    // Open programs are not certified: the search for counterexamples took half of the time, and this test does not use them.
    const certificate = program === null || !isProven(prove(program.core)) ? null : certify(program).certificate;
    if (program === null || certificate === null) continue;
    countRules(closed, certificate);
    holdToRuns(source, program, certificate, RUNS_OF_DRAWN);
  }
  process.stderr.write(`closed by ${[...closed].map(([rule, count]) => `${rule} ${count}`).join(', ')}\n`);
  if (!areEnough(RUNS, MIN_RUNS)) return;
  expect([...RULES, 'exhaustion' as const].filter((rule) => !closed.has(rule))).toEqual([]);
});
