import { Retention } from '../retention/retention.js';
import { retentionRules } from '../retention/rules.js';
import { type ServiceProcess, startService } from '../testing/processes.fixture.js';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, longCircuit } from '../testing/sources.fixture.js';
import { VerificationRepository } from './repository.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.startWorker();
});
beforeEach(async () => {
  ada = await registry.register();
});
afterAll(async () => registry.close());

const verify = async (pid: string) => registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(ada));

async function certified(source: string): Promise<string> {
  const pid = await registry.publish(ada, source);
  expect((await registry.certify(ada, pid)).body.certified).toBe(true);
  return pid;
}

async function used(): Promise<number> {
  const row = await registry.database.quotaCount.findFirst({ where: { accountId: ada.accountId, kind: 'verification' } });
  return row?.count ?? 0;
}

async function sweep(): Promise<void> {
  const rules = retentionRules({ VERIFICATION_RETENTION_DAYS: 0, DELIVERY_RETENTION_DAYS: 0, AUDIT_RETENTION_DAYS: 0 });
  await new Retention({ database: registry.database, rules }).sweep();
}

it('leaves no charge open behind a verification that ended', async () => {
  const pid = await certified(closedCircuit(1));
  expect((await verify(pid)).status).toBe(200);
  expect(await used()).toBe(1);
  expect(await registry.database.verificationCharge.count()).toBe(0);
});

it('counts nothing where the verification cannot be recorded, and answers nothing', async () => {
  const pid = await certified(closedCircuit(2));
  await registry.database.$executeRawUnsafe(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the disk is full' USING ERRCODE = '53100'; END $$`);
  await registry.database.$executeRawUnsafe('CREATE TRIGGER refuse BEFORE INSERT ON verifications FOR EACH ROW EXECUTE FUNCTION refuse()');
  const { status, body } = await verify(pid);
  await registry.database.$executeRawUnsafe('DROP FUNCTION refuse CASCADE');
  expect(status).toBe(503);
  expect(body).not.toHaveProperty('verified');
  expect(await used()).toBe(0);
  expect(await registry.database.verificationCharge.count()).toBe(0);
});

describe('a charge', () => {
  it('is given back once, and then records nothing', async () => {
    const verifications = new VerificationRepository(registry.database);
    const charge = await verifications.charge(ada.accountId);
    if ('kind' in charge) throw new Error('nothing was used yet');
    await verifications.charge(ada.accountId);
    expect(await used()).toBe(2);
    await Promise.all([verifications.giveBack(charge, ada.accountId, 'failure'), verifications.giveBack(charge, ada.accountId, 'failure')]);
    expect(await used()).toBe(1);
    const facts = { verified: true, originalHash: 'h', currentHash: 'h', phiC: 1, engineVersion: '1' };
    const names = { pid: 'cir_1', version: 1, certificationId: 'crt_1', accountId: ada.accountId, keyId: ada.keyId };
    expect(await verifications.record(charge, { ...names, ...facts })).toBe(false);
    await registry.database.verificationCharge.deleteMany();
  });

  it('is given back by the worker once its time is over, and not before', async () => {
    const verifications = new VerificationRepository(registry.database);
    for (let count = 0; count < 3; count += 1) await verifications.charge(ada.accountId);
    await sweep();
    expect(await used()).toBe(3);
    const [one, other] = await registry.database.verificationCharge.findMany({ where: { accountId: ada.accountId } });
    for (const each of [one, other]) {
      if (each === undefined) throw new Error('three were charged');
      await registry.database.$executeRaw`UPDATE verification_charges SET lease_until = now() - interval '1 second' WHERE id = ${each.id}`;
    }
    await Promise.all([sweep(), sweep()]);
    expect(await used()).toBe(1);
    await registry.database.verificationCharge.deleteMany();
  });
});

describe('in the middle of a check', () => {
  let started: ServiceProcess | undefined;
  let pid: string;
  beforeAll(async () => {
    ada = await registry.register();
    pid = await certified(longCircuit(4_000));
  }, 60_000);
  afterEach(async () => {
    if (started !== undefined && started.child.exitCode === null && started.child.signalCode === null) await started.stop();
  });

  it('gives back what was counted when the process is killed', async () => {
    started = await startService('registry', registry.environment);
    const { child, address } = started;
    const gone = fetch(`${address}/v1/circuits/${pid}/verify`, {
      method: 'POST',
      headers: bearer(ada),
    }).catch(() => undefined);
    await eventually('the check has begun', async () => (await registry.database.verificationCharge.count()) === 1);
    child.kill('SIGKILL');
    expect(await gone).toBeUndefined();
    expect(await used()).toBe(1);
    expect(await registry.database.verification.count({ where: { circuitId: pid } })).toBe(0);
    await registry.database.$executeRaw`UPDATE verification_charges SET lease_until = now()`;
    await sweep();
    expect(await used()).toBe(0);
  }, 60_000);

  it('gives back what hits the guard three times a day', async () => {
    started = await startService('registry', { ...registry.environment, ENGINE_GUARD_MILLISECONDS: '100' });
    const counts: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const url = `${started.address}/v1/circuits/${pid}/verify`;
      const answer = await fetch(url, { method: 'POST', headers: bearer(ada) });
      expect(await answer.json()).toMatchObject({ code: 'guard-exceeded' });
      counts.push(await used());
    }
    expect(counts).toEqual([0, 0, 0, 1, 2]);
  }, 60_000);
});
