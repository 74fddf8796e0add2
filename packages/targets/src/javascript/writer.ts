/** Lines of code, indented as blocks open and close. */
export class Writer {
  private readonly lines: string[] = [];
  private depth = 0;

  line(text: string): void {
    this.lines.push('  '.repeat(this.depth) + text);
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
