import { MAX_PROGRAM_LENGTH } from '../target.js';

/** The remaining characters of a program. Text beyond the limit is dropped, and the program is refused at the end. */
export class Room {
  private left = MAX_PROGRAM_LENGTH;

  get isExceeded(): boolean {
    return this.left < 0;
  }

  /** Reserves room for the given number of characters; returns false if they do not fit. */
  take(length: number): boolean {
    this.left -= length;
    return this.left >= 0;
  }
}
