import type { Randomness } from '../../environment/randomness.js';
import type { ProcessLog } from '../../http/logger.js';
import type { TraceContext } from '../../http/request.js';
import type { TracingSettings } from './settings.js';
import { inSpan, outsideSpans, type Span, type SpanOptions, within } from './span.js';

/** The position of a request in its trace, and its span if the trace is recorded. */
export interface TracedRequest {
  readonly context: TraceContext;
  readonly span: Span | undefined;
}

/** Numbers of spans since the start. */
export interface SpanCounts {
  /** Accepted by the collector. */
  readonly exported: number;
  /** Refused by the collector, or not answered in time. */
  readonly failed: number;
  /** Not sent, since too many were waiting. */
  readonly dropped: number;
}

/** The traces of a process. */
export interface Tracing {
  readonly counts: SpanCounts;
  /** Begins the span of a request. @param traceparent the field of the caller, unchecked */
  beginRequest(name: string, traceparent: string | undefined): TracedRequest;
  /** Begins a span under one of another process; `undefined` if the field is invalid, or the trace is not recorded. */
  beginUnder(traceparent: string, name: string, options: SpanOptions): Span | undefined;
  /** Exports the spans that have ended, within two seconds. Later ones are dropped. */
  close(): Promise<void>;
}

export interface TracingOptions {
  /** `OTEL_SERVICE_NAME` precedes it. */
  readonly service: string;
  readonly version: string;
  readonly log: Pick<ProcessLog, 'warn'>;
  readonly randomness: Randomness;
  /** Milliseconds for which a span waits for others, to be sent together. Default: 5,000. */
  readonly delayMilliseconds?: number;
  /** Milliseconds for an export with its repetitions. Default: 10,000. */
  readonly exportMilliseconds?: number;
  /** Number of spans that may wait for an export. Default: 2,048. */
  readonly queueLimit?: number;
}

/**
 * Opens the traces of a process if the settings name a collector; else `undefined`, and the library is not even loaded. The
 * collector may be down.
 */
export async function openTracing(settings: TracingSettings, options: TracingOptions): Promise<Tracing | undefined> {
  const url = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? tracesOf(settings.OTEL_EXPORTER_OTLP_ENDPOINT);
  if (url === undefined) return undefined;
  const { OpenTelemetry } = await import('./open-telemetry.js');
  return new OpenTelemetry(url, settings, options);
}

function tracesOf(endpoint: string | undefined): string | undefined {
  return endpoint === undefined ? undefined : `${endpoint.replace(/\/+$/, '')}/v1/traces`;
}

/** The part of a job that carries its trace through the queue. A process of an earlier version neither sends nor reads it. */
export interface Traced {
  readonly traceparent?: string;
}

/**
 * Adds a job in a span of its own.
 * @param add adds it; it gets the part of the job's data that carries the trace
 */
export async function sendJob(queue: string, id: string, add: (traced: Traced) => Promise<unknown>): Promise<void> {
  const options = { kind: 'producer', attributes: messaging('send', queue, id) } as const;
  await inSpan(`send ${queue}`, options, async (span) => add(span === undefined ? {} : { traceparent: span.traceparent }));
}

/** Runs a job in the trace of the call that added it. */
export async function processJob<Value>(
  tracing: Tracing | undefined,
  queue: string,
  { id, traceparent }: Traced & { readonly id: string },
  work: () => Promise<Value>,
): Promise<Value> {
  return inTraceOf(tracing, traceparent, `process ${queue}`, { kind: 'consumer', attributes: messaging('process', queue, id) }, work);
}

/** Runs work in a span under one of another process. If that trace is not recorded, the work belongs to no span. */
export async function inTraceOf<Value>(
  tracing: Tracing | undefined,
  traceparent: string | null | undefined,
  name: string,
  options: SpanOptions,
  work: () => Promise<Value>,
): Promise<Value> {
  if (tracing === undefined) return work();
  const span = typeof traceparent === 'string' ? tracing.beginUnder(traceparent, name, options) : undefined;
  return span === undefined ? outsideSpans(work) : within(span, work);
}

function messaging(operation: 'send' | 'process', queue: string, id: string): Readonly<Record<string, string>> {
  return {
    'messaging.system': 'bullmq',
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.destination.name': queue,
    'messaging.message.id': id,
  };
}
