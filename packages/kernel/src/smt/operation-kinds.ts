import type { Context } from './context.js';
import type { Term } from './terms.js';

const BITS: ReadonlySet<string> = new Set(['BIT_AND', 'BIT_OR', 'BIT_XOR']);
const SHIFTS: ReadonlySet<string> = new Set(['SHL', 'SHR']);

/** Says what kind of operations there are, by which the encodings are ordered. */
export function note(context: Context, name: string, args: readonly Term[]): void {
  const count = args[1];
  if (args.some((arg) => arg.kind === 'integer')) context.hasArithmetic = true;
  if (BITS.has(name) || (SHIFTS.has(name) && count?.kind === 'integer' && count.integer.bounds.lo !== count.integer.bounds.hi)) {
    context.combinesBits = true;
  }
}
