import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsTable } from '@kirchhoff/testing';
import { HTTP_SETTINGS, WORKER_SETTINGS } from './settings.js';

const PAGE = readFileSync(join(__dirname, '../../../docs/operations.md'), 'utf8');

it.each([
  ['HTTP process', HTTP_SETTINGS],
  ['worker', WORKER_SETTINGS],
])('docs/operations.md has every setting of the %s as it is', (_process, schema) => {
  expect(PAGE).toContain(settingsTable(schema));
});
