import { createSocket, type Socket } from 'node:dgram';
import { resolveName } from './address-policy.js';

const A = 1;
const AAAA = 28;
const HEADER_BYTES = 12;

let socket: Socket;
let server: string;
/** The answer of the name server for a record type; `undefined` if it does not answer. */
let records: (type: number) => readonly Buffer[] | undefined;
beforeAll(async () => {
  socket = createSocket('udp4', (question, { port, address }) => {
    const type = question.readUInt16BE(question.indexOf(0, HEADER_BYTES) + 1);
    const found = records(type);
    if (found !== undefined) socket.send(answerTo(question, type, found), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  server = `127.0.0.1:${socket.address().port}`;
});
afterAll(async () => new Promise<void>((resolve) => socket.close(resolve)));

/** Builds a response (RFC 1035): the question, and a record of this type for each address. */
function answerTo(question: Buffer, type: number, addresses: readonly Buffer[]): Buffer {
  const end = question.indexOf(0, HEADER_BYTES) + 5;
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const entries = addresses.map((address) => {
    const entry = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length]);
    return Buffer.concat([entry, address]);
  });
  return Buffer.concat([head, ...entries]);
}

const resolve = async (signal = new AbortController().signal) => resolveName('hooks.example', signal, [server]);

it('gives all addresses of a name, of both families', async () => {
  const six = Buffer.from('26064700000000000000000000001111', 'hex');
  records = (type) => (type === A ? [Buffer.from([10, 0, 0, 1]), Buffer.from([8, 8, 8, 8])] : [six]);
  expect(await resolve()).toEqual(['10.0.0.1', '8.8.8.8', '2606:4700::1111']);
});

it('needs but one family', async () => {
  records = (type) => (type === AAAA ? [Buffer.from('26064700000000000000000000001111', 'hex')] : []);
  expect(await resolve()).toEqual(['2606:4700::1111']);
});

it('throws where there is none', async () => {
  records = () => [];
  await expect(resolve()).rejects.toMatchObject({ code: 'ENODATA' });
});

it('ends when it is told to, though nobody answers', async () => {
  records = () => undefined;
  const controller = new AbortController();
  const resolving = resolve(controller.signal);
  controller.abort();
  await expect(resolving).rejects.toMatchObject({ code: 'ECANCELLED' });
});
