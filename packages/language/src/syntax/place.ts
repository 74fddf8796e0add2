import type { Span } from '../diagnostics/diagnostic.js';

/** A range of lines of a text that come from one file. */
export interface SourcePart {
  /** The path of the file; `undefined` for the source itself. */
  readonly file: string | undefined;
  /** The first line of the range in the text, from 1. */
  readonly firstLine: number;
}

/** The position of the lexer in the source: converts offsets to lines and columns, forward only, in linear time. */
export class LexerPosition {
  offset = 0;
  line = 1;
  column = 1;
  file: string | undefined;
  private textLine = 1;
  private nextPart = 0;

  /** `parts`: the files of its lines, in order. Default: all lines belong to the source itself. */
  constructor(
    private readonly source: string,
    private readonly parts: readonly SourcePart[] = [],
  ) {
    this.enterPart();
  }

  /** Skips `units` UTF-16 units without a line end. */
  advance(units: number): void {
    this.column += countCodePoints(this.source, this.offset, this.offset + units);
    this.offset += units;
  }

  /** The same for units of ASCII. */
  advanceAscii(units: number): void {
    this.column += units;
    this.offset += units;
  }

  /** Skips the line feed at this position. */
  nextLine(): void {
    this.offset += 1;
    this.line += 1;
    this.textLine += 1;
    this.column = 1;
    this.enterPart();
  }

  /** `skip` and `length` are in UTF-16 units; the skipped ones are on this line. */
  span(length: number, skip = 0): Span {
    const column = this.column + countCodePoints(this.source, this.offset, this.offset + skip);
    const span = { offset: this.offset + skip, length, line: this.line, column };
    return this.file === undefined ? span : { ...span, file: this.file };
  }

  private enterPart(): void {
    const next = this.parts[this.nextPart];
    if (next?.firstLine !== this.textLine) return;
    this.nextPart += 1;
    this.file = next.file;
    this.line = 1;
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
