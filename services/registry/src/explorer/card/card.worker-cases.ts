import { bearer, registryWithWorker, type TestAccount, type TestRegistry } from '../../testing/registry.fixture.js';
import { BY_ASSURANCE, closedCircuit, OPEN_CIRCUIT } from '../../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await registryWithWorker();
  ada = await registry.register();
});

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

async function cardOf(pid: string) {
  const { body, headers } = await registry.api
    .get(`/circuits/${pid}/card.png`)
    .responseType('blob')
    .expect(200)
    .expect('Content-Type', 'image/png');
  const bytes = Buffer.from(body);
  expect(bytes.subarray(0, 8)).toEqual(SIGNATURE);
  // The first chunk is IHDR: the width and the height follow its length and its name (PNG, 11.2.2).
  expect([bytes.toString('latin1', 12, 16), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(['IHDR', 1_200, 630]);
  return { bytes, tag: String(headers['etag']), headers };
}

it('200: a picture of 1200 by 630 pixels, another for another circuit, state and name, to which the page points', async () => {
  const first = await registry.publish(ada, closedCircuit(910), { name: 'One circuit' });
  const second = await registry.publish(ada, closedCircuit(911), { name: 'Another circuit' });
  const [one, other] = [await cardOf(first), await cardOf(second)];
  expect(one.bytes.equals(other.bytes)).toBe(false);
  await registry.certify(ada, first);
  const proven = await cardOf(first);
  expect([proven.bytes.equals(one.bytes), proven.tag === one.tag]).toEqual([false, false]);
  await registry.api.put(`/v1/circuits/${first}`).set(bearer(ada)).send({ name: 'Renamed' }).expect(200);
  const renamed = await cardOf(first);
  expect([renamed.bytes.equals(proven.bytes), renamed.tag === proven.tag]).toEqual([false, false]);
  const { text } = await registry.api.get(`/circuits/${first}`).set('Accept', 'text/html').expect(200);
  for (const [property, content] of [
    ['og:image', `[^"]*/circuits/${first}/card\\.png`],
    ['og:image:type', 'image/png'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', 'Renamed\\. A certified circuit[^"]*'],
    ['twitter:card', 'summary_large_image'],
  ])
    expect(text).toMatch(new RegExp(`<meta (?:property|name)="${property}" content="${content}"`));
});

it('200: a certified circuit differs from an open one of the same name', async () => {
  const [closed, open] = [
    await registry.publish(ada, BY_ASSURANCE.kernel, { name: 'The same' }),
    await registry.publish(ada, OPEN_CIRCUIT, { name: 'The same' }),
  ];
  for (const pid of [closed, open]) await registry.certify(ada, pid);
  expect((await cardOf(closed)).bytes.equals((await cardOf(open)).bytes)).toBe(false);
});

/** Names that could leave their place, or the picture. */
const HOSTILE = {
  'of 100 characters without a space': 'W'.repeat(100),
  'of many words': 'a bc '.repeat(20).trim(),
  'right to left': 'القسط الشهري للقرض، ולא עוד',
  'of a script that the font does not have': '分割払いの手数料 हिन्दी',
  'of emoji': '👩‍👩‍👧‍👦 🏳️‍🌈 😀 ⚡',
  'of stacked marks': `Z${'\u0334\u0321\u031b'.repeat(15)}algo`,
  'of markup': '</text></svg><image href="file:///etc/passwd"/>&x;<![CDATA[',
};

it('200: a name of whatever an author writes, each another picture', async () => {
  const pid = await registry.publish(ada, closedCircuit(912));
  const drawn = new Map<string, string>();
  for (const [kind, name] of Object.entries(HOSTILE)) {
    await registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send({ name }).expect(200);
    drawn.set((await cardOf(pid)).bytes.toString('base64'), kind);
  }
  expect([...drawn.values()]).toEqual(Object.keys(HOSTILE));
});

it('304: a picture that the reader has', async () => {
  const pid = await registry.publish(ada, closedCircuit(913));
  const { tag, headers } = await cardOf(pid);
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-security-policy']).toContain('sandbox');
  await registry.api.get(`/circuits/${pid}/card.png`).set('If-None-Match', tag).expect(304);
});

it('404: a private circuit for others; its owner gets it, for no shared cache', async () => {
  const pid = await registry.publish(ada, closedCircuit(914), { visibility: 'private' });
  const bob = await registry.register();
  const path = `/circuits/${pid}/card.png`;
  await registry.api.get(path).expect(404);
  await registry.api.get(path).set(bearer(bob)).expect(404);
  const { headers } = await registry.api.get(path).set(bearer(ada)).expect(200);
  expect(headers['cache-control']).toBe('private, no-store');
  await registry.api.get(path).set('If-None-Match', String(headers['etag'])).expect(404);
});

it('410: withdrawn', async () => {
  const pid = await registry.publish(ada, closedCircuit(915));
  await registry.api.delete(`/v1/circuits/${pid}`).set(bearer(ada)).expect(204);
  await registry.api.get(`/circuits/${pid}/card.png`).expect(410);
});
