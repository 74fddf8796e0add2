import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { BenchOrder } from './messages.js';

/** A child process of the bench. */
export interface Child {
  order(order: BenchOrder): void;
  /** Resolves with the next message of a kind; rejects if the process ends before it. */
  next<Message>(kind: string): Promise<Message>;
  kill(): void;
}

export function startChild(program: 'attacker' | 'victim', options: object): Child {
  const child = fork(join(__dirname, `${program}.js`), [JSON.stringify(options)], { serialization: 'advanced' });
  return {
    order: (order) => {
      child.send(order);
    },
    next: async <Message>(kind: string) =>
      new Promise<Message>((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`the ${program} ended with ${code ?? 'a signal'}`)));
        child.on('message', (message: unknown) => {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind of message has one type
          if (typeof message === 'object' && message !== null && 'kind' in message && message.kind === kind) resolve(message as Message);
        });
      }),
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}
