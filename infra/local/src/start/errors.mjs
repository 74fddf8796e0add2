import { watchFile } from 'node:fs';
import { sizeOf, wholeLinesSince } from '../logs.mjs';
import { say } from '../progress.mjs';

/** The log levels of the services below an error. */
const QUIET_LEVELS = new Set(['trace', 'debug', 'info', 'warn']);
/** Maximal number of lines at a time: an outage logs the same line many times a second. */
const MAX_LINES = 5;
const LOOK_EVERY_MS = 500;

/**
 * Shows the errors in the log of a service on the console, and lines that are not log lines, such as a crash.
 * @param {string} name
 * @param {string} logFile
 */
export const showErrorsOf = (name, logFile) => {
  let end = sizeOf(logFile);
  watchFile(logFile, { interval: LOOK_EVERY_MS, persistent: false }, () => {
    const size = sizeOf(logFile);
    if (size === 0) return;
    // A file that became shorter was renamed and started again.
    const { text, bytes } = wholeLinesSince(logFile, size < end ? 0 : end);
    end = (size < end ? 0 : end) + bytes;
    const errors = new Map(text.split('\n').flatMap(errorIn).toReversed());
    for (const [words, place] of [...errors].toReversed().slice(0, MAX_LINES)) say(`  ${name}: ${place}${words}`);
  });
};

/**
 * Returns the text of an error with its time and the id of its request, by which the whole entry can be found in the log file.
 * @param {string} line
 * @returns {readonly (readonly [words: string, place: string])[]} empty if the line is not an error
 */
export const errorIn = (line) => {
  if (line.trim() === '') return [];
  try {
    const { level, time, request_id: requestId, msg, dependency, reason, err } = JSON.parse(line);
    if (QUIET_LEVELS.has(level)) return [];
    const place = [time, requestId].filter(Boolean).map((part) => `${part} `);
    return [[[msg, dependency, reason ?? err?.message].filter(Boolean).join(': '), place.join('')]];
  } catch {
    return [[line, '']];
  }
};
