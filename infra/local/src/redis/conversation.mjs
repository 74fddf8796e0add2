import net from 'node:net';

/**
 * Sends a few inline commands to a Redis server and collects its answers until it hangs up, without a client library.
 * @param {{ port: number, password: string }} server
 * @param {readonly string[]} commands
 * @returns {Promise<string>} the raw answers; empty if no server listens
 */
export const converse = ({ port, password }, commands) =>
  new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    let answers = '';
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      answers += chunk.toString('utf8');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answers));
    socket.write([`AUTH ${password}`, ...commands, 'QUIT', ''].join('\r\n'));
  });

/**
 * Returns true if the server takes commands; while it loads its data it answers PING with an error.
 * @param {{ port: number, password: string }} server
 */
export const isReady = async (server) => (await converse(server, ['PING'])).includes('+PONG');
