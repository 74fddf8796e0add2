import { isNativeError } from 'node:util/types';
import { isDatabaseOutage } from '@kirchhoff/platform';
import { WrongEnvironment } from './environment.js';
import { failed, type Outcome } from './outcome.js';

/** Returns the outcome for an outage or a rejection; rethrows other errors, which are bugs. */
export function troubleOf(error: unknown): Outcome {
  if (error instanceof WrongEnvironment) throw error;
  if (isFileTrouble(error)) return failed(`${error.message}.`, 'Nothing was written. See to the file and run this again.');
  if (isDatabaseOutage(error))
    return failed('Postgres does not answer, or ended what was going on.', 'See that DATABASE_URL leads to it, then run this again.');
  const refusal = refusalOf(error);
  if (refusal === undefined) throw error;
  return failed(`Postgres refuses: ${refusal}.`, 'What was going on was undone. See to what it names and run this again.');
}

/** Errors of the file system have the failed call and a path. */
function isFileTrouble(error: unknown): error is Error {
  return isNativeError(error) && typeof Reflect.get(error, 'syscall') === 'string' && typeof Reflect.get(error, 'path') === 'string';
}

/** Returns the message of Postgres with its SQLSTATE of five characters. Its details may quote rows and are left out. */
function refusalOf(error: unknown): string | undefined {
  const code: unknown = isNativeError(error) ? Reflect.get(error, 'code') : undefined;
  return isNativeError(error) && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? error.message : undefined;
}
