import { certify, ENGINE_VERSION, read } from '@kirchhoff/coherence';
import type { Database, QuotaKind } from '@kirchhoff/platform';
import type { Response } from 'supertest';
import { certificationEnd } from '../certification/end.fixture.js';
import { CERTIFICATIONS } from '../certification/table.js';
import type { DeliveryJob } from '../events/delivery.js';
import { bearer, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { VERIFICATIONS } from '../verification/table.js';
import type { RunAttempt } from './job.js';
import { type BegunRun, type RunEnd, RunRepository, type RunTable } from './repository.js';
import { RUN_NAMES, type RunKind } from './run.js';

/** A requested run. */
export interface AskedRun {
  readonly id: string;
  readonly pid: string;
}

/** The repository of a kind, without its type parameters. */
export interface TestedRows extends Pick<RunRepository, 'heads' | 'renew' | 'handBack' | 'end' | 'endOverdue' | 'waiting'> {
  /** Claims the run for a minute. */
  claim(job: RunAttempt, alone?: boolean): Promise<BegunRun<object> | undefined>;
  /** Finishes a run with a result that `mark` identifies. */
  finish(job: RunAttempt, mark: string): Promise<readonly DeliveryJob[] | undefined>;
}

/** A kind of run for the tests that all kinds must pass. */
export interface TestedKind {
  readonly kind: RunKind;
  readonly member: string;
  readonly path: string;
  /** The daily quota. */
  readonly limit: number;
  readonly rows: (database: Database, account: TestAccount, asked: AskedRun) => TestedRows;
  /** Publishes a circuit for which a run can be requested, without a worker. */
  readonly prepare: (registry: TestRegistry, account: TestAccount, source: string) => Promise<string>;
  readonly ask: (
    registry: TestRegistry,
    account: TestAccount,
    pid: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>;
  readonly used: (registry: TestRegistry, account: TestAccount) => Promise<number>;
  /** The result for a closed circuit and a valid proof. */
  readonly good: object;
}

export interface TestedRow {
  readonly status: string;
  readonly attempt: number;
  readonly failure: string | null;
  readonly result: Uint8Array | null;
  readonly shareGroup: string | null;
}

function tested<Subject extends object, End extends RunEnd>(
  table: RunTable<Subject, End>,
  action: 'certify' | 'verify',
  end: (account: TestAccount, asked: AskedRun, mark: string) => End,
  more: Pick<TestedKind, 'limit' | 'prepare' | 'good'>,
): TestedKind {
  const { kind } = table;
  return {
    kind,
    ...RUN_NAMES[kind],
    ...more,
    rows: (database, account, asked) => {
      const runs = new RunRepository(database, table);
      return {
        heads: async (most) => runs.heads(most),
        claim: async (job, alone = false) => runs.claim(job, { engineVersion: ENGINE_VERSION, leaseMilliseconds: 60_000, alone }),
        finish: async (job, mark) => runs.finish(job, end(account, asked, mark)),
        renew: async (job, milliseconds) => runs.renew(job, milliseconds),
        handBack: async (job) => runs.handBack(job),
        end: async (job, fault) => runs.end(job, fault),
        endOverdue: async (most) => runs.endOverdue(most),
        waiting: async (milliseconds, most) => runs.waiting(milliseconds, most),
      };
    },
    ask: async (registry, account, pid, headers = {}) =>
      registry.api.post(`/v1/circuits/${pid}/${action}`).set({ ...bearer(account), ...headers }),
    used: async (registry, { accountId }) => used(registry, accountId, kind),
  };
}

async function used({ database }: TestRegistry, accountId: string, kind: QuotaKind): Promise<number> {
  return (await database.quotaCount.findFirst({ where: { accountId, kind } }))?.count ?? 0;
}

const publish = async (registry: TestRegistry, account: TestAccount, source: string) => registry.publish(account, source);

/** Publishes a circuit, and inserts a certification. */
async function publishCertified(registry: TestRegistry, account: TestAccount, source: string): Promise<string> {
  const pid = await registry.publish(account, source);
  await writeCertification(registry, account, pid);
  return pid;
}

/** @returns the id of a certification of version 1, which closed */
export async function writeCertification({ database }: TestRegistry, account: TestAccount, pid: string): Promise<string> {
  const { source, hash, proofKey } = await database.circuitVersion.findUniqueOrThrow({
    where: { circuitId_version: { circuitId: pid, version: 1 } },
  });
  const reading = read(source);
  if (!reading.ok || reading.program.type !== 'circuit') throw new Error('what was published is read');
  const { certificate, phi_c: phiC } = certify(reading.program);
  if (certificate === null) throw new Error('this circuit does not close');
  const id = `crt_${pid.slice('cir_'.length)}`;
  await database.certification.create({
    data: {
      id,
      circuitId: pid,
      version: 1,
      hash,
      proofKey,
      accountId: account.accountId,
      apiKeyId: account.keyId,
      status: 'done',
      chargedDay: new Date(0),
      engineVersion: ENGINE_VERSION,
      certified: true,
      phiC,
      result: new Uint8Array(),
      certificate: new Uint8Array(certificate),
      finishedAt: new Date(),
    },
  });
  return id;
}

/** The kinds of runs that each suite covers: `describe.each(KINDS)`. */
export const KINDS: readonly TestedKind[] = [
  tested(CERTIFICATIONS, 'certify', (account, asked, mark) => certificationEnd(account, asked, { mark }), {
    limit: 10,
    prepare: publish,
    good: { certified: true, phi_c: 1 },
  }),
  tested(
    VERIFICATIONS,
    'verify',
    (_account, _asked, mark) => ({
      engineVersion: ENGINE_VERSION,
      verified: true,
      currentHash: 'a hash',
      phiC: 1,
      assurance: 'kernel' as const,
      result: new Uint8Array(Buffer.from(JSON.stringify({ mark }))),
    }),
    { limit: 50, prepare: publishCertified, good: { verified: true, match: true, phi_c: 1 } },
  ),
];

/** The row of a run. */
export async function rowOf({ database }: TestRegistry, { kind }: TestedKind, id: string): Promise<TestedRow> {
  return kind === 'certification'
    ? database.certification.findUniqueOrThrow({ where: { id } })
    : database.verification.findUniqueOrThrow({ where: { runId: id } });
}

/** Returns the latest run of a circuit; `undefined` without one. */
export async function latestOf(
  { database }: TestRegistry,
  { kind }: TestedKind,
  circuitId: string,
): Promise<(TestedRow & AskedRun) | undefined> {
  const order = { where: { circuitId }, orderBy: { createdAt: 'desc' } } as const;
  if (kind === 'certification') {
    const found = await database.certification.findFirst(order);
    return found === null ? undefined : { ...found, pid: circuitId };
  }
  const found = await database.verification.findFirst(order);
  return found === null ? undefined : { ...found, id: found.runId ?? '', pid: circuitId };
}

/** Sets columns of a run that otherwise change with time or by a fault. */
export async function alter(
  { database }: TestRegistry,
  { kind }: TestedKind,
  id: string,
  data: { readonly leaseUntil?: Date; readonly createdAt?: Date; readonly status?: 'queued' | 'failed'; readonly failure?: string },
): Promise<void> {
  if (kind === 'certification') await database.certification.update({ where: { id }, data });
  else await database.verification.update({ where: { runId: id }, data });
}
