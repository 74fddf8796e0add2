import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { openRedis } from '@kirchhoff/platform';

/** Records the commands of all clients of one Redis database. */
export interface WatchedRedis {
  /** Clears the record. */
  forget(): void;
  /** The commands since the last `forget`, without the heartbeats of processes. */
  commands(): Promise<readonly (readonly string[])[]>;
  close(): void;
}

const END = 'end of what is looked at';
/** A line of MONITOR: `+1339518083.107412 [0 127.0.0.1:60866] "keys" "*"`. */
const LINE = /^\+\S+ \[(?<database>\d+) (?<source>[^\]]+)\] (?<words>.*)$/;
const WORD = /"((?:[^"\\]|\\.)*)"/g;

export async function watchRedis(url: string): Promise<WatchedRedis> {
  const database = new URL(url).pathname.slice(1);
  const redis = openRedis(url, () => undefined);
  await once(redis, 'ready');
  let seen: (readonly string[])[] = [];
  let ended: (() => void) | undefined;
  const close = await monitor(url, (line) => {
    const { database: of, source, words = '' } = LINE.exec(line)?.groups ?? {};
    const args = [...words.matchAll(WORD)].map(([, word = '']) => word);
    if (of !== database || source === 'lua' || args.includes('keys:members')) return;
    if (args[1] === END) ended?.();
    else seen.push(args);
  });
  return {
    forget: () => {
      seen = [];
    },
    commands: async () => {
      const end = new Promise<void>((resolve) => {
        ended = resolve;
      });
      await redis.echo(END);
      await end;
      return seen;
    },
    close: () => {
      close();
      redis.disconnect();
    },
  };
}

/**
 * Monitors a server on its own socket. The monitor of ioredis starts only after the reply to MONITOR: it fails on a command of
 * another client in the same packet.
 *
 * @returns a function that ends it
 */
async function monitor(url: string, tell: (line: string) => void): Promise<() => void> {
  const { hostname, port, password } = new URL(url);
  const socket = connect(Number(port), hostname);
  const lines = createInterface(socket);
  const commands = [...(password === '' ? [] : [`AUTH ${decodeURIComponent(password)}`]), 'MONITOR'];
  const started = new Promise<void>((resolve, reject) => {
    let replies = 0;
    socket.on('error', reject);
    lines.on('line', (line) => {
      if (replies === commands.length) return tell(line);
      replies += 1;
      if (line !== '+OK') reject(new Error(line));
      else if (replies === commands.length) resolve();
    });
  });
  socket.write(commands.map((command) => `${command}\r\n`).join(''));
  await started;
  return () => socket.destroy();
}
