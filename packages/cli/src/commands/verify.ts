import { createReadStream } from 'node:fs';
import path from 'node:path';
import { type Checked, check, checkWith, MAX_CERTIFICATE_BYTES } from '@kirchhoff/coherence';
import { showPath } from '@kirchhoff/reports';
import { solverOnDemand } from '@kirchhoff/solver';
import type { Command } from 'commander';
import { type Context, type ExitCode, usageFailure } from '../context.js';
import { calling, connect } from '../server/connection.js';
import { fileTrouble } from '../sources/files.js';
import { loadProgram } from '../sources/program.js';
import { type Finish, printJson } from './command.js';

interface VerifyOptions {
  readonly offline?: boolean;
  readonly solver: boolean;
  readonly json?: boolean;
}

export function addVerify(program: Command, context: Context, finish: Finish): void {
  program
    .command('verify')
    .description(
      'Check a certificate against its source, with the kernel alone and without any network; or let the registry verify a circuit',
    )
    .argument('<certificate>', 'the certificate, as the registry gives it; or the id of a circuit, cir_…')
    .argument('[source]', 'the source that it is to prove')
    .option('--offline', 'refuse to ask a server')
    .option('--no-solver', 'do not ask the solver again: what rests on it is counted as not checked')
    .option('--json', 'print one line of JSON')
    .action((certificate: string, source: string | undefined, options: VerifyOptions) =>
      finish(async () => {
        if (source !== undefined) return verifyOffline(context, certificate, source, options);
        if (options.offline !== true && certificate.startsWith('cir_')) return verifyOnline(context, certificate, options.json === true);
        throw usageFailure(
          'Name the source that the certificate is to prove.',
          'kir verify --offline CERTIFICATE SOURCE, or kir verify cir_…',
        );
      }),
    );
}

async function verifyOffline(context: Context, name: string, sourceName: string, options: VerifyOptions): Promise<ExitCode> {
  const certificate = await readCertificate(context, name);
  const loaded = await loadProgram(context, sourceName);
  if (loaded === undefined) return 2;
  const { source, program } = loaded;
  const first = check(program, certificate);
  const needsSolver = !first.valid && first.refused === 'solver-missing';
  const checked = needsSolver && options.solver ? await checkWith(program, certificate, solverOnDemand()) : first;
  const { verified, total } = checked;
  if (options.json === true)
    printJson(context, { path: source.path, hash: program.hash, asked_solver: needsSolver && options.solver, ...checked });
  else context.out.write(`${sentence(checked, source.path, context)}  ${verified} of ${total} closure domains checked\n`);
  return checked.valid ? 0 : 1;
}

/** Lets the registry check its stored certificate; it counts for the daily quota of verifications. */
async function verifyOnline(context: Context, pid: string, json: boolean): Promise<ExitCode> {
  const client = await connect(context);
  const result = await calling(async () => client.verify(pid, context.signal));
  const { style } = context.out;
  if (json) printJson(context, result);
  else
    context.out.write(
      `${style.bold(pid)}  ${result.verified ? style.green('verified') : style.red('not verified')}  hash ${result.current_hash}\n`,
    );
  return result.verified ? 0 : 1;
}

async function readCertificate({ cwd }: Context, name: string): Promise<Uint8Array> {
  try {
    // One byte more than a certificate has at most is enough to refuse a larger file, or one without end. `end` is inclusive.
    const parts: Buffer[] = [];
    for await (const part of createReadStream(path.resolve(cwd, name), { end: MAX_CERTIFICATE_BYTES })) parts.push(Buffer.from(part));
    return Buffer.concat(parts);
  } catch (error) {
    throw usageFailure(`${name}: ${fileTrouble(error)}`);
  }
}

function sentence(checked: Checked, name: string, { out: { style } }: Context): string {
  if (checked.valid) return `${style.bold(showPath(name))}  ${style.green('valid')}  grade ${checked.assurance}`;
  if (checked.refused === 'solver-missing') return `${style.bold(showPath(name))}  ${style.yellow('not fully checked')}  ${checked.reason}`;
  return `${style.bold(showPath(name))}  ${style.red('not valid')}  ${checked.reason}`;
}
