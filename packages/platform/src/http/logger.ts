import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { withoutKeys } from '../authentication/api-key.js';

/** The log of a process, by severity: the higher, the more it concerns a person. */
export interface ProcessLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A log that must be ended before the process exits, so that its buffer is written. Later lines are dropped. */
export type ProcessLogger = Logger & { end(): Promise<void> };

/** The password of a database's or a Redis's address. */
const PASSWORD = /(?<=:\/\/[^\s:@/"]*:)[^\s@/"]+(?=@)/g;

/**
 * A process's log: a JSON object a line on standard output, times in RFC 3339. Keys and passwords are blotted out of
 * the finished line, wherever they came from: a list of fields to hide would miss the message of some exception.
 */
export function createLogger(service: string, level: string, destination?: DestinationStream): ProcessLogger {
  const options = {
    level,
    base: { service },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: (line: string) => withoutPasswords(withoutKeys(line)) },
  };
  if (destination !== undefined) return Object.assign(pino(options, destination), { end: async () => undefined });
  const output = pino.destination({ dest: 1, sync: false });
  return Object.assign(pino(options, output), { end: async () => endOutput(output) });
}

/** The time that the reader of standard output has for the last lines, in milliseconds. */
const LAST_LINES = 1_000;

/**
 * Writes the rest of the buffer, and drops it after the time limit. Otherwise pino would write it again at the exit of the
 * process, for as long as the reader is gone or does not read.
 */
async function endOutput(output: ReturnType<typeof pino.destination>): Promise<void> {
  await new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, LAST_LINES);
    const ended = (): void => {
      clearTimeout(limit);
      resolve();
    };
    output.once('close', ended);
    output.once('error', ended);
    output.end();
  });
  output.destroy();
}

/** Most lines have no address: looking for the beginning of one costs a tenth of looking for a password. */
function withoutPasswords(line: string): string {
  return line.includes('://') ? line.replace(PASSWORD, '[password]') : line;
}
