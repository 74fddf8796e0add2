import { connect, createServer, type Socket } from 'node:net';

/** A proxy to a server that can be stalled or cut. */
export interface CuttingProxy {
  /** The URL of the server through the proxy. */
  readonly url: string;
  /** Passes no more bytes, but keeps the connections open. */
  stall(): void;
  /** Ends every connection and accepts no more. */
  cut(): Promise<void>;
}

/** Opens a proxy to the server of a URL. */
export async function openLine(address: string): Promise<CuttingProxy> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    const far = keep(connect(Number(target.port), target.hostname));
    keep(near).pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('a line without a port');
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = String(bound.port);
  return {
    url: url.href,
    stall: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    cut: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
