import type { Clock } from '@kirchhoff/platform';
import { PolicyHeads } from './policy-heads.js';
import type { PolicyHead } from './repository.js';

const VERSION_1: PolicyHead = { accountId: 'acc', version: 1, withdrawn: false };
const VERSION_2: PolicyHead = { ...VERSION_1, version: 2 };

/** Postgres as the test wants it: what stands there, whether it answers, and how often it was asked. */
class Repository {
  head: PolicyHead | undefined = VERSION_1;
  out = false;
  asked = 0;
  /** Reads wait for this once they have seen what stands there. */
  gate: Promise<void> = Promise.resolve();

  async heads(policyIds: readonly string[]): Promise<ReadonlyMap<string, PolicyHead>> {
    this.asked += 1;
    if (this.out) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const { head } = this;
    await this.gate;
    return new Map(head === undefined ? [] : policyIds.map((id) => [id, head]));
  }
}

let now: number;
let repository: Repository;
let heads: PolicyHeads;
beforeEach(() => {
  now = 0;
  repository = new Repository();
  const clock: Clock = { now: () => new Date(0), monotonic: () => now };
  heads = new PolicyHeads({ repository, clock, graceMilliseconds: 60_000 });
});

/** Reads that stay open until they are let go. */
function hold(): () => void {
  const gate: { open?: () => void } = {};
  repository.gate = new Promise((resolve) => {
    gate.open = resolve;
  });
  return () => gate.open?.();
}

it('asks once, and not again for five seconds', async () => {
  await heads.find('p');
  now = 5_000;
  expect(await heads.find('p')).toEqual(VERSION_1);
  expect(repository.asked).toBe(1);
  now = 5_001;
  await heads.find('p');
  expect(repository.asked).toBe(2);
});

it('the five seconds count from before the read, not from its answer', async () => {
  const release = hold();
  const reading = heads.find('p');
  now = 3_000;
  repository.head = VERSION_2;
  release();
  await reading;
  now = 5_001;
  expect(await heads.find('p')).toEqual(VERSION_2);
});

it('those who ask at once share a read', async () => {
  await Promise.all([heads.find('p'), heads.find('p'), heads.find('p')]);
  expect(repository.asked).toBe(1);
});

it('answers a read that finds no policy while a change of it is announced', async () => {
  repository.head = undefined;
  const open = hold();
  const read = heads.find('p');
  heads.forget('p');
  open();
  expect(await read).toBeUndefined();
});

it('a refresh keeps all that is known fresh in one statement', async () => {
  await Promise.all([heads.find('p'), heads.find('q')]);
  now = 4_000;
  repository.head = VERSION_2;
  await heads.refresh();
  now = 9_000;
  expect(await Promise.all([heads.find('p'), heads.find('q')])).toEqual([VERSION_2, VERSION_2]);
  expect(repository.asked).toBe(3);
});

it('a refresh forgets what is not there any more', async () => {
  await heads.find('p');
  repository.head = undefined;
  await heads.refresh();
  expect(await heads.find('p')).toBeUndefined();
});

it('what is not there is not remembered', async () => {
  repository.head = undefined;
  expect(await heads.find('p')).toBeUndefined();
  repository.head = VERSION_1;
  expect(await heads.find('p')).toEqual(VERSION_1);
});

it('a change that comes during a read is not undone by it', async () => {
  const release = hold();
  const reading = heads.find('p');
  heads.forget('p');
  repository.head = VERSION_2;
  release();
  await reading;
  expect(await heads.find('p')).toEqual(VERSION_2);
});

it('a change that comes during a refresh is not undone by it', async () => {
  await heads.find('p');
  const release = hold();
  const refreshed = heads.refresh();
  heads.forget('p');
  repository.head = VERSION_2;
  release();
  await refreshed;
  expect(await heads.find('p')).toEqual(VERSION_2);
});

describe('with Postgres out', () => {
  beforeEach(async () => {
    await heads.find('p');
    repository.out = true;
  });

  it('what was read within the grace still stands', async () => {
    now = 60_000;
    expect(await heads.find('p')).toEqual({ ...VERSION_1, staleMilliseconds: 60_000 });
  });

  it('what was read five seconds ago at most is not stale: it would not have been read anew', async () => {
    now = 5_000;
    expect(await heads.find('p')).toEqual(VERSION_1);
  });

  it('what is older does not, and the outage is thrown', async () => {
    now = 60_001;
    await expect(heads.find('p')).rejects.toThrow('connect');
  });

  it('what was forgotten does not: the old state may be wrong', async () => {
    heads.forget('p');
    await expect(heads.find('p')).rejects.toThrow('connect');
  });

  it('what is forgotten while it is being read does not', async () => {
    now = 6_000;
    const reading = heads.find('p');
    heads.forget('p');
    await expect(reading).rejects.toThrow('connect');
  });

  it('a refresh changes nothing, and makes nothing younger', async () => {
    now = 50_000;
    await heads.refresh();
    now = 60_001;
    await expect(heads.find('p')).rejects.toThrow('connect');
  });
});

it('throws what is no outage, rather than serve what is known', async () => {
  await heads.find('p');
  now = 6_000;
  repository.heads = async () => Promise.reject(new TypeError('our bug'));
  await expect(heads.find('p')).rejects.toThrow('our bug');
});
