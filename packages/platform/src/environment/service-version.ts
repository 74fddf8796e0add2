import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The version of a service.
 * @param folder of the service, with its package.json
 */
export function serviceVersion(folder: string): string {
  const parsed: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const version: unknown = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'version') : undefined;
  return typeof version === 'string' ? version : 'unknown';
}
