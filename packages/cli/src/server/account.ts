import { answerOf } from '@kirchhoff/client';
import type { Command } from 'commander';
import type { Finish } from '../commands/command.js';
import { printJson } from '../commands/command.js';
import type { Context, ExitCode } from '../context.js';
import { usageFailure } from '../context.js';
import { calling, clientOf, connect, keyOf, readLogin, removeLogin, storeLogin } from './connection.js';

interface Json {
  readonly json?: boolean;
}

interface LoginOptions extends Json {
  readonly registry?: string;
  readonly compiler?: string;
}

interface CreateKeyOptions extends Json {
  readonly name?: string;
  readonly scope?: readonly Scope[];
  readonly expiresAt?: string;
}

const SCOPES = ['read', 'publish', 'certify', 'compile', 'policy:check', 'policy:write', 'keys'] as const;
type Scope = (typeof SCOPES)[number];

/** login, logout, usage, keys. */
export function addAccount(program: Command, context: Context, finish: Finish): void {
  program
    .command('login')
    .description('Store an API key, read from standard input, for this user of this machine')
    .option('--registry <url>', 'the address of the registry')
    .option('--compiler <url>', 'the address of the compiler')
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      '\nExample:\n  kir login --registry https://registry.example.com --compiler https://compiler.example.com < key.txt',
    )
    .action((options: LoginOptions) => finish(async () => login(context, options)));
  program
    .command('logout')
    .description('Remove the stored API key')
    .option('--json', 'print one line of JSON')
    .action((options: Json) =>
      finish(async () => {
        const removed = await removeLogin(context);
        if (options.json === true) printJson(context, { removed });
        context.err.write(
          removed
            ? 'The stored login is removed. The key itself is still valid: kir keys revoke ends it.\n'
            : 'There was no stored login.\n',
        );
        return 0;
      }),
    );
  program
    .command('usage')
    .description("Show what is left of the day's quotas")
    .option('--json', 'print one line of JSON')
    .action((options: Json) => finish(async () => usage(context, options.json === true)));
  addKeys(program.command('keys').description('List, make and revoke API keys'), context, finish);
}

async function login(context: Context, options: LoginOptions): Promise<ExitCode> {
  const apiKey = keyOf(context.variables['KIRCHHOFF_API_KEY'] || (await context.input.read()));
  const known = await readLogin({ ...context, variables: { ...context.variables, KIRCHHOFF_API_KEY: apiKey } });
  const chosen = { registry: options.registry ?? known.registry, compiler: options.compiler ?? known.compiler, apiKey };
  const { account_id: account } = await calling(async () => answerOf(await clientOf(chosen).registry.GET('/v1/usage')));
  const file = await storeLogin(context, chosen);
  if (options.json === true) printJson(context, { account_id: account, registry: chosen.registry, compiler: chosen.compiler, file });
  context.err.write(`Logged in to ${chosen.registry} as ${account}; the key is in ${file}.\n`);
  return 0;
}

async function usage(context: Context, json: boolean): Promise<ExitCode> {
  const client = await connect(context);
  const used = await calling(async () => answerOf(await client.registry.GET('/v1/usage', { signal: context.signal })));
  if (json) {
    printJson(context, used);
    return 0;
  }
  const { certifications, verifications } = used;
  context.out.write(
    `${used.tier}, ${used.day} (UTC)\n${quotaLine('certifications', certifications)}${quotaLine('verifications ', verifications)}`,
  );
  return 0;
}

function quotaLine(name: string, { used, limit }: { readonly used: number; readonly limit: number | null }): string {
  return `${name}  ${used}${limit === null ? ', without limit' : ` of ${limit}`}\n`;
}

function addKeys(keys: Command, context: Context, finish: Finish): void {
  keys
    .command('list')
    .description('List the keys of the account, by name and prefix')
    .option('--json', 'print one line of JSON')
    .action((options: Json) =>
      finish(async () => {
        const client = await connect(context);
        const listed = await calling(async () => answerOf(await client.registry.GET('/v1/auth/keys', { signal: context.signal })));
        if (options.json === true) printJson(context, listed);
        else
          for (const key of listed.keys)
            context.out.write(
              `${key.id}  ${key.prefix}…  ${key.name}  ${key.scopes.join(' ')}${key.revoked_at === null ? '' : '  revoked'}\n`,
            );
        return 0;
      }),
    );
  keys
    .command('create')
    .description('Make a key and print it, this once')
    .option('--name <name>', 'a name for people')
    .option('--scope <scope...>', `its scopes: ${SCOPES.join(', ')}; default: those of this key`)
    .option('--expires-at <time>', 'its end, such as 2027-12-31T23:59:59Z')
    .option('--json', 'print one line of JSON')
    .action((options: CreateKeyOptions) => finish(async () => createKey(context, options)));
  keys
    .command('revoke')
    .description('Revoke a key: it is refused from then on')
    .argument('<key_id>', 'the id of the key, key_…')
    .option('--json', 'print one line of JSON')
    .action((keyId: string, options: Json) =>
      finish(async () => {
        const client = await connect(context);
        const { response, error } = await calling(async () =>
          client.registry.DELETE('/v1/auth/keys/{key_id}', { params: { path: { key_id: keyId } } }),
        );
        if (!response.ok) await calling(async () => Promise.resolve(answerOf({ error, response })));
        if (options.json === true) printJson(context, { key_id: keyId, revoked: true });
        context.err.write(`${keyId} is revoked.\n`);
        return 0;
      }),
    );
}

async function createKey(context: Context, { name, scope, expiresAt, json }: CreateKeyOptions): Promise<ExitCode> {
  const wrong = scope?.find((each) => !SCOPES.includes(each));
  if (wrong !== undefined) throw usageFailure(`There is no scope '${wrong}'.`, `The scopes are: ${SCOPES.join(', ')}.`);
  const client = await connect(context);
  const body = {
    ...(name === undefined ? {} : { name }),
    ...(scope === undefined ? {} : { scopes: [...scope] }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
  };
  const issued = await calling(async () => answerOf(await client.registry.POST('/v1/auth/keys', { body })));
  if (json === true) printJson(context, issued);
  else context.out.write(`${issued.api_key}\n`);
  return 0;
}
