import type { Room } from '../writing/room.js';
import type { RsExpression } from './expression.js';
import { laidOut, opened } from './layout.js';

/** Lines of code, indented as blocks open and close, in the layout of the formatter. */
export class Writer {
  private readonly lines: string[] = [];
  private depth = 0;

  constructor(private readonly room: Room) {}

  line(text: string): void {
    this.add([text === '' ? '' : ' '.repeat(4 * this.depth) + text]);
  }

  /** Writes `head expression tail`. */
  statement(head: string, expression: RsExpression, tail: string): void {
    this.add(laidOut(head, expression, tail, this.depth));
  }

  /** Opens a block with a line. */
  open(text: string): void {
    this.line(text);
    this.depth += 1;
  }

  /** Opens a block with lines. */
  openLines(lines: readonly string[]): void {
    for (const line of lines) this.line(line);
    this.depth += 1;
  }

  /** Opens a block after `head expression`. */
  openWith(head: string, expression: RsExpression): void {
    this.add(opened(head, expression, this.depth));
    this.depth += 1;
  }

  /** Closes a block and opens another one. */
  reopen(text: string): void {
    this.depth -= 1;
    this.open(text);
  }

  reopenWith(head: string, expression: RsExpression): void {
    this.depth -= 1;
    this.openWith(head, expression);
  }

  /** Returns true if `head expression tail` takes one line. */
  fits(head: string, expression: RsExpression, tail: string): boolean {
    return laidOut(head, expression, tail, this.depth).length === 1;
  }

  /** The number of lines so far. */
  get count(): number {
    return this.lines.length;
  }

  /** Replaces a part of a line. */
  replace(line: number, part: string, other: string): void {
    const text = this.lines[line];
    if (text !== undefined) this.lines[line] = text.replace(part, other);
  }

  close(text = '}'): void {
    this.depth -= 1;
    this.line(text);
  }

  text(): string {
    return this.lines.join('\n');
  }

  private add(lines: readonly string[]): void {
    this.room.take(lines.reduce((total, line) => total + line.length + 1, 0));
    this.lines.push(...lines);
  }
}
