import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { METRICS, metricsTable } from './catalog.js';
import { toOpenMetrics } from './formats.js';
import { MetricsRegistry } from './registry.js';

const build = { service: 'worker', version: '1.2.3', engine: '4.5.6' } as const;

/** Returns the lines of a metric's samples, without its prefix. */
function linesOf(text: string, name: string): readonly string[] {
  const all = text.split('\n').filter((line) => line.startsWith(`kirchhoff_${name}`));
  return all.map((line) => line.slice('kirchhoff_'.length));
}

function typesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.startsWith('# TYPE'));
}

it('docs/operations.md has every metric as it is', () => {
  expect(readFileSync(join(__dirname, '../../../../../docs/operations.md'), 'utf8')).toContain(metricsTable());
});

it.each(Object.entries(METRICS))('%s is named after its type and its unit', (name, { type, help }) => {
  expect(name).toMatch(/^[a-z_]+$/);
  expect(name.endsWith('_total')).toBe(type === 'counter');
  expect(name.endsWith('_seconds') || type !== 'histogram').toBe(true);
  // A quotation mark is escaped in one of the two formats only.
  expect(help).not.toMatch(/["\\\n]|\.$/);
});

it('shows the build, and the usual metrics of Node', async () => {
  const text = await new MetricsRegistry(build).text();
  expect(linesOf(text, 'build_info')).toEqual(['build_info{service="worker",version="1.2.3",engine="4.5.6"} 1']);
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', '# TYPE nodejs_gc_duration_seconds histogram'])
    expect(text).toMatch(new RegExp(`^${name}`, 'm'));
});

it('begins a counter with 0 for every value of its label', async () => {
  const metrics = new MetricsRegistry(build);
  metrics.counter('policy_decisions_total').add({ verdict: 'ALLOW' }, 2);
  const lines = linesOf(await metrics.text(), 'policy_decisions_total');
  expect(lines.toSorted()).toEqual([
    'policy_decisions_total{verdict="ALLOW"} 2',
    'policy_decisions_total{verdict="DENY"} 0',
    'policy_decisions_total{verdict="REVIEW"} 0',
  ]);
});

it('counts what several parts of a process do in one counter, and shares no state with another registry', async () => {
  const [metrics, other] = [new MetricsRegistry(build), new MetricsRegistry(build)];
  for (let part = 0; part < 3; part += 1) metrics.counter('webhook_deliveries_total').add({ outcome: 'failed' });
  other.counter('webhook_deliveries_total').add({ outcome: 'failed' });
  expect(await metrics.text()).toContain('kirchhoff_webhook_deliveries_total{outcome="failed"} 3');
  expect(await other.text()).toContain('kirchhoff_webhook_deliveries_total{outcome="failed"} 1');
});

it('reads a value for each scrape: samples with the same labels are added, and one that cannot be read is left out', async () => {
  const metrics = new MetricsRegistry(build);
  let value = 1;
  metrics.read('engine_threads', () => [{ labels: { pool: 'a' }, value }]);
  metrics.read('engine_threads', () => [{ labels: { pool: 'a' }, value: 10 }]);
  metrics.read('engine_threads', async () => Promise.reject(new Error('out')));
  expect(linesOf(await metrics.text(), 'engine_threads')).toEqual(['engine_threads{pool="a"} 11']);
  value = 5;
  expect(linesOf(await metrics.text(), 'engine_threads')).toEqual(['engine_threads{pool="a"} 15']);
});

it('reads a counter that another part counts', async () => {
  const metrics = new MetricsRegistry(build);
  let value = 3;
  metrics.read('decision_log_dropped_total', () => [{ labels: {}, value }]);
  await metrics.text();
  value = 7;
  expect(linesOf(await metrics.text(), 'decision_log_dropped_total')).toEqual(['decision_log_dropped_total 7']);
});

it('escapes a label, so that it cannot become another sample', async () => {
  const metrics = new MetricsRegistry({ ...build, version: '1"} 1\nkirchhoff_ready 1' });
  const text = await metrics.text();
  expect(linesOf(text, 'ready')).toEqual([]);
  expect(text).toContain(String.raw`version="1\"} 1\nkirchhoff_ready 1"`);
});

describe('as OpenMetrics', () => {
  it('the family of a counter has the name without _total, and its samples keep it', () => {
    const text = '# HELP a_total An a\n# TYPE a_total counter\na_total{of="x"} 1\n\n# HELP b B\n# TYPE b gauge\nb 2\n';
    expect(toOpenMetrics(text)).toBe('# HELP a An a\n# TYPE a counter\na_total{of="x"} 1\n# HELP b B\n# TYPE b gauge\nb 2\n# EOF\n');
  });

  it('a scrape in one format does not change the next one in the other', async () => {
    const metrics = new MetricsRegistry(build);
    metrics.counter('webhook_deliveries_total');
    const [before, , after] = [await metrics.text(), toOpenMetrics(await metrics.text()), await metrics.text()];
    expect(typesOf(after)).toEqual(typesOf(before));
  });
});
