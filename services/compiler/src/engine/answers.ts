import type { Certification, Decision } from '@kirchhoff/coherence';
import { transferring } from '@kirchhoff/engine-host/thread';
import { type Answered, MAX_OPEN_ERRORS, type Open } from './work.js';

/** The octets of a value's JSON. They own their whole buffer, so that they can be moved out of the thread. */
export function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** An answer whose octets leave the thread without being copied. */
export function answered(value: unknown): Answered {
  const json = jsonBytes(value);
  return transferring({ kind: 'answer', json }, [json.buffer]);
}

/** The open closure domains of a program, in the words of its certification. */
export function openErrors({ errors }: Certification): Open {
  return {
    kind: 'open',
    errors: errors.slice(0, MAX_OPEN_ERRORS),
    total: errors.length,
    missingOutput: errors.some(({ type }) => type === 'unproduced_output'),
  };
}

/**
 * Characters of the texts of all decisions of one answer: a thousand ordinary ones have 200,000. The author of a policy
 * chooses how long its reasons and names are, and each action of a batch repeats them.
 */
const MAX_CHARACTERS = 4_194_304;

/** Counts how large an answer grows, so that it can be given up before it is made. */
export class AnswerSize {
  #characters = 0;

  get isTooLarge(): boolean {
    return this.#characters > MAX_CHARACTERS;
  }

  /** False where the answer is too large with this decision. */
  add({ rule, reason, determined_by: determinedBy, errors = [] }: Decision): boolean {
    this.#characters += (rule ?? '').length + reason.length;
    for (const name of determinedBy) this.#characters += name.length;
    for (const { pointer, message } of errors) this.#characters += pointer.length + message.length;
    return !this.isTooLarge;
  }
}
