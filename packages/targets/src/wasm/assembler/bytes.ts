/** Bytes that grow, with the variable-length integers of WebAssembly (LEB128). */
export class Bytes {
  private content = new Uint8Array(256);
  private used = 0;

  get length(): number {
    return this.used;
  }

  byte(value: number): void {
    this.reserve(1);
    this.content[this.used] = value;
    this.used += 1;
  }

  all(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.content.set(bytes, this.used);
    this.used += bytes.length;
  }

  /** Writes an unsigned integer below 2^32. */
  unsigned(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.byte((rest % 0x80) + 0x80);
    this.byte(rest);
  }

  /** Writes a signed integer of 32 bits. */
  signed(value: number): void {
    let rest = value;
    for (; rest < -0x40 || rest >= 0x40; rest >>= 7) this.byte((rest & 0x7f) | 0x80);
    this.byte(rest & 0x7f);
  }

  /** Writes a signed integer of 64 bits. */
  signed64(value: bigint): void {
    let rest = value;
    for (; rest < -0x40n || rest >= 0x40n; rest >>= 7n) this.byte(Number(rest & 0x7fn) | 0x80);
    this.byte(Number(rest & 0x7fn));
  }

  /** Writes the length and then the bytes. */
  sized(bytes: Uint8Array): void {
    this.unsigned(bytes.length);
    this.all(bytes);
  }

  text(text: string): void {
    this.sized(new TextEncoder().encode(text));
  }

  taken(): Uint8Array {
    return this.content.subarray(0, this.used);
  }

  clear(): void {
    this.used = 0;
  }

  private reserve(count: number): void {
    if (this.used + count <= this.content.length) return;
    const larger = new Uint8Array(Math.max(2 * this.content.length, this.used + count));
    larger.set(this.taken());
    this.content = larger;
  }
}
