import { OptionValue, RecordValue, type Value } from '../../values/value.js';

/**
 * Structural equality of two values of one kind. Works off a list instead of calling itself, since values
 * nest as deep as their domains do.
 */
export function sameValue(a: Value, b: Value): boolean {
  const pending: (readonly [Value | undefined, Value | undefined])[] = [[a, b]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const parts = partsToCompare(pair[0], pair[1]);
    if (parts === null) return false;
    pending.push(...parts);
  }
  return true;
}

/** The parts that have to be equal for the two to be; null where they differ already. */
function partsToCompare(a: Value | undefined, b: Value | undefined): (readonly [Value | undefined, Value | undefined])[] | null {
  if (a === b) return [];
  if (a instanceof Uint8Array && b instanceof Uint8Array) return a.length === b.length && a.every((octet, i) => octet === b[i]) ? [] : null;
  if (a instanceof OptionValue && b instanceof OptionValue) return [[a.content, b.content]];
  if (a instanceof RecordValue && b instanceof RecordValue) return [...a.fields].map(([name, value]) => [value, b.fields.get(name)]);
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length ? a.map((value, i) => [value, b[i]]) : null;
  return null;
}
