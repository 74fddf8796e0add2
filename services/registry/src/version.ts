import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this service, from its package.json. */
export function serviceVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8'));
  const version: unknown = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'version') : undefined;
  return typeof version === 'string' ? version : 'unknown';
}
