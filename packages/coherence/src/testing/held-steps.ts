import { ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import { minus, type Polynomial, textOf } from '@kirchhoff/kernel/abstract/polynomial';
import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Graph, LoopSource, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { ownedRegions, regionsOf } from '@kirchhoff/kernel/graph/schedule';
import { monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import { loopBaseOf } from '@kirchhoff/kernel/rules/loop-bases';
import { LoopSteps, type Quantity } from '@kirchhoff/kernel/rules/loop-steps';
import { boundNode } from '@kirchhoff/kernel/rules/loops';
import { CheckMeter } from '@kirchhoff/kernel/rules/meter';
import { nodePolynomials } from '@kirchhoff/kernel/rules/node-polynomials';
import { valueClasses } from '@kirchhoff/kernel/rules/value-classes';
import type { Value } from '@kirchhoff/kernel/values/value';
import { GraphSearch } from '@kirchhoff/prover/prove-graph';
import { sampleInputs } from '@kirchhoff/prover/samples';
import { Atoms, holdToRun, inLoops, measureOf, namesBy, sumOf } from './linear-atoms.js';
import { programOf } from './outcome.js';

/** Longer runs are skipped. */
const MAX_STEPS = 4;
const MAX_RUNS = 40;
/** Runs for each ANY, ALL or element that is followed. */
const MAX_FOLLOWED_RUNS = 12;

type Values = ReadonlyMap<NodeId, Value>;

/** Returns the regions in a region, including itself. */
function inside(graph: Graph, region: RegionId): ReadonlySet<RegionId> {
  const found = new Set([region]);
  for (const each of found) {
    for (const id of graph.regions[each]?.nodes ?? []) {
      const node = graph.nodes[id];
      if (node !== undefined && node.op !== 'loop' && node.op !== 'fold') for (const owned of ownedRegions(node)) found.add(owned);
    }
  }
  return found;
}

/** Returns the values of the nodes of a body in each of its steps, from the observed order of a run. */
function stepsOf(
  graph: Graph,
  loop: NodeId,
  seen: readonly (readonly [NodeId, Value])[],
  elements: number,
  outside: Values,
): readonly Values[] {
  const body = bodyOf(graph, loop);
  if (graph.regions[body]?.nodes.length === 0) return emptySteps(graph, loop, elements, outside);
  const regions = inside(graph, body);
  const regionOf = regionsOf(graph);
  const steps: Map<NodeId, Value>[] = [];
  for (const [node, value] of seen) {
    const region = regionOf[node] ?? -1;
    if (!regions.has(region)) continue;
    const current = steps.at(-1);
    // A node of the body itself has one value in each step.
    if (current === undefined || (region === body && current.has(node))) steps.push(new Map([[node, value]]));
    else current.set(node, value);
  }
  return steps;
}

/** Returns the steps of a body without nodes, whose result is an outer node: ANY and ALL stop after the first if it decides. */
function emptySteps(graph: Graph, loop: NodeId, elements: number, outside: Values): readonly Values[] {
  const result = outside.get(graph.regions[bodyOf(graph, loop)]?.result ?? -1);
  const node = graph.nodes[loop];
  const form = node?.op === 'loop' ? node.loop : null;
  const isDecided = (form === 'all' && result === false) || (form === 'any' && result === true);
  const steps = Array.from(
    { length: elements },
    () => new Map(result === undefined ? [] : [[graph.regions[bodyOf(graph, loop)]?.result ?? -1, result]]),
  );
  return isDecided ? steps.slice(0, 1) : steps;
}

/** Returns groups of loops over one source in the body of a graph: single loops and all together. */
function groupsOf(graph: Graph): readonly (readonly NodeId[])[] {
  const loops = (graph.regions[graph.body]?.nodes ?? []).filter((id) => ['loop', 'fold'].includes(graph.nodes[id]?.op ?? ''));
  return [loops, ...loops.map((loop) => [loop]), ...loops.flatMap((a) => loops.filter((b) => a < b).map((b) => [a, b]))];
}

/** Returns the nodes outside of loops that read an element of a list, by the node of the place. */
function readsOf(graph: Graph): ReadonlyMap<NodeId, NodeId> {
  const ids = graph.regions[graph.body]?.nodes ?? [];
  return new Map(
    ids.flatMap((id) => {
      const node = graph.nodes[id];
      const [, place] = node?.op === 'apply' && monomerAt(node.monomer).name === 'GET' ? node.operands : [];
      return place === undefined ? [] : [[id, place] as const];
    }),
  );
}

/** Returns the quantities that make an ANY or ALL be followed, or an element of the base be watched for. */
function followedIn(graph: Graph, loops: readonly NodeId[]): readonly Quantity[] {
  return loops.flatMap((loop) => {
    const node = graph.nodes[loop];
    return node?.op === 'loop' && (node.loop === 'any' || node.loop === 'all') ? [{ loop, field: null, measure: 'value' as const }] : [];
  });
}

function quantitiesOf(graph: Graph, loops: readonly NodeId[]): readonly Quantity[] {
  return [null, ...loops].flatMap((loop) => {
    const type = loop === null ? undefined : graph.types[loop];
    const fields = type?.kind === 'record' ? type.fields.map(({ name }) => name) : [null];
    return fields.flatMap((field) => (['value', 'length', 'sum'] as const).map((measure) => ({ loop, field, measure })));
  });
}

/** Returns the one atom of a polynomial for a running total; otherwise null. */
function prefixOf(before: Polynomial): string | null {
  const [only] = before.keys();
  return only?.startsWith('p') === true ? only : null;
}

/**
 * Returns the own step of a loop at a step of its base: the number of elements kept for it before. Null if this element is not
 * kept.
 */
function ownStep(graph: Graph, steps: ReadonlyMap<NodeId, readonly Values[]>, loop: NodeId, step: number): number | null {
  const filter = loopBaseOf(graph, sourceOf(graph, loop)).filters.at(-1);
  if (filter === undefined) return step;
  const at = ownStep(graph, steps, filter, step);
  const result = graph.regions[bodyOf(graph, filter)]?.result ?? -1;
  const conditions = (steps.get(filter) ?? []).map((values) => values.get(result) === true);
  return at === null || conditions[at] !== true ? null : conditions.slice(0, at).filter(Boolean).length;
}

/** For a step of the base without a step of the loop: returns the accumulator before the loop's next step, or at its end. */
function accumulated(graph: Graph, steps: ReadonlyMap<NodeId, readonly Values[]>, loop: NodeId, step: number, outside: Values): Values {
  const accumulator = boundNode(graph, bodyOf(graph, loop), 0);
  if (accumulator === undefined || graph.nodes[loop]?.op !== 'fold') return new Map();
  const taken = Array.from({ length: step }, (_, k) => ownStep(graph, steps, loop, k)).filter((k) => k !== null).length;
  const value = steps.get(loop)?.[taken]?.get(accumulator) ?? outside.get(loop);
  return value === undefined ? new Map() : new Map([[accumulator, value]]);
}

/** For a step that an ANY or ALL no longer takes: its element alone, since the atom of the element is free there. */
function unvisited(graph: Graph, loop: NodeId, element: Value | undefined): Values {
  const bound = boundNode(graph, bodyOf(graph, loop), 0);
  return bound === undefined || element === undefined ? new Map() : new Map([[bound, element]]);
}

/** Returns the nodes that read the element of this step and were not evaluated: their atom is free, unless others have it too. */
function unread(graph: Graph, together: LoopSteps, step: number, values: Values): Values {
  const found = new Map<NodeId, Value>();
  for (const [id, node] of graph.nodes.entries()) {
    const [list, place] = node.op === 'apply' && monomerAt(node.monomer).name === 'GET' ? node.operands : [];
    if (list === undefined || place === undefined || values.has(id) || textOf(together.facts.polynomials.of(place)) !== THIS_PLACE)
      continue;
    const items = values.get(list);
    const item = Array.isArray(items) ? items[step] : undefined;
    if (item !== undefined) found.set(id, item);
  }
  return found;
}

const THIS_PLACE = textOf(new Map([['#', 1n]]));

/**
 * Returns a running total before a step of the base: of the elements, the counted conditions, or the kept elements, by a loop of
 * the tests' own.
 */
function runningSum(
  graph: Graph,
  { loop, measure }: Quantity,
  steps: ReadonlyMap<NodeId, readonly Values[]>,
  source: readonly Value[],
  step: number,
): bigint {
  const node = loop === null ? undefined : graph.nodes[loop];
  if (loop === null || node?.op !== 'loop') return sumOf(source.slice(0, step));
  if (node.loop === 'all' || node.loop === 'any') return truthSoFar(graph, loop, node, steps, step);
  const before = Array.from({ length: step }, (_, k) => ownStep(graph, steps, loop, k)).filter((k) => k !== null).length;
  const result = graph.regions[node.body]?.result ?? -1;
  const own = steps.get(loop) ?? [];
  if (node.loop === 'map' && measure === 'length') return BigInt(before);
  const given = own.map((values) => measureOf(values.get(result) ?? 0) ?? 0n);
  const added = given.map((each, k) => (node.loop === 'filter' && measure === 'sum' ? each * (measureOf(source[k] ?? 0) ?? 0n) : each));
  return added.slice(0, before).reduce((sum, each) => sum + each, 0n);
}

/** Returns the truth of an ANY or ALL of the conditions before a step, by the tests' own reading: 1 or 0. */
function truthSoFar(
  graph: Graph,
  loop: NodeId,
  { loop: form, body }: Extract<Node, { op: 'loop' }>,
  steps: ReadonlyMap<NodeId, readonly Values[]>,
  step: number,
): bigint {
  const taken = Array.from({ length: step }, (_, k) => ownStep(graph, steps, loop, k)).filter((k) => k !== null).length;
  const result = graph.regions[body]?.result ?? -1;
  const conditions = (steps.get(loop) ?? []).slice(0, taken).map((values) => values.get(result) === true);
  return (form === 'all' ? !conditions.includes(false) : conditions.includes(true)) ? 1n : 0n;
}

/** Counts of what was held to runs. */
export type Seen = { facts: number; courses: number; groups: number; conditions: number; followed: number };

export const NOTHING_SEEN: Readonly<Seen> = { facts: 0, courses: 0, groups: 0, conditions: 0, followed: 0 };

/**
 * Views the loops of a program together, in groups, and compares the steps of each group with runs: in every step the facts of the
 * nodes hold, and the quantities go from their first value to their last. Throws if one does not. Runs that fail are left out.
 *
 * @param seen Counts, to which those of this program are added.
 */
export function holdSteps(source: string, seen: Seen): void {
  const program = programOf(source);
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const parameters = graph.parameters.map(({ domain }) => ofDomain(domain));
  const search = new GraphSearch(program.core, graph, 'whole', { parameters, facts: [], meter: new CheckMeter(50_000_000) }, []);
  search.run(() => undefined);
  for (const [number, loops] of groupsOf(graph).entries()) {
    const followed = followedIn(graph, loops);
    const reads = [...readsOf(graph).keys()].map((loop): Quantity => ({ loop, field: null, measure: 'value' }));
    const watched = number === 0 || loops.length === 1 ? reads : [];
    for (const counted of [[], ...(followed.length > 0 ? [followed] : []), ...watched.map((read) => [...followed, read])]) {
      const together = LoopSteps.of(search.environment, loops, counted);
      if (together === null) continue;
      seen.followed += counted.length;
      holdGroup(graph, program.core, parameters, loops, together, reads, seen, counted.length > 0 ? MAX_FOLLOWED_RUNS : MAX_RUNS);
    }
  }
}

function holdGroup(
  graph: Graph,
  core: Parameters<typeof run>[0],
  parameters: Parameters<typeof sampleInputs>[1],
  loops: readonly NodeId[],
  together: LoopSteps,
  reads: readonly Quantity[],
  seen: Seen,
  runs: number,
): void {
  const { classes } = together;
  const looped = inLoops(graph);
  const said = graph.nodes.flatMap((_, id) => [
    ...together.facts.of(id),
    ...(['lower', 'upper'] as const).flatMap((side) => together.facts.bound(id, side) ?? []),
  ]);
  const places = readsOf(graph);
  const quantities = [...quantitiesOf(graph, loops), ...reads].flatMap((quantity) => {
    const course = together.course(quantity);
    return course === null ? [] : [{ quantity, course }];
  });
  seen.groups += 1;
  let count = 0;
  for (const inputs of sampleInputs(core, parameters)) {
    count += 1;
    if (count > runs) return;
    const order: (readonly [NodeId, Value])[] = [];
    const { type } = run(core, { graph: 0 }, inputs, {
      observer: (part, node, value) => {
        if ('graph' in part) order.push([node, value]);
      },
    });
    if (type !== 'outputs') continue;
    const outside = new Map(order.filter(([node]) => !looped.has(node)));
    const elements = (loop: NodeId | null): readonly Value[] =>
      elementsOf(loop === null ? together.source : sourceOf(graph, loop), outside);
    const steps = new Map(loops.map((loop) => [loop, stepsOf(graph, loop, order, elements(loop).length, outside)] as const));
    const outer = new Atoms(nodePolynomials(graph), graph, namesBy(valueClasses(graph)), outside, 0n);
    // The steps of an unfinished loop do not count.
    if (!together.premises.every(({ value }) => outer.valueOf(value) >= 0n)) continue;
    const most = elements(null).length;
    const own = (loop: NodeId, step: number): Values => {
      const at = ownStep(graph, steps, loop, step);
      if (at === null) return accumulated(graph, steps, loop, step, outside);
      return steps.get(loop)?.[at] ?? unvisited(graph, loop, elements(loop)[at]);
    };
    if (most > MAX_STEPS) continue;
    for (const { course, quantity } of quantities) {
      if (most > 0 || (prefixOf(course.before) !== null && !isTruth(graph, quantity))) continue;
      if (outer.valueOf(course.first) !== outer.valueOf(course.last)) throw new Error(`${JSON.stringify(quantity)} changes without a step`);
    }
    let before = quantities.map(({ course }) => outer.valueOf(course.first));
    for (let step = 0; step < most; step += 1) {
      const seenValues = new Map([...outside, ...loops.flatMap((loop) => [...own(loop, step)])]);
      const values = new Map([...seenValues, ...unread(graph, together, step, seenValues)]);
      for (const other of [0n, -9n, 9n]) {
        const atoms = new Atoms(together.facts.polynomials, graph, namesBy(classes), values, other);
        atoms.take('#', BigInt(step));
        atoms.takePrefixes(values);
        atoms.take('psource', sumOf(elements(null).slice(0, step)));
        for (const { quantity, course } of quantities) {
          const prefix = prefixOf(course.before);
          // The element of the base may have been evaluated in no body: then its atom is free.
          const [[element] = ['']] = minus(course.after, course.before);
          if (prefix === 'psource' && element !== '') atoms.take(element, measureOf(elements(null)[step] ?? 0) ?? 0n);
          const place = quantity.loop === null ? undefined : places.get(quantity.loop);
          if (prefix === null) continue;
          if (place === undefined) {
            atoms.take(prefix, runningSum(graph, quantity, steps, elements(quantity.loop), step));
            continue;
          }
          atoms.take(prefix, Number(outside.get(place)) < step ? 1n : 0n);
          atoms.take(`h${quantity.loop}`, Number(outside.get(place)) === step ? 1n : 0n);
        }
        for (const fact of said) atoms.takeSteps(fact);
        for (const fact of said) if (holdToRun('a step', fact, atoms)) seen.facts += 1;
        for (const which of ['lower', 'upper', 'element'] as const) {
          const value = together.stepFact(which);
          if (value === null) continue;
          const is = atoms.valueOf(value);
          if (which === 'element' ? is !== 0n : is < 0n) throw new Error(`of step ${step} ${which} does not hold`);
        }
        for (const value of together.assumptions) {
          if (atoms.valueOf(value) < 0n) throw new Error('a condition does not hold');
          seen.conditions += 1;
        }
        const after = quantities.map(({ quantity, course }, index) => {
          if (atoms.valueOf(course.before) !== before[index]) throw new Error(`${JSON.stringify(quantity)} before step ${step}`);
          seen.courses += 1;
          return atoms.valueOf(course.after);
        });
        if (other !== 9n) continue;
        before = after;
        if (step + 1 === most) {
          quantities.forEach(({ quantity, course }, index) => {
            if (outer.valueOf(course.last) !== after[index]) throw new Error(`${JSON.stringify(quantity)} after the last step`);
          });
        }
      }
    }
  }
}

function isTruth(graph: Graph, { loop }: Quantity): boolean {
  const node = loop === null ? undefined : graph.nodes[loop];
  return node?.op === 'loop' && (node.loop === 'any' || node.loop === 'all');
}

/** Returns the elements that a loop visits. */
function elementsOf(source: LoopSource, values: Values): readonly Value[] {
  if (source.over === 'value') {
    const list = values.get(source.node);
    return Array.isArray(list) ? list : [];
  }
  const [lo, hi] = [Number(values.get(source.lo)), Number(values.get(source.hi))];
  return Array.from({ length: Math.max(0, hi - lo + 1) }, (_, k) => lo + k);
}

function sourceOf(graph: Graph, loop: NodeId): LoopSource {
  const node = graph.nodes[loop];
  if (node?.op !== 'loop' && node?.op !== 'fold') throw new Error('no loop');
  return node.source;
}

function bodyOf(graph: Graph, loop: NodeId): RegionId {
  const node = graph.nodes[loop];
  if (node?.op !== 'loop' && node?.op !== 'fold') throw new Error('no loop');
  return node.body;
}
