import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { comparePolicies, programsOf } from '@kirchhoff/coherence';
import { startSolver } from '@kirchhoff/solver';
import type { Bar } from '../engine/bars.js';
import { median } from '../engine/measure.js';
import { barsTable } from '../engine/table.js';
import { compiled, inService, policyEngines, programOf } from './engines.js';
import { type Percentiles, timeInTurns } from './measure.js';
import { type BenchRequest, categoryRequests, requestsOf, userRequests } from './requests.js';
import { manyCategories, manyUsers, versions } from './rules.js';

const REQUESTS = 10_000;
const ROUNDS = 10;
/** The JavaScript engine compiles a function after a number of calls: one of a hundred functions is compiled a hundred times as late. */
const GROWTH_ROUNDS = 160;
const SEED = 15;
const CATEGORIES = 100;
const FEW = 10;
const MANY = 1_000;
const COMPARISONS = 3;

/**
 * Measures decisions and comparisons of policies, prints the tables and writes the figures.
 * @param destination of the JSON
 */
export async function benchPolicy(destination: string): Promise<void> {
  say('the same rules in all engines');
  const engines = await measureEngines();
  say('growth');
  const growth = [
    ...(await measureGrowth('compiled', compiled)),
    ...(await measureGrowth('in the service', async (source) => inService(source))),
  ];
  say('comparisons');
  const comparisons = await measureComparisons();
  const [byHand, module] = engines;
  if (byHand === undefined || module === undefined) throw new Error('no engines');
  const bars: readonly Bar[] = [timesBar('compiled against by hand, p50', module.p50 / byHand.p50, 3), ...growth, ...comparisons];
  const lines = engines.map(({ name, p50, p99 }) => `${name.padEnd(26)} p50 ${p50.toFixed(3)} µs  p99 ${p99.toFixed(3)} µs`);
  process.stdout.write(`${lines.join('\n')}\n\n${barsTable(bars)}\n`);
  const file = path.resolve(destination);
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? '', cores: cpus().length };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine, engines, bars }, null, 2)}\n`);
  process.stdout.write(`\n${bars.filter(({ met }) => met).length} of ${bars.length} bars met; all figures are in ${file}\n`);
}

async function measureEngines(): Promise<readonly (Percentiles & { readonly name: string })[]> {
  const engines = await policyEngines();
  const requests = requestsOf(REQUESTS, SEED);
  for (const request of requests) {
    const verdicts = engines.map(({ ask }) => ask(request));
    if (new Set(verdicts).size !== 1) throw new Error(`the engines disagree about ${JSON.stringify(request)}: ${verdicts.join(', ')}`);
  }
  const times = timeInTurns(
    engines.map(({ ask }) => ({ ask, requests })),
    ROUNDS,
  );
  return engines.map(({ name }, index) => ({ name, p50: times[index]?.p50 ?? Number.NaN, p99: times[index]?.p99 ?? Number.NaN }));
}

type Decide = (category: string, params: unknown) => unknown;

async function measureGrowth(name: string, prepare: (source: string) => Promise<Decide>): Promise<readonly Bar[]> {
  const growth = async (sources: readonly [string, string], requests: readonly [readonly BenchRequest[], readonly BenchRequest[]]) => {
    const subjects = [];
    for (const [index, source] of sources.entries()) {
      const decide = await prepare(source);
      subjects.push({ ask: ({ category, params }: BenchRequest) => decide(category, params), requests: requests[index] ?? [] });
    }
    const [few, many] = timeInTurns(subjects, GROWTH_ROUNDS);
    return (many?.p50 ?? Number.NaN) / (few?.p50 ?? Number.NaN);
  };
  const all = categoryRequests(REQUESTS, CATEGORIES, SEED);
  const spread = await growth([manyCategories(FEW, CATEGORIES), manyCategories(MANY, CATEGORIES)], [all, all]);
  const each = await growth([manyCategories(FEW, 1), manyCategories(MANY, CATEGORIES)], [categoryRequests(REQUESTS, 1, SEED), all]);
  const users = await growth([manyUsers(FEW), manyUsers(MANY)], [userRequests(REQUESTS, FEW, SEED), userRequests(REQUESTS, MANY, SEED)]);
  return [
    timesBar(`${name}: 1,000 rules against 10, both over 100 categories, p50`, spread, 1.5),
    timesBar(`${name}: 100 categories of 10 rules against one, p50`, each, 1.5),
    timesBar(`${name}: 1,000 rules against 10 in one category, p50`, users, 3),
  ];
}

async function measureComparisons(): Promise<readonly Bar[]> {
  const bars: Bar[] = [];
  const solver = await startSolver();
  for (const categories of [1, 5, 10]) {
    const pair = versions(categories);
    const seconds: number[] = [];
    for (let round = 0; round < COMPARISONS; round += 1) {
      const before = performance.now();
      const { equivalent } = await comparePolicies(side(pair.old), side(pair.new), solver);
      seconds.push((performance.now() - before) / 1_000);
      if (equivalent !== 'no') throw new Error(`two different versions are equivalent: ${equivalent}`);
    }
    const value = median(seconds);
    bars.push({ measure: `comparison of 50 rules over ${categories} categories`, value, unit: 's', bar: 'under 2', met: value < 2 });
  }
  await solver.close();
  return bars;
}

function side(source: string) {
  return { program: programOf(source), source, pins: programsOf([]) };
}

function say(line: string): void {
  process.stderr.write(`measuring ${line} …\n`);
}

function timesBar(measure: string, value: number, most: number): Bar {
  return { measure, value, unit: 'times', bar: `at most ${most}`, met: value <= most };
}
