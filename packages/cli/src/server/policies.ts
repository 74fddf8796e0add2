import path from 'node:path';
import { answerOf, type KirchhoffClient } from '@kirchhoff/client';
import { JsonNumber } from '@kirchhoff/coherence';
import { showLine } from '@kirchhoff/reports';
import type { Command } from 'commander';
import { type Finish, printJson } from '../commands/command.js';
import { type Context, type ExitCode, usageFailure } from '../context.js';
import { parseInputs } from '../evaluation/inputs.js';
import { mustRead } from '../sources/files.js';
import { loadSource } from '../sources/load.js';
import { readOrTell } from '../sources/program.js';
import { calling, connect } from './connection.js';

interface Json {
  readonly json?: boolean;
}

/** policy create, policy check. */
export function addPolicies(program: Command, context: Context, finish: Finish): void {
  const policy = program.command('policy').description('Create policies at the server, and ask them');
  policy
    .command('create')
    .description('Create a policy under its name, or change it to this source')
    .argument('<source>', 'a policy')
    .option('--json', 'print one line of JSON')
    .action((source: string, options: Json) => finish(async () => create(context, source, options.json === true)));
  policy
    .command('check')
    .description('Ask a policy whether an action may happen; exit code 0 for ALLOW, else 1')
    .argument('<policy_id>', 'the id of the policy, pol_…')
    .argument('<category>', 'the category of the action, such as pay.refund')
    .argument('[params]', 'the params as JSON, or a file with JSON', '{}')
    .option('--json', 'print one line of JSON')
    .action((id: string, category: string, params: string, options: Json) =>
      finish(async () => ask(context, id, category, params, options.json === true)),
    );
}

async function create(context: Context, name: string, json: boolean): Promise<ExitCode> {
  const loading = await loadSource(context.cwd, path.resolve(context.cwd, name));
  if (!loading.ok) throw usageFailure(`${loading.path}: ${loading.reason}`);
  const loaded = readOrTell(context, loading.source);
  if (loaded === undefined) return 2;
  if (loaded.program.type !== 'policy') throw usageFailure(`${loading.source.path} is a circuit: publish it with kir publish.`);
  const { program, source } = loaded;
  const client = await connect(context);
  const sent = { source: source.text, ...(source.files.size === 0 ? {} : { files: Object.fromEntries(source.files) }) };
  const made = await calling(async () => {
    const own = await findOwn(client, program.name, context.signal);
    if (own.length > 1)
      throw usageFailure(`This account has ${own.length} policies with the name '${program.name}'.`, 'Withdraw or rename all but one.');
    const [known] = own;
    if (known?.hash === program.hash) return known;
    if (known !== undefined) {
      return answerOf(
        await client.compiler.PUT('/v1/policies/{policy_id}', { params: { path: { policy_id: known.policy_id } }, body: sent }),
      );
    }
    const params = { header: { 'Idempotency-Key': crypto.randomUUID() } };
    return answerOf(await client.compiler.POST('/v1/policies', { params, body: { name: program.name, description: '', ...sent } }));
  });
  if (json) printJson(context, made);
  else context.out.write(`${source.path}  ${made.policy_id} v${made.version}\n`);
  return 0;
}

/** The policies of the account with this name. */
async function findOwn(client: KirchhoffClient, name: string, signal: AbortSignal) {
  const named = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = answerOf(await client.compiler.GET('/v1/policies', { params: { query: { limit: 100, page } }, signal }));
    named.push(...found.policies.filter((policy) => policy.name === name));
    pages = found.pages;
  }
  return named;
}

/** Integers beyond the safe ones of JavaScript are sent as strings, which mean the same. */
function digits(_name: string, value: unknown): unknown {
  return value instanceof JsonNumber ? value.text : value;
}

async function ask(context: Context, id: string, category: string, given: string, json: boolean): Promise<ExitCode> {
  const text = given.trimStart().startsWith('{') ? given : await mustRead(context.cwd, given);
  const params = JSON.parse(JSON.stringify(parseInputs(text, 'params'), digits));
  const client = await connect(context);
  const body = { policy_id: id, action: { category, params } };
  const decision = await calling(async () => answerOf(await client.compiler.POST('/v1/policy/check', { body, signal: context.signal })));
  if (json) printJson(context, decision);
  else context.out.write(`${decision.verdict}: ${showLine(decision.reason)}\n`);
  return decision.verdict === 'ALLOW' ? 0 : 1;
}
