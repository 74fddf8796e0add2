import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One connection that stays open: what is measured is the service, not the client. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Posts JSON and reads JSON. */
export async function call(url: string, body: object, key?: string): Promise<Answer> {
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: members(Buffer.concat(parts).toString('utf8')) }));
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

function members(text: string): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : {};
}
