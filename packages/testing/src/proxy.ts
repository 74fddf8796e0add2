import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy before a test server: what lies between a service and its servers, to be frozen or cut. */
export interface Proxy {
  /** The server's address by way of the proxy. */
  readonly url: string;
  /** Count of bytes that clients have sent through it. */
  sent(): number;
  /** Blocks all traffic without closing: a server that hangs, a network that drops. */
  freeze(): void;
  /** Closes open connections and refuses new ones: a server that was stopped. */
  cut(): void;
  /** Lets everything pass again. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** @param target address of a server, such as that of a test database */
export async function openProxy(target: string): Promise<Proxy> {
  const url = new URL(target);
  const open = new Set<Socket>();
  let sent = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(url.port), url.hostname);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (part: Buffer) => {
      sent += part.length;
    });
    client.pipe(upstream).pipe(client);
  });
  const listen = async (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const destroyAll = () => {
    for (const socket of open) socket.destroy();
  };
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  url.hostname = '127.0.0.1';
  const through = new URL(url);
  through.port = String(port);
  return {
    url: through.href,
    sent: () => sent,
    freeze: () => {
      for (const socket of open) socket.unpipe().pause();
    },
    cut: () => {
      server.close();
      destroyAll();
    },
    restore: async () => {
      if (!server.listening) await listen(port);
    },
    close: async () => {
      destroyAll();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
