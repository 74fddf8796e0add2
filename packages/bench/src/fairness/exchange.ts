import { Agent, type ClientRequest, request } from 'node:http';

export interface ServiceOrigins {
  readonly registry: string;
  readonly compiler: string;
}

/** One request of the attacker or the victim. */
export interface TimedCall {
  readonly service: keyof ServiceOrigins;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The claimed address of the client: the services trust the bench as their proxy. */
  readonly address: string;
  readonly key?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TimedAnswer {
  /** 0 if there was no answer. */
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request and reads the answer; the status is 0 if no answer arrives within the limit, or the connection fails. */
export async function exchange(origins: ServiceOrigins, call: TimedCall, limitMilliseconds: number): Promise<TimedAnswer> {
  const began = performance.now();
  const over = (status: number, parts: readonly Buffer[]): TimedAnswer => ({
    status,
    text: Buffer.concat(parts).toString('utf8'),
    milliseconds: performance.now() - began,
  });
  return new Promise((resolve) => {
    const sent = open(origins, call, agent);
    const limit = setTimeout(() => sent.destroy(), limitMilliseconds);
    const end = (answer: TimedAnswer): void => {
      clearTimeout(limit);
      resolve(answer);
    };
    sent.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => end(over(response.statusCode ?? 0, parts)));
      response.on('error', () => end(over(0, [])));
    });
    sent.on('error', () => end(over(0, [])));
    sent.on('close', () => end(over(0, [])));
    sent.end(call.body);
  });
}

/** Sends all of the body but its last byte, on a connection of its own, and waits until the service ends the connection. */
export async function sendHalf(origins: ServiceOrigins, call: TimedCall): Promise<TimedAnswer> {
  return hold(open(origins, call, false), (sent) => sent.write((call.body ?? '').slice(0, -1)));
}

/** Sends a request on a connection of its own, never reads the answer, and waits until the service ends the connection. */
export async function leaveUnread(origins: ServiceOrigins, call: TimedCall): Promise<TimedAnswer> {
  return hold(open(origins, call, false), (sent) => {
    sent.on('response', (response) => response.pause());
    sent.end(call.body);
  });
}

async function hold(sent: ClientRequest, begin: (sent: ClientRequest) => void): Promise<TimedAnswer> {
  const began = performance.now();
  return new Promise((resolve) => {
    let status = 0;
    sent.on('response', (response) => {
      status = response.statusCode ?? 0;
      response.on('error', () => sent.destroy());
    });
    // A connection that fails is closed as well.
    sent.on('error', () => undefined);
    sent.on('close', () => resolve({ status, text: '', milliseconds: performance.now() - began }));
    begin(sent);
  });
}

function open(
  origins: ServiceOrigins,
  { service, method, path, address, key, body, headers }: TimedCall,
  over: Agent | false,
): ClientRequest {
  return request(origins[service] + path, {
    method,
    agent: over,
    headers: {
      'x-forwarded-for': address,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
  });
}
