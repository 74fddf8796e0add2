// The attacking process, started by phase.ts: sends the requests of one attack, or as many requests that are refused immediately.

import { setTimeout as wait } from 'node:timers/promises';
import { openAccounts } from './accounts.js';
import { ATTACKS, type Attack, type Calls } from './attacks.js';
import { exchange, leaveUnread, type ServiceOrigins, sendHalf, type TimedAnswer, type TimedCall } from './exchange.js';
import { isToStop, parameters, say, told } from './messages.js';
import type { Sent } from './observations.js';

export interface AttackerOptions {
  readonly origins: ServiceOrigins;
  readonly attack: string;
  readonly addresses: readonly string[];
  /** Requests a second that are refused immediately, instead of the attack; `undefined` for the attack itself. */
  readonly refusedPerSecond: number | undefined;
}

/** More would be a flood; a proxy in front of the services has to stop it. */
const MAX_PER_SECOND = 400;
const PATIENCE_MILLISECONDS = 60_000;

async function main(): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by phase.ts
  const options = parameters() as AttackerOptions;
  const attack = ATTACKS.find(({ name }) => name === options.attack);
  if (attack === undefined) throw new Error(`there is no attack ${options.attack}`);
  const { origins, addresses, refusedPerSecond } = options;
  const calls = await attack.prepare({ origins, addresses, accounts: await openAccounts(origins, attack.accounts, addresses) });
  say({ kind: 'ready' });
  await told('go');
  const isQuiet = refusedPerSecond !== undefined;
  const send = sender(origins, isQuiet ? 'whole' : attack.manner);
  const sent = await sendAll(attack, isQuiet ? refused(calls) : calls, refusedPerSecond ?? MAX_PER_SECOND, send);
  say({ kind: 'sent', sent });
}

/** Sends requests until it is stopped: a number of them at the start, and then a number a second. */
async function sendAll(attack: Attack, calls: Calls, perSecond: number, send: (call: TimedCall) => Promise<TimedAnswer>): Promise<Sent> {
  const began = performance.now();
  const answers: Record<string, number> = {};
  let requests = 0;
  const one = async (): Promise<void> => {
    while (!isToStop()) {
      const call = calls(requests);
      if (call === undefined) return;
      const due = began + (Math.max(0, requests - attack.atOnce) * 1_000) / perSecond;
      requests += 1;
      // oxlint-disable-next-line no-await-in-loop -- one request after the other
      await wait(Math.max(0, due - performance.now()));
      if (isToStop()) return;
      // oxlint-disable-next-line no-await-in-loop -- as above
      const { status } = await send(call);
      answers[status] = (answers[status] ?? 0) + 1;
    }
  };
  void Promise.all(Array.from({ length: attack.atOnce }, one));
  await told('stop');
  return { seconds: (performance.now() - began) / 1_000, requests, answers };
}

function sender(origins: ServiceOrigins, manner: Attack['manner'] = 'whole'): (call: TimedCall) => Promise<TimedAnswer> {
  switch (manner) {
    case 'whole':
      return async (call) => exchange(origins, call, PATIENCE_MILLISECONDS);
    case 'half-sent':
      return async (call) => sendHalf(origins, call);
    case 'unread':
      return async (call) => leaveUnread(origins, call);
  }
}

/**
 * The same requests with an invalid key, or to an address without a route. Their bodies are made and not sent: reading them is
 * part of the attack's cost.
 */
function refused(calls: Calls): Calls {
  return (number) => {
    const call = calls(number);
    if (call === undefined) return undefined;
    const small = call.body === undefined ? call : { ...call, body: '{}' };
    return call.key === undefined ? { ...small, path: '/v1/nowhere' } : { ...small, key: 'no-key' };
  };
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
