import { sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { RECORDS } from './todo.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
let policyId: string;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
  policyId = await compiler.createPolicy(account, RECORDS);
});

/** The params of each action of the policy, stated here again, independently of it. */
const DECLARED: Readonly<Record<string, readonly string[]>> = {
  open: ['subject_type', 'subject_id', 'resource_type', 'resource_id'],
  write: ['subject_id', 'resource_status'],
  promote: ['subject_role', 'resource_status'],
  delete: ['subject_id', 'action_soft'],
  export: ['context_ip_address', 'action_rows'],
  pay: ['cents'],
  amend: ['subject_id', 'resource_status', 'context_role'],
};
/** The params that are options. */
const OPTIONAL: ReadonlySet<string> = new Set(['amend resource_status', 'amend context_role']);

type Members = Readonly<Record<string, unknown>>;

/** mulberry32: the same choices in each run. */
function choices(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) % limit;
  };
}

const VALUES: readonly unknown[] = [
  'ada',
  'user',
  'record',
  '1',
  'active',
  'archived',
  'admin',
  '10.0.0.1',
  true,
  false,
  0,
  100,
  101,
  null,
  [],
  {},
];
const NAMES = ['status', 'role', 'soft', 'rows', 'ip_address', 'cents', 'other'];

/** An evaluation, and its action by the table in docs/authzen.md. */
function pair(below: (limit: number) => number) {
  const pick = <Item>(items: readonly Item[], otherwise: Item): Item => items[below(items.length)] ?? otherwise;
  const properties = (): Members => Object.fromEntries(NAMES.filter(() => below(3) > 0).map((name) => [name, pick(VALUES, null)]));
  const parts = { subject: properties(), resource: properties(), action: properties(), context: properties() };
  const fixed = {
    subject: { type: pick(['user', 'robot'], 'user'), id: pick(['ada', 'bob', ''], 'ada') },
    resource: { type: pick(['record', 'book'], 'record'), id: pick(['1', '2'], '1') },
  };
  const category = pick([...Object.keys(DECLARED), 'steal'], 'open');
  const all: Members = Object.fromEntries([
    ...Object.entries(parts).flatMap(([part, members]) =>
      Object.entries(members).map(([name, value]) => [`${part}_${name}`, value] as const),
    ),
    ...Object.entries(fixed).flatMap(([part, members]) =>
      Object.entries(members).map(([name, value]) => [`${part}_${name}`, value] as const),
    ),
  ]);
  const declared = (DECLARED[category] ?? []).filter((name) => Object.hasOwn(all, name) || OPTIONAL.has(`${category} ${name}`));
  return {
    evaluation: {
      subject: { ...fixed.subject, properties: parts.subject },
      action: { name: category, properties: parts.action },
      resource: { ...fixed.resource, properties: parts.resource },
      context: parts.context,
    },
    action: { category, params: Object.fromEntries(declared.map((name) => [name, all[name] ?? null])) },
  };
}

interface Told {
  readonly decision: boolean;
  readonly context: Members;
}

it('an evaluation is decided as a check of its action is, ten thousand times', async () => {
  const below = choices(15);
  const seen = new Set<string>();
  for (let batch = 0; batch < 20; batch += 1) {
    const pairs = Array.from({ length: 500 }, () => pair(below));
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other
    const [evaluated, checked] = await Promise.all([
      compiler
        .post(account, `/v1/policies/${policyId}/access/v1/evaluations`, { evaluations: pairs.map(({ evaluation }) => evaluation) })
        .expect(200),
      compiler.post(account, '/v1/policy/check/batch', { policy_id: policyId, actions: pairs.map(({ action }) => action) }).expect(200),
    ]);
    const answers: readonly Told[] = evaluated.body.evaluations;
    const expected = checked.body.decisions.map(({ verdict, rule, reason, determined_by, errors }: Members) => {
      seen.add(`${String(verdict)} by ${String(rule)}`);
      const count = Array.isArray(errors) ? errors.length : 0;
      return { decision: verdict === 'ALLOW', verdict, rule, reason, determined_by, errors: count };
    });
    expect(answers.map(summary)).toEqual(expected);
  }
  const all = [
    'ALLOW by active',
    'ALLOW by inside',
    'ALLOW by leads',
    'ALLOW by own',
    'ALLOW by soft',
    'ALLOW by untold',
    'DENY by gone',
    'DENY by null',
    'REVIEW by archived',
  ];
  expect([...seen].toSorted()).toEqual(all);
}, 60_000);

function summary({ decision, context }: Told): unknown {
  const { verdict, rule, reason, determined_by, errors } = context;
  return { decision, verdict, rule, reason, determined_by, errors: Array.isArray(errors) ? errors.length : 0 };
}
