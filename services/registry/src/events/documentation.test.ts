import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { RETRY_SECONDS } from './retries.js';
import { shownSecret, signatureField } from './sender.js';

const page = readFileSync(join(__dirname, '../../../../docs/webhooks.md'), 'utf8');

type Verify = (secret: string, headers: Readonly<Record<string, string>>, body: Uint8Array) => unknown;

/** Evaluates the function that the page shows, as a reader would paste it. */
function shownVerify(): Verify {
  const [, code = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-type-assertion -- the page's code is under test
  return new Function('require', `${code}; return verify;`)(createRequire(__filename)) as Verify;
}

const secret = Buffer.alloc(32, 3);
const now = Math.floor(Date.now() / 1_000);
const payload = Buffer.from('{"type":"key.revoked","data":{"name":"ü"}}');

/** Returns the header fields of a message sent at this time. */
const headers = (timestamp: number) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signatureField({ id: 'evt_1', timestamp, payload }, [Buffer.alloc(32, 4), secret]),
});

it('shows a function that takes what we sign', () => {
  expect(shownVerify()(shownSecret(secret), headers(now), payload)).toEqual({ type: 'key.revoked', data: { name: 'ü' } });
});

it('shows a function that refuses all else', () => {
  const verify = shownVerify();
  const refused = [
    () => verify(shownSecret(Buffer.alloc(32, 5)), headers(now), payload),
    () => verify(shownSecret(secret), headers(now), Buffer.concat([payload, Buffer.from(' ')])),
    () => verify(shownSecret(secret), headers(now - 1_000), payload),
    () => verify(shownSecret(secret), { ...headers(now), 'webhook-id': 'evt_2' }, payload),
    () => verify(shownSecret(secret), { ...headers(now), 'webhook-timestamp': 'now' }, payload),
    () => verify(shownSecret(secret), { ...headers(now), 'webhook-signature': 'v1,' }, payload),
  ];
  for (const attempt of refused) expect(attempt).toThrow(/^not (?:signed by us|sent just now)$/);
});

it('says how long it is until each further attempt', () => {
  const said = RETRY_SECONDS.map((seconds) => {
    if (seconds < 60) return `${seconds} seconds`;
    if (seconds < 3_600) return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`;
    return `${seconds / 3_600} hours`;
  });
  expect(page.replaceAll(/\s+/g, ' ')).toContain(`${said.slice(0, -1).join(', ')} and ${said.at(-1)}`);
});
