import { randomUUID } from 'node:crypto';
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind as SpanKinds,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Randomness } from '../../environment/randomness.js';
import { parseTraceparent } from '../../http/request.js';
import { BoundedExport, CollectorConnections } from './bounded-export.js';
import { readPairs } from './pairs.js';
import { traceRedisCommands } from './redis-commands.js';
import type { OtlpProtocol, SamplerName, TracingSettings } from './settings.js';
import type { Span, SpanAttributes, SpanOptions } from './span.js';
import type { SpanCounts, TracedRequest, Tracing, TracingOptions } from './tracing.js';

const DELAY_MILLISECONDS = 5_000;
const EXPORT_MILLISECONDS = 10_000;
const QUEUE_LIMIT = 2_048;
/** No attribute of ours is longer. */
const MAX_VALUE = 256;

/** Traces by the SDK of OpenTelemetry. It is an object of this process: it registers nothing globally. */
export class OpenTelemetry implements Tracing {
  readonly #export: BoundedExport;
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #ignoreRedis: () => void;

  constructor(url: string, settings: TracingSettings, options: TracingOptions) {
    const { delayMilliseconds = DELAY_MILLISECONDS, exportMilliseconds = EXPORT_MILLISECONDS, queueLimit = QUEUE_LIMIT } = options;
    const connections = new CollectorConnections(url);
    const exporter = exporterOf(settings.OTEL_EXPORTER_OTLP_PROTOCOL, {
      url,
      headers: readPairs(settings.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
      timeoutMillis: exportMilliseconds,
      httpAgentOptions: () => connections.agent,
    });
    const { log } = options;
    this.#export = new BoundedExport({ exporter, connections, log, delayMilliseconds, exportMilliseconds, queueLimit });
    this.#provider = new TracerProvider({
      sampler: samplerOf(settings.OTEL_TRACES_SAMPLER, settings.OTEL_TRACES_SAMPLER_ARG),
      resource: defaultResource().merge(
        resourceFromAttributes({
          'service.name': options.service,
          'service.version': options.version,
          'service.instance.id': randomUUID(),
          ...readPairs(settings.OTEL_RESOURCE_ATTRIBUTES ?? ''),
          ...(settings.OTEL_SERVICE_NAME === undefined ? {} : { 'service.name': settings.OTEL_SERVICE_NAME }),
        }),
      ),
      idGenerator: idsOf(options.randomness),
      spanProcessors: [this.#export],
      spanLimits: { attributeValueLengthLimit: MAX_VALUE },
    });
    this.#tracer = this.#provider.getTracer('kirchhoff', options.version);
    this.#ignoreRedis = traceRedisCommands((span) => span instanceof RecordedSpan && span.isOf(this.#tracer));
  }

  get counts(): SpanCounts {
    return this.#export.counts;
  }

  beginRequest(name: string, traceparent: string | undefined): TracedRequest {
    const parent = traceparent === undefined ? undefined : remoteContext(traceparent);
    const span = this.#tracer.startSpan(name, { kind: SpanKinds.SERVER }, parent ?? ROOT_CONTEXT);
    const { traceId, spanId } = span.spanContext();
    return { context: { traceId, spanId, traceparent: fieldOf(span.spanContext()) }, span: this.#recorded(span) };
  }

  beginUnder(traceparent: string, name: string, options: SpanOptions): Span | undefined {
    const parent = remoteContext(traceparent);
    return parent === undefined ? undefined : this.#recorded(begin(this.#tracer, parent, name, options));
  }

  async close(): Promise<void> {
    this.#ignoreRedis();
    await this.#provider.shutdown();
  }

  #recorded(span: OtelSpan): Span | undefined {
    return span.isRecording() ? new RecordedSpan(this.#tracer, span) : undefined;
  }
}

class RecordedSpan implements Span {
  readonly #tracer: Tracer;
  readonly #span: OtelSpan;

  constructor(tracer: Tracer, span: OtelSpan) {
    this.#tracer = tracer;
    this.#span = span;
  }

  get traceparent(): string {
    return fieldOf(this.#span.spanContext());
  }

  get hasEnded(): boolean {
    return !this.#span.isRecording();
  }

  isOf(tracer: Tracer): boolean {
    return this.#tracer === tracer;
  }

  child(name: string, options: SpanOptions = {}): Span {
    return new RecordedSpan(this.#tracer, begin(this.#tracer, trace.setSpan(ROOT_CONTEXT, this.#span), name, options));
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  fail(type: string): void {
    this.#span.setAttribute('error.type', type);
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.#span.end();
  }
}

const KINDS = {
  internal: SpanKinds.INTERNAL,
  server: SpanKinds.SERVER,
  client: SpanKinds.CLIENT,
  producer: SpanKinds.PRODUCER,
  consumer: SpanKinds.CONSUMER,
} as const;

function begin(tracer: Tracer, parent: Context, name: string, { kind = 'internal', attributes = {} }: SpanOptions): OtelSpan {
  return tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, parent);
}

/** Returns the context of a span of another process; `undefined` if the field is invalid. */
function remoteContext(traceparent: string): Context | undefined {
  const parent = parseTraceparent(traceparent);
  if (parent === undefined) return undefined;
  const { traceId, parentId: spanId, isSampled } = parent;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function fieldOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}`;
}

function exporterOf(protocol: OtlpProtocol, options: ConstructorParameters<typeof JsonExporter>[0]): SpanExporter {
  switch (protocol) {
    case 'http/protobuf':
      return new ProtobufExporter(options);
    case 'http/json':
      return new JsonExporter(options);
  }
}

function samplerOf(name: SamplerName, share: number): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(share);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) });
  }
}

/** Identifiers that nobody can predict: the library's own come from Math.random. */
function idsOf(randomness: Randomness) {
  const hexadecimal = (bytes: number) => Buffer.from(randomness.bytes(bytes)).toString('hex');
  return { generateTraceId: () => hexadecimal(16), generateSpanId: () => hexadecimal(8) };
}
