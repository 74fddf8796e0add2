import type { Abstract } from '@kirchhoff/kernel/abstract/abstract';
import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { GraphReference, Run } from '@kirchhoff/kernel/evaluate/evaluation';
import type { Core } from '@kirchhoff/kernel/graph/graph';
import { ALL_UP_TO, allValues, combinations, countTuples } from '@kirchhoff/kernel/values/all-values';
import type { Value } from '@kirchhoff/kernel/values/value';
import { edgeValues, literalsOf } from './edge-values.js';
import { pseudoRandom, someValue } from './random-values.js';

/** The elementary steps that one try may take, and that all tries on one graph may take together. */
const STEPS_A_TRY = 10_000_000;
const STEPS_OF_ALL = 20_000_000;
/** So many tries are made, whatever they take. */
const LEAST_TRIES = 4;

/** What a graph comes to on inputs worth trying, at most so many of them: their number is bounded by counts, never by time. */
export function* sampleRuns(
  core: Core,
  part: GraphReference,
  views: readonly Abstract[],
  most: number,
): Generator<{ readonly inputs: readonly Value[]; readonly result: Run }> {
  let tries = 0;
  let steps = 0;
  for (const inputs of sampleInputs(core, views)) {
    const result = run(core, part, inputs, { budget: STEPS_A_TRY });
    yield { inputs, result };
    tries += 1;
    steps += result.steps;
    if (tries >= most || (steps >= STEPS_OF_ALL && tries >= LEAST_TRIES)) return;
  }
}

/**
 * Inputs worth trying, of those that the views of the parameters admit: all where they are few, else the edges
 * and the literals of the program with their neighbours, one port at a time and then at random (a fixed
 * sequence: the same for the same program). Endless but where all are tried.
 */
export function* sampleInputs(core: Core, views: readonly Abstract[]): Generator<readonly Value[]> {
  const all = views.map(allValues);
  const small = all.filter((values) => values !== null);
  if (small.length === views.length && countTuples(small) <= ALL_UP_TO) {
    yield* combinations(small);
    return;
  }
  const literals = literalsOf(core);
  const edges = views.map((view) => edgeValues(view, literals));
  if (edges.some((values) => values.length === 0)) return;
  yield* oneAtATime(edges);
  const next = pseudoRandom();
  for (;;) yield views.map((view, port) => someValue(view, edges[port] ?? [], next));
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
