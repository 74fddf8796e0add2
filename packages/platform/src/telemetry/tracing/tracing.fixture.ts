import { systemRandomness } from '../../environment/randomness.js';
import { readSettings } from '../../environment/settings.js';
import { TRACING_SETTINGS, type TracingSettings } from './settings.js';
import { openTracing, type Tracing, type TracingOptions } from './tracing.js';

const SCHEMA = { type: 'object', required: [], properties: TRACING_SETTINGS } as const;

/** Returns the settings of an environment. @throws if one is wrong */
export function tracingSettings(environment: Readonly<Record<string, string>>): TracingSettings {
  const read = readSettings(SCHEMA, environment);
  if (read.kind === 'wrong') throw new Error(read.mistakes.join('\n'));
  return read.settings;
}

/** The names of the settings that a process would refuse. */
export function wrongSettings(environment: Readonly<Record<string, string>>): readonly string[] {
  const read = readSettings(SCHEMA, environment);
  return read.kind === 'wrong' ? read.mistakes.map((mistake) => mistake.split(' ')[0] ?? '') : [];
}

/** The traces of a test, and what they have logged. */
export interface TestTracing {
  readonly tracing: Tracing;
  readonly warnings: readonly object[];
}

/** Opens traces to a collector, in JSON and without a delay unless the test says otherwise. */
export async function openTestTracing(
  url: string,
  environment: Readonly<Record<string, string>> = {},
  options: Partial<TracingOptions> = {},
): Promise<TestTracing> {
  const warnings: object[] = [];
  const settings = tracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', ...environment });
  const log = { warn: (fields: object) => void warnings.push(fields) };
  const tracing = await openTracing(settings, {
    service: 'kirchhoff-test',
    version: '1.2.3',
    randomness: systemRandomness,
    log,
    delayMilliseconds: 1,
    ...options,
  });
  if (tracing === undefined) throw new Error('no collector is set');
  return { tracing, warnings };
}

const PATIENCE_MILLISECONDS = 60_000;

/** Waits until a condition holds. @throws if it does not hold in time */
export async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MILLISECONDS;
  while (!condition()) {
    if (Date.now() > end) throw new Error('the condition did not come true');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
