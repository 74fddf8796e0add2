import type { SettingsResult } from './settings.js';

/**
 * For a process's first line: the settings, or every mistake on standard error and exit code 2. Nothing has been
 * opened yet, so leaving at once loses nothing. What seems to be misspelt is named and ignored.
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

/** Why a process cannot start, in a line for people: no fault of the program. */
export class StartRefused extends Error {}

/** For the end of a process's `main`: tells why it did not start, and leaves with 1. */
export function exitUnstarted(error: unknown): never {
  const words = error instanceof Error && !(error instanceof StartRefused) ? (error.stack ?? error.message) : messageOf(error);
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
