import net from 'node:net';

/**
 * Returns true if a server may listen on this port now, on every address of the machine.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export const isFree = async (port) => {
  for (const host of ['127.0.0.1', undefined]) {
    if (!(await canListen(port, host))) return false;
  }
  return true;
};

/**
 * The wanted port, or the next one above it that is free.
 * @param {number} wanted
 * @param {readonly number[]} [taken] ports promised to others, not listened on yet
 * @returns {Promise<number>}
 */
export const freePortFrom = async (wanted, taken = []) => {
  for (let port = wanted; port < Math.min(wanted + 200, 65_536); port += 1) {
    if (!taken.includes(port) && (await isFree(port))) return port;
  }
  throw new Error(`no free port from ${wanted} on`);
};

/**
 * Any free port, chosen by the system.
 * @returns {Promise<number>}
 */
export const anyFreePort = () =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/**
 * @param {number} port
 * @param {string | undefined} host
 * @returns {Promise<boolean>}
 */
const canListen = (port, host) =>
  new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
