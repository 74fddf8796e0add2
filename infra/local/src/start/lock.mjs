import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { Trouble } from '../progress.mjs';

/** @typedef {{ pid: number, port: number, token: string }} Holder */

/**
 * Makes this launcher the only one on a data directory. The file names a port at which the holder answers with a token. A process
 * number alone may belong to another program by now. After a crash, no lock has to be removed by hand.
 * @param {string} directory
 * @returns {Promise<{ afterCrash: boolean, release: () => void }>} `afterCrash`: the previous launcher did not end in order
 */
export const lock = async (directory) => {
  await mkdir(directory, { recursive: true });
  const file = path.join(directory, 'start.lock');
  const { holder, close } = await listen();
  const release = () => {
    if (read(file)?.token === holder.token) rmSync(file, { force: true });
    close();
  };
  const before = read(file);
  if (before !== undefined) {
    if (await isAnswered(before)) refuse(directory, before);
    await putAside(file, before);
  }
  if (!take(file, holder)) refuse(directory, read(file));
  return { afterCrash: before !== undefined, release };
};

/** @returns {Promise<{ holder: Holder, close: () => void }>} */
const listen = () =>
  new Promise((resolve, reject) => {
    const token = randomUUID();
    const server = net.createServer((socket) => socket.on('error', () => {}).end(token));
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.unref();
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({ holder: { pid: process.pid, port, token }, close: () => server.close() });
    });
  });

/**
 * @param {string} file
 * @returns {Holder | undefined}
 */
const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/**
 * @param {Holder} holder
 * @returns {Promise<boolean>}
 */
const isAnswered = ({ port, token }) =>
  new Promise((resolve) => {
    let answer = '';
    const socket = net.connect({ port, host: '127.0.0.1' });
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk.toString('utf8');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer === token));
  });

/**
 * Moves a dead holder's file away. Two launchers may do this at the same time: one that has moved another file puts it back.
 * @param {string} file
 * @param {Holder} dead
 */
const putAside = async (file, dead) => {
  const aside = `${file}.${process.pid}`;
  await rename(file, aside).catch(() => {});
  if (read(aside)?.token === dead.token) await rm(aside, { force: true });
  else await rename(aside, file).catch(() => {});
};

/**
 * @param {string} file
 * @param {Holder} holder
 */
const take = (file, holder) => {
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
};

/**
 * @param {string} directory
 * @param {Holder | undefined} holder
 * @returns {never}
 */
const refuse = (directory, holder) => {
  throw new Trouble(
    `Kirchhoff already runs on ${directory}${holder === undefined ? '' : ` (process ${holder.pid})`}; DATA_DIR chooses another place`,
  );
};
