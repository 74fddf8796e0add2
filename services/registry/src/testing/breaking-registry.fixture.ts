import { connect, createServer, type Server, type Socket } from 'node:net';
import { startTestRegistry, type TestRegistry } from './registry.fixture.js';

/** Proxies Postgres; it breaks on demand, and can be used again at once. */
export class BreakingLine {
  /** Count of reply parts that pass before all connections end; `undefined` if it is not to break. */
  #left: number | undefined;
  /** Text of the request whose reply is dropped. */
  #lostReplyTo: string | undefined;
  #broken = false;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(target: URL) {
    this.#server = createServer((near) => this.#join(this.#keep(near), this.#keep(connect(Number(target.port), target.hostname))));
  }

  /** @returns the port */
  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('a line without a port');
    return address.port;
  }

  /** Ends the connections after this many parts of replies. */
  breakAfter(replies: number): void {
    this.#left = replies;
    this.#broken = false;
  }

  /**
   * Ends the connections at the reply to a request that contains this text: the statement ran, but its client does not learn it.
   */
  loseReplyTo(text: string): void {
    this.#lostReplyTo = text;
    this.#broken = false;
  }

  /**
   * Stops breaking.
   *
   * @returns whether it broke since the last order to break
   */
  mend(): boolean {
    this.#left = undefined;
    this.#lostReplyTo = undefined;
    return this.#broken;
  }

  close(): void {
    this.#server.close();
    this.#end();
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
  }

  #join(near: Socket, far: Socket): void {
    let lost = false;
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.on('data', (part: Buffer) => {
      lost ||= this.#lostReplyTo !== undefined && part.includes(this.#lostReplyTo);
      far.write(part);
    });
    far.on('data', (part: Buffer) => {
      if (lost || (this.#left !== undefined && this.#left-- === 0)) this.#end();
      else near.write(part);
    });
  }

  #end(): void {
    this.#broken = true;
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** A registry behind a breaking proxy. Its own `database` connects directly. */
export interface BreakingRegistry {
  readonly registry: TestRegistry;
  readonly line: BreakingLine;
  readonly close: () => Promise<void>;
}

export async function startBreakingRegistry(): Promise<BreakingRegistry> {
  const lines: BreakingLine[] = [];
  const registry = await startTestRegistry(async ({ DATABASE_URL }) => {
    const url = new URL(DATABASE_URL);
    const line = new BreakingLine(url);
    lines.push(line);
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String(await line.open());
    return { DATABASE_URL: through.href };
  });
  const [line] = lines;
  if (line === undefined) throw new Error('no line was opened');
  const close = async () => {
    await registry.close();
    line.close();
  };
  return { registry, line, close };
}
