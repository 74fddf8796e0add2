import { type AbstractValue, abstract, add, type CorePattern, type Int, maximum } from '@kirchhoff/coherence';

/** Returns true if the patterns provably match every value of the range. */
export function isCovered(range: AbstractValue, patterns: readonly CorePattern[]): boolean {
  if (patterns.some(({ pattern }) => pattern === 'any')) return true;
  switch (range.kind) {
    case 'never':
      return true;
    case 'boolean':
      return [true, false].every(
        (value) => !abstract.containsValue(range, value) || patterns.some((p) => p.pattern === 'value' && p.value === value),
      );
    case 'enumeration':
      return range.tags.every((tag) => patterns.some((p) => p.pattern === 'tag' && p.tag === tag));
    case 'integer':
      return areCovered(range.ranges, patterns);
    case 'text':
      return range.values?.every((value) => patterns.some((p) => p.pattern === 'value' && p.value === value)) ?? false;
    case 'option': {
      const inner = patterns.flatMap((p) => (p.pattern === 'some' ? [p.inner] : []));
      return (!range.none || patterns.some((p) => p.pattern === 'none')) && isCovered(range.some, inner);
    }
    case 'bytes':
    case 'list':
    case 'record':
      return false;
  }
}

/** `ranges`: pairs of lo and hi. */
function areCovered(ranges: readonly Int[], patterns: readonly CorePattern[]): boolean {
  const sorted = patterns.flatMap((p) => (p.pattern === 'range' ? [p] : [])).toSorted((a, b) => (a.lo < b.lo ? -1 : 1));
  for (let i = 0; i + 1 < ranges.length; i += 2) {
    let next: Int = ranges[i] ?? 0;
    for (const { lo, hi } of sorted) if (lo <= next) next = maximum(next, add(hi, 1));
    if (next <= (ranges[i + 1] ?? 0)) return false;
  }
  return true;
}
