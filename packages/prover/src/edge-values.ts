import { type AbstractSequence, type AbstractValue, containsText, type TextsByClass } from '@kirchhoff/kernel/abstract/abstract';
import { allValues } from '@kirchhoff/kernel/abstract/all-values';
import { contains } from '@kirchhoff/kernel/abstract/ranges';
import type { Core } from '@kirchhoff/kernel/graph/graph';
import { add, type Int, subtract } from '@kirchhoff/kernel/types/integer';
import { lettersOf, samplesOfForm } from '@kirchhoff/kernel/values/text-samples';
import { NONE, OptionValue, RecordValue, type Value } from '@kirchhoff/kernel/values/value';
import { builtTexts, type TextShapes, textShapesOf } from './built-texts.js';

const MAX_LITERALS = 64;
const MAX_EDGES = 64;
/** Limit for the length of sample texts and sequences, unless the view requires longer ones. */
const MAX_LENGTH = 40;

/** Total elements of all edges of one sequence type, for domains of long sequences. */
const MAX_ELEMENTS = 65_536;

/** The literals of a program: programs tend to fail at values near them. */
export interface Literals {
  readonly integers: readonly Int[];
  readonly texts: readonly string[];
  /** The shapes for building further texts; null if no texts are built. */
  readonly shapes: TextShapes | null;
}

/** Cache by program: each of its graphs needs the same literals. */
const KNOWN = new WeakMap<Core, { readonly plain: Literals; readonly built: Literals }>();

/** Returns the literals without shapes (`plain`) and with those of the program (`built`). */
export function literalsOf(core: Core): { readonly plain: Literals; readonly built: Literals } {
  const known = KNOWN.get(core);
  if (known !== undefined) return known;
  const plain = gatherLiterals(core);
  const found = { plain, built: { ...plain, shapes: textShapesOf(core, plain.integers) } };
  KNOWN.set(core, found);
  return found;
}

function gatherLiterals(core: Core): Literals {
  const integers = new Set<Int>();
  const texts = new Set<string>();
  for (const node of [...core.graphs, ...core.components].flatMap((graph) => graph.nodes)) {
    if (node.op === 'literal') {
      if (typeof node.value === 'number' || typeof node.value === 'bigint') integers.add(node.value);
      else if (typeof node.value === 'string') texts.add(node.value);
    } else if (node.op === 'match') {
      for (const { pattern } of node.arms) {
        if (pattern.pattern === 'range') integers.add(pattern.lo).add(pattern.hi);
        else if (pattern.pattern === 'value' && typeof pattern.value === 'string') texts.add(pattern.value);
      }
    }
    if (integers.size >= MAX_LITERALS && texts.size >= MAX_LITERALS) break;
  }
  return { integers: [...integers].slice(0, MAX_LITERALS), texts: [...texts].slice(0, MAX_LITERALS), shapes: null };
}

/**
 * Returns the edge values of a view, on which programs tend to fail; empty for an empty view, and for a text form without a
 * sample.
 */
export function edgeValues(view: AbstractValue, literals: Literals): readonly Value[] {
  switch (view.kind) {
    case 'integer':
      return integerEdges(view.ranges, literals.integers);
    case 'text':
      return view.values ?? [...(literals.shapes === null ? [] : builtTexts(literals.shapes, view)), ...textEdges(view, literals.texts)];
    case 'bytes':
    case 'list':
      return sequenceEdges(view, literals);
    case 'record': {
      const edges = view.fields.map((field) => edgeValues(field.view, literals));
      const most = edges.some((values) => values.length === 0) ? 0 : Math.max(0, ...edges.map((values) => values.length));
      // The n-th record takes the n-th edge of each field, in rotation.
      return Array.from({ length: most }, (_, n) => recordOf(view.fields, (field) => edges[field]?.[n % (edges[field]?.length ?? 1)]));
    }
    case 'option':
      return [...(view.none ? [NONE] : []), ...edgeValues(view.some, literals).map((content) => new OptionValue(content))];
    case 'never':
    case 'boolean':
    case 'enumeration':
      return allValues(view)?.slice(0, MAX_EDGES) ?? [];
  }
}

export function recordOf(fields: readonly { readonly name: string }[], valueAt: (field: number) => Value | undefined): Value {
  return new RecordValue(new Map(fields.map(({ name }, field) => [name, valueAt(field) ?? false])));
}

function integerEdges(ranges: readonly Int[], literals: readonly Int[]): readonly Int[] {
  const near = [0, ...literals].flatMap((value) => [subtract(value, 1), value, add(value, 1)]);
  const bounds = ranges.flatMap((bound) => [bound, add(bound, 1), subtract(bound, 1)]);
  const kept = [...bounds, ...near].filter((value) => ranges.some((lo, i) => i % 2 === 0 && lo <= value && value <= (ranges[i + 1] ?? lo)));
  return [...new Set(kept)];
}

function textEdges(view: TextsByClass, literals: readonly string[]): readonly string[] {
  const { lo, hi, characters, form } = view;
  const letters = lettersOf(characters, ['a', 'Z', '0', ' ', 'é']);
  const made =
    hi === 0
      ? ['']
      : form === null
        ? lengths(lo, hi).flatMap((length) => letters.map((letter) => letter.repeat(length)))
        : samplesOfForm(view, form);
  const near = literals.flatMap((text) => [text, `${text}a`, `a${text}`, text.slice(1), ...(form === 'path' ? [`/a${text}`] : [])]);
  return [...new Set([...made, ...near.filter((text) => !/[\ud800-\udfff]/.test(text))])].filter((text) => containsText(view, text));
}

/** Returns the least length, the next one, and the greatest one up to `MAX_LENGTH`. */
function lengths(lo: number, hi: number): readonly number[] {
  return [...new Set([lo, Math.min(lo + 1, hi), Math.min(hi, Math.max(lo, MAX_LENGTH))])];
}

function sequenceEdges(view: AbstractSequence, literals: Literals): readonly Value[] {
  const of = (at: number): readonly Value[] => edgeValues(view.items?.[at] ?? view.element, literals);
  const elements = of(0).slice(0, MAX_EDGES);
  if (view.items?.some((_, at) => of(at).length === 0)) return [];
  return lengths(view.lo, view.hi).flatMap((length) => {
    const variants = length === 0 ? 1 : Math.min(elements.length, Math.ceil(MAX_ELEMENTS / length));
    // In one half all elements are equal, in the other neighbours differ.
    return Array.from({ length: 2 * variants }, (_, n) =>
      sequenceOf(view.kind, length, (at) => {
        const values = view.items === null ? elements : of(at);
        return values[(n < variants ? n : n + at) % Math.max(1, values.length)];
      }),
    );
  });
}

/** Returns lists of integers that ascend by 1 from the least element: a range in order, one for each edge of the length. */
export function ascendingLists(view: AbstractValue): readonly Value[] {
  if (view.kind !== 'list' || view.element.kind !== 'integer') return [];
  const first = view.element.ranges[0] ?? 0;
  const isPossible = (value: Int, at: number): boolean => {
    const own = view.items?.[at] ?? view.element;
    return own.kind === 'integer' && contains(own.ranges, value);
  };
  return lengths(view.lo, view.hi)
    .map((length) => Array.from({ length }, (_, at) => add(first, at)))
    .filter((list) => list.length > 0 && list.every(isPossible));
}

export function sequenceOf(kind: 'bytes' | 'list', length: number, valueAt: (index: number) => Value | undefined): Value {
  const values = Array.from({ length }, (_, index) => valueAt(index) ?? 0);
  return kind === 'bytes' ? Uint8Array.from(values, Number) : values;
}
