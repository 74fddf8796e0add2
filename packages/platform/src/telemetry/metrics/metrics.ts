import type { CounterName, GaugeName, HistogramName, LabelsOf, MetricName } from './catalog.js';

/** A number that only grows. */
export interface Counter<Labels> {
  /** @param by default: 1 */
  add(labels: Labels, by?: number): void;
}

/** A distribution of durations. */
export interface Histogram<Labels> {
  observe(labels: Labels, seconds: number): void;
}

/** A value that is read for a scrape. */
export interface Sample<Name extends MetricName> {
  readonly labels: LabelsOf<Name>;
  readonly value: number;
}

/** Reads the present samples of a metric. It must not wait for longer than a bound, also in an outage. */
export type ReadSamples<Name extends MetricName> = () => readonly Sample<Name>[] | Promise<readonly Sample<Name>[]>;

/**
 * The metrics of a process. Each part takes its instruments when it is made, so that a process shows the metrics of its parts.
 * Counters and histograms with one label whose values are listed begin with 0 for each, so that the first event is an increase.
 */
export interface Metrics {
  counter<Name extends CounterName>(name: Name): Counter<LabelsOf<Name>>;
  histogram<Name extends HistogramName>(name: Name): Histogram<LabelsOf<Name>>;
  /** Shows what `read` returns at each scrape. Samples of several parts with the same labels are added. */
  read<Name extends GaugeName | CounterName>(name: Name, read: ReadSamples<Name>): void;
}

const NO_INSTRUMENT = { add: () => undefined, observe: () => undefined };

/** The metrics of a process that shows none. */
export const NO_METRICS: Metrics = {
  counter: () => NO_INSTRUMENT,
  histogram: () => NO_INSTRUMENT,
  read: () => undefined,
};
