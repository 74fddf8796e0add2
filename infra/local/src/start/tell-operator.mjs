import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes down where the servers are, for `npm run operator`. They have passwords: the file is its user's alone.
 * @param {string} dataDirectory
 * @param {{ DATABASE_URL: string, REDIS_URL: string }} servers
 * @returns {() => void} takes it away again, when the servers have stopped
 */
export const tellOperator = (dataDirectory, servers) => {
  const file = path.join(dataDirectory, 'servers.json');
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(servers, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  return () => rmSync(file, { force: true });
};
