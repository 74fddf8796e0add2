import { openDatabase } from '@kirchhoff/platform';
import { type BareQueue, openBareQueue } from './bare-queue.js';
import { call } from './client.js';
import { startProcess } from './processes.js';

/**
 * Measures certify end to end, over HTTP, through the worker's process and back, against BullMQ's own round trip in
 * the same run, in turns, so that both meet the same machine. DATABASE_URL (migrated) and REDIS_URL say where. Every
 * certification is of a circuit of its own, so that none reuses a proof.
 */
const CERTIFICATIONS = 300;
const WARM_UP = 200;

async function main(): Promise<void> {
  const environment = { REGISTRY_PORT: '0', REQUESTS_PER_MINUTE: '1000000', PUBLISH_PER_MINUTE: '1000000' };
  const registry = await startProcess('main', environment);
  const worker = await startProcess('worker', environment);
  const queue = await openBareQueue(required('REDIS_URL'));
  try {
    const { times, bare } = await measure(`http://127.0.0.1:${String(registry.announced['port'])}`, queue);
    const ratio = median(times) / median(bare);
    process.stdout.write(
      `certify end to end  ${describe(times)}\nBullMQ add→complete ${describe(bare)}\nratio of medians    ${ratio.toFixed(1)}\n`,
    );
  } finally {
    await Promise.all([registry.stop(), worker.stop(), queue.close()]);
  }
}

async function measure(
  address: string,
  queue: BareQueue,
): Promise<{ readonly times: readonly number[]; readonly bare: readonly number[] }> {
  const account = await call(`${address}/v1/auth/register`, { email: 'bench@example.com', name: 'bench' });
  const key = String(account.body['api_key']);
  await liftLimits(String(account.body['account_id']));
  const times: number[] = [];
  const bare: number[] = [];
  for (let done = 0; done < WARM_UP + CERTIFICATIONS; done += 1) {
    // oxlint-disable no-await-in-loop -- one after the other is what is measured
    const circuit = await call(`${address}/v1/circuits`, { name: `bench ${done}`, source: sourceNumber(done) }, key);
    const started = performance.now();
    const certified = await call(`${address}/v1/circuits/${String(circuit.body['pid'])}/certify`, {}, key);
    const ended = performance.now();
    if (certified.status !== 200 || certified.body['phi_c'] !== 1) throw new Error(`certify answered ${certified.status}`);
    const alone = await queue.time();
    // oxlint-enable no-await-in-loop
    if (done < WARM_UP) continue;
    times.push(ended - started);
    bare.push(alone);
  }
  return { times, bare };
}

/** A small circuit of a dozen operations; another one for each number and each run. */
function sourceNumber(number: number): string {
  const limit = 1_000_000_000 + ((Date.now() + number) % 1_000_000_000);
  return `circuit fee {
  input amount: 0..${limit}
  input region: enum { eu, us, other }
  output fee: 0..${limit}
  rate = match region { .eu => 150, .us => 250, .other => 325 }
  raw = MULDIV(amount, rate, 10_000)
  capped = if raw < 50 { 50 } else { raw }
  fee = MIN(capped, amount)
  ensure fee <= amount
}`;
}

/** What the operator's command will do: the free tier ends after ten. */
async function liftLimits(accountId: string): Promise<void> {
  const database = openDatabase({ url: required('DATABASE_URL'), poolSize: 1, applicationName: 'kirchhoff-bench' });
  await database.account.update({ where: { id: accountId }, data: { tier: 'pro' } });
  await database.$disconnect();
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} must be set`);
  return value;
}

function median(times: readonly number[]): number {
  return quantile(times, 0.5);
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

function describe(times: readonly number[]): string {
  return `median ${median(times).toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)} ms (${times.length} times)`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
