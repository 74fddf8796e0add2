import { setTimeout as wait } from 'node:timers/promises';
import type { Listening } from '../http/server.js';
import { closeServer, type ShutdownStep, WorkCut } from '../shutdown/shutdown.js';
import type { Service } from './service.js';

/** Milliseconds from the signal on for requests in flight; the rest of the 25 s is for closing. */
export const WORK_MILLISECONDS = 23_000;
/** Milliseconds for the answers of requests that are given up. */
const LAST_ANSWERS_MILLISECONDS = 500;

export interface LeavingOptions {
  /** Milliseconds for which the listener stays open, so that a load balancer sees `/readyz` first. */
  readonly drainMilliseconds: number;
  /** Counted from the first step. Default: `WORK_MILLISECONDS`. */
  readonly workMilliseconds?: number;
}

/** The steps by which a service stops serving. They run before its parts are closed. */
export function leavingSteps(
  service: Pick<Service, 'beginShutdown' | 'stopWaiting' | 'giveUp'>,
  { server, exchanges }: Listening,
  { drainMilliseconds, workMilliseconds = WORK_MILLISECONDS }: LeavingOptions,
): readonly ShutdownStep[] {
  const begin = async () => {
    service.beginShutdown();
    exchanges.drain();
  };
  const close = async () => {
    const closed = closeServer(server);
    service.stopWaiting();
    if (await endsWithin(workMilliseconds - drainMilliseconds, closed)) return;
    exchanges.giveUp();
    service.giveUp();
    await endsWithin(LAST_ANSWERS_MILLISECONDS, closed);
    const requests = exchanges.cut;
    server.closeAllConnections();
    await closed;
    if (requests > 0) throw new WorkCut({ requests });
  };
  return [
    { name: 'readiness', run: begin },
    { name: 'drain', run: async () => wait(drainMilliseconds) },
    { name: 'server', run: close },
  ];
}

async function endsWithin(milliseconds: number, ended: Promise<unknown>): Promise<boolean> {
  const late = new AbortController();
  const first = await Promise.race([
    ended.then(() => true),
    wait(Math.max(0, milliseconds), false, { signal: late.signal }).catch(() => false),
  ]);
  late.abort();
  return first;
}
