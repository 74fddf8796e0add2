import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { systemRandomness } from '../environment/randomness.js';
import type { ProblemCode } from '../problems/codes.js';
import { type Problem, problem, problemBody } from '../problems/problem.js';
import { followConnections } from '../shutdown/shutdown.js';
import type { MessageClasses } from './application.js';
import { readRequestId } from './request.js';
import { Exchanges, type LoggedClient, loggedClient } from './request-log.js';
import { PROBLEM_TYPE } from './response.js';

/** Time limits for header fields and for a whole request, and the interval of their check, in milliseconds. */
const HEADERS_MILLISECONDS = 10_000;
const REQUEST_MILLISECONDS = 30_000;
const LOOK_MILLISECONDS = 2_000;
/** Longer than the time of load balancers (60 s), so that we do not close a connection that one of them is about to use. */
const KEEP_ALIVE_MILLISECONDS = 65_000;
/** A connection without progress is closed after this time. Every answer is shorter; `send` closes slow readers sooner. */
const STALL_MILLISECONDS = 120_000;

export interface ListenOptions {
  /** `messagesOf` the application. Default: Node's own classes, which Express then has to change. */
  readonly messages?: MessageClasses;
  /** Logs connections that do not speak HTTP. Default: they are not logged. */
  readonly log?: BrokenLog;
  /** Called with the code of each refusal that the application does not see. Default: not called. */
  readonly refused?: (code: ProblemCode) => void;
  /**
   * The part of the client's address that is logged, as far as it is known from the connection; behind a proxy, it is the proxy's.
   * Default: `group`.
   */
  readonly client?: LoggedClient;
  /** Time limit for header fields and interval of its check, in milliseconds. Default: Node's. */
  readonly headersMilliseconds?: number;
  readonly lookMilliseconds?: number;
  /** Time limit for a connection without progress during an exchange. Default: 120 s. */
  readonly stallMilliseconds?: number;
}

export interface BrokenLog {
  info(fields: object, message: string): void;
}

/** Logs a malformed request with the address of its connection. */
type Tell = (fields: Refused, address: string | undefined) => void;

/** A request that was refused before the application saw it. */
interface Refused {
  readonly request_id: string;
  readonly code: ProblemCode;
  readonly status: number;
  readonly reason: string | undefined;
}

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** The exchanges in flight. */
  readonly exchanges: Exchanges;
}

/**
 * Serves an application.
 * @param port 0 for any that is free
 * @throws if the port is not available
 */
export async function listen(application: RequestListener, port: number, host?: string, options: ListenOptions = {}): Promise<Listening> {
  const exchanges = new Exchanges();
  const tell: Tell = ({ code, ...fields }, address) => {
    options.refused?.(code);
    options.log?.info({ ...fields, client: loggedClient(address, options.client ?? 'group') }, 'not a request');
  };
  const answer: RequestListener = (request, response) => {
    exchanges.begin(response);
    const ambiguity = ambiguityOf(request);
    if (ambiguity !== undefined) return refuseAmbiguous(ambiguity, response, tell);
    request.url = originForm(request.url ?? '/');
    application(request, response);
  };
  const server = createServer(
    {
      headersTimeout: options.headersMilliseconds ?? HEADERS_MILLISECONDS,
      requestTimeout: REQUEST_MILLISECONDS,
      connectionsCheckingInterval: options.lookMilliseconds ?? LOOK_MILLISECONDS,
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
      // Node's own refusal would be a 400 without a body.
      requireHostHeader: false,
      ...options.messages,
    },
    answer,
  );
  followConnections(server);
  // Without this, Node would drop fields beyond a certain number; their size is still bounded.
  server.maxHeadersCount = 0;
  server.setTimeout(options.stallMilliseconds ?? STALL_MILLISECONDS);
  server.on('clientError', (error, socket) => answerBroken(error, socket, tell));
  // This server is no proxy: it closes the connection of a CONNECT without an answer.
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    endWith(socket, problem('method-not-allowed', 'CONNECT is not supported.', { headers: { Allow: '' } }), 'CONNECT', tell),
  );
  // Any other expectation of a client does not affect its request (RFC 9110, 10.1.1 leaves the 417 to us).
  server.on('checkExpectation', answer);
  server.on('checkContinue', (request: IncomingMessage, response) => {
    // A client that asks first sends its body only after `100 Continue`, so a refused body is not sent. The connection then ends,
    // since a body that is sent nevertheless could be taken for the next request.
    response.setHeader('Connection', 'close');
    let awaited = true;
    request.on('newListener', (event) => {
      if (event !== 'data' || !awaited || response.headersSent) return;
      awaited = false;
      response.removeHeader('Connection');
      response.writeContinue();
    });
    answer(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { server, port: portOf(server.address()), exchanges };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A malformed request gets the same form of refusal as any other, if that can still be sent. */
function answerBroken(error: Error & { readonly code?: string }, socket: Duplex, tell: Tell): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  endWith(socket, brokenProblem(error.code), error.code, tell);
}

/** Answers a connection that has no response of its own, and ends it. */
function endWith(socket: Duplex, refusal: Problem, reason: string | undefined, tell: Tell): void {
  socket.on('error', () => socket.destroy());
  const id = readRequestId(undefined, systemRandomness);
  tell({ request_id: id, code: refusal.code, status: refusal.status, reason }, socket instanceof Socket ? socket.remoteAddress : undefined);
  const body = JSON.stringify(problemBody(refusal, '/', id));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    `X-Request-Id: ${id}`,
    ...Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}`),
    'Cache-Control: no-store',
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Fields that a request may have only once, so that a proxy in front cannot read another value than we do. */
type SingleField = 'host' | 'authorization' | 'content-type' | 'transfer-encoding';

const AMBIGUOUS: Readonly<Record<SingleField, string>> = {
  host: 'A request must have exactly one Host field.',
  authorization: 'A request must have at most one Authorization field.',
  'content-type': 'A request must have at most one Content-Type field.',
  'transfer-encoding': 'The only supported transfer coding is chunked, once.',
};

/**
 * Returns a repeated field, or a missing one: `Host` is required (RFC 9112, 3.2). Node reads a body in several transfer codings as
 * if the last were the only one.
 */
function ambiguityOf({ httpVersion, headers, headersDistinct }: IncomingMessage): SingleField | undefined {
  const hosts = headersDistinct['host']?.length ?? 0;
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) return 'host';
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') return 'transfer-encoding';
  return (['authorization', 'content-type'] as const).find((field) => (headersDistinct[field]?.length ?? 0) > 1);
}

/** The absolute form of a target, `http://host/path`, as sent to proxies; every server has to accept it (RFC 9112, 3.2.2). */
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;

/** A fragment before the query, which is not allowed in a target (RFC 9112, 3.2). */
const FRAGMENT = /^([^?#]*)#[^?]*/;

/**
 * Returns path and query of a request target, without a `#`: Express passes targets with a fragment to a parser that reads a
 * backslash as a slash. A target that is not a path, such as `*`, becomes a path without a route.
 */
function originForm(target: string): string {
  const rest = target.replace(ABSOLUTE_FORM, '').replace(FRAGMENT, '$1').replaceAll('#', '%23');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function refuseAmbiguous(field: SingleField, response: ServerResponse, tell: Tell): void {
  const refusal = problem('malformed-request', AMBIGUOUS[field]);
  const id = readRequestId(undefined, systemRandomness);
  tell({ request_id: id, code: refusal.code, status: refusal.status, reason: field }, response.socket?.remoteAddress);
  response.writeHead(refusal.status, {
    'X-Request-Id': id,
    'Cache-Control': 'no-store',
    'Content-Type': PROBLEM_TYPE,
    Connection: 'close',
  });
  response.end(JSON.stringify(problemBody(refusal, '/', id)));
}

function brokenProblem(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('headers-too-large', 'The header fields are larger than 16 KiB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('request-timeout', 'The request did not arrive in time.');
  return problem('malformed-request', 'This is not an HTTP/1.1 request.');
}
