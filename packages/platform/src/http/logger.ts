import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { withoutKeys } from '../authentication/key-text.js';

/** What the parts of a process write to its log, by how much it is a person's matter. */
export interface ProcessLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The password of a database's or a Redis's address. */
const PASSWORD = /(?<=:\/\/[^\s:@/"]*:)[^\s@/"]+(?=@)/g;

/**
 * A process's log: a JSON object a line on standard output, times in RFC 3339. Keys and passwords are blotted out of
 * the finished line, wherever they came from: a list of fields to hide would miss the message of some exception.
 */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: (line: string) => withoutPasswords(withoutKeys(line)) },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Most lines have no address: looking for the beginning of one costs a tenth of looking for a password. */
function withoutPasswords(line: string): string {
  return line.includes('://') ? line.replace(PASSWORD, '[password]') : line;
}
