import { connect } from 'node:net';
import type { Choices } from './choices.js';

const PATIENCE_MILLISECONDS = 5_000;
const KIBIBYTE = 1_024;

/** Bytes that are no request, or one whose parts contradict each other. */
export interface RawRequest {
  readonly text: string;
  /** True if the client then ends its side of the connection. */
  readonly ends: boolean;
}

const HOST = 'Host: localhost\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const RAW: readonly (() => RawRequest)[] = [
  () => whole(`POST /v1/auth/register HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 100\r\n\r\n{}`),
  () => whole(`POST /v1/auth/register HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 2\r\n\r\n{}{"email":"surplus"}`),
  () => whole(`POST /v1/auth/register HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`),
  () =>
    whole(
      `POST /v1/auth/register HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ),
  () => whole(`POST /v1/auth/register HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: -1\r\n\r\n{}`),
  () => whole(`POST /v1/auth/register HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 99999999999999999999\r\n\r\n{}`),
  () => whole(`POST /v1/auth/register HTTP/1.1\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
  () => whole(`POST /v1/auth/register HTTP/1.1\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n{}`),
  () => whole(`POST /v1/auth/register HTTP/1.1\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`),
  () => whole(`POST /v1/auth/register HTTP/1.1\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`),
  () => whole(`GET / HTTP/1.1\r\n${HOST}X-Large: ${'x'.repeat(20 * KIBIBYTE)}\r\n\r\n`),
  () => whole(`GET /${'x'.repeat(20 * KIBIBYTE)} HTTP/1.1\r\n${HOST}\r\n`),
  () => whole(`GET / HTTP/1.1\r\n${HOST}${'X: y\r\n'.repeat(3_000)}\r\n`),
  () => whole(`GET / HTTP/1.1\r\n${HOST}X-Nul: a\0b\r\n\r\n`),
  () => whole(`GET / HTTP/1.1\r\n${HOST}X-Folded: a\r\n b\r\n\r\n`),
  () => whole(`GET / HTTP/1.1\r\n${HOST}X Spaced: a\r\n\r\n`),
  () => whole(`GET / HTTP/1.1\nHost: localhost\n\n`),
  () => whole('GET / HTTP/1.1\r\n\r\n'),
  () => whole(`GET / HTTP/1.1\r\n${HOST}Host: elsewhere\r\n\r\n`),
  () => whole('GET / HTTP/1.0\r\n\r\n'),
  () => whole(`GET / HTTP/3.7\r\n${HOST}\r\n`),
  () => whole(`GET  /\0 HTTP/1.1\r\n${HOST}\r\n`),
  () => whole(`GET /ü€ HTTP/1.1\r\n${HOST}\r\n`),
  () => whole(`get / HTTP/1.1\r\n${HOST}\r\n`),
  () => whole(`GET http://elsewhere/v1/catalog HTTP/1.1\r\n${HOST}\r\n`),
  () => whole(`OPTIONS * HTTP/1.1\r\n${HOST}\r\n`),
  () => whole(`GET * HTTP/1.1\r\n${HOST}\r\n`),
  () => whole(`CONNECT localhost:22 HTTP/1.1\r\n${HOST}\r\n`),
  () => whole(`GET / HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`),
  () => whole(`POST /v1/auth/register HTTP/1.1\r\n${HOST}${JSON_TYPE}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`),
  () => whole(`POST /v1/auth/register HTTP/1.1\r\n${HOST}Expect: miracles\r\nContent-Length: 2\r\n\r\n{}`),
  () => whole('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  () => whole('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
  () => whole('\r\n\r\n\r\n'),
  () => whole('x'.repeat(100_000)),
];

function whole(text: string): RawRequest {
  return { text, ends: true };
}

export function rawRequest(choices: Choices): RawRequest {
  return choices.pick(RAW)();
}

/** Returns everything that was received until the connection closed or fell silent. */
export async function sendRaw(base: string, { text, ends }: RawRequest): Promise<Buffer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    const done = () => resolve(Buffer.concat(parts));
    socket.setTimeout(PATIENCE_MILLISECONDS, () => socket.destroy());
    socket.on('data', (part) => parts.push(part));
    socket.on('error', () => undefined);
    socket.on('close', done);
    socket.write(Buffer.from(text, 'utf8'));
    if (ends) socket.end();
  });
}
