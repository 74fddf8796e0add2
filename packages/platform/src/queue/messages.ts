import { isRedisOutage } from './outage.js';
import type { Redis } from './redis.js';

/** Messages between processes, which arrive at once or never. Correctness must never depend on a delivery. */
export interface Messages {
  /** Sends to every process that listens now. If Redis is out, the message is lost, without an error. */
  publish(channel: string, text: string): Promise<void>;
  /** Listens as soon as Redis is available, and after every reconnection. */
  subscribe(channel: string, heard: (text: string) => void): Promise<void>;
}

/**
 * @param sender a connection that fails fast
 * @param listener a patient connection without another use
 * @param prefix precedes every channel, since Redis's channels ignore database numbers
 */
export function createMessages(sender: Redis, listener: Redis, prefix: string): Messages {
  const heardBy = new Map<string, ((text: string) => void)[]>();
  listener.on('message', (channel: string, text: string) => {
    for (const heard of heardBy.get(channel) ?? []) heard(text);
  });
  listener.on('ready', () => {
    for (const name of heardBy.keys()) listener.subscribe(name).catch(() => undefined);
  });
  return {
    publish: async (channel, text) => {
      try {
        await sender.publish(prefix + channel, text);
      } catch (error) {
        if (!isRedisOutage(error)) throw error;
      }
    },
    subscribe: async (channel, heard) => {
      const name = prefix + channel;
      heardBy.set(name, [...(heardBy.get(name) ?? []), heard]);
      await subscribeWhenThere(listener, name);
    },
  };
}

/** While Redis is down the subscription waits in the connection's own queue; a start must not wait for it. */
async function subscribeWhenThere(listener: Redis, name: string): Promise<void> {
  const subscribed = listener.subscribe(name);
  if (listener.status === 'ready') await subscribed;
  else subscribed.catch(() => undefined);
}
