import type { CorePattern } from '../core/graph.js';
import { OptionValue, type Value } from '../values/value.js';

/**
 * Whether a value fits a pattern, and what of it the pattern binds: the content below its last `some`. Patterns
 * nest as their kinds do, to 64.
 */
export function fit(pattern: CorePattern, value: Value): { readonly bound: Value } | undefined {
  switch (pattern.pattern) {
    case 'any':
      return { bound: value };
    case 'tag':
      return value === pattern.tag ? { bound: value } : undefined;
    case 'range':
      return (typeof value === 'number' || typeof value === 'bigint') && pattern.lo <= value && value <= pattern.hi
        ? { bound: value }
        : undefined;
    case 'value':
      return sameLiteral(pattern.value, value) ? { bound: value } : undefined;
    case 'none':
      return value instanceof OptionValue && value.content === undefined ? { bound: value } : undefined;
    case 'some':
      return value instanceof OptionValue && value.content !== undefined ? fit(pattern.inner, value.content) : undefined;
  }
}

function sameLiteral(literal: string | boolean | Uint8Array, value: Value): boolean {
  if (!(literal instanceof Uint8Array)) return literal === value;
  return value instanceof Uint8Array && value.length === literal.length && literal.every((octet, i) => octet === value[i]);
}
