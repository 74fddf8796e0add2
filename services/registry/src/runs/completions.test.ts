import type { Messages } from '@kirchhoff/platform';
import { announceEnd, Completions } from './completions.js';

/** Delivers messages within this process. */
function localMessages(): Messages {
  const heardBy = new Map<string, (text: string) => void>();
  return {
    publish: async (channel, text) => heardBy.get(channel)?.(text),
    subscribe: async (channel, heard) => {
      heardBy.set(channel, heard);
    },
  };
}

const LONG = 60_000;
const { signal } = new AbortController();

async function following() {
  const messages = localMessages();
  const completions = new Completions();
  await completions.follow(messages);
  return { messages, completions };
}

it('wakes all who wait when the process stops', async () => {
  const { completions } = await following();
  const waiting = ['crt_1', 'crt_2'].map(async (id) => completions.listen(id).next(LONG, signal));
  expect(completions.isOver).toBe(false);
  completions.drain();
  await Promise.all(waiting);
  expect(completions.isOver).toBe(true);
});

it('wakes who waits for the run that ended', async () => {
  const { messages, completions } = await following();
  const waiting = completions.listen('crt_1').next(LONG, signal);
  await announceEnd(messages, 'crt_2');
  await announceEnd(messages, 'crt_1');
  await waiting;
});

it('remembers what was heard before anyone waited, once', async () => {
  const { messages, completions } = await following();
  const completion = completions.listen('crt_1');
  await announceEnd(messages, 'crt_1');
  await completion.next(LONG, signal);
  const again = completion.next(1, signal);
  await again;
});

it('wakes after the time, and when the client is gone', async () => {
  const { completions } = await following();
  const completion = completions.listen('crt_1');
  await completion.next(1, signal);
  const gone = new AbortController();
  const waiting = completion.next(LONG, gone.signal);
  gone.abort();
  await waiting;
  await completion.next(LONG, gone.signal);
});
