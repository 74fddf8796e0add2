import type { Room } from '../writing/room.js';
import { laidOut } from './layout.js';
import { type Dialect, inDialect } from './marks.js';

/** A line whose layout is not chosen yet. */
interface Line {
  readonly text: string;
  readonly indentation: number;
}

/**
 * Lines of code, indented as blocks open and close. They are laid out when the text is asked for: a program that turns out to be too
 * long is refused without the work of a layout.
 */
export class Writer {
  private readonly lines: (Line | string)[] = [];

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
    this.lines.push({ text, indentation });
  }

  /** Writes a line that opens a block. */
  open(text: string): void {
    this.line(text);
    this.depth += 1;
  }

  /** Writes a line that closes a block. The formatter writes an empty loop of a counter on one line. */
  close(text: string): void {
    this.depth -= 1;
    const head = text === '}' ? this.counterLoop() : undefined;
    if (head === undefined) this.line(text);
    else this.lines[this.lines.length - 1] = `${head}}`;
  }

  /** Writes a line that closes a block and opens the next. */
  reopen(text: string): void {
    this.close(text);
    this.depth += 1;
  }

  text(): string {
    return `${this.lines.flatMap((line) => (typeof line === 'string' ? line : laidOut(line.text, line.indentation))).join('\n')}\n`;
  }

  /** Returns the last line if it is the head of a loop of a counter, and one line in its layout. */
  private counterLoop(): string | undefined {
    const last = this.lines.at(-1);
    if (last === undefined || typeof last === 'string' || !/^for \(let .*\{$/.test(last.text)) return undefined;
    const [head, ...others] = laidOut(last.text, last.indentation);
    return others.length === 0 ? head : undefined;
  }
}
