import { connect, createServer, type Socket } from 'node:net';

/** An address that moves from one server to another, as that of a managed database does at a fail-over. */
export interface MovingAddress {
  readonly port: number;
  /** Breaks all connections, and leads new ones to another port of the loopback. */
  moveTo(port: number): void;
  close(): Promise<void>;
}

export async function openMovingAddress(first: number): Promise<MovingAddress> {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    moveTo: (port) => {
      target = port;
      breakAll();
    },
    close: async () => {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
