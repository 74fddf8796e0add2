import path from 'node:path';
import { ApiError, answerOf, type KirchhoffClient } from '@kirchhoff/client';
import { type Pin, pinsOf } from '@kirchhoff/coherence';
import type { Command } from 'commander';
import { type Finish, printJson } from '../commands/command.js';
import { CommandFailure, type Context, type ExitCode, usageFailure } from '../context.js';
import { mustRead, shownPath } from '../sources/files.js';
import { findSources } from '../sources/find.js';
import { loadSource } from '../sources/load.js';
import { type ResolvedPin, writeLock, writeWhole } from '../sources/lock.js';
import { calling, clientOf, readLogin } from './connection.js';

interface UpdateOptions {
  readonly latest?: boolean;
  readonly json?: boolean;
}

/** Circuits that one lock file may list, as many as a source may be read with. */
const MAX_PINS = 128;

export function addUpdate(program: Command, context: Context, finish: Finish): void {
  program
    .command('update')
    .description('Copy the circuits that the sources of this folder pin, and list them in kir.lock')
    .option('--latest', 'first move each pin to the current version of its circuit, if that is certified')
    .option('--json', 'print one line of JSON')
    .action((options: UpdateOptions) => finish(async () => update(context, options)));
}

async function update(context: Context, options: UpdateOptions): Promise<ExitCode> {
  const { cwd } = context;
  const login = await readLogin(context);
  const client = clientOf(login);
  const { files } = await findSources(cwd, []);
  const moved = options.latest === true ? await moveToLatest(context, client, files) : [];
  const resolved = new Map<string, ResolvedPin>();
  for (const file of files) {
    const loading = await loadSource(cwd, file);
    if (!loading.ok) throw usageFailure(`${loading.path}: ${loading.reason}`);
    await resolveAll(client, pinsIn(loading.source.text, loading.source.files), resolved, context.signal);
  }
  await writeLock(cwd, [...resolved.values()]);
  const pins = [...resolved.keys()].toSorted();
  if (options.json === true) printJson(context, { moved, pins });
  else {
    for (const { path: file, from, to } of moved) context.out.write(`${file}: ${from} → ${to}\n`);
    context.err.write(`kir.lock lists ${pins.length} circuit${pins.length === 1 ? '' : 's'}\n`);
  }
  return 0;
}

function pinsIn(text: string, files?: ReadonlyMap<string, string>): readonly Pin[] {
  const found = pinsOf(text, files);
  return found.ok ? found.pins : [];
}

/** Resolves pins and those that they pin themselves; each circuit is asked for once. */
async function resolveAll(
  client: KirchhoffClient,
  pins: readonly Pin[],
  resolved: Map<string, ResolvedPin>,
  signal: AbortSignal,
): Promise<void> {
  for (const { id, hash } of pins) {
    const pin = `${id}@${hash}`;
    if (resolved.has(pin)) continue;
    if (resolved.size >= MAX_PINS) throw usageFailure(`These sources pin more than ${MAX_PINS} circuits.`);
    const source = await sourceOf(client, { id, hash }, signal);
    const inner = pinsIn(source);
    resolved.set(pin, { pin, source, pins: inner.map((each) => `${each.id}@${each.hash}`) });
    await resolveAll(client, inner, resolved, signal);
  }
}

/** A pin: a circuit by its identifier, and the hash of one of its versions. */
interface PinnedHash {
  readonly id: string;
  readonly hash: string;
}

async function sourceOf(client: KirchhoffClient, { id, hash }: PinnedHash, signal: AbortSignal): Promise<string> {
  const params = { path: { pid: id, version: hash } };
  return calling(async () => {
    try {
      return answerOf(await client.registry.GET('/v1/circuits/{pid}/versions/{version}', { params, signal })).source;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      throw new CommandFailure(
        2,
        `There is no circuit ${id} with the hash ${hash} that this account may see.`,
        'Check the pin, or the addresses: kir login',
      );
    }
  });
}

interface Moved {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** Rewrites the pins in the sources, each file by a rename. The pin of a circuit whose current version is open is not changed. */
async function moveToLatest(context: Context, client: KirchhoffClient, files: readonly string[]): Promise<readonly Moved[]> {
  const latest = new Map<string, string>();
  const moved: Moved[] = [];
  for (const file of files) {
    const shown = shownPath(context.cwd, file);
    const before = await mustRead(context.cwd, file);
    let text = before;
    for (const { id, hash } of pinsIn(before)) {
      const current = latest.get(id) ?? (await currentHash(client, { id, hash }, context.signal));
      latest.set(id, current);
      if (current === hash) continue;
      text = text.replaceAll(`"${id}@${hash}"`, `"${id}@${current}"`);
      moved.push({ path: shown, from: `${id}@${hash.slice(0, 8)}…`, to: `${current.slice(0, 8)}…` });
    }
    if (text !== before) await writeWhole(path.resolve(context.cwd, file), text);
  }
  return moved;
}

async function currentHash(client: KirchhoffClient, { id, hash }: PinnedHash, signal: AbortSignal): Promise<string> {
  const circuit = await calling(async () =>
    answerOf(await client.registry.GET('/v1/circuits/{pid}', { params: { path: { pid: id } }, signal })),
  );
  return circuit.certified ? circuit.hash : hash;
}
