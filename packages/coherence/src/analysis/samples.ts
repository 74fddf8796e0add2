import type { Abstract } from '../abstract/abstract.js';
import { highest, lowest } from '../abstract/ranges.js';
import type { Graph } from '../core/graph.js';
import { add, type Int, normalize, subtract } from '../integer.js';
import type { Value } from '../values/value.js';

/** Where there are no more inputs than these, all of them are tried. */
const ALL_UP_TO = 4_096;
const MOST_TEXT = 40;

/**
 * Inputs worth trying, of those that the views of the parameters admit: all where they are few, else the edges
 * and the literals of the program with their neighbours, one port at a time and then at random (a fixed
 * sequence: the same for the same program). Endless but where all are tried.
 */
export function* sampleInputs(graph: Graph, views: readonly Abstract[]): Generator<readonly Value[]> {
  const all = views.map(allValues);
  const total = all.reduce((product, values) => product * (values?.length ?? Number.POSITIVE_INFINITY), 1);
  if (total <= ALL_UP_TO) {
    yield* combinations(all.map((values) => values ?? []));
    return;
  }
  const literals = literalsOf(graph);
  const edges = views.map((view) => edgeValues(view, literals));
  if (edges.some((values) => values.length === 0)) return;
  yield* oneAtATime(edges);
  yield* atRandom(views, edges);
}

/** Every value of a small view; null of one that has more than {@link ALL_UP_TO}. */
function allValues(view: Abstract): readonly Value[] | null {
  switch (view.kind) {
    case 'never':
      return [];
    case 'integer': {
      const values: Int[] = [];
      for (let i = 0; i < view.ranges.length; i += 2) {
        const hi = view.ranges[i + 1] ?? 0;
        for (let value = view.ranges[i] ?? 0; value <= hi; value = add(value, 1)) {
          if (values.length >= ALL_UP_TO) return null;
          values.push(value);
        }
      }
      return values;
    }
    case 'boolean':
      return [...(view.canBeFalse ? [false] : []), ...(view.canBeTrue ? [true] : [])];
    case 'enumeration':
      return view.tags;
    case 'text':
      return view.values ?? (view.hi === 0 ? [''] : null);
  }
}

function* combinations(lists: readonly (readonly Value[])[]): Generator<readonly Value[]> {
  const total = lists.reduce((product, values) => product * values.length, 1);
  for (let number = 0; number < total; number += 1) {
    let rest = number;
    yield lists.map((values) => {
      const value = values[rest % values.length];
      rest = Math.floor(rest / values.length);
      return value ?? false;
    });
  }
}

interface Literals {
  readonly integers: readonly Int[];
  readonly texts: readonly string[];
}

function literalsOf(graph: Graph): Literals {
  const integers = new Set<Int>();
  const texts = new Set<string>();
  for (const node of graph.nodes) {
    if (node.op === 'literal') {
      if (typeof node.value === 'number' || typeof node.value === 'bigint') integers.add(node.value);
      else if (typeof node.value === 'string') texts.add(node.value);
    } else if (node.op === 'match') {
      for (const { pattern } of node.arms) {
        if (pattern.pattern === 'range') integers.add(pattern.lo).add(pattern.hi);
        else if (pattern.pattern === 'value' && typeof pattern.value === 'string') texts.add(pattern.value);
      }
    }
  }
  return { integers: [...integers].slice(0, 64), texts: [...texts].slice(0, 64) };
}

/** The values of a view where programs tend to break. */
function edgeValues(view: Abstract, literals: Literals): readonly Value[] {
  if (view.kind === 'integer') return integerEdges(view.ranges, literals.integers);
  if (view.kind === 'text') return view.values ?? textEdges(view.lo, view.hi, literals.texts);
  return allValues(view) ?? [];
}

function integerEdges(ranges: readonly Int[], literals: readonly Int[]): readonly Int[] {
  const near = [0, ...literals].flatMap((value) => [subtract(value, 1), value, add(value, 1)]);
  const bounds = ranges.flatMap((bound) => [bound, add(bound, 1), subtract(bound, 1)]);
  const kept = [...bounds, ...near].filter((value) => ranges.some((lo, i) => i % 2 === 0 && lo <= value && value <= (ranges[i + 1] ?? lo)));
  return [...new Set(kept)];
}

function textEdges(lo: number, hi: number, literals: readonly string[]): readonly string[] {
  const lengths = [lo, Math.min(lo + 1, hi), Math.min(hi, MOST_TEXT)].filter((length) => length >= lo);
  const made = lengths.flatMap((length) => ['a'.repeat(length), '0'.repeat(length)]);
  const near = literals.flatMap((text) => [text, `${text}a`, `a${text}`, text.slice(1)]);
  return [...new Set([...made, ...near])].filter((text) => text.length >= lo && text.length <= hi && !/[\ud800-\udfff]/.test(text));
}

function* oneAtATime(edges: readonly (readonly Value[])[]): Generator<readonly Value[]> {
  for (const pick of [0, 1]) {
    const base = edges.map((values) => values[Math.min(pick, values.length - 1)] ?? false);
    yield base;
    for (const [port, values] of edges.entries()) {
      for (const value of values) yield base.with(port, value);
    }
  }
}

function* atRandom(views: readonly Abstract[], edges: readonly (readonly Value[])[]): Generator<readonly Value[]> {
  const next = pseudoRandom();
  for (;;) {
    yield views.map((view, port) => {
      const values = edges[port] ?? [];
      if (view.kind === 'integer' && next() % 3 === 0) return inside(lowest(view.ranges), highest(view.ranges), view.ranges, next);
      return values[next() % values.length] ?? false;
    });
  }
}

/** Some integer of the ranges, small and large ones alike. */
function inside(lo: Int, hi: Int, ranges: readonly Int[], next: () => number): Value {
  const width = BigInt(hi) - BigInt(lo) + 1n;
  const bits = next() % (width.toString(2).length + 1);
  const offset = ((BigInt(next()) << 32n) | BigInt(next())) % (1n << BigInt(bits));
  const value = normalize(BigInt(lo) + (offset % width));
  const fits = ranges.some((from, i) => i % 2 === 0 && from <= value && value <= (ranges[i + 1] ?? from));
  return fits ? value : lo;
}

/** Marsaglia's xorshift32, from a fixed seed: 32 bits a call. */
function pseudoRandom(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}
