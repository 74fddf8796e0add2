import type { CorePattern } from '../graph/graph.js';
import { type Meter, textSteps } from '../values/meter.js';
import { OptionValue, type Value } from '../values/value.js';

/**
 * Returns the part of a value that a pattern binds, the content below its last `some`. `undefined` if the value does not fit, or
 * the meter is spent. Patterns nest as deep as their types, to 64. Each pattern and nested pattern is a step, and so are the
 * bytes and half the UTF-16 units of a literal.
 */
export function fit(pattern: CorePattern, value: Value, meter: Meter): { readonly bound: Value } | undefined {
  if (!meter.take(1)) return undefined;
  switch (pattern.pattern) {
    case 'any':
      return { bound: value };
    case 'tag':
      return meter.take(textSteps(pattern.tag)) && value === pattern.tag ? { bound: value } : undefined;
    case 'range':
      return (typeof value === 'number' || typeof value === 'bigint') && pattern.lo <= value && value <= pattern.hi
        ? { bound: value }
        : undefined;
    case 'value':
      return meter.take(literalSteps(pattern.value)) && sameLiteral(pattern.value, value) ? { bound: value } : undefined;
    case 'none':
      return value instanceof OptionValue && value.content === undefined ? { bound: value } : undefined;
    case 'some':
      return value instanceof OptionValue && value.content !== undefined ? fit(pattern.inner, value.content, meter) : undefined;
  }
}

function sameLiteral(literal: string | boolean | Uint8Array, value: Value): boolean {
  if (!(literal instanceof Uint8Array)) return literal === value;
  return value instanceof Uint8Array && value.length === literal.length && literal.every((byte, i) => byte === value[i]);
}

function literalSteps(literal: string | boolean | Uint8Array): number {
  if (typeof literal === 'boolean') return 0;
  return literal instanceof Uint8Array ? literal.length : textSteps(literal);
}
