import { answering, type Receiver, startReceiver } from '../testing/receiver.fixture.js';
import { AddressPolicy } from './address-policy.js';
import { LEADS_NOWHERE, type SenderDeps, send } from './sender.js';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => receiver.close());

const policy = new AddressPolicy('127.0.0.0/8', '443,8443');
const nowhere: SenderDeps['resolve'] = async () => {
  throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
};
const to = async (url: string, deps: Partial<SenderDeps> = {}) =>
  send(
    { url, headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' }, body: Buffer.from('{"a":"ü"}') },
    { policy, resolve: nowhere, timeoutMilliseconds: 5_000, ...deps },
  );
/** A resolver that returns these addresses. */
const leading = (...addresses: string[]) => ({ resolve: async () => addresses });
/** A resolver that never answers. */
const never = async (_name: string, signal: AbortSignal) =>
  new Promise<readonly string[]>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('cancelled')));
  });
const failed = (reason: string) => ({ kind: 'failed', reason });

it('posts the bytes and the fields, and reports the status', async () => {
  receiver.answer = answering(201);
  expect(await to(receiver.url)).toEqual({ kind: 'answered', status: 201 });
  expect(receiver.received).toMatchObject([
    { path: '/hook', body: '{"a":"ü"}', headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' } },
  ]);
});

it('calls no address that is not public, unless it was opened', async () => {
  const deps = { policy: new AddressPolicy(undefined, '443,8443') };
  expect(await to(receiver.url, deps)).toEqual(failed(LEADS_NOWHERE));
  expect(await to(`https://127.0.0.1:${receiver.port}/`, deps)).toEqual(failed(LEADS_NOWHERE));
  expect(await to(`http://[::1]:${receiver.port}/`)).toEqual(failed(LEADS_NOWHERE));
  expect(receiver.received).toEqual([]);
});

it('resolves a name at the moment of the call: a rebound name is not called', async () => {
  const url = `http://hooks.example:${receiver.port}/hook`;
  expect(await to(url, leading('127.0.0.1'))).toEqual({ kind: 'answered', status: 204 });
  expect(await to(url, { ...leading('127.0.0.1'), policy: new AddressPolicy(undefined, '443,8443') })).toEqual(failed(LEADS_NOWHERE));
  expect(await to(url, leading('169.254.169.254', '10.0.0.1', '::1'))).toEqual(failed(LEADS_NOWHERE));
  expect(receiver.received).toHaveLength(1);
});

it('connects only to the allowed addresses of a name, resolved once', async () => {
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return asked === 1 ? ['10.255.255.1', '127.0.0.1'] : ['10.255.255.1'];
  };
  expect(await to(`http://hooks.example:${receiver.port}/hook`, { resolve })).toEqual({ kind: 'answered', status: 204 });
  expect(asked).toBe(1);
});

it('follows no redirect', async () => {
  const other = await startReceiver();
  receiver.answer = answering(302, { location: other.url });
  expect(await to(receiver.url)).toEqual({ kind: 'answered', status: 302 });
  expect(other.received).toEqual([]);
  await other.close();
});

it('reads at most 16 kB of an answer, and the timeout covers its end', async () => {
  receiver.answer = (response) => {
    response.writeHead(200);
    const pour = () => {
      while (response.write('x'.repeat(65_536)));
    };
    response.on('drain', pour);
    pour();
  };
  expect(await to(receiver.url)).toEqual({ kind: 'answered', status: 200 });
  receiver.answer = (response) => response.writeHead(200).write('and never ends');
  expect(await to(receiver.url, { timeoutMilliseconds: 200 })).toEqual({ kind: 'answered', status: 200 });
});

it('gives up without an answer in time', async () => {
  receiver.answer = () => undefined;
  expect(await to(receiver.url, { timeoutMilliseconds: 100 })).toEqual(failed('no answer in time'));
  expect(await to('https://hooks.example/', { resolve: never, timeoutMilliseconds: 100 })).toEqual(failed('no answer in time'));
});

it('describes the fault briefly, without details of the network', async () => {
  expect(await to('https://hooks.example/')).toEqual(failed(LEADS_NOWHERE));
  expect(await to(`https://127.0.0.1:${receiver.port}/`)).toEqual(failed('the TLS handshake failed'));
  receiver.answer = (response) => response.socket?.destroy();
  expect(await to(receiver.url)).toEqual(failed('the connection was interrupted'));
  receiver.answer = (response) => response.socket?.end('this is no HTTP\r\n\r\n');
  expect(await to(receiver.url)).toEqual(failed('the answer is not HTTP'));
  const { url } = receiver;
  await receiver.close();
  expect(await to(url)).toEqual(failed('the connection was refused'));
});
