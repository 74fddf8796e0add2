import type { RequestListener } from 'node:http';
import Negotiator from 'negotiator';
import { listen } from '../../http/server.js';
import { closeServer } from '../../shutdown/shutdown.js';
import { OPEN_METRICS, TEXT_FORMAT, toOpenMetrics } from './formats.js';
import type { MetricsRegistry } from './registry.js';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface MetricsServerOptions {
  /** Default: all addresses of the machine. */
  readonly host: string | undefined;
  /** 0: any free port. */
  readonly port: number;
  readonly log: { error(fields: object, message: string): void };
}

/** The formats with their versions, which a client may ask for. */
const TEXT_TYPE = 'text/plain;version=0.0.4';
const OPEN_METRICS_TYPE = 'application/openmetrics-text;version=1.0.0';
const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8' };

/**
 * Answers `GET /metrics` on a port of its own: as OpenMetrics to clients that prefer it, otherwise in Prometheus' text format.
 * @throws if the port is not available
 */
export async function serveMetrics(metrics: MetricsRegistry, { host, port, log }: MetricsServerOptions): Promise<MetricsServer> {
  const answer: RequestListener = (request, response) => {
    request.resume();
    const [path] = (request.url ?? '').split('?');
    if (path !== '/metrics') return void response.writeHead(404, PLAIN).end('The metrics are at /metrics.\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405, { ...PLAIN, Allow: 'GET, HEAD' }).end();
    const isOpen = new Negotiator(request).mediaType([TEXT_TYPE, OPEN_METRICS_TYPE]) === OPEN_METRICS_TYPE;
    metrics.text().then(
      (text) => {
        response.writeHead(200, { 'Content-Type': isOpen ? OPEN_METRICS : TEXT_FORMAT, 'Cache-Control': 'no-store', Vary: 'Accept' });
        response.end(isOpen ? toOpenMetrics(text) : text);
      },
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read');
        response.writeHead(500, PLAIN).end('The metrics could not be read: see the log.\n');
      },
    );
    return undefined;
  };
  const { server, port: chosen } = await listen(answer, port, host);
  return { port: chosen, close: async () => closeServer(server) };
}
