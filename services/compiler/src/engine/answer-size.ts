import type { Decision } from '@kirchhoff/coherence';

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
