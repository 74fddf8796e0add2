import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsTable } from '@kirchhoff/testing';
import { COMPILER_SETTINGS } from './settings.js';

it('docs/operations.md has every setting of the compiler as it is', () => {
  expect(readFileSync(join(__dirname, '../../../docs/operations.md'), 'utf8')).toContain(settingsTable(COMPILER_SETTINGS));
});
