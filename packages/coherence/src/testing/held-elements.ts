import { ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Graph, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { ownedRegions, regionsOf } from '@kirchhoff/kernel/graph/schedule';
import { type ElementOf, ElementStep, type StepOf } from '@kirchhoff/kernel/rules/element-steps';
import { CheckMeter } from '@kirchhoff/kernel/rules/meter';
import { nodePolynomials } from '@kirchhoff/kernel/rules/node-polynomials';
import { valueClasses } from '@kirchhoff/kernel/rules/value-classes';
import type { Value } from '@kirchhoff/kernel/values/value';
import { GraphSearch } from '@kirchhoff/prover/prove-graph';
import { sampleInputs } from '@kirchhoff/prover/samples';
import { type AtomNames, Atoms, holdToRun, inLoops, namesBy } from './linear-atoms.js';
import { programOf } from './outcome.js';

const OTHERS = [0n, 9n];

type Values = ReadonlyMap<NodeId, Value>;
type Seen = readonly (readonly [NodeId, Value])[];

interface Place {
  readonly graph: Graph;
  readonly regionOf: Int32Array;
}

/** Returns the regions in a region, including itself. With `deep`, also those in bodies of loops. */
function inside(graph: Graph, region: RegionId, deep: boolean): ReadonlySet<RegionId> {
  const found = new Set([region]);
  for (const each of found) {
    for (const id of graph.regions[each]?.nodes ?? []) {
      const node = graph.nodes[id];
      if (node !== undefined && (deep || (node.op !== 'loop' && node.op !== 'fold')))
        for (const owned of ownedRegions(node)) found.add(owned);
    }
  }
  return found;
}

/** Returns the observed values in each step of a body. */
function stepsOf({ graph, regionOf }: Place, body: RegionId, seen: Seen): readonly Seen[] {
  const regions = inside(graph, body, true);
  const steps: (readonly [NodeId, Value])[][] = [];
  let own = new Set<NodeId>();
  for (const event of seen) {
    const region = regionOf[event[0]] ?? -1;
    if (!regions.has(region)) continue;
    // A node of the body itself has one value in each step.
    if (steps.length === 0 || (region === body && own.has(event[0]))) {
      steps.push([]);
      own = new Set();
    }
    if (region === body) own.add(event[0]);
    steps.at(-1)?.push(event);
  }
  return steps;
}

/** Returns the values of a step itself, without those of nested loops. */
function valuesOf({ graph, regionOf }: Place, body: RegionId, step: Seen): Values {
  const regions = inside(graph, body, false);
  return new Map(step.filter(([node]) => regions.has(regionOf[node] ?? -1)));
}

function bodyOf(graph: Graph, loop: NodeId): RegionId {
  const node = graph.nodes[loop];
  if (node?.op !== 'loop' && node?.op !== 'fold') throw new Error('no loop');
  return node.body;
}

function loopsIn(graph: Graph, regions: ReadonlySet<RegionId>): readonly NodeId[] {
  return [...regions]
    .flatMap((region) => graph.regions[region]?.nodes ?? [])
    .filter((id) => ['loop', 'fold'].includes(graph.nodes[id]?.op ?? ''))
    .toSorted((a, b) => a - b);
}

/** Returns each loop alone, each pair, and all loops. */
function groups(loops: readonly NodeId[]): readonly (readonly NodeId[])[] {
  return [loops, ...loops.map((loop) => [loop]), ...loops.flatMap((a) => loops.filter((b) => a < b).map((b) => [a, b]))];
}

function elementsOf(graph: Graph, loops: readonly NodeId[], step: number | null): readonly ElementOf[] {
  return [
    ...loops.flatMap((loop) => [true, false].map((truth): ElementOf => ({ by: 'witness', loop, truth }))),
    ...[...graph.nodes.keys()].map((node): ElementOf => ({ by: 'value', node, step })),
  ];
}

/**
 * Returns the steps that are visible at the end of a graph: single ones, and chains with nested steps or steps of the same
 * elements.
 */
function stepsSeen(graph: Graph, environment: GraphSearch['environment']): readonly (readonly (readonly [StepOf, ElementStep])[])[] {
  const entry = inside(graph, graph.body, false);
  const found: (readonly [StepOf, ElementStep])[][] = [];
  const outer = loopsIn(graph, entry);
  for (const loops of groups(outer)) {
    for (const of of elementsOf(graph, loops, null)) {
      const by: StepOf = { loops, within: null, of };
      const first = ElementStep.of(environment, by, []);
      if (first === null) continue;
      found.push([[by, first]]);
      if (loops.length > 2) continue;
      const inner = loopsIn(graph, new Set(loops.flatMap((loop) => [...inside(graph, bodyOf(graph, loop), false)])));
      const next = [
        ...groups(inner).flatMap((own) =>
          [null, 0].flatMap((step) => elementsOf(graph, own, step).map((each) => ({ loops: own, within: 0, of: each }))),
        ),
        ...outer.flatMap((own) => elementsOf(graph, [own], 0).map((each) => ({ loops: [own], within: null, of: each }))),
      ];
      for (const each of next) {
        const second = ElementStep.of(environment, each, [first]);
        if (second !== null)
          found.push([
            [by, first],
            [each, second],
          ]);
      }
    }
  }
  return found;
}

/** Names of atoms as seen from a step. */
const namesIn = (step: ElementStep): AtomNames => {
  const named = (node: NodeId): string => {
    const level = step.levelOf(node);
    return level === null ? `${node}` : `${node}@${level.number}`;
  };
  return { ofClass: (node) => named(step.classes.of(node)), ofNode: named };
};

/** Compares the facts of steps with a run: all of them must hold for some element. */
class Held {
  facts = 0;
  steps = 0;
  nested = 0;
  known = 0;

  constructor(
    private readonly place: Place,
    private readonly outside: Values,
    private readonly trace: Seen,
  ) {}

  /** Returns true if no premise holds, or if the conclusion is true for one step. */
  holds(chain: readonly (readonly [StepOf, ElementStep])[], other: bigint): boolean {
    const atoms = new Atoms(
      nodePolynomials(this.place.graph),
      this.place.graph,
      namesBy(valueClasses(this.place.graph)),
      this.outside,
      other,
    );
    return this.from(chain, [], atoms, other);
  }

  private from(
    [now, ...later]: readonly (readonly [StepOf, ElementStep])[],
    before: readonly { readonly seen: Seen; readonly values: Values }[],
    atoms: Atoms,
    other: bigint,
  ): boolean {
    if (now === undefined) return true;
    const { graph } = this.place;
    const [{ loops, within }, step] = now;
    if (!step.premises.every(({ value }) => atoms.valueOf(value) >= 0n)) return true;
    const around = within === null ? undefined : before[within];
    // A body without nodes has as many steps as its source has elements, and shows none of them.
    const steps = loops.map((loop) => {
      const body = bodyOf(graph, loop);
      return graph.regions[body]?.nodes.length === 0 ? null : stepsOf(this.place, body, around?.seen ?? this.trace);
    });
    const counts = steps.flatMap((each) => each?.length ?? []);
    const most = counts.length > 0 ? Math.min(...counts) : this.elementsOf(loops[0], around?.values);
    for (let k = 0; k < most; k += 1) {
      const seen = steps.flatMap((each) => each?.[k] ?? []);
      const values = new Map(loops.flatMap((loop, i) => [...valuesOf(this.place, bodyOf(graph, loop), steps[i]?.[k] ?? [])]));
      const all = new Map([...this.outside, ...(around?.values ?? []), ...values]);
      const mine = this.trueIn(step, all, atoms, other);
      if (mine !== null && this.from(later, [...before, { seen, values }], mine, other)) {
        this.steps += 1;
        this.nested += within === null ? 0 : 1;
        return true;
      }
    }
    return false;
  }

  /** Returns the number of elements that a loop visits. */
  private elementsOf(loop: NodeId | undefined, around: Values | undefined): number {
    const node = loop === undefined ? undefined : this.place.graph.nodes[loop];
    if (node?.op !== 'loop' && node?.op !== 'fold') return 0;
    const valueOf = (id: NodeId): Value | undefined => around?.get(id) ?? this.outside.get(id);
    const { source } = node;
    if (source.over === 'range') return Math.max(0, Number(valueOf(source.hi)) - Number(valueOf(source.lo)) + 1);
    const list = valueOf(source.node);
    return Array.isArray(list) ? list.length : 0;
  }

  /** Returns the atoms of a step if all its facts hold; otherwise null. */
  private trueIn(step: ElementStep, values: Values, before: Atoms, other: bigint): Atoms | null {
    const { graph } = this.place;
    try {
      // A node with two values throws, if the element is another one.
      const atoms = new Atoms(step.facts.polynomials, graph, namesIn(step), values, other, before);
      if (!step.known.every((value) => atoms.valueOf(value) >= 0n)) return null;
      this.known += step.known.length;
      for (const id of graph.nodes.keys()) for (const fact of step.facts.of(id)) atoms.takeSteps(fact);
      for (const id of graph.nodes.keys()) {
        for (const fact of [...step.factsOf(id), ...(['lower', 'upper'] as const).flatMap((side) => step.facts.bound(id, side) ?? [])]) {
          if (holdToRun('a step', fact, atoms)) this.facts += 1;
        }
      }
      return atoms;
    } catch {
      return null;
    }
  }
}

/** Counts of what was held to runs. */
export interface StepsSeen {
  facts: number;
  steps: number;
  nested: number;
  known: number;
}

export const NO_STEPS_SEEN: Readonly<StepsSeen> = { facts: 0, steps: 0, nested: 0, known: 0 };

/**
 * Assumes the steps with one element that are known at the end of a program, and compares them with runs: if the premises of a step
 * hold in a run, the run has a step of which all is true that is said. Throws if it has none. Runs that fail are left out.
 *
 * @param runs The number of inputs.
 * @param seen Counts, to which those of this program are added.
 * @param chains The most chains of steps, spread over all of them. Default: all.
 */
export function holdElements(source: string, runs: number, seen: StepsSeen, chains = Number.POSITIVE_INFINITY): void {
  const { core } = programOf(source);
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const parameters = graph.parameters.map(({ domain }) => ofDomain(domain));
  const search = new GraphSearch(core, graph, 'whole', { parameters, facts: [], meter: new CheckMeter(900_000_000) }, []);
  search.run(() => undefined);
  const all = stepsSeen(graph, search.environment);
  const apart = Math.max(1, Math.ceil(all.length / chains));
  const some = all.filter((_, index) => index % apart === 0);
  const looped = inLoops(graph);
  let count = 0;
  for (const inputs of sampleInputs(core, parameters)) {
    count += 1;
    if (count > runs) break;
    const trace: (readonly [NodeId, Value])[] = [];
    const { type } = run(core, { graph: 0 }, inputs, {
      observer: (part, node, value) => {
        if ('graph' in part) trace.push([node, value]);
      },
    });
    if (type !== 'outputs') continue;
    const outside = new Map(trace.filter(([node]) => !looped.has(node)));
    const held = new Held({ graph, regionOf: regionsOf(graph) }, outside, trace);
    for (const chain of some) {
      for (const other of OTHERS) {
        if (!held.holds(chain, other)) throw new Error(`no step ${JSON.stringify(chain.map(([by]) => by))} in ${source}`);
      }
    }
    for (const each of ['facts', 'steps', 'nested', 'known'] as const) seen[each] += held[each];
  }
}
