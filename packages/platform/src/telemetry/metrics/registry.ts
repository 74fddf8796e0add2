import { collectDefaultMetrics, Counter as PromCounter, Gauge as PromGauge, Histogram as PromHistogram, Registry } from 'prom-client';
import {
  type CounterName,
  DECLARED,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  METRIC_PREFIX,
  METRICS,
  type MeteredProcess,
  type MetricName,
} from './catalog.js';
import type { Counter, Histogram, Metrics, ReadSamples } from './metrics.js';

/** The build of a process, as its metrics show it. */
export interface Build {
  readonly service: MeteredProcess;
  readonly version: string;
  /** The version of its engine. */
  readonly engine: string;
}

interface Reader {
  readonly samples: () => readonly AnySample[] | Promise<readonly AnySample[]>;
}

interface AnySample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The metrics of one process, in a registry of their own: two of them share no state. */
export class MetricsRegistry implements Metrics {
  readonly #registry = new Registry();
  readonly #counters = new Map<MetricName, PromCounter>();
  readonly #histograms = new Map<MetricName, PromHistogram>();
  readonly #readers = new Map<MetricName, Reader[]>();
  #collecting: Promise<string> | undefined;

  constructor(build: Build) {
    // The usual names of a Node process: event-loop lag, memory, garbage collection, handles.
    collectDefaultMetrics({ register: this.#registry });
    this.read('build_info', () => [{ labels: { ...build }, value: 1 }]);
  }

  counter<Name extends CounterName>(name: Name): Counter<LabelsOf<Name>> {
    const found = this.#counters.get(name);
    const counter = found ?? new PromCounter(this.#described(name));
    if (found === undefined) {
      this.#counters.set(name, counter);
      for (const labels of knownLabels(name)) counter.inc(labels, 0);
    }
    return { add: (labels, by = 1) => counter.inc(labels, by) };
  }

  histogram<Name extends HistogramName>(name: Name): Histogram<LabelsOf<Name>> {
    const found = this.#histograms.get(name);
    const histogram = found ?? new PromHistogram({ ...this.#described(name), buckets: [...METRICS[name].buckets] });
    if (found === undefined) {
      this.#histograms.set(name, histogram);
      for (const labels of knownLabels(name)) histogram.zero(labels);
    }
    return { observe: (labels, seconds) => histogram.observe(labels, seconds) };
  }

  read<Name extends GaugeName | CounterName>(name: Name, read: ReadSamples<Name>): void {
    const readers = this.#readers.get(name) ?? [];
    readers.push({ samples: read });
    if (this.#readers.has(name)) return;
    this.#readers.set(name, readers);
    if (METRICS[name].type === 'counter') {
      const counter: PromCounter = new PromCounter({
        ...this.#described(name),
        collect: async () =>
          collect(
            readers,
            () => counter.reset(),
            ({ labels, value }) => counter.inc(labels, value),
          ),
      });
    } else {
      const gauge: PromGauge = new PromGauge({
        ...this.#described(name),
        collect: async () =>
          collect(
            readers,
            () => gauge.reset(),
            ({ labels, value }) => gauge.inc(labels, value),
          ),
      });
    }
  }

  /** Returns all metrics in Prometheus' text format. Concurrent scrapes share a reading. */
  async text(): Promise<string> {
    this.#collecting ??= this.#registry.metrics().finally(() => {
      this.#collecting = undefined;
    });
    return this.#collecting;
  }

  #described(name: MetricName): { name: string; help: string; labelNames: string[]; registers: Registry[] } {
    const { help, labels } = METRICS[name];
    return { name: `${METRIC_PREFIX}${name}`, help, labelNames: Object.keys(labels), registers: [this.#registry] };
  }
}

/** Replaces the samples of a metric. One that cannot be read is left out, and the others are shown. */
async function collect(readers: readonly Reader[], reset: () => void, show: (sample: AnySample) => void): Promise<void> {
  const read = await Promise.allSettled(readers.map(async ({ samples }) => samples()));
  reset();
  for (const each of read) if (each.status === 'fulfilled') for (const sample of each.value) show(sample);
}

/** The labels with which a metric begins: each value of its only label, if they are listed. */
function knownLabels(name: MetricName): readonly Readonly<Record<string, string>>[] {
  const [first, ...more] = Object.entries<readonly string[] | typeof DECLARED>(METRICS[name].labels);
  if (first === undefined) return [{}];
  const [label, values] = first;
  return values === DECLARED || more.length > 0 ? [] : values.map((value) => ({ [label]: value }));
}
