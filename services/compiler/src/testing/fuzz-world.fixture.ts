import { makeIdentifier, makeKey, systemRandomness } from '@kirchhoff/platform';
import type { RequestRule, World, WorldKey } from '@kirchhoff/testing/contract-fuzz';
import { bearer, eventually, startTestCompiler, type TestAccount, type TestCompiler } from './compiler.fixture.js';
import {
  CARD_FEE,
  CLOCK,
  conformanceCase,
  FEES,
  FEES_PATH,
  GATEWAY,
  MISSING_OUTPUT,
  OPEN_DIVIDE,
  OPEN_POLICY,
  upTo,
} from './sources.fixture.js';

/** A compiler with something of every kind in it, for the contract fuzzer. */
export interface FuzzWorld {
  readonly world: World;
  close(): Promise<void>;
}

const PROGRAMS = ['card_fee', 'crc_and_text', 'gcd', 'iban', 'median_of_five', 'open_ensure', 'open_range', 'port_of', 'table_lookup'];
const MANY = '1000000000';
/** Rate limits are not under test; the engine has to keep up with the concurrent requests. */
const SETTINGS = {
  REQUESTS_PER_MINUTE: MANY,
  UNKNOWN_KEYS_PER_MINUTE: MANY,
  ENGINE_STEPS_PER_MINUTE: MANY,
  ENGINE_QUEUE_LIMIT: '1000',
  ENGINE_QUEUE_PER_ACCOUNT: '1000',
};

/** Rules between fields that their schemas cannot express. */
const RULES: readonly RequestRule[] = [
  { operation: '*', pointer: /^header\/if-(?:none-)?match$/, message: /must be/, reason: 'the grammar of entity tags is that of RFC 9110' },
  { operation: '*', pointer: /^(?:query)?\/(?:as_of|from|to)$/, message: /must be a time/, reason: 'a leap second is none of our times' },
  { operation: '*', pointer: /^query\/page$/, message: /times limit/, reason: 'how far into a list anyone may reach by numbers' },
  ...['PUT /v1/policies/{policy_id}', 'POST /v1/policies/{policy_id}/versions', 'POST /v1/policies/{policy_id}/activate'].map(
    (operation) => ({
      operation,
      pointer: /^$/,
      message: /^The cases of this policy were changed too often during this write/,
      reason: 'a version is tested by changed cases a few times only',
    }),
  ),
  { operation: 'POST /v1/evaluate', pointer: /^$/, message: /exactly one of source and pid/, reason: 'one subject, in either of two ways' },
  {
    operation: 'POST /v1/policies/{policy_id}/replay',
    pointer: /^$/,
    message: /exactly one/,
    reason: 'one policy that decides again, given in either of two ways',
  },
  {
    operation: 'POST /v1/policies/{policy_id}/compare',
    pointer: /^$/,
    message: /exactly one/,
    reason: 'one subject, in either of two ways',
  },
  {
    operation: 'POST /v1/circuits/compare',
    pointer: /^\/(?:old|new)(?:\/files|\/version)?$/,
    message: /exactly one of source and pid|requires a source|requires a pid/,
    reason: 'each circuit in either of two ways',
  },
  {
    operation: 'POST /v1/analyze/batch',
    pointer: /^\/sources\/\d+\/name$/,
    message: /name of an earlier source/,
    reason: 'a result is found by its name',
  },
  {
    operation: 'POST /v1/policies/{policy_id}/access/v1/evaluations',
    pointer: /^\/(?:subject|action|resource)(?:\/(?:type|id|name|properties))?$/,
    message: /must be/,
    reason: 'a body without evaluations is one itself',
  },
  { operation: '*', pointer: /^\/files$/, message: /requires a source/, reason: 'files are those of a source' },
  { operation: 'POST /v1/compile', pointer: /^\/harness$/, message: /no main program/, reason: 'a policy has no main program' },
  {
    operation: 'POST /v1/compile',
    pointer: /^\/target$/,
    message: /policies do not compile to/,
    reason: 'policies compile to some targets',
  },
];

/** So deep that only what reads bodies can say whether it is too deep. */
const NESTED: unknown = JSON.parse('['.repeat(100) + ']'.repeat(100));

const ACTIONS = [
  { category: 'net.connect', params: { host: 'a.example.com', port: 443 } },
  { category: 'pay.refund', params: { cents: 100, to_original_card: true } },
  { category: 'pay', params: { cents: 10 } },
  { category: 'pay', params: { cents: '10', more: null } },
  { category: '__proto__', params: {} },
  { category: 'pay', params: { cents: NESTED } },
];
const EVALUATIONS = [
  { subject: { type: 'user', id: 'ada' }, action: { name: 'pay' }, resource: { type: 'order', id: '17' } },
  {
    subject: { type: 'user', id: 'ada', properties: { ID: 'ada', role: NESTED } },
    action: { name: 'read', properties: { cents: 10 } },
    resource: { type: 'order', id: '17', properties: { ownerID: 'ada', owner_id: 'ada' } },
    context: { time: '2026-01-01T00:00:00Z', constructor: 1.5 },
  },
];
const INPUTS = [
  { amount: 10_000, region: 'us' },
  { amount: -1, region: 'mars' },
  { total: 10, parts: 0 },
  { total: 10, parts: 2 },
  { a: 12, b: 18 },
  { paid: 1 },
  { amount: NESTED, region: 'x'.repeat(100_000) },
  {},
];

/** Decides evaluations of AuthZEN. */
const READING = `policy reading {
  action "read" (subject_id: text[1..99], resource_owner_id: text[1..99])
  rule own allow on "read" when subject_id == resource_owner_id
}
`;

const TIMES = [new Date().toISOString(), '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00', '2016-12-31T23:59:60Z'];

/** Logs a decision about each action, and returns one of them. */
async function logDecisions(compiler: TestCompiler, account: TestAccount, policyId: string): Promise<string> {
  const settings = { mode: 'all', keep: ['host', 'port'] };
  await compiler.api.put(`/v1/policies/${policyId}/log`).set(bearer(account)).send(settings).expect(200);
  const actions = ACTIONS.slice(0, -1);
  const { body } = await compiler.post(account, '/v1/policy/check/batch', { policy_id: policyId, actions }).expect(200);
  const count = async () => compiler.database.policyDecision.count({ where: { policyId } });
  await eventually('the decisions are logged', async () => (await count()) === actions.length);
  return body.decisions[0].decision_id;
}

/** Starts a compiler, and fills it. */
export async function openFuzzWorld(): Promise<FuzzWorld> {
  const compiler = await startTestCompiler(SETTINGS);
  const [ada, bob] = [await compiler.register(), await compiler.register()];
  const hash = (await compiler.post(ada, '/v1/analyze', { source: CARD_FEE }).expect(200)).body.hash;
  const published = await publish(compiler, bob, { hash });
  const circuits = [
    published,
    await publish(compiler, bob, { hash, visibility: 'private' }),
    await publish(compiler, ada, { hash, visibility: 'private' }),
    await publish(compiler, ada, { hash, withdrawnAt: new Date() }),
  ];
  const kept = [
    await compiler.createPolicy(ada, GATEWAY),
    await compiler.createPolicy(bob, upTo(5)),
    await compiler.createPolicy(ada, READING),
  ];
  const withdrawn = await compiler.createPolicy(ada, upTo(6));
  await compiler.database.policy.update({ where: { id: withdrawn }, data: { withdrawnAt: new Date() } });
  const decision = await logDecisions(compiler, ada, kept[0] ?? '');
  await openConnections(compiler, ada);
  const pinning = `use "${published}@${hash}" as fee\n${OPEN_DIVIDE}`;
  return {
    world: {
      base: await compiler.serve(),
      keys: await keysOf(compiler, [ada, bob]),
      identifiers: [...kept, withdrawn, await compiler.createPolicy(ada, upTo(7)), decision, ...circuits],
      kept,
      sources: [CARD_FEE, CLOCK, MISSING_OUTPUT, OPEN_DIVIDE, pinning, GATEWAY, OPEN_POLICY, upTo(8), ...PROGRAMS.map(conformanceCase)],
      bodies: {
        'POST /v1/evaluate': [
          { source: CARD_FEE, inputs: { amount: 10_000, region: 'us' } },
          { source: OPEN_DIVIDE, inputs: { total: 10, parts: 0 } },
          { source: CLOCK, inputs: {} },
          { pid: published, inputs: { amount: 10_000, region: 'eu' } },
        ],
        'POST /v1/analyze': [{ source: `use "${FEES_PATH}" fee\n${CARD_FEE}`, files: { [FEES_PATH]: FEES } }],
        'POST /v1/analyze/batch': [
          { sources: [CARD_FEE, OPEN_DIVIDE, 'circuit {'].map((source, index) => ({ name: `${index}`, source })) },
        ],
        'POST /v1/circuits/compare': [
          { old: { source: CARD_FEE }, new: { pid: published } },
          { old: { source: OPEN_DIVIDE }, new: { source: CLOCK } },
        ],
        'POST /v1/policies': [GATEWAY, upTo(9), OPEN_POLICY].map((source) => ({ name: 'a policy', source })),
        'PUT /v1/policies/{policy_id}': [{ source: upTo(10) }, { name: 'another' }, { source: GATEWAY, description: 'other' }],
        'POST /v1/policies/{policy_id}/compare': [{ source: upTo(11) }, { version: 1 }],
        'POST /v1/policies/{policy_id}/versions': [{ source: upTo(12) }, { source: OPEN_POLICY }, { source: GATEWAY, ignore_cases: true }],
        'POST /v1/policies/{policy_id}/activate': [{ version: 1 }, { version: 2 }],
        'PUT /v1/policies/{policy_id}/cases': [
          { cases: [] },
          { cases: [{ name: 'small', category: 'pay', params: { cents: 10 }, verdict: 'ALLOW' }] },
          { cases: [{ category: 'net.connect', params: { host: 'a.example.com', port: 1 }, verdict: 'REVIEW' }] },
        ],
        'POST /v1/policies/{policy_id}/replay': [{ source: upTo(13) }, { version: 1 }, { version: 1, limit: 2 }, { source: OPEN_POLICY }],
        'PUT /v1/policies/{policy_id}/log': [{ mode: 'all', keep: ['host', 'cents'] }, { mode: 'sampled', rate: 2 }, { retention_days: 1 }],
        'POST /v1/policy/check': ACTIONS.map((action) => ({ policy_id: kept[0], action })),
        'POST /v1/policy/check/batch': [{ policy_id: kept[0], actions: ACTIONS }],
        'POST /v1/policies/{policy_id}/access/v1/evaluation': EVALUATIONS,
        'POST /v1/policies/{policy_id}/access/v1/evaluations': [
          ...EVALUATIONS,
          { ...EVALUATIONS[0], evaluations: [{}, ...EVALUATIONS, { action: { name: 'steal' } }, { subject: 'ada' }] },
        ],
      },
      samples: {
        as_of: TIMES,
        from: TIMES,
        to: TIMES,
        cursor: [`${Date.now()}.${decision}`, `0.${decision}`, `999999999999999.${decision}`],
        rule: ['small', 'known'],
        page: [1, 1, 2, 100_000],
        limit: [1, 5, 20, 100],
        inputs: INPUTS,
        files: [{ [FEES_PATH]: FEES }, { '../fees.kir': FEES }],
        action: ACTIONS,
        actions: [ACTIONS, [], Array.from({ length: 1_000 }, () => ACTIONS[2])],
        cases: [
          [],
          [{ category: 'pay', params: { cents: 10 }, verdict: 'ALLOW' }],
          ACTIONS.map((action) => ({ name: 'one', ...action, verdict: 'DENY' })),
        ],
        tests: [false, false, true],
        version: [1, 2],
      },
      endsItsKey: [],
      rules: RULES,
    },
    close: async () => compiler.close(),
  };
}

const MAX_AT_ONCE = 8;

/** Opens the connections to Postgres: on a busy machine a burst of new ones takes longer than a request waits for them. */
async function openConnections(compiler: TestCompiler, account: TestAccount): Promise<void> {
  const list = async () => (await compiler.api.get('/v1/policies').set(bearer(account))).status;
  await eventually('the compiler has its connections', async () => {
    const answers = await Promise.all(Array.from({ length: MAX_AT_ONCE }, list));
    return answers.every((status) => status === 200);
  });
}

interface Published {
  readonly hash: string;
  readonly visibility?: 'private';
  readonly withdrawnAt?: Date;
}

/** Puts a circuit where the registry would. */
async function publish(compiler: TestCompiler, { accountId }: TestAccount, { hash, ...more }: Published): Promise<string> {
  const id = makeIdentifier('circuit', systemRandomness);
  const version = {
    version: 1,
    source: CARD_FEE,
    hash,
    proofKey: hash,
    languageVersion: '1.0',
    signature: new Uint8Array(),
    certified: true,
  };
  const circuit = { name: 'a circuit', description: '', visibility: 'public' as const, currentVersion: 1, ...more };
  await compiler.database.circuit.create({ data: { id, accountId, ...circuit, versions: { create: version } } });
  return id;
}

/** Keys of every status: two accounts' own, one without scopes, and invalid ones. */
async function keysOf(compiler: TestCompiler, accounts: readonly TestAccount[]): Promise<readonly WorldKey[]> {
  const { database } = compiler;
  const [weak, revoked, expired] = [await compiler.register([]), await compiler.register(), await compiler.register()];
  await database.apiKey.update({ where: { id: revoked.keyId }, data: { revokedAt: new Date() } });
  await database.apiKey.update({ where: { id: expired.keyId }, data: { expiresAt: new Date(0) } });
  const unknown = { accountId: '', keyId: '', key: makeKey(systemRandomness) };
  const dead = [revoked, expired, unknown].map((account) => worldKey(account, 'dead'));
  return [...accounts.map((account) => worldKey(account, 'strong')), worldKey(weak, 'weak'), ...dead];
}

function worldKey({ key, keyId }: TestAccount, validity: WorldKey['validity']): WorldKey {
  return { text: key, keyId, validity };
}
