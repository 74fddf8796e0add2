import { join, resolve } from 'node:path';
import { type Started, start } from './processes.js';

const SERVICES = resolve(__dirname, '../../../../services');
const LISTENING = /"port":(\d+).*"msg":"listening"/;

/** The processes of the services, and the line that each logs when it has started. */
const PROGRAMS = {
  registry: { file: 'registry/dist/main.js', announces: LISTENING },
  worker: { file: 'registry/dist/worker.js', announces: /"msg":"taking jobs"/ },
  compiler: { file: 'compiler/dist/main.js', announces: LISTENING },
} as const;

export type ProgramName = keyof typeof PROGRAMS;

/** A started process of a service. */
export interface StartedProgram extends Started {
  /** Its address, if it listens. */
  readonly origin: string;
}

/** @param folder of its log */
export async function startProgram(
  program: ProgramName,
  environment: Readonly<Record<string, string>>,
  folder: string,
): Promise<StartedProgram> {
  const { file, announces } = PROGRAMS[program];
  const started = await start({ name: program, command: [process.execPath, join(SERVICES, file)], environment, announces, folder });
  return { ...started, origin: `http://127.0.0.1:${started.announcement[1] ?? ''}` };
}
