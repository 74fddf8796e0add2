import { type KeyScope, makeIdentifier, SCOPES, systemRandomness } from '@kirchhoff/platform';
import { type HeldService, itOpensNothingToStrangers, type StrangerCase } from '@kirchhoff/testing';
import { bearer, eventually, startTestCompiler, type TestAccount, type TestCompiler } from './testing/compiler.fixture.js';
import { CARD_FEE, GATEWAY } from './testing/sources.fixture.js';

const HIDDEN = 404;
const ANYONE: StrangerCase = { status: 200 };
const MARK = 'unmistakable';

let compiler: TestCompiler;
beforeAll(async () => {
  compiler = await startTestCompiler();
});
afterAll(async () => compiler.close());

/** The status that a stranger gets for each operation; path and body name a resource of another account. */
function strangers(pid: string, policyId: string): Readonly<Record<string, StrangerCase>> {
  const action = { category: 'a', params: {} };
  const evaluation = { subject: { type: 'user', id: 'a' }, action: { name: 'a' }, resource: { type: 'a', id: '1' } };
  return {
    'GET /': ANYONE,
    'GET /livez': ANYONE,
    'GET /readyz': ANYONE,
    'GET /v1/health': ANYONE,
    'GET /v1/targets': ANYONE,
    'POST /v1/compile': { status: 200, body: { source: CARD_FEE, target: 'js' } },
    'POST /v1/analyze': { status: 200, body: { source: CARD_FEE } },
    'POST /v1/analyze/batch': { status: 200, body: { sources: [{ name: 'a.kir', source: CARD_FEE }] } },
    'POST /v1/format': { status: 200, body: { source: CARD_FEE } },
    'POST /v1/circuits/compare': { status: HIDDEN, body: { old: { source: CARD_FEE }, new: { pid } } },
    'POST /v1/evaluate': { status: HIDDEN, body: { pid, inputs: { amount: 1, region: 'eu' } } },
    'GET /v1/policies': { status: 200 },
    'POST /v1/policies': { status: 201, body: { name: 'of a stranger', source: GATEWAY } },
    'GET /v1/policies/{policy_id}': { status: HIDDEN },
    'PUT /v1/policies/{policy_id}': { status: HIDDEN, body: { name: 'taken' } },
    'DELETE /v1/policies/{policy_id}': { status: HIDDEN },
    'GET /v1/policies/{policy_id}/versions': { status: HIDDEN },
    'POST /v1/policies/{policy_id}/versions': { status: HIDDEN, body: { source: GATEWAY } },
    'GET /v1/policies/{policy_id}/versions/{version}': { status: HIDDEN },
    'GET /v1/policies/{policy_id}/versions/{version}/graph': { status: HIDDEN },
    'POST /v1/policies/{policy_id}/activate': { status: HIDDEN, body: { version: 1 } },
    'GET /v1/policies/{policy_id}/cases': { status: HIDDEN },
    'PUT /v1/policies/{policy_id}/cases': { status: HIDDEN, body: { cases: [] } },
    'GET /v1/policies/{policy_id}/compiled': { status: HIDDEN },
    'POST /v1/policies/{policy_id}/compare': { status: HIDDEN, body: { version: 1 } },
    'GET /v1/policies/{policy_id}/log': { status: HIDDEN },
    'PUT /v1/policies/{policy_id}/log': { status: HIDDEN, body: { mode: 'off' } },
    'GET /v1/policies/{policy_id}/decisions': { status: HIDDEN },
    'GET /v1/policies/{policy_id}/decisions/{decision_id}': { status: HIDDEN },
    'GET /v1/policies/{policy_id}/decisions/export': { status: HIDDEN },
    'POST /v1/policies/{policy_id}/replay': { status: HIDDEN, body: { version: 1 } },
    'POST /v1/policy/check': { status: HIDDEN, body: { policy_id: policyId, action } },
    'POST /v1/policy/check/batch': { status: HIDDEN, body: { policy_id: policyId, actions: [action] } },
    'POST /v1/policies/{policy_id}/access/v1/evaluation': { status: HIDDEN, body: evaluation },
    'POST /v1/policies/{policy_id}/access/v1/evaluations': { status: HIDDEN, body: { evaluations: [evaluation] } },
    'GET /.well-known/authzen-configuration/v1/policies/{policy_id}': ANYONE,
    'GET /problems': ANYONE,
    'GET /problems/{code}': ANYONE,
    'GET /v1/docs': ANYONE,
    'GET /v1/docs/{file}': ANYONE,
    'GET /v1/openapi.json': ANYONE,
  };
}

/** Puts a private circuit where the registry would. */
async function privateCircuit(owner: TestAccount): Promise<string> {
  const id = makeIdentifier('circuit', systemRandomness);
  const version = { version: 1, source: CARD_FEE, hash: MARK, proofKey: 'x', languageVersion: '1.0', signature: new Uint8Array() };
  const circuit = { name: MARK, description: '', visibility: 'private' as const, currentVersion: 1, versions: { create: version } };
  await compiler.database.circuit.create({ data: { id, accountId: owner.accountId, ...circuit } });
  return id;
}

/** Logs a decision about a param with the mark. */
async function loggedDecision(owner: TestAccount, policyId: string): Promise<string> {
  const log = { mode: 'all', keep: ['host', 'port'] };
  await compiler.api.put(`/v1/policies/${policyId}/log`).set(bearer(owner)).send(log).expect(200);
  const { body } = await compiler.check(owner, policyId, 'net.connect', { host: `${MARK}.example.com`, port: 443 }).expect(200);
  const isLogged = async () => (await compiler.database.policyDecision.count({ where: { id: body.decision_id } })) === 1;
  await eventually('the decision is logged', isLogged);
  return body.decision_id;
}

describe('what belongs to another account', () => {
  itOpensNothingToStrangers(async (): Promise<HeldService<KeyScope>> => {
    const ada = await compiler.register();
    const pid = await privateCircuit(ada);
    const { body } = await compiler.post(ada, '/v1/policies', { name: MARK, source: GATEWAY, description: MARK }).expect(201);
    const { accountId } = ada;
    const { database } = compiler;
    const decisionId = await loggedDecision(ada, body.policy_id);
    return {
      base: await compiler.serve(),
      description: compiler.description,
      named: () => ({ policy_id: body.policy_id, decision_id: decisionId, code: 'not-found' }),
      strangers: strangers(pid, body.policy_id),
      marks: [MARK, accountId],
      scopes: SCOPES,
      newKey: async (scopes = SCOPES) => (await compiler.register(scopes)).key,
      kept: async () => ({
        policies: await database.policy.findMany({ where: { accountId }, include: { versions: true, cases: true, log: true } }),
        decisions: await database.policyDecision.findMany({ where: { accountId } }),
        circuits: await database.circuit.findMany({ where: { accountId }, include: { versions: true } }),
        records: await database.auditRecord.findMany({ where: { accountId } }),
      }),
    };
  });
});
