import { OptionValue, type Value } from '../values/value.js';
import type { CorePattern } from './graph.js';

/** A text that two patterns share if and only if they are the same. */
export function patternText(pattern: CorePattern): string {
  switch (pattern.pattern) {
    case 'any':
    case 'none':
      return pattern.pattern;
    case 'tag':
      return `tag ${JSON.stringify(pattern.tag)}`;
    case 'range':
      return `${pattern.lo}..${pattern.hi}`;
    case 'value':
      return valueText(pattern.value);
    case 'some':
      return `some ${patternText(pattern.inner)}`;
  }
}

/**
 * A text that two literals of one type share if and only if they are the same. Covers the values that literals have; a literal
 * list or record is built by nodes.
 */
export function valueText(value: Value | null): string {
  if (value === null || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Uint8Array) return `x${value.join('.')}`;
  // The literal `none` and the empty list are the only literals of compound types; nodes build all others.
  if (value instanceof OptionValue && value.content === undefined) return 'none';
  if (Array.isArray(value) && value.length === 0) return '[]';
  throw new Error('a value that cannot be a literal');
}
