import { openRedis, type Redis } from '@kirchhoff/platform';

/** What everybody asks of one Redis database. */
export interface WatchedRedis {
  /** Begins anew. */
  forget(): void;
  /** The commands since then, but for the heartbeats of processes. */
  commands(): Promise<readonly (readonly string[])[]>;
  close(): void;
}

const END = 'end of what is looked at';

export async function watchRedis(url: string): Promise<WatchedRedis> {
  const redis = openRedis(url, () => undefined);
  await new Promise((resolve) => redis.once('ready', resolve));
  const monitor: Redis = await redis.monitor();
  const database = new URL(url).pathname.slice(1);
  let seen: string[][] = [];
  let ended: (() => void) | undefined;
  monitor.on('monitor', (_time: string, args: string[], source: string, of: string) => {
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
      monitor.disconnect();
      redis.disconnect();
    },
  };
}
