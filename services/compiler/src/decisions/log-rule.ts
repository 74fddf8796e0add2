/** The rule of a log: the decisions that it contains, and the params whose values it keeps. */
export interface LogRule {
  /** One of this number of decisions is logged; 1 for all. */
  readonly rate: number;
  /** The names of params that are kept with their values. */
  readonly keep: ReadonlySet<string>;
}

/**
 * Returns true if a decision is in the sample. It depends on the identifier alone. If one rate divides another, its sample contains
 * the other's.
 */
export function isSampled(decisionId: string, rate: number): boolean {
  return rate === 1 || hash(decisionId) % rate === 0;
}

/** The 32-bit FNV-1a of the characters. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
