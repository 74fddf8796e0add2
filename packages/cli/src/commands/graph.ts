import path from 'node:path';
import { drawCircuit, viewCircuit } from '@kirchhoff/pictures';
import type { Command } from 'commander';
import { certifyCached } from '../check/check-source.js';
import { type Context, type ExitCode, usageFailure } from '../context.js';
import { fileTrouble } from '../sources/files.js';
import { writeWhole } from '../sources/lock.js';
import { loadCircuit } from '../sources/program.js';
import { type Finish, printJson } from './command.js';

interface GraphOptions {
  readonly output?: string;
  readonly json?: boolean;
}

export function addGraph(program: Command, context: Context, finish: Finish): void {
  program
    .command('graph')
    .description('Draw a circuit as SVG: every proven domain, and the open places in red')
    .argument('<source>', 'a circuit')
    .option('--output <file>', 'write the picture into a file; default: standard output')
    .option('--json', 'print nodes, domains, edges and open places as one line of JSON')
    .action((source: string, options: GraphOptions) => finish(async () => draw(context, source, options)));
}

async function draw(context: Context, name: string, { output, json }: GraphOptions): Promise<ExitCode> {
  const loaded = await loadCircuit(context, name);
  if (loaded === undefined) return 2;
  const certification = await certifyCached(loaded.program, undefined);
  if (json === true) {
    printJson(context, viewCircuit(loaded.program, certification));
    return 0;
  }
  const picture = await drawCircuit(loaded.program, certification);
  if (output === undefined) {
    context.out.write(picture);
    return 0;
  }
  try {
    await writeWhole(path.resolve(context.cwd, output), picture);
  } catch (error) {
    throw usageFailure(`${output} cannot be written: ${fileTrouble(error)}`);
  }
  context.err.write(`${output}\n`);
  return 0;
}
