/** The values of `OTEL_TRACES_SAMPLER`. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
export type OtlpProtocol = (typeof PROTOCOLS)[number];

/** The standard variables of OpenTelemetry that every process honours. */
export const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    type: 'string',
    format: 'url',
    pattern: '^https?://',
    description: 'the address of a collector of OpenTelemetry, to which `/v1/traces` is added. Default: no traces',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    type: 'string',
    format: 'url',
    pattern: '^https?://',
    description: 'the whole address for traces; it precedes OTEL_EXPORTER_OTLP_ENDPOINT',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    type: 'string',
    format: 'pairs',
    description:
      'header fields for the collector, such as authorization=Bearer%20secret: pairs separated by commas, values percent-encoded',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    type: 'string',
    enum: PROTOCOLS,
    default: 'http/protobuf',
    description: 'the encoding of traces',
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    type: 'string',
    format: 'pairs',
    description: 'attributes of every trace of this process, such as deployment.environment.name=test: in the same form',
  },
  OTEL_SERVICE_NAME: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'the name of the process in its traces. Default: `kirchhoff-registry`, `kirchhoff-worker` or `kirchhoff-compiler`',
  },
  OTEL_TRACES_SAMPLER: {
    type: 'string',
    enum: SAMPLERS,
    default: 'parentbased_always_on',
    description: 'the traces that are recorded; `parentbased` follows the flag in the `traceparent` of the caller',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'the share of recorded traces, for the samplers with `traceidratio`',
  },
} as const;

/** The settings of tracing, as read. */
export interface TracingSettings {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_PROTOCOL: OtlpProtocol;
  readonly OTEL_RESOURCE_ATTRIBUTES?: string | undefined;
  readonly OTEL_SERVICE_NAME?: string | undefined;
  readonly OTEL_TRACES_SAMPLER: SamplerName;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}
