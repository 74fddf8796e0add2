import { startSha256 } from '@kirchhoff/kernel/certificate/digest';

/** Pieces are joined up to this length: one long string would be copied twice, and short ones take a call each. */
const PENDING = 16_384;

/** A text that is written piece by piece, none of which ends within a surrogate pair, and hashed meanwhile. */
export class HashedText {
  private readonly sha256 = startSha256();
  private pending = '';

  write(piece: string): void {
    this.pending += piece;
    if (this.pending.length < PENDING) return;
    this.sha256.update(this.pending);
    this.pending = '';
  }

  /** Ends the text. Returns its SHA-256 as hexadecimal digits. */
  hash(): string {
    this.sha256.update(this.pending);
    return this.sha256.hex();
  }
}
