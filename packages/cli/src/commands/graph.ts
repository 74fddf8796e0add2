import path from 'node:path';
import { drawCircuit } from '@kirchhoff/pictures';
import type { Command } from 'commander';
import { certifyCached } from '../check/check-source.js';
import { type Context, type ExitCode, usageFailure } from '../context.js';
import { fileTrouble } from '../sources/files.js';
import { writeWhole } from '../sources/lock.js';
import { loadCircuit } from '../sources/program.js';
import type { Finish } from './command.js';

interface GraphOptions {
  readonly output?: string;
}

export function addGraph(program: Command, context: Context, finish: Finish): void {
  program
    .command('graph')
    .description('Draw a circuit as SVG: every proven domain, and the open places in red')
    .argument('<source>', 'a circuit')
    .option('--output <file>', 'write the picture into a file; default: standard output')
    .action((source: string, options: GraphOptions) => finish(async () => draw(context, source, options)));
}

async function draw(context: Context, name: string, { output }: GraphOptions): Promise<ExitCode> {
  const loaded = await loadCircuit(context, name);
  if (loaded === undefined) return 2;
  const picture = await drawCircuit(loaded.program, await certifyCached(loaded.program, undefined));
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
