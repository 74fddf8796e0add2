import type { ClosableQueue, Messages, Problem } from '@kirchhoff/platform';
import type { Asker } from '../engine/engine.js';
import { announceChange } from './changes.js';
import { PolicyWriteLimiter } from './write-limiter.js';

export interface PolicyWritesDeps {
  readonly messages: Messages;
  /** Lets checks in this process see a change at once, also without Redis. */
  readonly changed: (policyId: string) => void;
  /** Registers the queue of the writes. */
  readonly addLine: (line: ClosableQueue) => void;
}

/** The queue of all writes of policies. */
export class PolicyWrites {
  readonly #deps: PolicyWritesDeps;
  readonly #line = new PolicyWriteLimiter();

  constructor(deps: PolicyWritesDeps) {
    this.#deps = deps;
    deps.addLine(this.#line);
  }

  /** Makes a write that changes no decision. Returns a problem if the queue is full. */
  async quietly<Value>({ share, signal }: Asker, write: () => Promise<Value>): Promise<Value | Problem> {
    return this.#line.run(share, signal, write);
  }

  /** Makes a write that changes decisions, and announces it to every process. */
  async announced<Value>(policyId: string, { share, signal }: Asker, write: () => Promise<Value>): Promise<Value | Problem> {
    return this.announcing(policyId, async () => this.#line.run(share, signal, write));
  }

  /** Announces after the commit, and after a failed one: if the connection breaks during the commit, its outcome is unknown. */
  async announcing<Value>(policyId: string, write: () => Promise<Value>): Promise<Value> {
    try {
      return await write();
    } finally {
      this.#deps.changed(policyId);
      await announceChange(this.#deps.messages, policyId);
    }
  }
}
