import type { ClosableQueue, Messages, Problem } from '@kirchhoff/platform';
import type { Asker } from '../engine/engine.js';
import { announceChange } from './changes.js';
import { WriteLimiter } from './write-limiter.js';

export interface PolicyWritesDeps {
  readonly messages: Messages;
  /** Lets this process's own checks see a change at once, Redis or not. */
  readonly changed: (policyId: string) => void;
  /** Takes the line in which writes wait. */
  readonly addLine: (line: ClosableQueue) => void;
}

/** The line in which everything that writes policies waits for its turn. */
export class PolicyWrites {
  readonly #deps: PolicyWritesDeps;
  readonly #line = new WriteLimiter();

  constructor(deps: PolicyWritesDeps) {
    this.#deps = deps;
    deps.addLine(this.#line);
  }

  /** Writes what changes no decision. A problem if the line is full. */
  async quietly<Value>({ share, signal }: Asker, write: () => Promise<Value>): Promise<Value | Problem> {
    return this.#line.run(share, signal, write);
  }

  /** Writes what changes decisions, and announces it to every process. */
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
