import { MAX_PROGRAM_LENGTH } from '../target.js';

/** A text that would be longer than a program may be. The message names it. */
export class OutOfRoom extends Error {}

/** The remaining characters of a program, or of a file beside it. */
export class Room {
  private left = MAX_PROGRAM_LENGTH;

  /** `text`: the name of the whole text. */
  constructor(private readonly text = 'the program') {}

  /** Reserves room for the given number of characters; throws {@link OutOfRoom} if they do not fit. */
  take(length: number): void {
    this.left -= length;
    if (this.left < 0) throw new OutOfRoom(`${this.text} would be longer than ${MAX_PROGRAM_LENGTH} characters`);
  }
}
