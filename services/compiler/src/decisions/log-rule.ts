/** Which decisions of a policy are logged, and which of their params are kept with their values. */
export interface LogRule {
  /** One of this number of decisions is logged; 1 for all. */
  readonly rate: number;
  /** The names of params that are kept with their values. */
  readonly keep: ReadonlySet<string>;
}

/** Tells if a decision is in the sample. The identifier alone decides: a rate that divides another one has its sample in it. */
export function isSampled(decisionId: string, rate: number): boolean {
  return rate === 1 || hash(decisionId) % rate === 0;
}

/** FNV-1a of the characters, of 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
