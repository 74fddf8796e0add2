import { Webhook } from 'standardwebhooks';
import { shownSecret, signatureField } from './sender.js';

const [older, newer] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)];
const payload = Buffer.from('{"type":"circuit.certified","data":{"name":"über"}}', 'utf8');
const message = { id: 'evt_1', timestamp: Math.floor(Date.now() / 1_000), payload };

const headers = (signature: string) => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': signature,
});

it('is what the library of Standard Webhooks verifies', () => {
  const signature = signatureField(message, [newer]);
  expect(new Webhook(shownSecret(newer)).verify(payload.toString('utf8'), headers(signature))).toMatchObject({ type: 'circuit.certified' });
  expect(signature).toBe(new Webhook(shownSecret(newer)).sign(message.id, new Date(message.timestamp * 1_000), payload.toString('utf8')));
});

it('verifies by each of two secrets, and by no other', () => {
  const signature = signatureField(message, [newer, older]);
  for (const secret of [newer, older]) new Webhook(shownSecret(secret)).verify(payload.toString('utf8'), headers(signature));
  expect(() => new Webhook(shownSecret(Buffer.alloc(32, 8))).verify(payload.toString('utf8'), headers(signature))).toThrow();
});

it('depends on identity, time and every byte', () => {
  const signature = signatureField(message, [newer]);
  for (const other of [{ id: 'evt_2' }, { timestamp: message.timestamp + 1 }, { payload: Buffer.concat([payload, Buffer.from(' ')]) }]) {
    expect(signatureField({ ...message, ...other }, [newer])).not.toBe(signature);
  }
});
