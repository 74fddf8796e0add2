import type { AbstractValue } from '@kirchhoff/kernel/abstract/abstract';
import { allOfEach, combinations } from '@kirchhoff/kernel/abstract/all-values';
import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import type { GraphReference, Run } from '@kirchhoff/kernel/evaluate/evaluation';
import type { Core, Graph } from '@kirchhoff/kernel/graph/graph';
import { workOfRun } from '@kirchhoff/kernel/rules/meter';
import { OptionValue, RecordValue, type Value } from '@kirchhoff/kernel/values/value';
import { ascendingLists, edgeValues, literalsOf } from './edge-values.js';
import { type ProvingMeter, runWithin } from './meter.js';
import { pseudoRandom, someValue } from './random-values.js';

/** Limit for the elementary steps of one sample run. */
const STEPS_A_TRY = 10_000_000;
/** Limit for the elements of the edges of all parameters. If they exceed it, no inputs are tried. */
const MAX_ELEMENTS = 1_000_000;

/** Limit for the values of one parameter with built texts. */
const MAX_BUILT = 256;

/** The work of creating one element of an input. */
const WORK_AN_ELEMENT = 8;

/** A parameter with more elements is tried only with its edges: random values would take too long. */
const LARGE = 1_024;

/** The inputs to try on a graph, and their limits. */
export interface Tries {
  readonly views: readonly AbstractValue[];
  /** Limit for the number of inputs. */
  readonly most: number;
  /** Limits the work of the sample runs. */
  readonly meter: ProvingMeter;
}

/**
 * Runs a graph on promising inputs: their number is limited by counts, never by time.
 *
 * @param among The inputs. Default: those of {@link sampleInputs}.
 */
export function* sampleRuns(
  core: Core,
  part: GraphReference,
  graph: Graph,
  { views, most, meter }: Tries,
  among: Iterable<readonly Value[]> = sampleInputs(core, views),
): Generator<{ readonly inputs: readonly Value[]; readonly result: Run }> {
  const run = runner(core);
  let tries = 0;
  const known = new Set<Value>();
  for (const inputs of among) {
    const budget = Math.min(STEPS_A_TRY, runWithin(meter.left));
    if (tries >= most || budget === 0) return;
    const result = run(part, inputs, { budget });
    // Edges are created once and shared by many inputs; a random value is created for one input.
    const made = inputs.filter((value) => typeof value === 'object' && !known.has(value));
    for (const value of made) known.add(value);
    const making = WORK_AN_ELEMENT * elementsOf(made, Number.POSITIVE_INFINITY);
    meter.spend(Math.min(meter.left, workOfRun(result.steps) + inputs.length + making), graph, null);
    yield { inputs, result };
    tries += 1;
  }
}

/**
 * Returns promising inputs that the views of the parameters admit: all inputs if there are few. Otherwise first the edges and the
 * program's literals with their neighbours, one port at a time. Then texts that are built for the program, then random values (a
 * fixed sequence for each program). Infinite unless all inputs are tried, or the edges are too large.
 */
export function* sampleInputs(core: Core, views: readonly AbstractValue[]): Generator<readonly Value[]> {
  const all = allOfEach(views);
  if (all !== null) {
    yield* combinations(all.values);
    return;
  }
  const edges = allEdges(core, views);
  if (edges === null) return;
  yield* oneAtATime(edges);
  const next = pseudoRandom();
  const areLarge = edges.map((values) => elementsOf(values.slice(0, 1), LARGE) > LARGE);
  const drawFrom = (from: readonly (readonly Value[])[]) =>
    views.map((view, port) => {
      const known = from[port] ?? [];
      return (areLarge[port] ? known[next() % known.length] : undefined) ?? someValue(view, known, next);
    });
  const built = builtEdges(core, views, edges);
  if (built === null) for (;;) yield drawFrom(edges);
  for (const inputs of inStep(built, edges)) {
    yield inputs;
    yield drawFrom(edges);
  }
  for (;;) {
    yield drawFrom(built);
    yield drawFrom(edges);
  }
}

/**
 * Returns inputs in which each list of integers is a range in order, where its domain allows that. A list of all ranks satisfies a
 * require that each rank is in it, which edges and random values never do.
 */
export function* ascendingInputs(core: Core, views: readonly AbstractValue[]): Generator<readonly Value[]> {
  const lists = views.map(ascendingLists);
  const most = Math.max(...lists.map((values) => values.length));
  const edges = most > 0 ? allEdges(core, views) : null;
  if (edges === null) return;
  for (const pick of [0, 1]) {
    const base = edges.map((values) => values[Math.min(pick, values.length - 1)] ?? false);
    for (let n = 0; n < most; n += 1) yield base.map((value, port) => lists[port]?.at(n) ?? lists[port]?.at(-1) ?? value);
  }
}

/**
 * Returns for each view with texts its values with built texts, and for other views their edges; null if there are no built
 * texts.
 */
function builtEdges(
  core: Core,
  views: readonly AbstractValue[],
  edges: readonly (readonly Value[])[],
): readonly (readonly Value[])[] | null {
  const literals = literalsOf(core).built;
  if (literals.shapes === null || !views.some(hasTexts)) return null;
  const built = views.map((view, port) => (hasTexts(view) ? edgeValues(view, literals).slice(0, MAX_BUILT) : (edges[port] ?? [])));
  return elementsOf(built.flat(), MAX_ELEMENTS) > MAX_ELEMENTS ? null : built;
}

/** Returns true for a view with an unlimited set of texts, directly or in its parts. */
function hasTexts(view: AbstractValue): boolean {
  switch (view.kind) {
    case 'text':
      return view.values === null;
    case 'list':
      return (view.items ?? [view.element]).some(hasTexts);
    case 'record':
      return view.fields.some((field) => hasTexts(field.view));
    case 'option':
      return hasTexts(view.some);
    case 'never':
    case 'integer':
    case 'boolean':
    case 'enumeration':
    case 'bytes':
      return false;
  }
}

/** Advances all parameters together. If there are several, also each parameter alone, with the others at their first edge. */
function* inStep(built: readonly (readonly Value[])[], edges: readonly (readonly Value[])[]): Generator<readonly Value[]> {
  const most = Math.max(...built.map((values) => values.length));
  const base = edges.map((values) => values[0] ?? false);
  for (let n = 0; n < most; n += 1) {
    yield built.map((values) => values[n % Math.max(1, values.length)] ?? false);
    if (built.length === 1) continue;
    for (const [port, values] of built.entries()) {
      const value = values[n];
      if (value !== undefined && values !== edges[port]) yield base.with(port, value);
    }
  }
}

/** Returns the edges of each view; null if some view is empty, or if they have too many elements. */
function allEdges(core: Core, views: readonly AbstractValue[]): readonly (readonly Value[])[] | null {
  const literals = literalsOf(core).plain;
  const edges: (readonly Value[])[] = [];
  let left = MAX_ELEMENTS;
  for (const view of views) {
    const values = edgeValues(view, literals);
    left -= elementsOf(values, left);
    if (values.length === 0 || left < 0) return null;
    edges.push(values);
  }
  return edges;
}

/** Counts the elements, fields and contents of values; stops counting above `most`. */
function elementsOf(values: readonly Value[], most: number): number {
  let count = 0;
  const waiting: Iterator<Value | undefined>[] = [values.values()];
  for (let last = waiting.at(-1); last !== undefined && count <= most; last = waiting.at(-1)) {
    const next = last.next();
    if (next.done === true) {
      waiting.pop();
      continue;
    }
    count += 1;
    const { value } = next;
    if (Array.isArray(value)) waiting.push(value.values());
    else if (value instanceof RecordValue) waiting.push(value.fields.values());
    else if (value instanceof OptionValue) waiting.push([value.content].values());
    else if (value instanceof Uint8Array || typeof value === 'string') count += value.length >> 6;
  }
  return count;
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
