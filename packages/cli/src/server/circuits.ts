import { answerOf, type KirchhoffClient, type Published } from '@kirchhoff/client';
import { ENGINE_VERSION, isLibrary } from '@kirchhoff/coherence';
import { showPath } from '@kirchhoff/reports';
import type { Command } from 'commander';
import { type Finish, printJson } from '../commands/command.js';
import { type Context, type ExitCode, usageFailure } from '../context.js';
import { ProgressLine } from '../progress.js';
import { findSources } from '../sources/find.js';
import { type LoadedSource, loadSource } from '../sources/load.js';
import { readOrTell } from '../sources/program.js';
import { calling, connect, readLogin } from './connection.js';

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
    .description('Publish circuits and certify them; what is certified under its hash and by the engine of the server costs no quota')
    .argument('[sources...]', 'files, folders or globs; policies are passed over')
    .option('--private', 'new circuits are visible to the account alone')
    .option('--json', 'print one line of JSON')
    .action((given: readonly string[], options: PublishOptions) => finish(async () => work(context, given, options, 'certify')));
  program
    .command('badge')
    .description('Print the Markdown of the badge of published circuits')
    .argument('[sources...]', 'files, folders or globs')
    .option('--json', 'print one line of JSON')
    .action((given: readonly string[], options: { readonly json?: boolean }) =>
      finish(async () => badges(context, given, options.json === true)),
    );
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
  /** True if the engine of the server had certified this hash before. */
  readonly skipped: boolean;
  /** The engine that decided; null if none has. */
  readonly engine_version: string | null;
  readonly badge_url: string;
}

async function work(context: Context, given: readonly string[], options: PublishOptions, action: 'publish' | 'certify'): Promise<ExitCode> {
  const local = await localCircuits(context, given);
  if (local === undefined) return 2;
  const client = await connect(context);
  const engine = action === 'certify' ? await calling(async () => engineOf(client, context)) : undefined;
  const progress = new ProgressLine(context.err, true);
  const rows: Row[] = [];
  for (const circuit of local) {
    progress.tell(() => `${action} ${rows.length + 1} of ${local.length}: ${circuit.source.path}`);
    const row = await calling(async () => publishOne(client, circuit, options.private === true, context.signal));
    const skipped = row.certified && row.engine_version === engine;
    rows.push(
      action === 'publish' || skipped ? { ...row, skipped } : await calling(async () => certifyOne(client, row, engine, context.signal)),
    );
  }
  progress.end();
  if (options.json === true) printJson(context, { circuits: rows });
  else for (const row of rows) context.out.write(line(row, action, context));
  return action === 'certify' && rows.some(({ certified }) => !certified) ? 1 : 0;
}

function line(
  { path, pid, version, action: done, certified, phi_c: phi, skipped }: Row,
  action: 'publish' | 'certify',
  { out: { style } }: Context,
): string {
  const head = `${style.bold(showPath(path))}  ${pid} v${version}  ${done}`;
  if (action === 'publish') return `${head}\n`;
  const verdict = certified ? style.green('certified') : `${style.red('open')}, phi_c = ${phi ?? 'unknown'}: kir check shows why`;
  return `${head}  ${verdict}${skipped ? ' before' : ''}\n`;
}

/** Reads the circuits of the command line; `undefined` if one is no program, which has been reported. */
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

/** Finds the circuit of the account with this name, and publishes it if the registry does not have this source. */
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
  const named: Published[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = { owner: 'me' as const, search: name, limit: 100, page };
    const found = answerOf(await client.registry.GET('/v1/circuits', { params: { query }, signal }));
    named.push(...found.circuits.filter((circuit) => circuit.name === name));
    pages = found.pages;
  }
  if (named.length > 1)
    throw usageFailure(`This account has ${named.length} circuits with the name '${name}'.`, 'Withdraw or rename all but one.');
  return named[0];
}

function rowOf(shown: string, { pid, version, certified, phi_c, engine_version, badge_url }: Published, action: Row['action']): Row {
  return { path: shown, pid, version, action, certified, phi_c, skipped: false, engine_version, badge_url };
}

async function certifyOne(client: KirchhoffClient, row: Row, engine: string | undefined, signal: AbortSignal): Promise<Row> {
  const { certified, phi_c } = await client.certify(row.pid, signal);
  return { ...row, certified, phi_c, engine_version: engine ?? null };
}

/** Requests the engine version of the registry, and warns if this `kir` has a different one. */
async function engineOf(client: KirchhoffClient, { err, signal }: Context): Promise<string> {
  const { engine_version: engine } = answerOf(await client.registry.GET('/v1/health', { signal }));
  if (engine !== ENGINE_VERSION) {
    err.write(
      `${err.style.yellow('warning')}: the server has engine ${engine}, and this kir ${ENGINE_VERSION}: their verdicts may differ.\n`,
    );
  }
  return engine;
}

/** A registry that does not know its public address returns only the path. */
function wholeAddress(registry: string, url: string): string {
  return url.startsWith('/') ? registry + url : url;
}

interface Badge {
  readonly path: string;
  readonly name: string;
  /** Null if the circuit is not published. */
  readonly badge_url: string | null;
  readonly graph_url: string | null;
}

async function badges(context: Context, given: readonly string[], asJson: boolean): Promise<ExitCode> {
  const local = await localCircuits(context, given);
  if (local === undefined) return 2;
  const client = await connect(context);
  const { registry } = await readLogin(context);
  const found: Badge[] = [];
  for (const { source, name } of local) {
    const own = await calling(async () => findOwn(client, name, context.signal));
    const url = own === undefined ? null : wholeAddress(registry, own.badge_url);
    found.push({ path: source.path, name, badge_url: url, graph_url: url?.replace(/badge$/, 'graph') ?? null });
  }
  if (asJson) printJson(context, { badges: found });
  else {
    for (const { path, name, badge_url: url, graph_url: graph } of found) {
      if (url === null) context.err.write(`${showPath(path)} is not published.\n`);
      else context.out.write(`[![${name}](${url})](${graph})\n`);
    }
  }
  return found.every(({ badge_url: url }) => url !== null) ? 0 : 1;
}
