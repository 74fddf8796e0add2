/** Characters of a source that take a millisecond to read, or so. */
const CHARACTERS_A_MILLISECOND = 400;

/** Returns the milliseconds that a task takes at least, by what it has to read: what it will prove cannot be told before. */
export function engineEstimate(characters: number): number {
  return 1 + characters / CHARACTERS_A_MILLISECOND;
}

/** The account or address that pays for a task of the engine. */
export interface Meter {
  /** Is told how long a task has held an engine thread, in milliseconds, however it ended. */
  spent(milliseconds: number): void;
  /** Asked when a task that has waited has its place: false where what others have spent meanwhile has used up the budget. */
  mayBegin(): Promise<boolean>;
}
