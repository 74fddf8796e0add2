/** Receives a JSON text piece by piece. A sink that throws {@link Ended} takes no more. */
export interface Sink {
  /** Takes ASCII only. */
  ascii(text: string): void;
  bytes(bytes: Uint8Array): void;
  /** The digits of an integer of at least 0 and below 2^31. */
  digits(value: number): void;
  /** The number of bytes that were taken. */
  readonly length: number;
}

/** Ends the writing of a text that differs from the expected one or is too long. It never leaves this folder. */
export class Ended extends Error {}

const FIRST_SIZE = 4_096;

/** Keeps the bytes of a text, up to a maximum. */
export class ByteSink implements Sink {
  private kept = new Uint8Array(FIRST_SIZE);
  length = 0;

  constructor(private readonly most: number) {}

  ascii(text: string): void {
    this.makeRoom(text.length);
    for (let i = 0; i < text.length; i += 1) this.kept[this.length + i] = text.charCodeAt(i);
    this.length += text.length;
  }

  bytes(bytes: Uint8Array): void {
    this.makeRoom(bytes.length);
    this.kept.set(bytes, this.length);
    this.length += bytes.length;
  }

  digits(value: number): void {
    const size = sizeOf(value);
    this.makeRoom(size);
    let left = value;
    for (let i = this.length + size - 1; i >= this.length; i -= 1) {
      const tens = (left / 10) | 0;
      this.kept[i] = ZERO + left - 10 * tens;
      left = tens;
    }
    this.length += size;
  }

  /** The bytes taken from byte number `start` on, as a view. */
  since(start: number): Uint8Array {
    return this.kept.subarray(start, this.length);
  }

  /** All that was written. */
  written(): Uint8Array {
    return this.kept.slice(0, this.length);
  }

  private makeRoom(more: number): void {
    const needed = this.length + more;
    if (needed > this.most) throw new Ended(`more than ${this.most} bytes`);
    if (needed <= this.kept.length) return;
    const kept = new Uint8Array(Math.max(needed, 2 * this.kept.length));
    kept.set(this.kept);
    this.kept = kept;
  }
}

/** Compares a text with given bytes, from the first on. */
export class ComparingSink implements Sink {
  length = 0;

  constructor(private readonly expected: Uint8Array) {}

  ascii(text: string): void {
    const { expected, length: at } = this;
    for (let i = 0; i < text.length; i += 1) if (expected[at + i] !== text.charCodeAt(i)) throw new Ended('another text');
    this.length = at + text.length;
  }

  bytes(bytes: Uint8Array): void {
    const { expected, length: at } = this;
    for (let i = 0; i < bytes.length; i += 1) if (expected[at + i] !== bytes[i]) throw new Ended('another text');
    this.length = at + bytes.length;
  }

  digits(value: number): void {
    const { expected, length: at } = this;
    const size = sizeOf(value);
    let left = value;
    for (let i = at + size - 1; i >= at; i -= 1) {
      const tens = (left / 10) | 0;
      if (expected[i] !== ZERO + left - 10 * tens) throw new Ended('another text');
      left = tens;
    }
    this.length = at + size;
  }
}

/** The digit 0 in ASCII. */
const ZERO = 48;

/** The number of decimal digits of an integer of at least 0. */
function sizeOf(value: number): number {
  let size = 1;
  for (let power = 10; power <= value; power *= 10) size += 1;
  return size;
}
