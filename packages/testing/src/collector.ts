import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';

/** A span as a collector has received it. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  /** Attributes of the span. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Attributes of the process. */
  readonly resource: Readonly<Record<string, unknown>>;
  /** 2 for an error, else 0. */
  readonly status: number;
}

/** A collector of OpenTelemetry: it receives traces by OTLP over HTTP, in JSON. */
export interface Collector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  /** The requests so far, each with its path, its header fields and its body. */
  readonly requests: readonly CollectedRequest[];
  /** Returns the spans of all requests in JSON. */
  spans(): readonly CollectedSpan[];
  close(): Promise<void>;
}

export interface CollectedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** @param answer answers a request after its body was read. Default: with 200 and `{}` */
export async function startCollector(answer: (response: ServerResponse, request: IncomingMessage) => void = accept): Promise<Collector> {
  const requests: CollectedRequest[] = [];
  const listener: RequestListener = (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      answer(response, request);
    });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    spans: () =>
      requests.flatMap(({ body }) => {
        const sent: ExportRequest = JSON.parse(body.toString('utf8'));
        return spansOf(sent);
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function accept(response: ServerResponse): void {
  response.setHeader('Content-Type', 'application/json').end('{}');
}

/** `ExportTraceServiceRequest` in the JSON encoding of OTLP. */
interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

interface WireSpan extends Omit<CollectedSpan, 'attributes' | 'resource' | 'status' | 'parentSpanId'> {
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code: number };
}

interface Attribute {
  readonly key: string;
  /** One member, named after its type. */
  readonly value: Readonly<Record<string, unknown>>;
}

function spansOf({ resourceSpans }: ExportRequest): readonly CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId = '', name, kind, attributes, status }) => ({
        traceId,
        spanId,
        parentSpanId,
        name,
        kind,
        attributes: recordOf(attributes),
        resource: recordOf(resource.attributes),
        status: status.code,
      })),
    ),
  );
}

function recordOf(attributes: readonly Attribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** Returns a trace as lines: each span is indented below its parent, in the order of their names. Spans without a parent here come first. */
export function traceTree(spans: readonly CollectedSpan[]): readonly string[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const below = (parent: string | undefined, depth: number): readonly string[] =>
    spans
      .filter(({ parentSpanId }) => (parent === undefined ? !ids.has(parentSpanId) : parentSpanId === parent))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap(({ name, spanId }) => ['  '.repeat(depth) + name, ...below(spanId, depth + 1)]);
  return below(undefined, 0);
}

/** Returns the names from the first span of its trace here to a span. */
export function pathTo(span: CollectedSpan, spans: readonly CollectedSpan[]): readonly string[] {
  const parent = spans.find(({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentSpanId);
  return [...(parent === undefined ? [] : pathTo(parent, spans)), span.name];
}
