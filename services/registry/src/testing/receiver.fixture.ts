import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

/** A request that arrived. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A webhook endpoint: a real server on loopback. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Answers a request. Default: 204. */
  answer: (response: ServerResponse, received: Received) => void;
  close(): Promise<void>;
}

/** Starts an endpoint on a free port of loopback. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const arrived = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString('utf8') };
      received.push(arrived);
      receiver.answer(response, arrived);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    answer: (response) => response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Returns an answer with only this status. */
export function answering(status: number, headers: Readonly<Record<string, string>> = {}): Receiver['answer'] {
  return (response) => response.writeHead(status, headers).end('what an answer says is not read');
}
