import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { ApiError, createClient, type KirchhoffClient, NetworkError, RunFailedError } from '@kirchhoff/client';
import { CommandFailure, type Context, usageFailure } from '../context.js';
import { writeWhole } from '../sources/lock.js';

/** The addresses of the services, and the key of the user. */
export interface Login {
  readonly registry: string;
  readonly compiler: string;
  readonly apiKey: string | undefined;
}

const REGISTRY = 'http://localhost:4100';
const COMPILER = 'http://localhost:4200';
/** A person waits, so an unavailable server is reported after some seconds. */
const MAX_REPEATS = 3;
const KEY = /^svc_live_[0-9A-Za-z]{40}$/;
const FOR_ITS_USER_ALONE = 0o600;
const OF_OTHERS = 0o077;

/** Milliseconds: a registry answers within 20 seconds, also while a run is in progress. */
const ANSWER_WITHIN = 60_000;
/**
 * `$XDG_CONFIG_HOME/kirchhoff/login.json`, `%APPDATA%\kirchhoff\login.json`, or the same below `~/.config`. A folder whose path is
 * not absolute is skipped.
 */
export function loginFile({ variables }: Context): string {
  const folders = [variables['XDG_CONFIG_HOME'], variables['APPDATA'], path.join(variables['HOME'] ?? '', '.config')];
  // A key below the working folder could be committed by mistake.
  const folder = folders.find((each) => each !== undefined && path.isAbsolute(each)) ?? path.join(homedir(), '.config');
  return path.join(folder, 'kirchhoff', 'login.json');
}

/**
 * The login of this run: `KIRCHHOFF_API_KEY`, `KIRCHHOFF_REGISTRY` and `KIRCHHOFF_COMPILER`, and for each that is not set the stored
 * login.
 *
 * @throws CommandFailure if the stored login can be read by others, or an address is no URL
 */
export async function readLogin(context: Context): Promise<Login> {
  const { variables } = context;
  const stored = await storedLogin(loginFile(context));
  const apiKey = variables['KIRCHHOFF_API_KEY'] ?? stored?.apiKey;
  return {
    registry: addressOf((variables['KIRCHHOFF_REGISTRY'] || undefined) ?? stored?.registry ?? REGISTRY),
    compiler: addressOf((variables['KIRCHHOFF_COMPILER'] || undefined) ?? stored?.compiler ?? COMPILER),
    apiKey: apiKey === undefined || apiKey === '' ? undefined : keyOf(apiKey),
  };
}

async function storedLogin(file: string): Promise<Partial<Login> | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  if (process.platform !== 'win32' && (found.mode & OF_OTHERS) !== 0) {
    throw usageFailure(
      `${file} can be read by other users of this machine.`,
      `Run: chmod 600 ${file}; then revoke the key if others use this machine.`,
    );
  }
  try {
    const json: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof json === 'object' && json !== null) {
      const member = (name: string): string | undefined => {
        const value: unknown = Reflect.get(json, name);
        return typeof value === 'string' ? value : undefined;
      };
      const [registry, compiler, apiKey] = ['registry', 'compiler', 'api_key'].map(member);
      return { ...(registry === undefined ? {} : { registry }), ...(compiler === undefined ? {} : { compiler }), apiKey };
    }
  } catch {
    // Reported below, as every other text that is no login.
  }
  throw usageFailure(`${file} is no login.`, 'Run: kir login');
}

export function keyOf(text: string): string {
  const key = text.trim();
  if (KEY.test(key)) return key;
  throw usageFailure('This is not an API key.', 'A key begins with svc_live_ and has 40 more letters and digits.');
}

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usageFailure(`'${text}' is no address of a service.`, 'Write for example https://registry.example.com.');
  return text.replace(/\/+$/, '');
}

/** Writes the login so that only the user can read it. */
export async function storeLogin(context: Context, { registry, compiler, apiKey }: Login): Promise<string> {
  const file = loginFile(context);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeWhole(
    file,
    `${JSON.stringify({ registry: addressOf(registry), compiler: addressOf(compiler), api_key: apiKey }, null, 2)}\n`,
    FOR_ITS_USER_ALONE,
  );
  return file;
}

/** @returns false if there was none */
export async function removeLogin(context: Context): Promise<boolean> {
  const file = loginFile(context);
  const found = (await stat(file).catch(() => undefined)) !== undefined;
  await rm(file, { force: true });
  return found;
}

/** Returns a client with the login of this run. */
export async function connect(context: Context): Promise<KirchhoffClient> {
  const login = await readLogin(context);
  if (login.apiKey === undefined) throw usageFailure('This command needs an API key.', 'Set KIRCHHOFF_API_KEY, or run: kir login');
  return clientOf(login);
}

export function clientOf({ registry, compiler, apiKey }: Login): KirchhoffClient {
  return createClient({
    registry,
    compiler,
    ...(apiKey === undefined ? {} : { apiKey }),
    retry: { attempts: MAX_REPEATS, answerWithin: ANSWER_WITHIN },
  });
}

/**
 * Runs calls of the services, and turns their refusals into failures of the command.
 *
 * @throws CommandFailure
 */
export async function calling<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof NetworkError)
      throw new CommandFailure(3, error.message, 'Check KIRCHHOFF_REGISTRY and KIRCHHOFF_COMPILER, or run: kir login');
    if (error instanceof RunFailedError) throw new CommandFailure(3, error.message, 'Run the command again.');
    if (!(error instanceof ApiError)) throw error;
    const id = error.requestId === undefined ? '' : ` (request ${error.requestId})`;
    throw new CommandFailure(3, `The server refuses: ${error.message}${id}`, REMEDIES[error.code]);
  }
}

const REMEDIES: Readonly<Record<string, string>> = {
  unauthenticated: 'Check KIRCHHOFF_API_KEY, or run: kir login',
  'missing-scope': 'Use a key with this scope: kir keys create --scope …',
  'quota-exceeded': 'The quota of the day is used up: kir usage shows when it is reset.',
};
