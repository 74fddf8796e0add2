import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Account, certify, inTurn, makeMany, makePolicy, post, publish } from './accounts.js';
import type { ServiceOrigins, TimedCall } from './exchange.js';
import { chain, dearPolicy, half, longPolicy, pinning, SMALL_POLICY, slowToProve } from './sources.js';

/** `whole`: the answer is read. `half-sent`: the last byte of the body is held back. `unread`: the answer is not read. */
export type Manner = 'whole' | 'half-sent' | 'unread';

/** Request number n of the attack; `undefined` if there are no more. */
export type Calls = (number: number) => TimedCall | undefined;

export interface Attacker {
  readonly origins: ServiceOrigins;
  readonly accounts: readonly Account[];
  /** For requests without a key. */
  readonly addresses: readonly string[];
}

export interface Attack {
  readonly name: string;
  /** The content of its requests, in a few words. */
  readonly sends: string;
  /** Free accounts, distributed over the addresses. */
  readonly accounts: number;
  /** Its own addresses, or the address of the victim's accounts. */
  readonly addresses: number | 'of the victim';
  /** Concurrent requests. */
  readonly atOnce: number;
  /** Default: `whole`. */
  readonly manner?: Manner;
  /** Circuits that are in the registry from the start. Default: 0. */
  readonly seeded?: number;
  /** Makes what the requests need. */
  readonly prepare: (attacker: Attacker) => Calls | Promise<Calls>;
}

const BATCH = '/v1/policy/check/batch';
const MAX_ACTIONS = 1_000;
/** Bytes of a body, within the 1 MiB that a service takes. */
const LARGE_BODY = 1_000_000;
/** The maximal length of a source is 512 KiB. */
const LONG_SOURCE = 500_000;
const OPERATIONS_OF_LONG_SOURCE = 10_900;
/** A Free account may certify ten a day. */
const CERTIFICATIONS = 9;

/** The attacks of the security review, and their relatives. */
export const ATTACKS: readonly Attack[] = [
  {
    name: 'batches',
    sends: 'batches of 1,000 checks that are as dear as the event loop takes',
    accounts: 1,
    addresses: 1,
    atOnce: 150,
    prepare: batchesOf(dearPolicy(400)),
  },
  {
    name: 'batches-of-many',
    sends: 'the same from many accounts',
    accounts: 20,
    addresses: 1,
    atOnce: 150,
    prepare: batchesOf(dearPolicy(400)),
  },
  {
    name: 'dear-batches',
    sends: 'batches of 1,000 checks that are a thread’s',
    accounts: 1,
    addresses: 1,
    atOnce: 70,
    prepare: batchesOf(dearPolicy(60_000)),
  },
  {
    name: 'huge-bodies',
    sends: 'batches of 6 MB with 700,000 unknown members',
    accounts: 1,
    addresses: 1,
    atOnce: 8,
    prepare: unknownMembers(700_000),
  },
  {
    name: 'unknown-members',
    sends: 'batches with 60,000 unknown members, within the limits of a body',
    accounts: 1,
    addresses: 1,
    atOnce: 8,
    prepare: unknownMembers(60_000),
  },
  {
    name: 'many-policies',
    sends: 'checks of 210 policies of 0.5 MB in turn: more than a process keeps loaded',
    accounts: 10,
    addresses: 1,
    atOnce: 40,
    prepare: async ({ origins, accounts }) => {
      const asked = await makeMany(210, async (number) => {
        const account = inTurn(accounts, number);
        const policyId = await makePolicy({ origins, account }, longPolicy(LONG_SOURCE, number));
        return post('compiler', '/v1/policy/check', account, { policy_id: policyId, action: { category: 'a', params: { b: true } } });
      });
      return (number) => inTurn(asked, number);
    },
  },
  {
    name: 'written-policies',
    sends: 'new policies of 0.5 MB',
    accounts: 1,
    addresses: 1,
    atOnce: 20,
    prepare: ({ accounts }) => {
      return (number) =>
        post('compiler', '/v1/policies', inTurn(accounts, number), { name: 'bench', source: longPolicy(LONG_SOURCE, number) });
    },
  },
  { name: 'analyses', sends: 'analyses that take a thread for seconds', accounts: 1, addresses: 1, atOnce: 70, prepare: analyses },
  { name: 'analyses-of-many', sends: 'the same from many accounts', accounts: 20, addresses: 1, atOnce: 70, prepare: analyses },
  {
    name: 'many-pins',
    sends: 'analyses of a circuit that pins 54 others',
    accounts: 6,
    addresses: 1,
    atOnce: 40,
    prepare: async ({ origins, accounts }) => {
      const pins = await makeMany(accounts.length * CERTIFICATIONS, async (number) => {
        const asker = { origins, account: inTurn(accounts, number) };
        const { pid, pin } = await publish(asker, half(number));
        await certify(asker, pid);
        return pin;
      });
      return (number) => post('compiler', '/v1/analyze', inTurn(accounts, number), { source: pinning(pins, number) });
    },
  },
  { name: 'publications', sends: 'sources of 0.5 MB', accounts: 1, addresses: 1, atOnce: 59, prepare: publications },
  { name: 'publications-of-many', sends: 'the same from many accounts', accounts: 10, addresses: 1, atOnce: 100, prepare: publications },
  {
    name: 'certifications',
    sends: 'nine certifications of slow sources by each account',
    accounts: 5,
    addresses: 1,
    atOnce: 45,
    prepare: async ({ origins, accounts }) => {
      const waiting = await makeMany(accounts.length * CERTIFICATIONS, async (number) => {
        const account = inTurn(accounts, number);
        const { pid } = await publish({ origins, account }, slowToProve(number));
        return { ...post('registry', `/v1/circuits/${pid}/certify`, account, {}), headers: { prefer: 'respond-async' } };
      });
      return (number) => waiting[number];
    },
  },
  {
    name: 'verifications',
    sends: 'verifications of circuits of 2,000 operations',
    accounts: 4,
    addresses: 1,
    atOnce: 40,
    prepare: async ({ origins, accounts }) => {
      const verified = await makeMany(accounts.length, async (number) => {
        const account = inTurn(accounts, number);
        const asker = { origins, account };
        const { pid } = await publish(asker, chain(2_000, number));
        await certify(asker, pid);
        return { ...post('registry', `/v1/circuits/${pid}/verify`, account, {}), headers: { prefer: 'respond-async' } };
      });
      return (number) => inTurn(verified, number);
    },
  },
  {
    name: 'huge-graphs',
    sends: 'graphs and pictures of 24 circuits of 2,500 operations, without a key',
    accounts: 1,
    addresses: 1,
    atOnce: 30,
    prepare: async (attacker) => graphs(attacker, 24),
  },
  {
    name: 'unread-graphs',
    sends: 'graphs of a circuit of 2,500 operations, whose bytes are not read',
    accounts: 1,
    addresses: 1,
    atOnce: 200,
    manner: 'unread',
    prepare: async (attacker) => graphs(attacker, 1),
  },
  {
    name: 'unread-decisions',
    sends: 'batches of 1,000 refusals, whose bytes are not read',
    accounts: 1,
    addresses: 1,
    atOnce: 200,
    manner: 'unread',
    prepare: async ({ origins, accounts }) => {
      const params = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`unknown${index}`, 0]));
      return batches(
        { origins, accounts },
        SMALL_POLICY,
        Array.from({ length: MAX_ACTIONS }, () => ({ category: 'a', params })),
      );
    },
  },
  {
    name: 'half-sent',
    sends: 'bodies of 1 MB but for their last byte',
    accounts: 1,
    addresses: 1,
    atOnce: 200,
    manner: 'half-sent',
    prepare: ({ accounts }) => {
      const body = ' '.repeat(LARGE_BODY);
      return (number) => ({ ...post('compiler', BATCH, inTurn(accounts, number), {}), body });
    },
  },
  {
    name: 'searches',
    sends: 'searches among 2,000 circuits, without a key',
    accounts: 0,
    addresses: 20,
    atOnce: 100,
    seeded: 2_000,
    prepare: ({ addresses }) => {
      return (number) => {
        const sought = number.toString(36).padStart(3, 'a');
        const path = `/v1/circuits?search=${sought}%20${number}&limit=100&sort=name`;
        return { service: 'registry', method: 'GET', path, address: inTurn(addresses, number) };
      };
    },
  },
  {
    name: 'unknown-keys',
    sends: 'well-formed keys that open nothing, from the address of the victim',
    accounts: 0,
    addresses: 'of the victim',
    atOnce: 50,
    prepare: ({ addresses }) => {
      return (number) => {
        const service = number % 2 === 0 ? 'registry' : 'compiler';
        const path = service === 'registry' ? '/v1/usage' : '/v1/policies';
        return { service, method: 'GET', path, address: inTurn(addresses, number), key: unknownKey() };
      };
    },
  },
];

type Prepare = Attack['prepare'];

function batchesOf(source: string): Prepare {
  const actions = Array.from({ length: MAX_ACTIONS }, (_, index) => ({ category: 't', params: { a: index } }));
  return async (attacker) => batches(attacker, source, actions);
}

function unknownMembers(members: number): Prepare {
  const params = Object.fromEntries(Array.from({ length: members }, (_, index) => [`u${index.toString(36)}`, 0]));
  return async (attacker) => batches(attacker, SMALL_POLICY, [{ category: 'a', params }]);
}

/** Batches of these actions, on a policy of each account. */
async function batches({ origins, accounts }: Omit<Attacker, 'addresses'>, source: string, actions: readonly object[]): Promise<Calls> {
  const asked = await Promise.all(
    accounts.map(async (account) =>
      post('compiler', BATCH, account, { policy_id: await makePolicy({ origins, account }, source), actions }),
    ),
  );
  return (number) => inTurn(asked, number);
}

function analyses({ accounts }: Attacker): Calls {
  return (number) => post('compiler', '/v1/analyze', inTurn(accounts, number), { source: slowToProve(number) });
}

function publications({ accounts }: Attacker): Calls {
  return (number) =>
    post('registry', '/v1/circuits', inTurn(accounts, number), { name: 'bench', source: chain(OPERATIONS_OF_LONG_SOURCE, number) });
}

async function graphs({ origins, accounts, addresses }: Attacker, circuits: number): Promise<Calls> {
  const made = await makeMany(circuits, async (number) => publish({ origins, account: inTurn(accounts, number) }, chain(2_500, number)));
  return (number) => {
    const path = `/v1/circuits/${inTurn(made, number).pid}/graph`;
    const accept = Math.floor(number / circuits) % 2 === 0 ? 'application/json' : 'image/svg+xml';
    return { service: 'registry', method: 'GET', path, address: inTurn(addresses, number), headers: { accept } };
  };
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A key of the right form and checksum: 34 digits of base 62, and the CRC-32 in 6 more. */
function unknownKey(): string {
  const text = `svc_live_${Array.from(randomBytes(34), (byte) => DIGITS[byte % DIGITS.length]).join('')}`;
  let rest = crc32(text);
  let checksum = '';
  for (let place = 0; place < 6; place += 1) {
    checksum = `${DIGITS[rest % DIGITS.length]}${checksum}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text + checksum;
}
