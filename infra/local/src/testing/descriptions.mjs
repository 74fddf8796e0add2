import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { toolCache } from '../paths.mjs';
import { say } from '../progress.mjs';
import { unseenAnswers } from './unseen-answers.mjs';

/** @typedef {import('./jest.mjs').Tally} Tally */

/** The answers that the last whole `npm test` saw, and those that the long tests saw after it. */
const folder = path.join(toolCache, 'seen-answers');

/** The environment of tests that record the answers of the services. */
export const SEEN_ANSWERS = { SEEN_ANSWERS_FOLDER: folder };

/** Removes the records of earlier runs. */
export const forgetSeenAnswers = async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
};

/** Returns true if a whole `npm test` has recorded its answers. */
export const hasSeenAnswers = async () => (await readdir(folder).catch(() => [])).length > 0;

/**
 * Lists the answers that a service describes and no test has seen. They count as one failure.
 * @returns {Promise<Tally>}
 */
export const tellUnseenAnswers = async () => {
  const unseen = await unseenAnswers(folder);
  if (unseen.length === 0) return { passed: 1, failed: 0, skipped: 0 };
  say(`\nThe services describe answers that no test has seen:\n${unseen.map((answer) => `  ${answer}`).join('\n')}`);
  return { passed: 0, failed: 1, skipped: 0 };
};
