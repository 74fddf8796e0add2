import { Agent, type ClientRequest, type IncomingHttpHeaders, request } from 'node:http';
import type { FuzzRequest } from './request.js';

export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly milliseconds: number;
}

const PATIENCE_MILLISECONDS = 60_000;

/** Sends requests over connections that are kept. */
export class WireClient {
  readonly #base: string;
  readonly #agent: Agent;

  constructor(base: string, connections: number) {
    this.#base = base;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @throws if no answer came */
  async send(asked: FuzzRequest): Promise<WireAnswer> {
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const sent = this.#begin(asked, this.#agent);
      let answered = false;
      sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
      // The answer to an unread body may end while the body is still being sent.
      sent.on('error', (error) => (answered ? undefined : reject(error)));
      sent.on('response', (response) => {
        answered = true;
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
            milliseconds: performance.now() - started,
          }),
        );
      });
      sent.end(asked.body);
    });
  }

  /** Sends a request and goes away, whatever came of it until then. */
  async abandon(asked: FuzzRequest, milliseconds: number): Promise<void> {
    const sent = this.#begin(asked, false);
    sent.on('error', () => undefined);
    sent.on('response', (response) => response.on('error', () => undefined).resume());
    sent.end(asked.body);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    sent.destroy();
  }

  #begin({ method, target, headers, body, chunked }: FuzzRequest, agent: Agent | false): ClientRequest {
    const { hostname, port, host } = new URL(this.#base);
    const length = body === undefined ? [] : chunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(body.length)];
    const fields = ['Host', host, ...headers.flat(), ...length];
    return request({ hostname, port, method, path: target, headers: fields, agent, timeout: PATIENCE_MILLISECONDS });
  }

  close(): void {
    this.#agent.destroy();
  }
}
