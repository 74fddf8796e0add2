import { certify, read } from '@kirchhoff/coherence';
import { problem, type Share } from '@kirchhoff/platform';
import { closedBy } from '../engine/closed.js';
import { loadPolicy } from '../engine/policy-tasks.js';
import { capped, dearCapped, upTo } from '../testing/sources.fixture.js';
import { CompiledPolicies, type CompiledPoliciesDeps } from './compiled-policies.js';

const SHARE: Share = { group: 'address 192.0.2.1', account: 'acc_1', weight: 1 };

/** A store whose version n allows up to n, read by the engine itself. */
function deps(): CompiledPoliciesDeps & { readonly loads: number[] } {
  const loads: number[] = [];
  return {
    loads,
    maxWeight: 350,
    repository: {
      version: async (_policyId, version) => {
        loads.push(version);
        return stored(upTo(version), new Uint8Array());
      },
    },
    engine: {
      loadPolicy: async (readVersion) => {
        const { source } = await readVersion();
        const program = policyOf(source);
        return { kind: 'here', hash: program.hash, params: new Map(), closed: closedBy(program, undefined), program, nodes: 20 };
      },
    },
  };
}

function stored(source: string, certificate: Uint8Array) {
  return { source, pinned: [], certificate, hash: policyOf(source).hash };
}

function policyOf(source: string) {
  const reading = read(source);
  if (!reading.ok || reading.program.type !== 'policy') throw new Error('no policy');
  return reading.program;
}

it('loads a version once, also for those who ask at once', async () => {
  const given = deps();
  const loaded = new CompiledPolicies(given);
  await Promise.all([loaded.find('p', 1, SHARE), loaded.find('p', 1, SHARE)]);
  await loaded.find('p', 1, SHARE);
  expect(given.loads).toEqual([1]);
});

it('loads in turn with all that come from the same address as whoever asks', async () => {
  const given = deps();
  const shares: Share[] = [];
  const loaded = new CompiledPolicies({
    ...given,
    engine: {
      loadPolicy: async (version, share) => {
        shares.push(share);
        return given.engine.loadPolicy(version, share);
      },
    },
  });
  await loaded.find('p', 1, SHARE);
  expect(shares).toEqual([SHARE]);
});

it('keeps versions apart', async () => {
  const loaded = new CompiledPolicies(deps());
  const [one, two] = await Promise.all([loaded.find('p', 10, SHARE), loaded.find('p', 20, SHARE)]);
  const verdicts = [one, two].map((policy) => {
    if (policy.kind !== 'loaded' || policy.decider.kind !== 'here') return undefined;
    const attempt = policy.decider.attempt('pay', { cents: 15 }, 1_000);
    return attempt.type === 'decided' ? attempt.decision.verdict : attempt.type;
  });
  expect(verdicts).toEqual(['DENY', 'ALLOW']);
});

it('gives up what was used longest ago when it grows too heavy', async () => {
  const given = deps();
  const loaded = new CompiledPolicies(given);
  await loaded.find('p', 1, SHARE);
  await loaded.find('p', 2, SHARE);
  await loaded.find('p', 1, SHARE);
  await loaded.find('p', 3, SHARE);
  await loaded.find('p', 1, SHARE);
  await loaded.find('p', 2, SHARE);
  expect(given.loads).toEqual([1, 2, 3, 2]);
});

it('remembers no refusal: the next one who asks tries again', async () => {
  const given = deps();
  let busy = true;
  const loaded = new CompiledPolicies({
    ...given,
    engine: { loadPolicy: async (...asked) => (busy ? problem('busy', 'later') : given.engine.loadPolicy(...asked)) },
  });
  expect(await loaded.find('p', 1, SHARE)).toMatchObject({ kind: 'problem', code: 'busy' });
  // It was turned away before anything was read.
  expect(given.loads).toEqual([]);
  busy = false;
  expect(await loaded.find('p', 1, SHARE)).toMatchObject({ kind: 'loaded', version: 1 });
});

it('serves nothing whose hash is not the one that was proven', async () => {
  const given = deps();
  const repository = { version: async () => ({ ...stored(upTo(1), new Uint8Array()), hash: 'another' }) };
  expect(await new CompiledPolicies({ ...given, repository }).find('p', 1, SHARE)).toMatchObject({ kind: 'problem', code: 'internal' });
});

/** Loads a source as stored with the certificate of a source. */
async function loadedWith(source: string, certified: string) {
  const { certificate } = certify(policyOf(certified));
  if (certificate === null) throw new Error('this policy is open');
  const loaded = new CompiledPolicies({
    repository: { version: async () => stored(source, new Uint8Array(certificate)) },
    engine: { loadPolicy: async (readVersion) => loadPolicy(await readVersion()) },
  });
  const policy = await loaded.find('p', 1, SHARE);
  if (policy.kind !== 'loaded') throw new Error(policy.code);
  return policy.decider;
}

/** The steps of a decision by a version that is stored with the certificate of a source. */
async function stepsWith(certified: string): Promise<number> {
  const decider = await loadedWith(capped(100), certified);
  const attempt = decider.kind === 'here' ? decider.attempt('pay', { action_cents: 50 }, 1_000) : undefined;
  expect(attempt).toMatchObject({ type: 'decided', decision: { verdict: 'ALLOW', rule: 'small' } });
  return attempt?.type === 'decided' ? attempt.steps : Number.NaN;
}

it('a version is decided as a closed one only if its certificate is valid: then no step is taken for its promises', async () => {
  const [proven, guarded] = await Promise.all([stepsWith(capped(100)), stepsWith(capped(99))]);
  expect(proven).toBeLessThan(guarded);
});

it.each([
  ['here', capped],
  ['in-thread', dearCapped],
])('what is kept of a version decided %s says whether it is closed, and has no certificate', async (kind, source) => {
  const text = source(500);
  expect(await loadedWith(text, source(100))).toMatchObject({ kind, stored: { source: text, pinned: [], closed: false } });
  const proven = await loadedWith(source(100), source(100));
  expect(Object.entries(proven.stored)).toEqual(Object.entries({ source: source(100), pinned: [], closed: true }));
});
