import { MAX_PROGRAM_LENGTH } from '../target.js';

/** Deeper blocks are indented like this one: else indentation alone makes a long program of a deep one. */
const MAX_INDENTATION_DEPTH = 16;

/** The characters that are left for a program. What no longer fits is dropped; the program is refused at its end. */
export class Room {
  private left = MAX_PROGRAM_LENGTH;

  get isExceeded(): boolean {
    return this.left < 0;
  }

  /** Takes room for so many characters. False if they do not fit. */
  take(length: number): boolean {
    this.left -= length;
    return this.left >= 0;
  }
}

/** Lines of code, indented as blocks open and close. */
export class Writer {
  private readonly lines: string[] = [];
  private depth = 0;

  constructor(private readonly room: Room) {}

  line(text: string): void {
    const indentation = 2 * Math.min(this.depth, MAX_INDENTATION_DEPTH);
    if (this.room.take(indentation + text.length + 1)) this.lines.push(' '.repeat(indentation) + text);
  }

  /** A line that opens a block. */
  open(text: string): void {
    this.line(text);
    this.depth += 1;
  }

  /** A line that closes a block. */
  close(text: string): void {
    this.depth -= 1;
    this.line(text);
  }

  /** A line that closes a block and opens the next. */
  reopen(text: string): void {
    this.close(text);
    this.depth += 1;
  }

  text(): string {
    return `${this.lines.join('\n')}\n`;
  }
}
