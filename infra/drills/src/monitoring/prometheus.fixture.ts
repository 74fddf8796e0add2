import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { eventually, freePort, startProgram } from '../harness/programs.js';
import { temporaryFolder } from '../harness/stores.js';
import { toolPath } from '../harness/tools.js';
import { type AlertRule, readConfig, readRules } from './files.js';

/** The window of every rate and increase in a drill. */
export const WINDOW = '2m';
/** Longer than the time that a scrape takes during an outage. */
const SCRAPE_INTERVAL = '4s';
/** Bounds that take a minute to reach, and those of the drill. */
const BOUNDS: Readonly<Record<string, readonly [string, string]>> = { KirchhoffRunsWait: ['> 60', '> 5'] };

export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Prometheus {
  /** Returns the present values of an expression. */
  query(expr: string): Promise<readonly Sample[]>;
  /** Returns whether an alert has fired since the start. */
  hasFired(alert: string): Promise<boolean>;
}

/** Returns a rule that fires after one evaluation, with the same condition over a shorter window. */
export function quick({ alert, expr, ...rule }: AlertRule): object {
  const { for: _, ...rest } = rule;
  const [usual, short] = BOUNDS[alert] ?? ['', ''];
  if (!expr.includes(usual)) throw new Error(`${alert} has no bound ${usual}`);
  return { alert, expr: expr.replace(usual, short).replaceAll(/\[\d+m\]/g, `[${WINDOW}]`), ...rest };
}

/**
 * Starts a Prometheus on the loopback with the repository's configuration and rules, at a quicker pace.
 * @param targets the ports of the processes, by job
 */
export async function startPrometheus(targets: Readonly<Record<string, number>>): Promise<Prometheus> {
  const folder = await temporaryFolder();
  const { groups } = readRules();
  const rules = { groups: groups.map(({ name, rules: each }) => ({ name, rules: each.map(quick) })) };
  await writeFile(join(folder, 'alerts.yml'), stringify(rules));
  const { scrape_configs, ...config } = readConfig();
  const quickly = {
    ...config,
    global: { scrape_interval: SCRAPE_INTERVAL, scrape_timeout: SCRAPE_INTERVAL, evaluation_interval: '1s' },
    scrape_configs: scrape_configs.map((each) => ({
      ...each,
      static_configs: [{ targets: [`127.0.0.1:${targets[each.job_name] ?? 0}`] }],
    })),
  };
  await writeFile(join(folder, 'prometheus.yml'), stringify(quickly));
  await mkdir(join(folder, 'data'));
  const port = await freePort();
  const program = startProgram(toolPath('prometheus'), [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  const query = async (expr: string): Promise<readonly Sample[]> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query`, { method: 'POST', body: new URLSearchParams({ query: expr }) });
    if (!answer.ok) throw new Error(`${expr}: ${answer.status} ${await answer.text()}`);
    interface Row {
      readonly metric: Readonly<Record<string, string>>;
      readonly value: readonly [number, string];
    }
    const { data }: { readonly data: { readonly result: readonly Row[] } } = JSON.parse(await answer.text());
    return data.result.map(({ metric, value: [, text] }) => ({ metric, value: Number(text) }));
  };
  await eventually('Prometheus answers', async () => {
    if (!program.isRunning()) throw new Error(`Prometheus ended: ${program.said()}`);
    return (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok;
  });
  return {
    query,
    hasFired: async (alert) => (await query(`max_over_time(ALERTS{alertname="${alert}", alertstate="firing"}[1h])`)).length > 0,
  };
}
