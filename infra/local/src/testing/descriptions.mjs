import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { say } from '../progress.mjs';
import { unseenAnswers } from './unseen-answers.mjs';

/** @typedef {import('./jest.mjs').Tally} Tally */

/**
 * Runs all tests, and fails if a service describes an answer that no test has seen.
 * @param {(environment: Readonly<Record<string, string>>) => Promise<Tally & { succeeded: boolean }>} run
 * @returns {Promise<Tally & { succeeded: boolean }>}
 */
export const withUnseenAnswers = async (run) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kirchhoff-seen-'));
  try {
    const outcome = await run({ SEEN_ANSWERS_FOLDER: folder });
    // A test that failed may have seen no answer: its failure comes first.
    if (!outcome.succeeded) return outcome;
    const unseen = await unseenAnswers(folder);
    if (unseen.length === 0) return { ...outcome, passed: outcome.passed + 1 };
    say(`\nThe services describe answers that no test has seen:\n${unseen.map((answer) => `  ${answer}`).join('\n')}`);
    return { ...outcome, failed: outcome.failed + 1 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
