import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createDatabase, emptyRedis, type Servers } from '../http/servers.js';
import { type ProgramName, type StartedProgram, startProgram } from '../http/services.js';
import type { AttackerOptions } from './attacker.js';
import type { Attack } from './attacks.js';
import { startChild } from './child.js';
import type { Observations, Sent } from './observations.js';
import type { VictimOptions } from './victim.js';

/** The outcome of one phase: the attack, or the same client with requests that are refused immediately. */
export interface Phase {
  readonly observations: Observations;
  readonly sent: Sent;
  /** The peak memory of each process in bytes (VmHWM). */
  readonly peaks: Readonly<Record<ProgramName, number>>;
}

export interface PhaseOptions {
  readonly attack: Attack;
  /** Requests a second that are refused immediately, instead of the attack; `undefined` for the attack itself. */
  readonly refusedPerSecond: number | undefined;
  readonly seconds: number;
  readonly servers: Servers;
  /** The folder of the services' logs. */
  readonly folder: string;
}

const UNLIMITED = '100000000';
const VICTIM = '198.51.100.1';
/** Duration of the attack before the victim is observed. */
const LEAD_MILLISECONDS = 500;
const SEED = resolve(__dirname, '../../../../services/registry/dist/seed/main.js');

/** Has processes and a database of its own, so that no phase waits for the remains of another. */
export async function runPhase(options: PhaseOptions): Promise<Phase> {
  const { attack, refusedPerSecond, seconds } = options;
  const services = await startServices(options);
  const origins = { registry: services.registry.origin, compiler: services.compiler.origin };
  const attackerOptions: AttackerOptions = { origins, attack: attack.name, addresses: addressesOf(attack), refusedPerSecond };
  const victimOptions: VictimOptions = { origins, address: VICTIM, seconds };
  const attacker = startChild('attacker', attackerOptions);
  const victim = startChild('victim', victimOptions);
  try {
    await Promise.all([attacker.next('ready'), victim.next('ready')]);
    attacker.order('go');
    await wait(LEAD_MILLISECONDS);
    const seen = victim.next<{ readonly observations: Observations }>('seen');
    victim.order('go');
    const { observations } = await seen;
    const stopped = attacker.next<{ readonly sent: Sent }>('sent');
    attacker.order('stop');
    return { observations, sent: (await stopped).sent, peaks: await peaksOf(services) };
  } finally {
    attacker.kill();
    victim.kill();
    await Promise.all(Object.values(services).map(async (service) => service.kill()));
  }
}

/** Configured as by an operator, except for the number of registrations from one address, and the proxy, which is the bench. */
async function startServices({ attack, servers, folder }: PhaseOptions): Promise<Readonly<Record<ProgramName, StartedProgram>>> {
  const database = await createDatabase(servers.database);
  await emptyRedis(servers.redis);
  if (attack.seeded !== undefined) {
    const parameters = [SEED, '--circuits', String(attack.seeded)];
    await promisify(execFile)(process.execPath, parameters, { env: { ...process.env, DATABASE_URL: database } });
  }
  const environment = {
    DATABASE_URL: database,
    REDIS_URL: servers.redis,
    REGISTRY_PORT: '0',
    COMPILER_PORT: '0',
    REGISTER_PER_MINUTE: UNLIMITED,
    REGISTER_PER_DAY: UNLIMITED,
    TRUST_PROXY: 'loopback',
    NODE_ENV: 'production',
  };
  const [registry, worker, compiler] = await Promise.all([
    startProgram('registry', environment, folder),
    startProgram('worker', environment, folder),
    startProgram('compiler', environment, folder),
  ]);
  return { registry, worker, compiler };
}

function addressesOf({ addresses }: Attack): readonly string[] {
  if (addresses === 'of the victim') return [VICTIM];
  return Array.from({ length: addresses }, (_, number) => `203.0.113.${number + 1}`);
}

async function peaksOf(services: Readonly<Record<ProgramName, StartedProgram>>): Promise<Readonly<Record<ProgramName, number>>> {
  const [registry, worker, compiler] = await Promise.all([peak(services.registry), peak(services.worker), peak(services.compiler)]);
  return { registry, worker, compiler };
}

async function peak({ pid }: StartedProgram): Promise<number> {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) * 1_024;
}
