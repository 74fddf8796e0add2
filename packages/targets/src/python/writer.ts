import type { Room } from '../writing/room.js';
import { type Effort, laidOut } from './layout.js';

/** Lines of code, indented as blocks open and close, in the layout of the formatter. */
export class Writer {
  private readonly lines: string[] = [];
  private depth = 0;

  constructor(
    private readonly room: Room,
    private readonly effort: Effort,
  ) {}

  /** The number of lines so far. */
  get count(): number {
    return this.lines.length;
  }

  line(text: string): void {
    this.room.take(4 * this.depth + text.length + 1);
    this.lines.push(...laidOut(text, this.depth, this.effort));
  }

  /** Writes a line that opens a block. */
  open(text: string): void {
    this.line(text);
    this.depth += 1;
  }

  /** Writes lines that have their layout, such as a docstring. */
  verbatim(lines: readonly string[]): void {
    for (const text of lines) {
      this.room.take(4 * this.depth + text.length + 1);
      this.lines.push(text === '' ? '' : ' '.repeat(4 * this.depth) + text);
    }
  }

  blank(count: number): void {
    for (let i = 0; i < count; i += 1) this.lines.push('');
  }

  close(): void {
    this.depth -= 1;
  }

  text(): string {
    return this.lines.join('\n');
  }
}
