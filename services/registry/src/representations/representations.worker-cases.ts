import { type EngineBudget, OWN_SHARE, problem } from '@kirchhoff/platform';
import { CircuitLookup } from '../circuits/lookup.js';
import { CircuitRepository } from '../circuits/repository.js';
import { registryWithWorker, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import { RenderLimiter } from './render-limiter.js';
import { type Rendering, RepresentationCache, Representations } from './representations.js';
import { type ProvenVersion, VersionSourceRepository } from './version-repository.js';

let registry: TestRegistry;
let ada: TestAccount;
let pid: string;
beforeAll(async () => {
  registry = await registryWithWorker();
});
beforeEach(async () => {
  ada = await registry.register();
  pid = await registry.publish(ada, closedCircuit());
});

const UNLIMITED: EngineBudget = {
  take: async () => ({ kind: 'allowed', windows: [] }),
  metered: async (_run, go) => go({ spent: () => undefined, mayBegin: async () => true }),
};

function open(build = '1.0.0'): Representations {
  const { database } = registry;
  return new Representations({
    circuits: new CircuitLookup(async (id) => new CircuitRepository(database).find(id)),
    versions: new VersionSourceRepository(database),
    cache: new RepresentationCache(),
    turns: new RenderLimiter(UNLIMITED),
    build,
  });
}

/** Creates a format that records its renderings. */
function counting(more: Partial<Rendering> = {}): { readonly rendered: readonly ProvenVersion[]; readonly rendering: Rendering } {
  const rendered: ProvenVersion[] = [];
  const rendering: Rendering = {
    name: 'counting',
    refuse: () => undefined,
    render: async (version) => {
      rendered.push(version);
      return { kind: 'bytes', bytes: new Uint8Array(rendered.length), fileName: 'file' };
    },
    ...more,
  };
  return { rendered, rendering };
}

const asked = (ifNoneMatch?: string) => ({ pid, accountId: undefined, address: '192.0.2.1', share: OWN_SHARE, ifNoneMatch });

async function tagOf(representations: Representations, rendering: Rendering): Promise<string> {
  const found = await representations.find(asked(), rendering);
  if (found.kind === 'problem') throw new Error(found.detail);
  return found.tag;
}

it('renders nothing for whoever has the tag, nor a second time', async () => {
  const first = counting();
  const tag = await tagOf(open(), first.rendering);
  expect(first.rendered).toHaveLength(1);
  const { rendered, rendering } = counting();
  const representations = open();
  expect(await representations.find(asked(tag), rendering)).toEqual({ kind: 'unchanged', tag });
  expect(await representations.find(asked(`"other", W/${tag}`), rendering)).toEqual({ kind: 'unchanged', tag });
  expect(rendered).toEqual([]);
  await Promise.all([representations.find(asked(), rendering), representations.find(asked(), rendering)]);
  await representations.find(asked('"other"'), rendering);
  expect(rendered).toHaveLength(1);
});

it('gives another tag for another state, another rendering and another build', async () => {
  const { rendered, rendering } = counting();
  const tags = [
    await tagOf(open(), rendering),
    await tagOf(open('1.0.1'), rendering),
    await tagOf(open(), counting({ name: 'other' }).rendering),
  ];
  expect(rendered.at(-1)?.certificate).toBeNull();
  await registry.certify(ada, pid);
  tags.push(await tagOf(open(), rendering));
  expect(rendered.at(-1)?.certificate).toBeInstanceOf(Uint8Array);
  await registry.database.circuitVersion.updateMany({ where: { circuitId: pid }, data: { certified: false, phiC: null } });
  expect(await tagOf(open(), rendering)).toBe(tags[0]);
  expect(rendered.at(-1)?.certificate).toBeNull();
  expect(new Set(tags).size).toBe(tags.length);
});

it('refuses by the state of now, whatever is kept and whatever the caller has', async () => {
  await registry.certify(ada, pid);
  const { rendered, rendering } = counting({
    refuse: ({ certified }) => (certified ? undefined : problem('not-certified', 'It is open.')),
  });
  const representations = open();
  const tag = await tagOf(representations, rendering);
  await registry.database.circuitVersion.updateMany({ where: { circuitId: pid }, data: { certified: false } });
  for (const held of [undefined, tag, '*'])
    expect(await representations.find(asked(held), rendering)).toMatchObject({ code: 'not-certified' });
  expect(rendered).toHaveLength(1);
});

it('keeps no problem: what was busy is tried again', async () => {
  let busy = true;
  const representations = open();
  const { rendering } = counting();
  const flaky: Rendering = {
    ...rendering,
    render: async (version, asker) => (busy ? problem('busy', 'All are busy.') : rendering.render(version, asker)),
  };
  expect(await representations.find(asked(), flaky)).toMatchObject({ code: 'busy' });
  busy = false;
  expect(await representations.find(asked(), flaky)).toMatchObject({ kind: 'representation' });
});
