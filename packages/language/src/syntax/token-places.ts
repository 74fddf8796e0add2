import type { Span } from '../diagnostics/diagnostic.js';

/** Offset, length, line and column. */
const NUMBERS_A_PLACE = 4;
const FIRST_SIZE = 256 * NUMBERS_A_PLACE;

/** The places of tokens by their index. They are numbers in one list, since few tokens give their place to the tree. */
export class TokenPlaces {
  private numbers = new Int32Array(FIRST_SIZE);
  private end = 0;
  /** The files in order, each with the index of its first token. */
  private readonly files: { readonly file: string | undefined; readonly from: number }[] = [];
  /** The latest place as an object, and the index of its token: several parts of a tree often begin with one token. */
  private latest: Span | null = null;
  private latestIndex = -1;

  /** Adds the place of the next token. */
  add(offset: number, length: number, line: number, column: number, file: string | undefined): void {
    if (this.end === this.numbers.length) this.grow();
    const { numbers, end } = this;
    numbers[end] = offset;
    numbers[end + 1] = length;
    numbers[end + 2] = line;
    numbers[end + 3] = column;
    if (file !== this.files.at(-1)?.file) this.files.push({ file, from: end / NUMBERS_A_PLACE });
    this.end = end + NUMBERS_A_PLACE;
  }

  offsetOf(index: number): number {
    return this.numberOf(index, 0);
  }

  lengthOf(index: number): number {
    return this.numberOf(index, 1);
  }

  spanOf(index: number): Span {
    if (this.latest === null || index !== this.latestIndex) {
      this.latest = this.newSpanOf(index);
      this.latestIndex = index;
    }
    return this.latest;
  }

  private newSpanOf(index: number): Span {
    const span = {
      offset: this.offsetOf(index),
      length: this.lengthOf(index),
      line: this.numberOf(index, 2),
      column: this.numberOf(index, 3),
    };
    const file = this.files.length === 0 ? undefined : this.files.findLast(({ from }) => from <= index)?.file;
    return file === undefined ? span : { ...span, file };
  }

  private numberOf(index: number, member: number): number {
    return this.numbers[index * NUMBERS_A_PLACE + member] ?? 0;
  }

  private grow(): void {
    const numbers = new Int32Array(2 * this.numbers.length);
    numbers.set(this.numbers);
    this.numbers = numbers;
  }
}
