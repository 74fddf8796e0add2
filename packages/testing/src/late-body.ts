import { connect } from 'node:net';

/** A request whose body comes in two halves. */
export interface LateRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: object;
}

export interface LateAnswer {
  readonly status: number;
  /** Header fields and body, as they came. */
  readonly text: string;
}

const ANSWER = /^HTTP\/1\.1 (?<status>[2-5]\d\d) /m;

/**
 * Sends the header fields and half of a body, waits until the service has begun to handle the request, does something else, and sends
 * the rest.
 *
 * @param address of the service: `http://127.0.0.1:1234`
 */
export async function withLateBody(address: string, request: LateRequest, meanwhile: () => Promise<unknown>): Promise<LateAnswer> {
  const { hostname, port, host } = new URL(address);
  const body = Buffer.from(JSON.stringify(request.body));
  const half = Math.floor(body.length / 2);
  const head = [
    `${request.method} ${request.path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${request.key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    // The answer to this tells that the header fields were handled.
    'Expect: 100-continue',
    'Connection: close',
  ];
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(body.subarray(0, half));
    });
    socket.setEncoding('utf8');
    socket.once('data', () => {
      meanwhile().then(() => socket.write(body.subarray(half)), reject);
    });
    socket.on('data', (part) => {
      text += String(part);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: Number(ANSWER.exec(text)?.groups?.['status']), text }));
  });
}
