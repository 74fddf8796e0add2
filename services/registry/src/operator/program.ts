import { ACCOUNT_LIMITS, type Clock, type EncryptionKey, type Randomness, SCOPES, TIERS, type Tier } from '@kirchhoff/platform';
import { Command, CommanderError } from 'commander';
import { WebhookSecrets } from '../webhooks/secrets.js';
import { type AccountRequest, createAccount } from './accounts/create-account.js';
import { eraseAccount } from './accounts/erase-account.js';
import { findAccounts } from './accounts/find-accounts.js';
import { issueKey } from './accounts/issue-key.js';
import { revokeKey } from './accounts/revoke-key.js';
import { type LimitRequest, setLimit } from './accounts/set-limit.js';
import { setTier } from './accounts/set-tier.js';
import { type Suspension, suspend } from './accounts/suspend.js';
import * as read from './arguments.js';
import { backupCommand, restoreCommand, verifyBackupCommand } from './backup/commands.js';
import { withDatabase } from './database.js';
import { encryptSecrets } from './encrypt-secrets.js';
import { databaseUrl, encryption, serverUrls, type Variables, WrongEnvironment } from './environment.js';
import { migrateCommand } from './migrate.js';
import { type CommandOutcome, failed, type OperatorExitCode, type Streams, tell, troubleOf } from './outcome.js';
import { recheckCommand } from './recheck/command.js';
import { type Telling, withTelling } from './telling.js';
import { SORTED_BY, type SortedBy, top } from './top.js';
import { withdraw } from './withdraw.js';

/** The dependencies of the commands. */
export interface OperatorContext {
  readonly variables: Variables;
  readonly streams: Streams;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** Aborted when the operator interrupts the command. */
  readonly signal: AbortSignal;
}

const STOPPED = failed('The command was stopped; nothing was changed.', 'Run it again when you like.');

const HELP = `
Environment: DATABASE_URL, and REDIS_URL for messages to the processes (suspend, resume, revoke-key, erase-account, top, recheck); WEBHOOK_SECRETS_KEYS for encrypt-secrets and decrypt-secrets. While npm start runs, its servers are found without them (DATA_DIR: its data).
Exit codes: 0 done; 1 not done, or not completely: the message gives the reason; 2 the command or its environment is wrong.`;

/**
 * Runs one command.
 * @param words the command line without node and script
 */
export async function runOperator(words: readonly string[], context: OperatorContext): Promise<OperatorExitCode> {
  const { streams } = context;
  let exit: OperatorExitCode = 0;
  const finish = async (command: Command, run: () => Promise<CommandOutcome>): Promise<void> => {
    exit = tell(
      await run().catch((error: unknown) => (context.signal.aborted ? STOPPED : troubleOf(error))),
      words,
      command.optsWithGlobals()['json'] === true,
      streams,
    );
  };
  try {
    await commands(context, finish).parseAsync(words, { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof WrongEnvironment)) throw error;
    streams.err(`${error.message}\n`);
    return 2;
  }
}

type Finish = (command: Command, run: () => Promise<CommandOutcome>) => Promise<void>;

function commands(context: OperatorContext, finish: Finish): Command {
  const { streams } = context;
  const program = new Command('operator')
    .description('Commands for the operator of the registry.')
    .option('--json', 'answer with one JSON object')
    .addHelpText('after', HELP)
    .configureOutput({ writeOut: streams.out, writeErr: streams.err })
    .showHelpAfterError('(--help says more)')
    .exitOverride();
  addAccountCommands(program, context, finish);
  addAbuseCommands(program, context, finish);
  addBackupCommands(program, context, finish);
  addSecretCommands(program, context, finish);
  addRecheck(program, context, finish);
  return program;
}

function addAccountCommands(program: Command, { variables, randomness }: OperatorContext, finish: Finish): void {
  program
    .command('accounts')
    .description('list accounts, the newest first')
    .option(
      '--search <text>',
      'only those with this text in their e-mail or name, with this id, or with a key of this id or beginning',
      read.searched,
    )
    .action(async ({ search }: { search?: string }, command: Command) =>
      finish(command, async () => withDatabase(databaseUrl(variables), async (database) => findAccounts(database, search))),
    );
  program
    .command('create-account')
    .description('create an account and its first key, which is printed once and not stored: for a closed REGISTRATION')
    .requiredOption('--email <e-mail>', 'a label for finding it', read.email)
    .requiredOption('--name <name>', 'the name of its owner', read.keyName)
    .option('--tier <tier>', TIERS.join(' or '), read.tier, 'free')
    .action(async (asked: AccountRequest, command: Command) =>
      finish(command, async () => withDatabase(databaseUrl(variables), async (database) => createAccount(database, randomness, asked))),
    );
  program
    .command('issue-key')
    .description('create a key for an account whose last one was lost; it is printed once and not stored')
    .requiredOption('--account <account>', 'the account: an id or an e-mail', read.account)
    .option('--name <name>', 'the name that its owner sees', read.keyName, 'issued by the operator')
    .option('--scopes <a,b>', `its scopes: ${SCOPES.join(',')}. Default: all`, read.scopes, SCOPES)
    .option('--expires <time>', 'its expiry, like 2027-01-31. Default: never', read.moment)
    .action(async ({ account, name, scopes, expires }: KeyOptions, command: Command) =>
      finish(command, async () =>
        withDatabase(databaseUrl(variables), async (database) =>
          issueKey(database, randomness, { account, name, scopes, expiresAt: expires ?? null }),
        ),
      ),
    );
  program
    .command('set-tier')
    .description('set the tier of an account; its daily limits follow at once')
    .requiredOption('--account <account>', 'the account: an id or an e-mail', read.account)
    .requiredOption('--tier <tier>', TIERS.join(' or '), read.tier)
    .action(async ({ account, tier }: { account: string; tier: Tier }, command: Command) =>
      finish(command, async () => withDatabase(databaseUrl(variables), async (database) => setTier(database, account, tier))),
    );
  program
    .command('set-limit')
    .description('set a limit of one account, instead of the default of its tier and the settings; effective within a second')
    .requiredOption('--account <account>', 'the account: an id or an e-mail', read.account)
    .requiredOption('--limit <name>', Object.keys(ACCOUNT_LIMITS).join(', '), read.limit)
    .requiredOption('--value <count>', 'a number, or default', read.limitValue)
    .action(async (asked: LimitRequest, command: Command) => {
      const mistake = read.limitMistake(asked);
      if (mistake !== undefined) command.error(mistake);
      return finish(command, async () => withDatabase(databaseUrl(variables), async (database) => setLimit(database, asked)));
    });
}

/** Adds the commands against abuse, and those for leaving accounts. */
function addAbuseCommands(program: Command, context: OperatorContext, finish: Finish): void {
  const { variables, clock } = context;
  const telling = async (command: Command, work: (telling: Telling) => Promise<CommandOutcome>): Promise<void> =>
    finish(command, async () => withTelling({ ...context, ...serverUrls(variables) }, work));
  const suspending = (name: string, become: Suspension, description: string): void => {
    program
      .command(name)
      .description(description)
      .requiredOption('--account <account>', 'the account: an id or an e-mail', read.account)
      .action(async ({ account }: { account: string }, command: Command) =>
        telling(command, async (parts) => suspend(parts, clock, account, become)),
      );
  };
  suspending('suspend', 'suspended', 'refuse every request of an account within a second; its runs and deliveries wait');
  suspending('resume', 'resumed', 'end the suspension of an account');
  program
    .command('revoke-key')
    .description('revoke one key within a second')
    .requiredOption('--key <key>', 'the key: its id, or the key itself if it was found', read.key)
    .action(async ({ key }: { key: string }, command: Command) => telling(command, async (parts) => revokeKey(parts, clock, key)));
  program
    .command('erase-account')
    .description('erase an account for good: the person, the keys, and everything that no pin of another account needs')
    .requiredOption('--account <account>', 'the account: an id or an e-mail', read.account)
    .action(async ({ account }: { account: string }, command: Command) =>
      telling(command, async (parts) => eraseAccount(parts, clock, account)),
    );
  program
    .command('top')
    .description('show the accounts with the highest present use')
    .option('--by <column>', `the column to sort by: ${SORTED_BY.join(', ')}`, read.sortedBy, 'requests')
    .action(async ({ by }: { by: SortedBy }, command: Command) =>
      telling(command, async ({ database, redis }) => top(database, redis, by)),
    );
  program
    .command('withdraw')
    .description('withdraw a circuit of any account; pinned versions stay readable by their hash')
    .requiredOption('--circuit <cir_…>', 'which circuit', read.circuitId)
    .action(async ({ circuit }: { circuit: string }, command: Command) =>
      finish(command, async () => withDatabase(databaseUrl(variables), async (database) => withdraw(database, circuit))),
    );
}

interface KeyOptions {
  readonly account: string;
  readonly name: string;
  readonly scopes: ReturnType<typeof read.scopes>;
  readonly expires?: Date;
}

function addBackupCommands(program: Command, { variables, clock, streams, signal }: OperatorContext, finish: Finish): void {
  const onProgress = (line: string): void => streams.err(`${line}\n`);
  program
    .command('migrate')
    .description('migrate the database to the schema of this build')
    .action(async (_options: object, command: Command) => finish(command, async () => migrateCommand(databaseUrl(variables))));
  program
    .command('backup')
    .description('write every table, as of one moment, into a new file')
    .argument('<file>')
    .action(async (path: string, _options: object, command: Command) =>
      finish(command, async () => backupCommand({ url: databaseUrl(variables), path, clock, signal, onProgress })),
    );
  program
    .command('verify-backup')
    .description('read a backup completely and check it')
    .argument('<file>')
    .action(async (path: string, _options: object, command: Command) => finish(command, async () => verifyBackupCommand(path)));
  program
    .command('restore')
    .description('restore a backup into a database without tables, or with the same empty tables; completely or not at all')
    .argument('<file>')
    .action(async (path: string, _options: object, command: Command) =>
      finish(command, async () => restoreCommand({ url: databaseUrl(variables), path, clock, signal, onProgress })),
    );
}

/** Adds the commands that change how secrets are stored. */
function addSecretCommands(program: Command, { variables, randomness }: OperatorContext, finish: Finish): void {
  const storing = (name: string, description: string, keysOf: (all: readonly EncryptionKey[]) => readonly EncryptionKey[]): void => {
    program
      .command(name)
      .description(description)
      .action(async (_options: object, command: Command) =>
        finish(command, async () => {
          const { url, keys } = encryption(variables);
          const reencryption = { from: new WebhookSecrets(keys, randomness), to: new WebhookSecrets(keysOf(keys), randomness) };
          return withDatabase(url, async (database) => encryptSecrets(database, reencryption));
        }),
      );
  };
  storing('encrypt-secrets', 'encrypt the signing secrets of all webhooks with the first key of WEBHOOK_SECRETS_KEYS', (keys) => keys);
  storing('decrypt-secrets', 'store the signing secrets of all webhooks in plain text, for an earlier build', () => []);
}

interface RecheckWords {
  readonly engine: string;
  readonly after?: string;
  readonly dryRun?: boolean;
  readonly threads: number;
}

function addRecheck(program: Command, context: OperatorContext, finish: Finish): void {
  program
    .command('recheck')
    .description('check again, with the engine of this build, the certifications of a faulty engine')
    .requiredOption('--engine <range>', 'versions of the faulty engine, like "<1.3.0"', read.engineRange)
    .option('--dry-run', 'report the outcome for each without changing anything')
    .option('--after <cir_…>', 'continue after this circuit, if the command was stopped', read.circuitId)
    .option('--threads <count>', 'proofs at once', read.threads, 2)
    .action(async ({ engine, after, dryRun, threads }: RecheckWords, command: Command) =>
      finish(command, async () =>
        recheckCommand({
          ...context,
          ...serverUrls(context.variables),
          range: engine,
          after: after ?? '',
          dryRun: dryRun === true,
          threads,
        }),
      ),
    );
}
