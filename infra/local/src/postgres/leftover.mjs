import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { commandOf, isAlive } from '../process-table.mjs';
import { waitUntil } from '../wait.mjs';

/**
 * Ends a server that a killed launcher left running on this cluster, and removes the pid file of one that has ended.
 * @param {string} cluster
 * @returns {Promise<boolean>} whether one was running
 */
export const stopLeftover = async (cluster) => {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (!isAlive(pid) || !commandOf(pid).includes(cluster)) {
    // The process number may belong to another program by now; the server would take its own old pid file for that of another
    // server.
    await rm(pidFile, { force: true });
    return false;
  }
  process.kill(pid, 'SIGINT');
  if (!(await waitUntil(() => !isAlive(pid), { withinMs: 20_000 }))) {
    process.kill(pid, 'SIGQUIT');
    await waitUntil(() => !isAlive(pid), { withinMs: 10_000 });
  }
  return true;
};
