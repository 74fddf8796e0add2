import { watchFile } from 'node:fs';
import { sizeOf, wholeLinesSince } from '../logs.mjs';
import { say } from '../progress.mjs';

/** The log levels of the services below an error. */
const QUIET_LEVELS = new Set(['trace', 'debug', 'info', 'warn']);
/** At most so many lines a look: an outage says the same thing many times a second. */
const MAX_LINES = 5;
const LOOK_EVERY_MS = 500;

/**
 * Shows on the console what a service logs as an error, and whatever it prints that is no log line, such as a crash.
 * @param {string} name
 * @param {string} logFile
 */
export const showErrorsOf = (name, logFile) => {
  let end = sizeOf(logFile);
  watchFile(logFile, { interval: LOOK_EVERY_MS, persistent: false }, () => {
    const size = sizeOf(logFile);
    if (size === 0) return;
    // A file that shrank was put aside and begun anew.
    const { text, bytes } = wholeLinesSince(logFile, size < end ? 0 : end);
    end = (size < end ? 0 : end) + bytes;
    const errors = new Map(text.split('\n').flatMap(errorIn).toReversed());
    for (const [words, place] of [...errors].toReversed().slice(0, MAX_LINES)) say(`  ${name}: ${place}${words}`);
  });
};

/**
 * Returns the text of an error with its time and the id of its request, by which the log file has all of it.
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
