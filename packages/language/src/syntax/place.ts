import type { Span } from '../diagnostics/diagnostic.js';

/** Where the lexer stands in the source: turns offsets into lines and columns, forward only, in linear time. */
export class Place {
  offset = 0;
  line = 1;
  private column = 1;

  constructor(private readonly source: string) {}

  /** Goes on by `units` UTF-16 units that hold no line end. */
  advance(units: number): void {
    this.column += countCodePoints(this.source, this.offset, this.offset + units);
    this.offset += units;
  }

  /** Goes past the line feed that stands here. */
  nextLine(): void {
    this.offset += 1;
    this.line += 1;
    this.column = 1;
  }

  /** `skip` and `length` in UTF-16 units; the skipped ones are on this line. */
  span(length: number, skip = 0): Span {
    const column = this.column + countCodePoints(this.source, this.offset, this.offset + skip);
    return { offset: this.offset + skip, length, line: this.line, column };
  }
}

function countCodePoints(text: string, start: number, end: number): number {
  let count = end - start;
  for (let i = start; i < end; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xdc00 && unit <= 0xdfff) count -= 1;
  }
  return count;
}
