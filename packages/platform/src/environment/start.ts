import type { SettingsResult } from './settings.js';

/**
 * Returns the settings; or prints every mistake on standard error and exits with code 2. It runs before connections are opened, so
 * that exiting loses no data. Variables that seem misspelt are reported and ignored.
 */
export function settingsOrExit<Settings>(result: SettingsResult<Settings>): Settings {
  if (result.kind === 'settings') {
    for (const { name, meant } of result.misspelt)
      process.stderr.write(`${name} is not a setting and is ignored; did you mean ${meant}?\n`);
    return result.settings;
  }
  process.stderr.write(`These settings are wrong:\n${result.mistakes.map((each) => `  ${each}\n`).join('')}`);
  process.exit(2);
}

/** The reason why a process cannot start, in one line for people, if it is not a bug. */
export class StartRefused extends Error {}

/** For the end of a process's `main`: prints the reason why it did not start, and exits with 1. */
export function exitUnstarted(error: unknown): never {
  const words = error instanceof Error && !(error instanceof StartRefused) ? (error.stack ?? error.message) : messageOf(error);
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
