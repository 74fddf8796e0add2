import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes the addresses of the servers into a file, for `npm run operator`. They contain passwords, so only the user can read the
 * file.
 * @param {string} dataDirectory
 * @param {{ DATABASE_URL: string, REDIS_URL: string }} servers
 * @returns {() => void} removes the file, when the servers have stopped
 */
export const tellOperator = (dataDirectory, servers) => {
  const file = path.join(dataDirectory, 'servers.json');
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(servers, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  return () => rmSync(file, { force: true });
};
