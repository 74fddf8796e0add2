import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
});

/** Answers one request. */
export type Responder = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A server that answers the first requests as listed, and every later one as the last. */
export async function serve(...answers: readonly Responder[]): Promise<{ readonly address: string; readonly bodies: readonly string[] }> {
  const bodies: string[] = [];
  const started = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const answer = answers[Math.min(bodies.length, answers.length - 1)];
      bodies.push(body);
      answer?.(request, response, body);
    });
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening server on a port has an address of this form
  const { port } = started.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, bodies };
}
