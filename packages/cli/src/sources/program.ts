import path from 'node:path';
import type { CircuitProgram, Program } from '@kirchhoff/coherence';
import { diagnosticsReport, textReport } from '@kirchhoff/reports';
import { type Context, usageFailure } from '../context.js';
import { type LoadedSource, loadSource, readLoaded } from './load.js';

/** A program with its source. */
export interface LoadedProgram<Type extends Program = Program> {
  readonly source: LoadedSource;
  readonly program: Type;
}

/**
 * Reads the program of a file.
 *
 * @returns `undefined` if the source is no program: its errors have been printed
 * @throws CommandFailure if the file cannot be read
 */
export async function loadProgram(context: Context, name: string): Promise<LoadedProgram | undefined> {
  const loading = await loadSource(context.cwd, path.resolve(context.cwd, name));
  if (!loading.ok) throw usageFailure(`${loading.path}: ${loading.reason}`);
  return readOrTell(context, loading.source);
}

/** Reads the program of a loaded source, as `readProgramFile` does. */
export function readOrTell(context: Context, source: LoadedSource): LoadedProgram | undefined {
  const reading = readLoaded(source);
  if (reading.ok) return { source, program: reading.program };
  const folder = source.path.slice(0, source.path.lastIndexOf('/') + 1);
  const textOf = (shown: string): string | undefined =>
    shown === source.path ? source.text : source.files.get(`./${shown.slice(folder.length)}`);
  context.err.write(textReport(diagnosticsReport(source.path, reading.diagnostics), textOf, context.err.style));
  return undefined;
}

/** The same for a command that takes circuits only. */
export async function loadCircuit(context: Context, name: string): Promise<LoadedProgram<CircuitProgram> | undefined> {
  const loaded = await loadProgram(context, name);
  if (loaded === undefined) return undefined;
  const { source, program } = loaded;
  if (program.type === 'circuit') return { source, program };
  throw usageFailure(`${source.path} is a policy, and this command takes a circuit.`);
}
