import type { Room } from '../writing/room.js';
import { laidOut } from './layout.js';

/** Lines of code, indented as blocks open and close. */
export class Writer {
  private readonly lines: string[] = [];

  constructor(
    private readonly room: Room,
    private depth: number,
  ) {}

  line(text: string): void {
    this.room.take(2 * this.depth + text.length + 1);
    this.lines.push(...laidOut(text, this.depth));
  }

  /** Writes a line that opens a block. */
  open(text: string): void {
    this.line(text);
    this.depth += 1;
  }

  /** Closes a block, and perhaps opens the next one. */
  close(text = '}'): void {
    this.depth -= 1;
    this.line(text);
  }

  /** Closes a block and opens another one of the same statement. */
  reopen(text: string): void {
    this.close(text);
    this.depth += 1;
  }

  blank(): void {
    if (this.lines.length > 0 && this.lines.at(-1) !== '') this.lines.push('');
  }

  /** Writes lines that have their indentation inside the block. */
  block(lines: readonly string[]): void {
    for (const text of lines) {
      if (text === '') {
        this.lines.push('');
        continue;
      }
      const inner = text.length - text.trimStart().length;
      this.room.take(2 * this.depth + text.length + 1);
      this.lines.push(...laidOut(text.trimStart(), this.depth + inner / 2));
    }
  }

  /** Writes lines that another writer of this depth has laid out. */
  verbatim(lines: readonly string[]): void {
    for (const text of lines) this.lines.push(text);
  }

  /** Returns the lines so far. */
  get laidOut(): readonly string[] {
    return this.lines;
  }

  text(): string {
    return this.lines.join('\n');
  }
}
