import { type AbstractValue, isWithin, meet, texts } from '../abstract/abstract.js';
import { pairsOf } from '../abstract/arithmetic.js';
import { isSubset, uniteAll } from '../abstract/ranges.js';

/** Returns true if every value of `whole` is in one of the parts. False if it cannot decide. */
export function covers(parts: readonly AbstractValue[], whole: AbstractValue): boolean {
  if (parts.some((part) => isWithin(whole, part))) return true;
  switch (whole.kind) {
    case 'never':
      return true;
    case 'integer': {
      const pairs = parts.flatMap((part) => (part.kind === 'integer' ? pairsOf(part.ranges) : []));
      return isSubset(whole.ranges, uniteAll(pairs, Number.POSITIVE_INFINITY));
    }
    case 'boolean':
      return [false, true].every((truth) => parts.some((part) => part.kind === 'boolean' && (truth ? part.canBeTrue : part.canBeFalse)));
    case 'enumeration': {
      const tags = new Set(parts.flatMap((part) => (part.kind === 'enumeration' ? part.tags : [])));
      return whole.tags.every((tag) => tags.has(tag));
    }
    case 'text': {
      if (whole.values !== null) return false;
      // The lengths for which a part contains all texts of the whole, for each part.
      const lengths = parts.flatMap((part) =>
        part.kind === 'text' && part.values === null && isWithin(meet(whole, texts(part.lo, part.hi)), part)
          ? [[part.lo, part.hi] as const]
          : [],
      );
      return isSubset([whole.lo, whole.hi], uniteAll(lengths, Number.POSITIVE_INFINITY));
    }
    case 'option': {
      const options = parts.flatMap((part) => (part.kind === 'option' ? [part] : []));
      const some = options.map((part) => part.some);
      return (!whole.none || options.some((part) => part.none)) && covers(some, whole.some);
    }
    case 'bytes':
    case 'list':
    case 'record':
      return false;
  }
}
