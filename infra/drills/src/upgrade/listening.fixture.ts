import type { Server } from 'node:http';

/** Lets a server listen on a free port of the loopback, and returns its address without a slash at the end. */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server of the drill does not listen');
  return `http://127.0.0.1:${address.port}`;
}

/** Stops a server, and ends its connections. */
export function closeNow(server: Server): void {
  server.close();
  server.closeAllConnections();
}
