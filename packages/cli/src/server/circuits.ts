import { answerOf, type KirchhoffClient, type Published } from '@kirchhoff/client';
import { ENGINE_VERSION, isLibrary } from '@kirchhoff/coherence';
import type { Command } from 'commander';
import { type Finish, printJson } from '../commands/command.js';
import { type Context, type ExitCode, usageFailure } from '../context.js';
import { Progress } from '../progress.js';
import { findSources } from '../sources/find.js';
import { type LoadedSource, loadSource } from '../sources/load.js';
import { readOrTell } from '../sources/program.js';
import { calling, connect } from './connection.js';

interface PublishOptions {
  readonly private?: boolean;
  readonly json?: boolean;
}

/** publish, certify, badge. */
export function addCircuits(program: Command, context: Context, finish: Finish): void {
  program
    .command('publish')
    .description('Publish circuits under their names: new ones, and new versions of those that changed')
    .argument('[sources...]', 'files, folders or globs; policies are passed over')
    .option('--private', 'new circuits are visible to the account alone')
    .option('--json', 'print one line of JSON')
    .action((given: readonly string[], options: PublishOptions) => finish(async () => work(context, given, options, 'publish')));
  program
    .command('certify')
    .description('Publish circuits and certify them; what is certified under its hash costs no quota')
    .argument('[sources...]', 'files, folders or globs; policies are passed over')
    .option('--private', 'new circuits are visible to the account alone')
    .option('--json', 'print one line of JSON')
    .action((given: readonly string[], options: PublishOptions) => finish(async () => work(context, given, options, 'certify')));
  program
    .command('badge')
    .description('Print the Markdown of the badge of published circuits')
    .argument('[sources...]', 'files, folders or globs')
    .action((given: readonly string[]) => finish(async () => badges(context, given)));
}

/** A circuit of a file. */
interface LocalCircuit {
  readonly source: LoadedSource;
  readonly name: string;
  readonly hash: string;
}

interface Row {
  readonly path: string;
  readonly pid: string;
  readonly version: number;
  readonly action: 'unchanged' | 'published' | 'new version';
  readonly certified: boolean;
  readonly phi_c: number | null;
  /** True if the certification was there before. */
  readonly skipped: boolean;
  readonly badge_url: string;
}

async function work(context: Context, given: readonly string[], options: PublishOptions, action: 'publish' | 'certify'): Promise<ExitCode> {
  const local = await localCircuits(context, given);
  if (local === undefined) return 2;
  const client = await connect(context);
  const progress = new Progress(context.err, true);
  const rows: Row[] = [];
  for (const circuit of local) {
    progress.tell(() => `${action} ${rows.length + 1} of ${local.length}: ${circuit.source.path}`);
    const row = await calling(async () => publishOne(client, circuit, options.private === true, context.signal));
    rows.push(action === 'publish' || row.skipped ? row : await calling(async () => certifyOne(client, row, context.signal)));
  }
  progress.end();
  if (options.json === true) printJson(context, { circuits: rows });
  else for (const row of rows) context.out.write(line(row, action, context));
  if (action === 'certify') await warnOfEngine(context, client, rows);
  return action === 'certify' && rows.some(({ certified }) => !certified) ? 1 : 0;
}

function line(
  { path, pid, version, action: done, certified, phi_c: phi, skipped }: Row,
  action: 'publish' | 'certify',
  { out: { style } }: Context,
): string {
  const head = `${style.bold(path)}  ${pid} v${version}  ${done}`;
  if (action === 'publish') return `${head}\n`;
  const verdict = certified ? style.green('certified') : `${style.red('open')}, phi_c = ${phi ?? 'unknown'}: kir check shows why`;
  return `${head}  ${verdict}${skipped ? ' before' : ''}\n`;
}

/** Reads the circuits of the command line; `undefined` if one is no program, which has been told. */
async function localCircuits(context: Context, given: readonly string[]): Promise<readonly LocalCircuit[] | undefined> {
  const { files } = await findSources(context.cwd, given);
  const circuits: LocalCircuit[] = [];
  let isInvalid = false;
  for (const file of files) {
    const loading = await loadSource(context.cwd, file);
    if (!loading.ok) throw usageFailure(`${loading.path}: ${loading.reason}`);
    if (isLibrary(loading.source.text)) continue;
    const loaded = readOrTell(context, loading.source);
    if (loaded === undefined) isInvalid = true;
    else if (loaded.program.type === 'circuit')
      circuits.push({ source: loading.source, name: loaded.program.name, hash: loaded.program.hash });
  }
  const names = circuits.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw usageFailure(`Two files declare the circuit '${twice}'.`, 'Circuits are published under their names: rename one.');
  return isInvalid ? undefined : circuits;
}

/** Finds the circuit of the account with this name, and publishes what the registry does not have. */
async function publishOne(
  client: KirchhoffClient,
  { source, name, hash }: LocalCircuit,
  isPrivate: boolean,
  signal: AbortSignal,
): Promise<Row> {
  const own = await findOwn(client, name, signal);
  const files = Object.fromEntries(source.files);
  const sent = { source: source.text, ...(source.files.size === 0 ? {} : { files }) };
  if (own === undefined) {
    const made = await client.publish({ name, ...sent, visibility: isPrivate ? 'private' : 'public' }, signal);
    return rowOf(source.path, made, 'published');
  }
  if (own.hash === hash) return rowOf(source.path, own, 'unchanged');
  const changed = answerOf(await client.registry.PUT('/v1/circuits/{pid}', { params: { path: { pid: own.pid } }, body: sent, signal }));
  return rowOf(source.path, changed, 'new version');
}

async function findOwn(client: KirchhoffClient, name: string, signal: AbortSignal): Promise<Published | undefined> {
  const query = { owner: 'me' as const, search: name, limit: 100 };
  const { circuits } = answerOf(await client.registry.GET('/v1/circuits', { params: { query }, signal }));
  const named = circuits.filter((circuit) => circuit.name === name);
  if (named.length > 1)
    throw usageFailure(`This account has ${named.length} circuits with the name '${name}'.`, 'Withdraw or rename all but one.');
  return named[0];
}

function rowOf(shown: string, { pid, version, certified, phi_c, badge_url }: Published, action: Row['action']): Row {
  return { path: shown, pid, version, action, certified, phi_c, skipped: certified, badge_url };
}

async function certifyOne(client: KirchhoffClient, row: Row, signal: AbortSignal): Promise<Row> {
  const { certified, phi_c } = await client.certify(row.pid, signal);
  return { ...row, certified, phi_c };
}

/** A certificate names the engine that made it. */
async function warnOfEngine({ err, signal }: Context, client: KirchhoffClient, rows: readonly Row[]): Promise<void> {
  const pid = rows.find(({ certified }) => certified)?.pid;
  if (pid === undefined) return;
  const certificate: unknown = await calling(async () =>
    answerOf(await client.registry.GET('/v1/circuits/{pid}/certificate', { params: { path: { pid } }, signal })),
  );
  const engine: unknown = typeof certificate === 'object' && certificate !== null ? Reflect.get(certificate, 'engine') : undefined;
  if (typeof engine === 'string' && engine !== ENGINE_VERSION) {
    err.write(
      `${err.style.yellow('warning')}: the server has engine ${engine}, and this kir ${ENGINE_VERSION}: their verdicts may differ.\n`,
    );
  }
}

async function badges(context: Context, given: readonly string[]): Promise<ExitCode> {
  const local = await localCircuits(context, given);
  if (local === undefined) return 2;
  const client = await connect(context);
  let missing = 0;
  for (const { source, name } of local) {
    const own = await calling(async () => findOwn(client, name, context.signal));
    if (own === undefined) {
      missing += 1;
      context.err.write(`${source.path} is not published.\n`);
    } else context.out.write(`[![${name}](${own.badge_url})](${own.badge_url.replace(/badge$/, 'graph')})\n`);
  }
  return missing === 0 ? 0 : 1;
}
