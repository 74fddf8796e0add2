import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { call } from '../harness/services.js';
import { closeNow, listening } from './listening.fixture.js';

/** A receiver of webhooks, which accepts only messages with a valid signature. */
export interface Receiver {
  /** The circuits of the received events `circuit.certified`. */
  readonly certified: ReadonlySet<string>;
  /** The messages with a wrong signature. */
  readonly refused: readonly string[];
  close(): void;
}

/** Starts a receiver on the loopback, and registers it as a webhook of an account. */
export async function startReceiver(registry: string, key: string): Promise<Receiver> {
  const certified = new Set<string>();
  const refused: string[] = [];
  let secret = '';
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.once('end', () => {
      const body = Buffer.concat(parts);
      const isSigned = verify(secret, incoming.headers, body);
      outgoing.writeHead(isSigned ? 204 : 400).end();
      if (!isSigned) return void refused.push(body.toString('utf8'));
      const { type, data }: { type: string; data: { pid: string } } = JSON.parse(body.toString('utf8'));
      if (type === 'circuit.certified') certified.add(data.pid);
    });
  });
  const url = `${await listening(server)}/hook`;
  const { status, body } = await call('POST', `${registry}/v1/webhooks`, { key, body: { url, events: ['circuit.certified'] } });
  if (status !== 201) throw new Error(`the webhook was answered with ${status}`);
  secret = String(body?.['secret']);
  return { certified, refused, close: () => closeNow(server) };
}

/** Verifies a signature of Standard Webhooks, as docs/webhooks.md shows. */
function verify(secret: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.`;
  const expected = createHmac('sha256', key).update(signed).update(body).digest();
  const given = String(headers['webhook-signature']).split(' ');
  return given.some((entry) => {
    const each = Buffer.from(entry.slice('v1,'.length), 'base64');
    return each.length === expected.length && timingSafeEqual(each, expected);
  });
}
