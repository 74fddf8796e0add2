import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { withoutKeys } from '../authentication/api-key.js';

/** The log of a process, by severity: a higher level needs more attention. */
export interface ProcessLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A log that must be closed before the process exits, so that its buffer is written. Later lines are dropped. */
export type ProcessLogger = Logger & { end(): Promise<void> };

/** The password in an address of a database or of Redis. */
const PASSWORD = /(?<=:\/\/[^\s:@/"]*:)[^\s@/"]+(?=@)/g;

/**
 * A process's log: a JSON object a line on standard output, times in RFC 3339. Keys and passwords are masked in the finished line:
 * a list of fields to mask would miss those in messages of exceptions.
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

/** Milliseconds for the reader of standard output to take the last lines. */
const LAST_LINES = 1_000;

/**
 * Writes the rest of the buffer, and drops it after the time limit. Otherwise pino would try to write it at the exit of the
 * process, as long as the reader is gone or does not read.
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

/** Most lines have no address, and searching for `://` costs a tenth of searching for a password. */
function withoutPasswords(line: string): string {
  return line.includes('://') ? line.replace(PASSWORD, '[password]') : line;
}
