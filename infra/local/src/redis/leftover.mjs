import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { waitUntil } from '../wait.mjs';
import { converse, isReady } from './conversation.mjs';

/** @param {string} folder */
export const configurationIn = (folder) => path.join(folder, 'redis.conf');

/**
 * Ends a server that a killed launcher left running on this folder. The password proves that the process behind the port is that
 * server.
 * @param {string} folder
 */
export const stopLeftover = async (folder) => {
  const text = await readFile(configurationIn(folder), 'utf8').catch(() => '');
  const port = Number(/^port (\d+)$/m.exec(text)?.[1]);
  const password = /^requirepass (\S+)$/m.exec(text)?.[1];
  if (!Number.isInteger(port) || password === undefined) return;
  const server = { port, password };
  if (!(await isReady(server))) return;
  await converse(server, ['SHUTDOWN']);
  await waitUntil(async () => !(await isReady(server)), { withinMs: 20_000 });
};
