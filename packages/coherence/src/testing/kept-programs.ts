import type { Draws } from './draws.js';

/** A family of programs of one shape. Each slot is filled with one of its texts. */
export interface Family {
  readonly why: string;
  readonly slots: readonly (readonly [string, ...string[]])[];
  readonly source: (...filled: readonly string[]) => string;
}

const circuit = (inputs: readonly string[], ...body: readonly string[]): string =>
  `circuit c {\n${[...inputs.map((input) => `input ${input}`), 'output o: i64', 'output p: i64', 'p = k', ...body].map((line) => `  ${line}\n`).join('')}}\n`;

const LISTS = ['[0..3; ..9]', '[0..2; ..8]', '[-1..2; ..9]', '[0..9; ..8]', '[0..1; ..14]'] as const;
const FIRSTS = ['0', '1', '2', 'k', 'k + 0', 'k - 1', 'k + 1'] as const;
const CAPS = ['4', '3', '7', '2 + k'] as const;
const ADDED = ['x', '2 * x', '3 * x', 'x + 1', 'x - 1', 'x + k', 'MAX(x, 1)', 'x / 2', 'if x > 1 { x } else { 0 }'] as const;
const EXTREMES = ['MIN', 'MAX'] as const;
const ORDERS = ['<=', '>=', '=='] as const;
const OFFSETS = ['+ 0', '+ 1', '- 1', '+ k'] as const;
const BELOW = ['k', 'k + 1', '2', '2 * k'] as const;
const EARLY = ['x + 1', 'x + 2', 'x + k', 'x', '2', 'k', 'MIN(x, k)', 'MIN(x, 2)'] as const;
const LATE = ['x', '0', '1', 'x - 1'] as const;
const KS = ['0..2', '0..0', '-1..2', '1..3'] as const;

/** Families whose proofs follow two sums of which a loop keeps one, or a sum from the step of one element on. */
export const FAMILIES: readonly Family[] = [
  {
    why: 'a sum that is cut in each step, against the cut of the whole sum',
    slots: [LISTS, KS, FIRSTS, EXTREMES, ADDED, CAPS, ADDED, ORDERS, EXTREMES, FIRSTS, CAPS, OFFSETS],
    source: (list, k, first, cut, added, cap, its, order, other, begin, most, offset) =>
      circuit(
        [`xs: ${list}`, `k: ${k}`],
        `o = fold s = ${first} for x in xs { ${cut}(s + (${added}), ${cap}) }`,
        `t = SUM(map x in xs { ${its} })`,
        `ensure o ${order} ${other}(${begin} + t, ${most}) ${offset}`,
      ),
  },
  {
    why: 'what is left, never below a bound',
    slots: [LISTS, KS, CAPS, ADDED, FIRSTS, ORDERS, EXTREMES, CAPS, FIRSTS, OFFSETS],
    source: (list, k, start, taken, least, order, cut, begin, bound, offset) =>
      circuit(
        [`xs: ${list}`, `k: ${k}`],
        `o = fold s = ${start} for x in xs { MAX(s - (${taken}), ${least}) }`,
        `t = fold t = 0 for x in xs { t + (${taken}) }`,
        `ensure o ${order} ${cut}(${begin} - t, ${bound}) ${offset}`,
      ),
  },
  {
    why: 'a sum that branches cut',
    slots: [LISTS, KS, FIRSTS, ['>', '>=', '<'], CAPS, CAPS, ORDERS, EXTREMES, FIRSTS, CAPS, OFFSETS],
    source: (list, k, first, is, cap, cut, order, other, begin, most, offset) =>
      circuit(
        [`xs: ${list}`, `k: ${k}`],
        `o = fold s = ${first} for x in xs { if s + x ${is} ${cap} { ${cut} } else { s + x } }`,
        `ensure o ${order} ${other}(${begin} + SUM(xs), ${most}) ${offset}`,
      ),
  },
  {
    why: 'a sum over a range that is cut, of any length',
    slots: [
      ['0..5_000', '-1..5_000', '-3..5_000'],
      KS,
      FIRSTS,
      EXTREMES,
      ['2', '1', 'i', 'k'],
      CAPS,
      ORDERS,
      EXTREMES,
      FIRSTS,
      ['2', '1', '3'],
      CAPS,
      OFFSETS,
    ],
    source: (n, k, first, cut, added, cap, order, other, begin, times, most, offset) =>
      circuit(
        [`n: ${n}`, `k: ${k}`],
        `o = fold s = ${first} for i in 1..n { ${cut}(s + ${added}, ${cap}) }`,
        `ensure o ${order} ${other}(${begin} + ${times} * n, ${most}) ${offset}`,
      ),
  },
  {
    why: 'an extreme of all elements',
    slots: [LISTS, KS, FIRSTS, EXTREMES, ADDED, ADDED, OFFSETS, ['<=', '>=', '<']],
    source: (list, k, first, extreme, taken, its, offset, order) =>
      circuit(
        [`xs: ${list}`, `k: ${k}`],
        `o = fold t = ${first} for x in xs { ${extreme}(t, ${taken}) }`,
        `ensure all x in xs { (${its}) ${offset} ${order} o }`,
      ),
  },
  {
    why: 'an extreme by branches, with a second part',
    slots: [LISTS, KS, FIRSTS, ADDED, ['>', '>=', '<', '<='], ADDED, ['+ 1', '- 1', '+ 0'], OFFSETS, ['<=', '>=', '<']],
    source: (list, k, first, taken, is, its, grows, offset, order) =>
      circuit(
        [`xs: ${list}`, `k: ${k}`],
        `r = fold r = (top: ${first}, n: 0) for x in xs { if ${taken} ${is} r.top { (top: ${taken}, n: r.n ${grows}) } else { r } }`,
        'o = r.top',
        `ensure all x in xs { (${its}) ${offset} ${order} o }`,
      ),
  },
  {
    why: 'an element that is read, and an extreme or a sum of what a filter kept',
    slots: [
      LISTS,
      KS,
      ['x > 0', 'x >= 0', 'x != 1', 'x < 3'],
      FIRSTS,
      ['MAX(t, x)', 'MIN(t, x)', 't + x', 't + 1', 'x'],
      OFFSETS,
      ['<=', '>=', '<'],
    ],
    source: (list, k, condition, first, step, offset, order) =>
      circuit(
        [`xs: ${list}`, `k: ${k}`],
        `f = filter x in xs { ${condition} }`,
        `o = fold t = ${first} for x in f { ${step} }`,
        `ensure all x in f { x ${offset} ${order} o }`,
      ),
  },
  {
    why: 'an extreme of cut elements, which is cut as well',
    slots: [LISTS, KS, ['99', '3', '2'], ['9', '5', '2'], OFFSETS, ['<=', '<']],
    source: (list, k, kept, most, offset, order) =>
      circuit(
        [`xs: ${list}`, `k: ${k}`],
        `o = fold t = k for x in xs { MAX(MIN(t, ${kept}), MIN(x, ${most})) }`,
        `ensure all x in xs { x ${offset} ${order} o }`,
      ),
  },
  {
    why: 'elements that are chosen by their places, against a multiple of these places',
    slots: [LISTS, KS, BELOW, ['<', '<=', '>='], EARLY, LATE, ORDERS, ['t', '0', 'LENGTH(xs)'], ['1', '2', 'k', '0'], BELOW, OFFSETS],
    source: (list, k, below, is, early, late, order, whole, times, places, offset) =>
      circuit(
        [`xs: ${list}`, `k: ${k}`],
        `o = SUM(map i, x in xs { if i ${is} ${below} { ${early} } else { ${late} } })`,
        't = SUM(xs)',
        `ensure o ${order} ${whole} + (${times}) * CLAMP(${places}, 0, LENGTH(xs)) ${offset}`,
      ),
  },
];

/** A program of a family, by the positions of the texts that fill its slots. */
export interface Kept {
  readonly family: Family;
  readonly filled: readonly number[];
}

export function sourceOf({ family, filled }: Kept): string {
  return family.source(...family.slots.map((texts, slot) => texts[filled[slot] ?? 0] ?? texts[0]));
}

/** Draws a program: slots with the same texts are filled alike, without an offset. In one of three programs one slot differs. */
export function drawKept(draws: Draws, family: Family): Kept {
  const filled: number[] = [];
  for (const [slot, texts] of family.slots.entries()) {
    const earlier = family.slots.indexOf(texts);
    filled.push(earlier < slot ? (filled[earlier] ?? 0) : texts === OFFSETS ? 0 : draws.below(texts.length));
  }
  const kept: Kept = { family, filled };
  return draws.once(3) ? (draws.from(relativesOf(kept)) ?? kept) : kept;
}

/** The programs that differ in one slot. */
export function relativesOf({ family, filled }: Kept): readonly Kept[] {
  return family.slots.flatMap((texts, slot) =>
    texts.flatMap((_, index) =>
      index === filled[slot] ? [] : [{ family, filled: filled.map((each, at) => (at === slot ? index : each)) }],
    ),
  );
}

/** Draws a program that fills each group of slots with one text anew, or in one of three cases keeps the group. */
export function variantOf(draws: Draws, { family, filled }: Kept): Kept {
  const anew = family.slots.map((texts, slot) => (draws.once(3) ? (filled[slot] ?? 0) : draws.below(texts.length)));
  const firstOf = (texts: readonly string[], at: number): number =>
    family.slots.findIndex((other, slot) => other === texts && filled[slot] === filled[at]);
  return { family, filled: filled.map((_, at) => anew[firstOf(family.slots[at] ?? [], at)] ?? 0) };
}
