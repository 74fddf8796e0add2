import { startSha256 } from '@kirchhoff/kernel/certificate/digest';
import type { CanonicalSink } from './canonical-sink.js';

/** Bytes are hashed in pieces of this size: small ones take a call each, and large ones leave the processor's cache. */
const PIECE = 16_384;

/** The longest `quoted` integer: ten digits between quotes. */
const MAX_QUOTED = 12;

const LAST_ASCII = 0x7f;
const QUOTE = 0x22;
const ZERO = 0x30;

/** A text that is hashed while it is written: as bytes, since texts would be made only to be read once. */
export class HashedText implements CanonicalSink {
  private readonly sha256 = startSha256();
  /** The bytes that are not yet hashed, and their number. */
  private readonly pending = new Uint8Array(PIECE);
  private length = 0;

  write(text: string): void {
    if (text.length > PIECE) return this.update(text);
    if (this.length + text.length > PIECE) this.flush();
    const { pending, length } = this;
    let units = 0;
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      pending[length + i] = unit;
      units |= unit;
    }
    // A unit beyond ASCII has more than one byte.
    if (units > LAST_ASCII) return this.update(text);
    this.length = length + text.length;
  }

  bytes(bytes: Uint8Array): void {
    const size = bytes.length;
    if (this.length + size > PIECE) this.flush();
    const { pending, length } = this;
    for (let i = 0; i < size; i += 1) pending[length + i] = bytes[i] ?? 0;
    this.length = length + size;
  }

  quoted(integer: number): void {
    if (this.length + MAX_QUOTED > PIECE) this.flush();
    const { pending } = this;
    let end = this.length + 2;
    for (let power = 10; power <= integer; power *= 10) end += 1;
    pending[this.length] = QUOTE;
    let left = integer;
    for (let at = end - 1; at > this.length; at -= 1) {
      const tens = (left / 10) | 0;
      pending[at] = ZERO + left - 10 * tens;
      left = tens;
    }
    pending[end] = QUOTE;
    this.length = end + 1;
  }

  /** Ends the text. Returns its SHA-256 as hexadecimal digits. */
  hash(): string {
    this.flush();
    return this.sha256.hex();
  }

  /** Hashes a text that does not fit among the bytes. */
  private update(text: string): void {
    this.flush();
    this.sha256.update(text);
  }

  private flush(): void {
    this.sha256.update(this.pending.subarray(0, this.length));
    this.length = 0;
  }
}
