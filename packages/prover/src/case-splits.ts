import { type AbstractValue, boolean, integers, NEVER, option, tags, texts } from '@kirchhoff/kernel/abstract/abstract';
import { highest, lowest } from '@kirchhoff/kernel/abstract/ranges';
import { add, compare, type Int, multiply, normalize, subtract } from '@kirchhoff/kernel/types/integer';

/** Limit for the splits that are compared with each other. */
const MAX_CANDIDATES = 6;

/** Limits for the splits into single values: the values of a parameter, and the parameters that are tried. */
const MAX_VALUES = 40;
const MAX_PARAMETERS = 3;

export interface Split {
  readonly parameter: number;
  /** Views that together cover the split view. */
  readonly parts: readonly AbstractValue[];
}

/**
 * Returns the candidate splits of the parameters, the widest parameters first. Integers are split at a threshold of the program
 * near the middle, and in the middle. If a range spans orders of magnitude, the middle is geometric.
 *
 * @param reached The views of the parameters after a pass. A split must divide these.
 */
export function splitsOf(reached: readonly AbstractValue[], views: readonly AbstractValue[], thresholds: readonly Int[]): readonly Split[] {
  return views
    .flatMap((view, parameter) => splitsOfOne(view, reached[parameter] ?? view, parameter, thresholds))
    .toSorted((a, b) => b.bits - a.bits)
    .slice(0, MAX_CANDIDATES);
}

/** Returns the splits into single values of the parameters that have few, those with the most values first. */
export function valuesOf(views: readonly AbstractValue[]): readonly Split[] {
  return views
    .flatMap((view, parameter) => {
      const parts = singleValuesOf(view);
      return parts.length > 1 && parts.length <= MAX_VALUES ? [{ parameter, parts }] : [];
    })
    .toSorted((a, b) => b.parts.length - a.parts.length)
    .slice(0, MAX_PARAMETERS);
}

function singleValuesOf(view: AbstractValue): readonly AbstractValue[] {
  if (view.kind === 'enumeration') return view.tags.map((tag) => tags([tag]));
  if (view.kind !== 'integer' || view.ranges.length !== 2) return [];
  const [lo, hi] = [lowest(view.ranges), highest(view.ranges)];
  if (compare(subtract(hi, lo), MAX_VALUES) >= 0) return [];
  return Array.from({ length: Number(subtract(hi, lo)) + 1 }, (_, index) => integers(add(lo, index), add(lo, index)));
}

interface Weighted extends Split {
  /** The approximate number of bits of the parameter. */
  readonly bits: number;
}

function splitsOfOne(view: AbstractValue, reached: AbstractValue, parameter: number, thresholds: readonly Int[]): readonly Weighted[] {
  switch (view.kind) {
    case 'boolean':
      return view.canBeFalse && view.canBeTrue ? [{ parameter, parts: [boolean(true, false), boolean(false, true)], bits: 1 }] : [];
    case 'enumeration': {
      if (view.tags.length < 2) return [];
      const half = view.tags.length >> 1;
      return [{ parameter, parts: [tags(view.tags.slice(0, half)), tags(view.tags.slice(half))], bits: Math.log2(view.tags.length) }];
    }
    case 'integer':
      return reached.kind === 'integer'
        ? integerSplits(lowest(view.ranges), highest(view.ranges), view, reached, parameter, thresholds)
        : [];
    case 'text': {
      if (view.values !== null || view.lo === view.hi) return [];
      const { lo, hi, characters, form } = view;
      const at = middle(lo, hi);
      return [
        {
          parameter,
          parts: [texts(lo, at, characters, form), texts(at + 1, hi, characters, form)],
          bits: Math.log2(hi - lo + 1),
        },
      ];
    }
    case 'option':
      return view.none && view.some.kind !== 'never'
        ? [{ parameter, parts: [option(true, NEVER), option(false, view.some)], bits: 1 }]
        : [];
    case 'never':
    case 'bytes':
    case 'list':
    case 'record':
      return [];
  }
}

function middle(lo: number, hi: number): number {
  return lo + ((hi - lo) >> 1);
}

function integerSplits(
  lo: Int,
  hi: Int,
  view: Extract<AbstractValue, { kind: 'integer' }>,
  reached: Extract<AbstractValue, { kind: 'integer' }>,
  parameter: number,
  thresholds: readonly Int[],
): readonly Weighted[] {
  if (lo === hi) return [];
  const least = lowest(reached.ranges);
  const most = highest(reached.ranges);
  const inside = thresholds.filter((threshold) => least <= threshold && threshold < most);
  const points = [inside[inside.length >> 1], middleOf(least, most)];
  const bits = (BigInt(hi) - BigInt(lo) + 1n).toString(2).length;
  return [...new Set(points)].flatMap((at) =>
    at === undefined || at < lo || at >= hi ? [] : [{ parameter, parts: partsAt(view, at), bits }],
  );
}

function partsAt(view: Extract<AbstractValue, { kind: 'integer' }>, at: Int): readonly AbstractValue[] {
  return [integers(lowest(view.ranges), at), integers(add(at, 1), highest(view.ranges))];
}

/** Returns the greatest integer of the lower half: geometric if both ends have the same sign and differ much, else arithmetic. */
function middleOf(lo: Int, hi: Int): Int {
  if (lo >= hi) return lo;
  const [near, far] = lo >= 0 ? [lo, hi] : hi < 0 ? [multiply(hi, -1), multiply(lo, -1)] : [0, 0];
  if (far > 64 && multiply(near === 0 ? 1 : near, 16) < far) {
    const at = geometricMean(near === 0 ? 1 : near, far);
    const signed = lo >= 0 ? at : multiply(at, -1);
    if (lo <= signed && signed < hi) return signed;
  }
  return add(lo, normalize(BigInt(subtract(hi, lo)) / 2n));
}

/** Returns approximately the square root of the product of two positive integers. */
function geometricMean(a: Int, b: Int): Int {
  return normalize(BigInt(Math.floor(Math.sqrt(Number(a)) * Math.sqrt(Number(b)))));
}
