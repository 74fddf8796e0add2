import { watchFile } from 'node:fs';
import { sizeOf, wholeLinesSince } from '../logs.mjs';
import { say } from '../progress.mjs';

/** What the services log that is no error. */
const QUIET_LEVELS = new Set(['trace', 'debug', 'info', 'warn']);
/** At most so many lines a look: an outage says the same thing many times a second. */
const MOST_LINES = 5;
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
    const errors = text.split('\n').flatMap(errorIn);
    for (const error of [...new Set(errors)].slice(0, MOST_LINES)) say(`  ${name}: ${error}`);
  });
};

/**
 * @param {string} line
 * @returns {readonly string[]} none where the line tells of no error
 */
const errorIn = (line) => {
  if (line.trim() === '') return [];
  try {
    const { level, msg, err } = JSON.parse(line);
    return QUIET_LEVELS.has(level) ? [] : [[msg, err?.message].filter(Boolean).join(': ')];
  } catch {
    return [line];
  }
};
