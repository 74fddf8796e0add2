import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { closeNow, listening } from './listening.fixture.js';

/** A router in front of the processes of one service. */
export interface Router {
  /** Without a slash at the end. */
  readonly address: string;
  add(process: string): void;
  remove(process: string): void;
  /** Returns the processes that get requests now. */
  ready(): readonly string[];
  close(): void;
}

const PROBE_MILLISECONDS = 250;

/**
 * Starts a router on the loopback. It gives each request to the next process in turn whose last `/readyz` was 200, over a
 * connection of its own. It repeats no request and hides no failure: a process that breaks a request off gives a 502, and a 503 is
 * passed on.
 */
export async function startRouter(): Promise<Router> {
  const processes = new Map<string, boolean>();
  let turn = 0;
  const ready = () => [...processes].flatMap(([address, isReady]) => (isReady ? [address] : []));
  const server = createServer((incoming, outgoing) => {
    const open = ready();
    turn += 1;
    const address = open[turn % open.length];
    if (address === undefined) return fail(outgoing, 'no process is ready');
    return pass(address, incoming, outgoing);
  });
  // A client that pauses must not meet the end of its idle connection: that would be a fault of this router.
  server.keepAliveTimeout = 0;
  return {
    address: await listening(server),
    add: (process) => {
      processes.set(process, false);
      void watch(process, processes);
    },
    remove: (process) => {
      processes.delete(process);
    },
    ready,
    close: () => {
      processes.clear();
      closeNow(server);
    },
  };
}

/** Probes a process until it is removed, one probe after the other. */
async function watch(address: string, processes: Map<string, boolean>): Promise<void> {
  while (processes.has(address)) {
    // oxlint-disable-next-line no-await-in-loop -- one probe after the other
    const isReady = await fetch(`${address}/readyz`).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
    if (processes.has(address)) processes.set(address, isReady);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await wait(PROBE_MILLISECONDS);
  }
}

function pass(address: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming;
  const onward = request(`${address}${url ?? '/'}`, { method: method ?? 'GET', headers: endToEnd(headers), agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
    answer.pipe(outgoing);
    answer.once('error', () => outgoing.destroy());
  });
  onward.once('error', (error) => fail(outgoing, `${address}: ${error.message}`));
  incoming.pipe(onward);
}

/** Leaves out the fields that are about one connection (RFC 9110, 7.6.1). */
function endToEnd({ connection: _connection, 'keep-alive': _keepAlive, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers;
}

function fail(outgoing: ServerResponse, reason: string): void {
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing.writeHead(502, { 'Content-Type': 'application/json' }).end(JSON.stringify({ detail: `the router: ${reason}` }));
}
