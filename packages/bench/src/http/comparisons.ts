import { join } from 'node:path';
import { sourceNumber } from './circuits.js';
import { compare, type LoadEffort, measureAlone, type RivalComparison, type Side } from './compare.js';
import { startCompiler } from './compiler.js';
import type { LoadRequest } from './load.js';
import { post } from './post.js';
import { start } from './processes.js';
import type { BenchedRegistry } from './registry.js';
import { startVerdaccio } from './verdaccio.js';

export interface ComparisonsDeps {
  readonly registry: BenchedRegistry;
  /** Folder of the logs and of the rivals' data. */
  readonly folder: string;
  readonly effort: LoadEffort;
  /** Their names; all unless given. */
  readonly only: readonly string[] | undefined;
  readonly say: (line: string) => void;
}

/** Circuits that are read in turns, so that no cache is tuned to a single one. */
const CIRCUITS = 100;
/** The bar: a share of the rate of a bare Express application with helmet that answers the same bytes from memory. */
const SHARE_OF_EXPRESS = 0.7;
const SHARE_OF_EXPRESS_LIST = 0.4;
const TIMES_VERDACCIO = 3;

/** Everything that is compared and measured, one after the other. */
export async function runComparisons(deps: ComparisonsDeps): Promise<readonly RivalComparison[]> {
  const { registry, folder, effort, only, say } = deps;
  const wanted = (name: string) => only === undefined || only.includes(name);
  say('publishing and certifying circuits');
  const pids = await prepareCircuits(registry);
  const express = await start({
    name: 'express',
    command: [process.execPath, join(__dirname, 'express-rival.js')],
    environment: { NODE_ENV: 'production' },
    announces: /listening on (\d+)/,
    folder,
  });
  const expressOrigin = `http://127.0.0.1:${express.announcement[1] ?? ''}`;
  const done: RivalComparison[] = [];
  try {
    for (const [name, aim, paths] of readings(pids)) {
      if (!wanted(name)) continue;
      say(name);
      const constant = await copyConstant(registry.origin + (paths[0] ?? ''), expressOrigin, name);
      const rival = { name: 'Express, helmet, a constant', side: reading(expressOrigin, [constant]), aim };
      done.push(await compare(name, reading(registry.origin, paths), rival, effort));
    }
    if (wanted('check')) {
      say('check');
      const compiler = await startCompiler(folder, registry);
      const check = { path: '/v1/policy/check', body: compiler.check };
      const decision = await post(compiler.origin + check.path, check.body, registry.key);
      await putConstant(expressOrigin, 'check', 'application/json; charset=utf-8', JSON.stringify(decision));
      const side = posting(expressOrigin, [registry.key], () => ({ path: '/check', body: check.body }));
      const rival = { name: 'Express, helmet, a JSON body, a constant', side, aim: SHARE_OF_EXPRESS };
      const ours = posting(compiler.origin, [registry.key], () => check);
      done.push(await compare('policy check', ours, rival, effort));
      await compiler.stop();
    }
    if (wanted('verdaccio')) {
      say('verdaccio');
      const verdaccio = await startVerdaccio(folder);
      const rival = { name: 'Verdaccio, package metadata', side: reading(verdaccio.origin, [verdaccio.path]), aim: TIMES_VERDACCIO };
      done.push(await compare('circuit read', reading(registry.origin, circuitPaths(pids)), rival, effort));
      await verdaccio.stop();
    }
  } finally {
    await express.stop();
  }
  for (const { option, name, side } of writings(registry, pids)) {
    if (!wanted(option)) continue;
    say(name);
    done.push(await measureAlone(name, await side(), effort));
  }
  return done;
}

function readings(pids: readonly string[]): readonly (readonly [string, number, readonly string[]])[] {
  return [
    ['catalog', SHARE_OF_EXPRESS, ['/v1/catalog']],
    ['read', SHARE_OF_EXPRESS, circuitPaths(pids)],
    ['badge', SHARE_OF_EXPRESS, circuitPaths(pids).map((path) => `${path}/badge`)],
    ['list', SHARE_OF_EXPRESS_LIST, ['/v1/circuits']],
  ];
}

function circuitPaths(pids: readonly string[]): readonly string[] {
  return pids.map((pid) => `/v1/circuits/${pid}`);
}

/** The measurements that have no rival. */
interface Writing {
  /** The name for `--only`. */
  readonly option: string;
  readonly name: string;
  readonly side: () => Promise<Side>;
}

function writings(registry: BenchedRegistry, pids: readonly string[]): readonly Writing[] {
  const { origin, key } = registry;
  return [
    { option: 'publish', name: 'publish', side: async () => posting(origin, [key], publications(1_000_000)) },
    {
      option: 'certify',
      name: 'certify',
      side: async () => posting(origin, [key], inTurns(await publishMany(registry, 10_000_000, 2_000), 'certify')),
    },
    { option: 'verify', name: 'verify, one account', side: async () => posting(origin, [key], inTurns(pids, 'verify')) },
    {
      option: 'verify',
      name: `verify, ${ACCOUNTS} accounts in turn`,
      side: async () => posting(origin, await openAccounts(registry, ACCOUNTS), inTurns(pids, 'verify')),
    },
  ];
}

/** As many as there are connections: each account has about one verification under way. */
const ACCOUNTS = 8;

async function openAccounts(registry: BenchedRegistry, count: number): Promise<readonly string[]> {
  const keys: string[] = [];
  while (keys.length < count) keys.push(await registry.openAccount());
  return keys;
}

/** GET requests of the paths, in turns. */
function reading(origin: string, paths: readonly string[]): Side {
  let count = 0;
  return {
    origin,
    next: () => {
      count += 1;
      return { method: 'GET', path: paths[count % paths.length] ?? '/' };
    },
  };
}

/** POST requests with these keys, in turns. */
function posting(origin: string, keys: readonly string[], next: () => { readonly path: string; readonly body: object }): Side {
  let count = 0;
  return {
    origin,
    next: (): LoadRequest => {
      count += 1;
      const headers = { authorization: `Bearer ${keys[count % keys.length] ?? ''}`, 'content-type': 'application/json' };
      const { path, body } = next();
      return { method: 'POST', path, headers, body: JSON.stringify(body) };
    },
  };
}

/** A different circuit each time. */
function publications(first: number): () => { readonly path: string; readonly body: object } {
  let number = first;
  return () => {
    number += 1;
    return { path: '/v1/circuits', body: { name: `benched ${number}`, source: sourceNumber(number) } };
  };
}

function inTurns(pids: readonly string[], action: 'certify' | 'verify'): () => { readonly path: string; readonly body: object } {
  let count = 0;
  return () => {
    count += 1;
    return { path: `/v1/circuits/${pids[count % pids.length] ?? ''}/${action}`, body: {} };
  };
}

async function prepareCircuits(registry: BenchedRegistry): Promise<readonly string[]> {
  const pids = await publishMany(registry, 0, CIRCUITS);
  for (const pid of pids) await post(`${registry.origin}/v1/circuits/${pid}/certify`, {}, registry.key);
  return pids;
}

async function publishMany({ origin, key }: BenchedRegistry, first: number, count: number): Promise<readonly string[]> {
  const pids: string[] = [];
  for (let number = first; number < first + count; number += 1) {
    const { pid } = await post(`${origin}/v1/circuits`, { name: `fee ${number}`, source: sourceNumber(number) }, key);
    pids.push(String(pid));
  }
  return pids;
}

/** Gives the rival the bytes of an answer, under a name. */
async function copyConstant(from: string, expressOrigin: string, name: string): Promise<string> {
  const answer = await fetch(from);
  return putConstant(expressOrigin, name, answer.headers.get('content-type') ?? '', await answer.arrayBuffer());
}

async function putConstant(expressOrigin: string, name: string, type: string, bytes: ArrayBuffer | string): Promise<string> {
  await fetch(`${expressOrigin}/${name}`, { method: 'PUT', headers: { 'content-type': type }, body: bytes });
  return `/${name}`;
}
