import type { Room } from '../writing/room.js';
import { laidOut } from './layout.js';
import { type Dialect, inDialect } from './marks.js';

/** Lines of code, indented as blocks open and close. */
export class Writer {
  private readonly lines: string[] = [];

  constructor(
    private readonly room: Room,
    private readonly dialect: Dialect,
    private depth = 0,
  ) {}

  /** Returns a writer of the lines inside the next block. */
  inner(): Writer {
    return new Writer(this.room, this.dialect, this.depth + 1);
  }

  /** Writes a block with the lines of an inner writer. */
  block(head: string, { lines }: Writer): void {
    this.line(head);
    for (const line of lines) this.lines.push(line);
    this.line('}');
  }

  /** Writes a line of marked text. */
  line(marked: string): void {
    const text = inDialect(marked, this.dialect);
    const indentation = 2 * this.depth;
    this.room.take(indentation + text.length + 1);
    this.lines.push(...laidOut(text, indentation));
  }

  /** Writes a line that opens a block. */
  open(text: string): void {
    this.line(text);
    this.depth += 1;
  }

  /** Writes a line that closes a block. The formatter writes an empty loop of a counter on one line. */
  close(text: string): void {
    this.depth -= 1;
    const last = this.lines.at(-1);
    if (text === '}' && last !== undefined && /^ *for \(let .*\{$/.test(last)) this.lines[this.lines.length - 1] = `${last}}`;
    else this.line(text);
  }

  /** Writes a line that closes a block and opens the next. */
  reopen(text: string): void {
    this.close(text);
    this.depth += 1;
  }

  text(): string {
    return `${this.lines.join('\n')}\n`;
  }
}
