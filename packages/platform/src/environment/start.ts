import type { SettingsResult } from './settings.js';

/**
 * For a process's first line: the settings, or every mistake on standard error and exit code 2. Nothing has been
 * opened yet, so leaving at once loses nothing.
 */
export function settingsOrExit<Settings>(result: SettingsResult<Settings>): Settings {
  if (result.kind === 'settings') return result.settings;
  process.stderr.write(`The environment is not as it has to be:\n${result.mistakes.map((mistake) => `  ${mistake}\n`).join('')}`);
  process.exit(2);
}
