import { read } from '@kirchhoff/coherence';
import { problem, type Share } from '@kirchhoff/platform';
import { upTo } from '../testing/sources.fixture.js';
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
        return { source: upTo(version), pinned: [], hash: policyOf(upTo(version)).hash };
      },
    },
    engine: {
      loadPolicy: async (readVersion) => {
        const { source } = await readVersion();
        const program = policyOf(source);
        return { kind: 'here', hash: program.hash, params: new Map(), program, nodes: 20 };
      },
    },
  };
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
  const repository = { version: async () => ({ source: upTo(1), pinned: [], hash: 'another' }) };
  expect(await new CompiledPolicies({ ...given, repository }).find('p', 1, SHARE)).toMatchObject({ kind: 'problem', code: 'internal' });
});
