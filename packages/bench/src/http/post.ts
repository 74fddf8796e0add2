import { Agent, request } from 'node:http';

/** One connection that stays open: the bench measures the service, not the client. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Posts JSON and reads JSON.
 * @throws if the answer is no 2xx
 */
export async function post(url: string, body: object, key?: string): Promise<Readonly<Record<string, unknown>>> {
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  const { status, bytes } = await new Promise<{ readonly status: number; readonly bytes: Buffer }>((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(parts) }));
    });
    sent.on('error', reject);
    sent.end(text);
  });
  if (status < 200 || status > 299) throw new Error(`${url} answered ${status}: ${bytes.toString('utf8').slice(0, 500)}`);
  const parsed: unknown = JSON.parse(bytes.toString('utf8'));
  return typeof parsed === 'object' && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : {};
}
