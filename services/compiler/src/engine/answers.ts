import type { Certification, Decision } from '@kirchhoff/coherence';
import { transferring } from '@kirchhoff/engine-host/thread';
import { type Answered, type Ending, MAX_OPEN_ERRORS, type Open } from './work.js';

/** The bytes of a value's JSON. They own their whole buffer, so that they can be moved out of the thread. */
export function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** An answer whose bytes are moved out of the thread without a copy. */
export function answered(value: unknown): Answered {
  const json = jsonBytes(value);
  return transferring({ kind: 'answer', json }, [json.buffer]);
}

/** The open closure domains of a program, as in its certification. */
export function openErrors({ errors }: Certification): Open {
  return {
    kind: 'open',
    errors: errors.slice(0, MAX_OPEN_ERRORS),
    total: errors.length,
    missingOutput: errors.some(({ type }) => type === 'unproduced_output'),
  };
}

/** Returns true for the decision that ends an answer. */
export function isLast({ verdict }: Pick<Decision, 'verdict'>, ending: Ending | undefined): boolean {
  switch (ending) {
    case undefined:
      return false;
    case 'first ALLOW':
      return verdict === 'ALLOW';
    case 'first that is no ALLOW':
      return verdict !== 'ALLOW';
  }
}

/**
 * Maximal characters of the texts of all decisions in one answer: a thousand ordinary ones have 200,000. A limit is needed, since
 * each action of a batch repeats reasons and names, whose length the author chooses.
 */
const MAX_CHARACTERS = 4_194_304;

/** Counts the size of an answer, so that it can be refused before it is made. */
export class AnswerSize {
  #characters = 0;

  get isTooLarge(): boolean {
    return this.#characters > MAX_CHARACTERS;
  }

  /** Returns false if this decision makes the answer too large. */
  add({ rule, reason, determined_by: determinedBy, errors = [] }: Decision): boolean {
    this.#characters += (rule ?? '').length + reason.length;
    for (const name of determinedBy) this.#characters += name.length;
    for (const { pointer, message } of errors) this.#characters += pointer.length + message.length;
    return !this.isTooLarge;
  }
}
