/** Receives a text piece by piece. */
export interface CanonicalSink {
  /** Takes any text that does not end within a surrogate pair. */
  write(text: string): void;
  /** Takes the bytes of a text: faster than the text itself, for one that comes often. */
  bytes(bytes: Uint8Array): void;
  /** Takes an integer of at least 0 and below 2^31: its digits, between quotes. */
  quoted(integer: number): void;
}
