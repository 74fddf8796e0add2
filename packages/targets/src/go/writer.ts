import type { Room } from '../writing/room.js';

/** Lines of code, indented with tabs as blocks open and close. */
export class Writer {
  private readonly lines: string[] = [];
  private depth = 0;

  constructor(private readonly room: Room) {}

  line(text: string): void {
    this.room.take(this.depth + text.length + 1);
    this.lines.push(`${'\t'.repeat(this.depth)}${text}`);
  }

  open(text: string): void {
    this.line(text);
    this.depth += 1;
  }

  /** Writes a line between two blocks, such as `} else {`. */
  between(text: string): void {
    this.depth -= 1;
    this.open(text);
  }

  close(): void {
    this.depth -= 1;
    this.line('}');
  }

  text(): string {
    return this.lines.join('\n');
  }
}
