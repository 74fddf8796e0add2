import { certify } from '@kirchhoff/prover/certify';
import { countRules, holdToRuns, type Yield } from '../../testing/closed-runs.js';
import { programOf } from '../../testing/outcome.js';
import { PRECISE } from '../../testing/precise-programs.js';

const RUNS = 200;
/** The layers that a closed program of the table uses only if the table says so. */
const BESIDES = ['linear', 'written out', 'cuts', 'states', 'cases', 'exhaustion'] as const;

const rows = PRECISE.map(([why, source, ...besides]) => [why, source, besides] as const);

test.each(rows)('closed by just that, and no run fails: %s', (_, source, besides) => {
  const program = programOf(source);
  const { certificate } = certify(program);
  if (certificate === null || certificate === undefined) throw new Error('open');
  const rests: Yield = new Map();
  countRules(rests, certificate);
  expect(BESIDES.filter((rule) => rests.has(rule))).toEqual(besides);
  holdToRuns(source, program, certificate, RUNS);
});
