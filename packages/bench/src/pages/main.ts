// Started by ../on-servers.ts, with TEST_DATABASE_URL and TEST_REDIS_URL of servers that only this bench uses.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launch } from 'chrome-launcher';
import { Command } from 'commander';
import { median } from '../engine/measure.js';
import { type BenchedRegistry, startRegistry } from '../http/registry.js';
import { serversToUse } from '../http/servers.js';
import { CARD_FEE } from '../targets/programs.js';
import { STEP_BAR, type StepTimes, stepTimes } from './steps.js';

/** Lighthouse's scores, from 0 to 100. */
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
type Category = (typeof CATEGORIES)[number];
type Scores = Readonly<Record<Category, number>>;

/** The least score that each page has to have, as the median of its runs. */
const BAR = 95;

interface Options {
  readonly runs: string;
  readonly file: string;
}

async function main(): Promise<void> {
  const { runs, file } = new Command().option('--runs <number>', '', '5').requiredOption('--file <path>').parse().opts<Options>();
  const folder = await mkdtemp(path.join(tmpdir(), 'kirchhoff-pages-'));
  const registry = await startRegistry(folder, serversToUse());
  try {
    const pages = ['/', `/circuits/${await certified(registry)}`, '/catalog', '/playground'];
    const results: { readonly page: string; readonly scores: Scores }[] = [];
    for (const page of pages) {
      process.stderr.write(`measuring ${page} …\n`);
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      results.push({ page: page.replace(/cir_.*/, '{pid}'), scores: await scoresOf(`${registry.origin}${page}`, Number(runs)) });
    }
    process.stdout.write(`${table(results)}\n`);
    process.stderr.write('measuring steps …\n');
    const steps = await stepTimes(folder, { executablePath: chromium(), rounds: Number(runs) });
    process.stdout.write(`\n${stepTable(steps)}\n`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ node: process.version, runs: Number(runs), results, steps }, null, 2)}\n`);
    process.stdout.write(`\nall figures are in ${file}\n`);
    if (results.some(({ scores }) => CATEGORIES.some((each) => scores[each] < BAR))) process.exitCode = 1;
    if (steps.some((each) => each.median > STEP_BAR)) process.exitCode = 1;
  } finally {
    await registry.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Publishes and certifies a circuit, and returns its identifier. */
async function certified({ origin, key }: BenchedRegistry): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=30' };
  const published = await fetch(`${origin}/v1/circuits`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Card fee', source: CARD_FEE.source, description: 'A fee of a card payment, rounded down.' }),
  });
  const { pid }: { readonly pid?: string } = JSON.parse(await published.text());
  if (pid === undefined) throw new Error(`not published: ${published.status}`);
  const certification = await fetch(`${origin}/v1/circuits/${pid}/certify`, { method: 'POST', headers });
  if (!certification.ok) throw new Error(`not certified: ${certification.status} ${await certification.text()}`);
  return pid;
}

/** Returns the median scores of a page, each run with a browser of its own. */
async function scoresOf(url: string, runs: number): Promise<Scores> {
  const { default: lighthouse } = await import('lighthouse');
  const found: Record<Category, number[]> = { performance: [], accessibility: [], 'best-practices': [] };
  let failed = 0;
  while (found.performance.length < runs) {
    // As root, Chromium runs only without its sandbox.
    const chromeFlags = ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
    // oxlint-disable-next-line no-await-in-loop -- browsers one after the other, or they would slow each other down
    const browser = await launch({ chromePath: chromium(), chromeFlags, logLevel: 'silent' });
    try {
      // oxlint-disable-next-line no-await-in-loop
      const result = await lighthouse(url, { port: browser.port, onlyCategories: [...CATEGORIES], output: 'json', logLevel: 'silent' });
      const scores = CATEGORIES.map((category) => result?.lhr.categories[category]?.score);
      if (!scores.every((score) => typeof score === 'number')) {
        failed += 1;
        const what = `Lighthouse gave ${url} no score (${faultsIn(result?.lhr)})`;
        if (failed > MAX_FAILED) throw new Error(what);
        process.stderr.write(`  ${what}; measuring again\n`);
        continue;
      }
      for (const [index, category] of CATEGORIES.entries()) {
        found[category].push(Math.round((scores[index] ?? 0) * 100));
        tellFaults(url, category, result?.lhr);
      }
    } finally {
      browser.kill();
    }
  }
  return {
    performance: median(found.performance),
    accessibility: median(found.accessibility),
    'best-practices': median(found['best-practices']),
  };
}

/** Lighthouse may lose the trace of a browser: an audit then has an error in place of a score. So many runs of a page may end so. */
const MAX_FAILED = 3;

/** Returns the errors of the audits. */
function faultsIn(report: Report | undefined): string {
  const faults = Object.entries(report?.audits ?? {}).flatMap(([id, { errorMessage }]) =>
    errorMessage === undefined ? [] : [`${id}: ${errorMessage}`],
  );
  return faults.length === 0 ? 'no audit says why' : faults.slice(0, 3).join('; ');
}

interface Report {
  readonly categories: Readonly<Record<string, { readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }>>;
  readonly audits: Readonly<Record<string, { readonly title: string; readonly score: number | null; readonly errorMessage?: string }>>;
}

const told = new Set<string>();

/** Tells each audit once that takes points from a page. */
function tellFaults(url: string, category: Category, report: Report | undefined): void {
  for (const { id, weight } of report?.categories[category]?.auditRefs ?? []) {
    const audit = report?.audits[id];
    const text = `  ${category}: ${id} ${audit?.score ?? ''} (${audit?.title ?? ''})`;
    if (weight === 0 || audit === undefined || audit.score === null || audit.score >= 0.9 || told.has(`${url}${id}`)) continue;
    told.add(`${url}${id}`);
    process.stderr.write(`${text}\n`);
  }
}

/** Returns the path of the distribution's Chromium. */
function chromium(): string {
  const { stdout, status } = spawnSync('/bin/sh', ['-c', 'command -v chromium'], { encoding: 'utf8' });
  if (status !== 0) throw new Error('this bench needs chromium: run npm run explorer:install');
  return stdout.trim();
}

function table(results: readonly { readonly page: string; readonly scores: Scores }[]): string {
  const header = ['page'.padEnd(20), ...CATEGORIES.map((each) => each.padStart(15))].join('');
  const rows = results.map(({ page, scores }) =>
    [page.padEnd(20), ...CATEGORIES.map((each) => String(scores[each]).padStart(15))].join(''),
  );
  return [header, ...rows, `each at least ${BAR}`].join('\n');
}

function stepTable(steps: readonly StepTimes[]): string {
  const columns = ['count', 'first', 'median', 'slowest'] as const;
  const header = ['a graph of 2,100 nodes'.padEnd(24), 'step'.padEnd(16), ...columns.map((each) => each.padStart(10))].join('');
  const rows = steps.map((each) =>
    [each.page.padEnd(24), each.step.padEnd(16), ...columns.map((column) => String(each[column]).padStart(10))].join(''),
  );
  return [header, ...rows, `milliseconds until the picture is painted; each median at most ${STEP_BAR}`].join('\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
