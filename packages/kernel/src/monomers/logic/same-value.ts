import { type Meter, textSteps } from '../../values/meter.js';
import { OptionValue, RecordValue, type Value } from '../../values/value.js';

/**
 * Structural equality of two values of one type. Uses a work list instead of recursion, since values nest as deep as their
 * domains. A meter counts a step for each pair of parts, and steps for the bytes and half the UTF-16 units that are compared.
 */
export function sameValue(a: Value, b: Value, meter?: Meter): boolean {
  if (meter?.take(1) === false) return false;
  const pending: Pair[] = [[a, b]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const steps = stepsOf(pair);
    if (steps > 0 && meter?.take(steps) === false) return false;
    if (!compareParts(pair, pending)) return false;
  }
  return true;
}

type Pair = readonly [Value | undefined, Value | undefined];

/** Returns the steps of comparing two parts, without the parts inside them. */
function stepsOf([a, b]: Pair): number {
  if (typeof a === 'string') return typeof b === 'string' && a.length === b.length ? textSteps(a) : 0;
  if (typeof a !== 'object' || a === b) return 0;
  if (a instanceof OptionValue) return 1;
  if (a instanceof RecordValue) return a.fields.size;
  return a.length;
}

/** Adds the pairs of parts that must be equal for the two values to be equal. Returns false if the values already differ. */
function compareParts([a, b]: Pair, pending: Pair[]): boolean {
  if (a === b) return true;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return a.length === b.length && a.every((byte, i) => byte === b[i]);
  if (a instanceof OptionValue && b instanceof OptionValue) {
    pending.push([a.content, b.content]);
    return true;
  }
  if (a instanceof RecordValue && b instanceof RecordValue) {
    for (const [name, value] of a.fields) pending.push([value, b.fields.get(name)]);
    return true;
  }
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  for (const [i, value] of a.entries()) pending.push([value, b[i]]);
  return true;
}
