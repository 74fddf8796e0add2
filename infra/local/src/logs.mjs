import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

const LIMIT_BYTES = 20 * 1024 * 1024;

/**
 * Opens a log for appending; a large log is renamed first.
 * @param {string} logFile
 */
export const openLog = (logFile) => {
  mkdirSync(path.dirname(logFile), { recursive: true });
  if (sizeOf(logFile) > LIMIT_BYTES) renameSync(logFile, `${logFile}.1`);
  const descriptor = openSync(logFile, 'a');
  return { descriptor, close: () => closeSync(descriptor) };
};

/** @param {string} logFile */
export const sizeOf = (logFile) => statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;

/**
 * The last lines of a log.
 * @param {string} logFile
 * @param {number} [lines]
 */
export const lastLines = (logFile, lines = 15) => {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines);
  } catch {
    return [];
  }
};

/**
 * The whole lines that were appended to a log after a position.
 * @param {string} logFile
 * @param {number} from
 * @returns {{ text: string, bytes: number }}
 */
export const wholeLinesSince = (logFile, from) => {
  const descriptor = openSync(logFile, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(Math.max(0, fstatSync(descriptor).size - from), LIMIT_BYTES));
    readSync(descriptor, buffer, 0, buffer.length, from);
    const bytes = buffer.lastIndexOf('\n') + 1;
    return { text: buffer.toString('utf8', 0, bytes), bytes };
  } finally {
    closeSync(descriptor);
  }
};
