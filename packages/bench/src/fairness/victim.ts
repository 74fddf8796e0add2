// The process of the victim, started by phase.ts: a modest user of all operations of the services.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sourceNumber } from '../http/circuits.js';
import { type Account, certify, inTurn, makeMany, makePolicy, openAccounts, post, publish } from './accounts.js';
import { exchange, type ServiceOrigins, type TimedCall } from './exchange.js';
import { parameters, say, told } from './messages.js';
import { type MeasuredOperation, type Observations, OPERATIONS, type Seen } from './observations.js';

export interface VictimOptions {
  readonly origins: ServiceOrigins;
  readonly address: string;
  readonly seconds: number;
}

/** One account may certify ten a day and publish 60 a minute: so the requests of one user come from several accounts. */
const ACCOUNTS = 40;
const WARM_UP_SECONDS = 2;
/** A request without an answer by then counts as unanswered. */
const PATIENCE_MILLISECONDS = 30_000;
const PAUSES: Readonly<Record<MeasuredOperation, number>> = { check: 10, publish: 100, certify: 200, verify: 100, analyze: 100 };
const GATEWAY = join(resolve(__dirname, '../../../..'), 'examples/gateway.kir');

/** Makes the next request of an operation. */
type Requests = Readonly<Record<MeasuredOperation, () => TimedCall>>;

async function main(): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by phase.ts
  const { origins, address, seconds } = parameters() as VictimOptions;
  const requests = await prepare(origins, await openAccounts(origins, ACCOUNTS, [address]), WARM_UP_SECONDS + seconds);
  await observe(origins, requests, WARM_UP_SECONDS);
  say({ kind: 'ready' });
  await told('go');
  say({ kind: 'seen', observations: await observe(origins, requests, seconds) });
}

/** @param seconds for which circuits to certify have to exist */
async function prepare(origins: ServiceOrigins, accounts: readonly Account[], seconds: number): Promise<Requests> {
  let circuits = 0;
  const account = (): Account => inTurn(accounts, (circuits += 1));
  const source = (): string => sourceNumber((circuits += 1));
  const first = account();
  const policyId = await makePolicy({ origins, account: first }, readFileSync(GATEWAY, 'utf8'));
  const action = { category: 'net.connect', params: { host: 'shop.example.com', port: 443 } };
  const verified = await makeMany(8, async (number) => certified({ origins, account: inTurn(accounts, number) }, source()));
  const open = await makeMany(Math.ceil((seconds * 1_000) / PAUSES.certify) + 1, async () => {
    const owner = account();
    return onPid(owner, 'certify', (await publish({ origins, account: owner }, source())).pid);
  });
  let verifications = 0;
  let certifications = 0;
  return {
    check: () => post('compiler', '/v1/policy/check', first, { policy_id: policyId, action }),
    publish: () => post('registry', '/v1/circuits', account(), { name: 'bench', source: source() }),
    certify: () => inTurn(open, (certifications += 1)),
    verify: () => inTurn(verified, (verifications += 1)),
    analyze: () => post('compiler', '/v1/analyze', account(), { source: source() }),
  };
}

/** @returns the verification of a circuit that has just been certified */
async function certified(asker: { readonly origins: ServiceOrigins; readonly account: Account }, source: string): Promise<TimedCall> {
  const { pid } = await publish(asker, source);
  await certify(asker, pid);
  return onPid(asker.account, 'verify', pid);
}

function onPid(account: Account, what: 'certify' | 'verify', pid: string): TimedCall {
  return post('registry', `/v1/circuits/${pid}/${what}`, account, {});
}

/** Sends requests of all operations for a number of seconds, one of each at a time, and waits for those in flight. */
async function observe(origins: ServiceOrigins, requests: Requests, seconds: number): Promise<Observations> {
  const ends = performance.now() + seconds * 1_000;
  const seen = await Promise.all(
    OPERATIONS.map(async (operation) => [operation, await repeat(origins, requests, operation, ends)] as const),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of each
  return Object.fromEntries(seen) as unknown as Observations;
}

async function repeat(origins: ServiceOrigins, requests: Requests, operation: MeasuredOperation, ends: number): Promise<Seen> {
  const milliseconds: number[] = [];
  const statuses: Record<string, number> = {};
  while (performance.now() < ends) {
    // oxlint-disable-next-line no-await-in-loop -- one request after the other
    const answer = await exchange(origins, requests[operation](), PATIENCE_MILLISECONDS);
    milliseconds.push(answer.milliseconds);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await wait(PAUSES[operation]);
  }
  return { milliseconds, statuses };
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
