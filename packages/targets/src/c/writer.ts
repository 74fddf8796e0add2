import type { Room } from '../writing/room.js';

/** Lines of code, indented as blocks open and close. */
export class Writer {
  private readonly lines: string[] = [];
  private depth = 0;

  constructor(private readonly room: Room) {}

  /** The number of characters so far. */
  length = 0;

  line(text: string): void {
    const line = '  '.repeat(this.depth) + text;
    this.length += line.length + 1;
    this.room.take(line.length + 1);
    this.lines.push(line);
  }

  /** The index of the last line. */
  get last(): number {
    return this.lines.length - 1;
  }

  /** Adds a text after a line, at the same depth. */
  follow(line: number, text: string): void {
    const before = this.lines[line];
    if (before === undefined) return;
    this.lines[line] = `${before}\n${indentOf(before)}${text}`;
  }

  /** Adds a text before a line, at the same depth. */
  precede(line: number, text: string): void {
    const after = this.lines[line];
    if (after === undefined) return;
    const added = `${indentOf(after)}${text}\n`;
    this.length += added.length;
    this.room.take(added.length);
    this.lines[line] = `${added}${after}`;
  }

  /** Returns the lines after a line. */
  since(line: number): string {
    return this.lines.slice(line + 1).join('\n');
  }

  /** Writes a line that opens a block. */
  open(text: string): void {
    this.line(text);
    this.depth += 1;
  }

  close(text = '}'): void {
    this.depth -= 1;
    this.line(text);
  }

  /** Ends a block and opens the next one of the same statement. */
  turn(text: string): void {
    this.depth -= 1;
    this.open(text);
  }

  text(): string {
    return this.lines.join('\n');
  }
}

function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}
