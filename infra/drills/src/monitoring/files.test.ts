import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../harness/services.js';
import { metricsIn, readConfig, readQueries, readRules, testedAlerts } from './files.js';

const PAGE = readFileSync(join(REPOSITORY, 'docs/operations.md'), 'utf8');
/** The metrics of the page's table, which a test beside the code holds to it. */
const METRICS = new Set(Array.from(PAGE.matchAll(/^\| `(kirchhoff_\w+)` \|/gm), ([, name]) => name));
const RULES = readRules().groups.flatMap(({ rules }) => rules);
const HEADINGS = Array.from(PAGE.matchAll(/^#### (Kirchhoff\w+)$/gm), ([, name]) => name ?? '');

it.each(RULES.map(({ alert, expr }) => [alert, expr] as const))('the alert %s names metrics that the processes show', (_alert, expr) => {
  for (const name of metricsIn(expr).filter((each) => each.startsWith('kirchhoff_'))) expect(METRICS).toContain(name);
});

it.each(readQueries().map(({ title, expr }) => [title, expr] as const))(
  'the panel "%s" names metrics that the processes show',
  (_title, expr) => {
    const names = metricsIn(expr);
    expect(names.length + Number(expr.includes('up{'))).toBeGreaterThan(0);
    for (const name of names.filter((each) => each.startsWith('kirchhoff_'))) expect(METRICS).toContain(name);
  },
);

it('each alert has a run-book, to which it leads, and each run-book has an alert', () => {
  const links = RULES.map(({ annotations }) => annotations['runbook_url']);
  expect(links).toEqual(RULES.map(({ alert }) => `docs/operations.md#${alert.toLowerCase()}`));
  expect(HEADINGS.toSorted((one, other) => one.localeCompare(other))).toEqual(
    RULES.map(({ alert }) => alert).toSorted((one, other) => one.localeCompare(other)),
  );
});

it('each alert is made to fire by alerts.test.yml', () => {
  expect(testedAlerts()).toEqual(new Set(RULES.map(({ alert }) => alert)));
});

it('the jobs of the configuration are those that the rules name', () => {
  const named = RULES.flatMap(({ expr }) => Array.from(expr.matchAll(/job="([\w-]+)"/g), ([, job]) => job));
  const jobs = readConfig().scrape_configs.map(({ job_name }) => job_name);
  expect(jobs).toEqual(['kirchhoff-registry', 'kirchhoff-worker', 'kirchhoff-compiler']);
  for (const job of named) expect(jobs).toContain(job);
});
