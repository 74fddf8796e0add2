import { BOOLEAN, between } from './build.js';
import type { Drawing } from './drawing.js';
import type { Layer } from './program.js';
import type { Random } from './random.js';
import { CLOSED, LETTER_SETS } from './texts.js';
import type { DrawnType } from './tree.js';

/** Lengths around the limit of exhaustion, and at the limits of the language. */
const LONG = [4_095, 4_096, 4_097, 4_097, 4_098, 5_000, 5_000, 65_536] as const;
const LONG_TEXT = 1_048_576;

/** Generates a list whose elements have one value: it has only as many values as lengths. */
export function singleType({ random }: Drawing): DrawnType {
  const lo = random.within(-6n, 6n);
  const length = random.oneIn(3) ? 1 + random.below(3) : random.pick(LONG);
  const record: DrawnType = { kind: 'record', fields: [{ name: 'a', type: between(lo, lo) }] };
  const single = random.pick<DrawnType>([
    between(lo, lo),
    { kind: 'enumeration', tags: ['only'] },
    length > 5_000 ? between(lo, lo) : record,
  ]);
  return { kind: 'list', element: single, lo: random.oneIn(2) ? length : Math.max(0, length - random.below(3)), hi: length };
}

/** Generates a domain of few values, which may be long. */
export function smallType(drawing: Drawing): DrawnType {
  const { random, enumerations } = drawing;
  const lo = random.within(-6n, 6n);
  return random.pick<DrawnType>([
    between(lo, lo + random.within(1n, 5n)),
    between(lo, lo + random.within(1n, 5n)),
    BOOLEAN,
    random.pick(enumerations),
    random.pick(enumerations),
    singleType(drawing),
    { kind: 'list', element: random.pick([BOOLEAN, between(0n, 1n), ...enumerations]), lo: random.below(2), hi: 2 },
    {
      kind: 'record',
      fields: [
        { name: 'a', type: between(0n, 2n) },
        { name: 'b', type: random.pick([BOOLEAN, ...enumerations]) },
      ],
    },
    { kind: 'option', value: random.pick([between(lo, lo + 2n), BOOLEAN, ...enumerations]) },
    { kind: 'bytes', lo: 1, hi: 1 },
    { kind: 'text', lo: 0, hi: 0 },
    { kind: 'text', lo: random.below(2), hi: 2, of: random.pick(LETTER_SETS) },
  ]);
}

export function wideType(drawing: Drawing): DrawnType {
  const { random, enumerations } = drawing;
  const lo = random.within(-1_000n, 1_000n);
  const hi = random.oneIn(8) ? random.pick(LONG) : 1 + random.below(8);
  const element = random.pick<DrawnType>([between(-100n, 100n), between(0n, 3n), BOOLEAN, { kind: 'text', lo: 0, hi: 3 }, ...enumerations]);
  return random.pick<DrawnType>([
    between(lo, lo + random.within(10n, 300n)),
    between(lo, lo + random.within(10n, 300n)),
    between(lo, lo + random.within(1_000n, 10_000_000n)),
    between(-(2n ** 63n), 2n ** 63n - 1n),
    BOOLEAN,
    ...enumerations,
    { kind: 'list', element, lo: random.pick([0, hi, Math.min(hi, 2)]), hi },
    { kind: 'list', element, lo: random.pick([0, hi, Math.min(hi, 2)]), hi },
    { kind: 'text', lo: 0, hi: random.oneIn(8) ? LONG_TEXT : random.below(12) },
    { kind: 'text', lo: 0, hi: 1 + random.below(12), of: random.pick(LETTER_SETS) },
    random.pick(CLOSED),
    { kind: 'bytes', lo: 0, hi: random.oneIn(8) ? LONG_TEXT : 1 + random.below(40) },
    {
      kind: 'record',
      fields: [
        { name: 'a', type: between(lo, lo + 100n) },
        { name: 'b', type: element },
        { name: 'c', type: between(0n, 9n) },
      ],
    },
    { kind: 'option', value: random.pick<DrawnType>([between(lo, lo + 100n), element]) },
  ]);
}

/** Generates the type of an input that the goals of a layer use. */
export function numberType(random: Random, layer: Layer): DrawnType {
  const lo = random.within(-40n, 40n);
  if (layer === 'exhaustion') return between(lo, lo + random.within(12n, 50n));
  if (layer === 'cases') return between(lo - random.within(20n, 500n), lo + random.within(20n, 500n));
  return between(lo, lo + random.within(6_000n, 1_000_000_000n));
}

export function wireType(drawing: Drawing): DrawnType {
  const { random, enumerations } = drawing;
  const length = 1 + random.below(4);
  return random.pick<DrawnType>([
    between(-1_000n, 1_000n),
    between(0n, 20n),
    between(-(2n ** 31n), 2n ** 31n),
    BOOLEAN,
    ...enumerations,
    { kind: 'text', lo: 0, hi: 8 },
    { kind: 'text', lo: 0, hi: 8, of: random.pick(LETTER_SETS) },
    { kind: 'bytes', lo: 0, hi: 40 },
    { kind: 'list', element: random.pick<DrawnType>([between(0n, 9n), ...enumerations]), lo: length, hi: length },
    { kind: 'list', element: random.pick<DrawnType>([between(-9n, 9n), BOOLEAN]), lo: 0, hi: 6 },
    { kind: 'option', value: random.pick<DrawnType>([between(0n, 9n), ...enumerations]) },
    {
      kind: 'record',
      fields: [
        { name: 'a', type: between(-9n, 9n) },
        { name: 'b', type: random.pick<DrawnType>([between(0n, 50n), ...enumerations]) },
      ],
    },
  ]);
}
