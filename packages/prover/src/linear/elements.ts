import type { Polynomial } from '@kirchhoff/kernel/abstract/polynomial';
import { isShown } from '@kirchhoff/kernel/certificate/linear';
import type { Graph, LoopSource, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { oncePerGraph } from '@kirchhoff/kernel/graph/once-per-graph';
import { nodeAt, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import { type Premise, truthIs } from '@kirchhoff/kernel/monomers/linear';
import { type ElementOf, ElementStep, type StepOf } from '@kirchhoff/kernel/rules/element-steps';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import type { LinearFacts } from '@kirchhoff/kernel/rules/linear-facts';
import { MAX_LOOPS, settled } from '@kirchhoff/kernel/rules/loop-steps';
import { boundNode } from '@kirchhoff/kernel/rules/loops';
import { membershipOf, wantedOf } from '@kirchhoff/kernel/rules/membership';
import { shorterFolds } from '@kirchhoff/kernel/rules/shorter-folds';

/** Limits for nested element steps, and for the candidate elements of one goal. */
const MAX_ELEMENTS = 7;
const MAX_CANDIDATES = 40;

const NO_MAPS: ReadonlySet<NodeId> = new Set();

type LoopNode = Extract<ReturnType<typeof nodeAt>, { op: 'loop' | 'fold' }>;

/** Loops over one source, outside all steps or in one step. */
interface Group {
  readonly source: LoopSource;
  readonly loops: readonly NodeId[];
  /** The number of the step that contains them; null outside. */
  readonly within: number | null;
}

/** An element for which loops may have made a step. */
interface Candidate {
  readonly group: Group;
  readonly of: ElementOf;
  readonly key: string;
  readonly generation: number;
  /** True for a value that a map of the group gives. */
  readonly isMapped: boolean;
}

/** A step that provably exists, as a refutation refers to it. */
export interface OpenedStep {
  readonly step: ElementStep;
  readonly by: StepOf;
  readonly key: string;
  /** The unproven premises. */
  readonly open: readonly Premise[];
  /** The loops in the bodies of the step. */
  readonly groups: readonly Group[];
  /** The length of the chain of steps that led to it. */
  readonly generation: number;
}

/** The order in which elements are tried: those near the goal, those near the goal that maps give, or those in the latest step. */
export type ElementOrder = 'nearest first' | 'mapped first' | 'latest first';

/** Searches near a goal for list elements with a step of loops, and for the further steps that follow from such elements. */
export type Show = (premise: Premise) => boolean;

/** Searches for elements of lists near a goal with which loops had a step, and for the steps that such elements lead to. */
export class ElementSearch {
  private readonly groups: readonly Group[];
  private readonly near: ReadonlySet<NodeId>;
  private readonly around: readonly NodeId[];

  constructor(
    private readonly environment: Environment,
    private readonly facts: LinearFacts,
    around: readonly NodeId[],
    private readonly order: ElementOrder,
  ) {
    this.near = new Set(around);
    // The variables of enclosing loop bodies may be far from the goal.
    this.around = [...around, ...boundIn(environment.graph).filter((id) => !this.near.has(id) && facts.reached(id) !== null)];
    this.groups = groupsOf(
      loopsOf(environment.graph).filter((id) => this.isOutside(id)),
      environment,
      (id) => environment.classOf(id),
      null,
    );
  }

  get hasLoops(): boolean {
    return this.groups.length > 0;
  }

  /** Returns the first unused step that provably exists; null if there is no such step. */
  next(steps: readonly OpenedStep[], assumed: readonly Polynomial[], show: Show): OpenedStep | null {
    if (steps.length >= MAX_ELEMENTS) return null;
    const elements = steps.map(({ step }) => step);
    const groups = [...steps.flatMap((step) => step.groups).toReversed(), ...this.groups];
    const [quantified, counted] = [true, false].map((isQuantified) =>
      groups.flatMap((group) => this.witnesses(group, isQuantified, steps)),
    );
    const inner = steps.flatMap(({ step, generation }, number) =>
      this.valuesAt(this.elementsIn(step), number, elements, groups, generation + 1),
    );
    const outer = this.valuesAt(this.around, null, elements, groups, 0);
    // Witnesses of `any` and `all` come first. Nearest first: then elements that are read near the goal, then elements that follow
    // from earlier steps. Latest first: then elements that follow from the latest step.
    const candidates =
      this.order === 'latest first'
        ? [...(quantified ?? []), ...inner.toReversed(), ...outer, ...(counted ?? [])]
        : [...(quantified ?? []), ...this.inOrder(outer), ...(counted ?? []), ...this.inOrder(inner)].toSorted(
            (a, b) => a.generation - b.generation,
          );
    for (const candidate of [...candidates.slice(0, MAX_CANDIDATES), ...this.lastPlaces()]) {
      if (steps.some(({ key }) => key === candidate.key)) continue;
      const opened = this.open(candidate, elements, assumed, show);
      if (opened !== null) return opened;
    }
    return null;
  }

  private inOrder(candidates: readonly Candidate[]): readonly Candidate[] {
    if (this.order !== 'mapped first') return candidates;
    return candidates.toSorted((a, b) => Number(b.isMapped) - Number(a.isMapped));
  }

  private open(
    { group, of, key, generation }: Candidate,
    before: readonly ElementStep[],
    assumed: readonly Polynomial[],
    show: Show,
  ): OpenedStep | null {
    const { within } = group;
    const isThere = (premise: Premise): boolean => isShown(premise, assumed) || show(premise);
    const own = of.by === 'witness' ? of.loop : null;
    if (own !== null && ElementStep.of(this.environment, { loops: [own], within, of }, before)?.premises.every(isThere) !== true)
      return null;
    const facts = this.factsIn(within, before);
    const chosen = group.loops.filter((loop) => loop === own || this.goesThroughAll(loop, facts, within, isThere));
    const loops = [...new Set([...(own === null ? [] : [own]), ...chosen])].slice(0, MAX_LOOPS).toSorted((a, b) => a - b);
    const by: StepOf = { loops, within, of };
    const step = loops.length === 0 ? null : ElementStep.of(this.environment, by, before);
    if (step === null || !step.premises.every(isThere)) return null;
    const classOf = (id: NodeId): NodeId => step.classes.of(id);
    const groups = groupsOf(loopsInside(this.environment.graph, step.bodies), this.environment, classOf, before.length);
    return { step, by, key, open: step.premises.filter((premise) => !isShown(premise, assumed)), groups, generation };
  }

  private factsIn(number: number | null, steps: readonly ElementStep[]): LinearFacts {
    return (number === null ? undefined : steps[number]?.facts) ?? this.facts;
  }

  private goesThroughAll(loop: NodeId, facts: LinearFacts, within: number | null, isThere: (premise: Premise) => boolean): boolean {
    const node = loopAt(this.environment.graph, loop);
    const truth = settled(node);
    if (facts.reached(loop)?.every(isThere) !== true) return false;
    if (truth === null) return node.op !== 'fold' || within !== null || this.near.has(loop);
    return isThere(truthIs(truth, facts.polynomials.of(loop), this.environment.view(loop)));
  }

  /**
   * Returns true for a loop that was evaluated here, unconditionally or not, outside all loop bodies except those around this
   * point.
   */
  private isOutside(id: NodeId): boolean {
    return this.facts.reached(id) !== null;
  }

  private witnesses(group: Group, isQuantified: boolean, steps: readonly OpenedStep[]): readonly Candidate[] {
    const generation = group.within === null ? 0 : (steps[group.within]?.generation ?? 0) + 1;
    return group.loops.flatMap((loop): Candidate[] => {
      const node = loopAt(this.environment.graph, loop);
      if ((group.within === null && !this.near.has(loop)) || node.op === 'fold' || node.loop === 'map') return [];
      const whole = settled(node);
      if ((whole !== null) !== isQuantified) return [];
      const truths = whole === null ? [true, false] : [!whole];
      return truths.map((truth) => ({
        group,
        of: { by: 'witness', loop, truth },
        key: `${group.within} ${loop} ${truth}`,
        generation,
        isMapped: false,
      }));
    });
  }

  /**
   * Returns the last integers of ranges over whose places loops cut parts out of lists: the part up to the last place is the whole
   * list. Also those of ranges over which a fold does one round more than another.
   */
  private lastPlaces(): readonly Candidate[] {
    const { graph } = this.environment;
    return this.groups.flatMap((group): Candidate[] => {
      const { source, loops } = group;
      if (source.over === 'value' || graph.nodes[source.hi]?.op === 'literal') return [];
      const isCut = loops.some(
        (loop) => this.near.has(loop) && nodesIn(graph, new Set([loopAt(graph, loop).body])).some((id) => cutsPart(graph, id)),
      );
      const isLonger = loops.some(
        (loop) =>
          this.near.has(loop) &&
          shorterFolds(graph)
            .get(loop)
            ?.some((fold) => this.near.has(fold)),
      );
      if (!isCut && !isLonger) return [];
      const key = `null ${loops[0]} ${this.facts.polynomials.nameOfClass(source.hi)}`;
      return [{ group, of: { by: 'value', node: source.hi, step: null }, key, generation: 0, isMapped: false }];
    });
  }

  /** Returns the nodes whose values are elements of a loop's source, or of a map over that source. */
  private valuesAt(
    nodes: readonly NodeId[],
    number: number | null,
    steps: readonly ElementStep[],
    groups: readonly Group[],
    generation: number,
  ): readonly Candidate[] {
    const { environment } = this;
    const earlier = number === null ? null : (steps[number] ?? null);
    const classOf = (id: NodeId): NodeId => (earlier === null ? environment.classOf(id) : earlier.classes.of(id));
    const facts = this.factsIn(number, steps);
    const found = new Map<string, Candidate>();
    for (const node of nodes) {
      if (facts.reached(node) === null) continue;
      const reads = placesReadAt(environment.graph, node);
      for (const group of groups) {
        const { source, loops, within } = group;
        const name = `${within} ${loops[0]}`;
        const of: ElementOf = { by: 'value', node, step: number };
        const member = this.memberOf(node, number, group, steps);
        if (member !== null) {
          if (earlier !== null && this.isOwnElement(earlier, node, loops)) continue;
          const key = `${name} ${facts.polynomials.nameOfClass(node)}`;
          if (!found.has(key)) found.set(key, { group, of, key, generation, isMapped: member.map !== null });
        }
        if (source.over === 'range') {
          for (const { index, list } of reads) {
            if (!loops.some((loop) => this.readsAtPlaces(loop, classOf(list), classOf))) continue;
            if (earlier !== null && this.isOwnElement(earlier, index, loops)) continue;
            const key = `${name} ${facts.polynomials.nameOfClass(index)}`;
            if (!found.has(key)) found.set(key, { group, of: { ...of, node: index }, key, generation, isMapped: false });
          }
        }
      }
    }
    return [...found.values()];
  }

  /** Returns the map of the group that gives a value, or `null` in it for an element of the source; `null` for other values. */
  private memberOf(
    node: NodeId,
    number: number | null,
    { source, loops, within }: Group,
    steps: readonly ElementStep[],
  ): { readonly map: NodeId | null } | null {
    const { environment } = this;
    const classIn = (step: number | null) => (id: NodeId) =>
      step === null ? environment.classOf(id) : (steps[step]?.classes.of(id) ?? id);
    if (source.over === 'range' && this.isInRange(node, classIn(number), source, classIn(within))) return { map: null };
    const isNear = within === null || within === number;
    const maps = isNear ? new Set(loops.filter((loop) => loopAt(environment.graph, loop).op === 'loop')) : NO_MAPS;
    return membershipOf(environment, classIn(number), node, wantedOf(classIn(within), source), maps);
  }

  /** Returns true if a loop over the same range binds the node, as seen from two steps. */
  private isInRange(
    node: NodeId,
    classOf: (id: NodeId) => NodeId,
    { lo, hi }: Extract<LoopSource, { over: 'range' }>,
    classThere: (id: NodeId) => NodeId,
  ): boolean {
    const { graph } = this.environment;
    const bound = graph.nodes[node];
    const owner = bound?.op === 'bound' ? graph.nodes[graph.regions[bound.region]?.owner ?? -1] : undefined;
    if (bound?.op !== 'bound' || (owner?.op !== 'loop' && owner?.op !== 'fold') || owner.source.over !== 'range') return false;
    if (bound.index !== (owner.op === 'fold' ? 1 : 0)) return false;
    return classOf(owner.source.lo) === classThere(lo) && classOf(owner.source.hi) === classThere(hi);
  }

  /** Returns true if the node is the element of the step itself. */
  private isOwnElement(step: ElementStep, node: NodeId, loops: readonly NodeId[]): boolean {
    const { graph } = this.environment;
    return loops.some((loop) => {
      const { op, body } = loopAt(graph, loop);
      const bound = step.bodies.has(body) ? boundNode(graph, body, op === 'fold' ? 1 : 0) : undefined;
      return bound !== undefined && step.classes.of(bound) === step.classes.of(node);
    });
  }

  /** Returns true for a loop over indices whose body reads elements of that list. */
  private readsAtPlaces(loop: NodeId, list: NodeId, classOf: (id: NodeId) => NodeId): boolean {
    const { graph } = this.environment;
    const inside = nodesIn(graph, new Set([loopAt(graph, loop).body]));
    return inside.some((id) => placesReadAt(graph, id).some((read) => classOf(read.list) === list));
  }

  /** Returns the variables that the bodies bind, and the elements that they read from lists. */
  private elementsIn(step: ElementStep): readonly NodeId[] {
    const { graph } = this.environment;
    return [...step.bodies].flatMap((body) => {
      const owner = graph.regions[body]?.owner ?? -1;
      const bound = boundNode(graph, body, graph.nodes[owner]?.op === 'fold' ? 1 : 0);
      const read = nodesIn(graph, new Set([body])).filter((id) => placesReadAt(graph, id).length > 0);
      return bound === undefined ? read : [bound, ...read];
    });
  }
}

/** Returns the list and the index that a node reads. */
function placesReadAt(graph: Graph, id: NodeId): readonly { readonly list: NodeId; readonly index: NodeId }[] {
  const node = graph.nodes[id];
  if (node?.op !== 'apply' || monomerAt(node.monomer).linear?.result?.is !== 'element') return [];
  const [list, index] = node.operands;
  return list === undefined || index === undefined ? [] : [{ list, index }];
}

function loopAt(graph: Graph, loop: NodeId): LoopNode {
  const node = nodeAt(graph, loop);
  if (node.op !== 'loop' && node.op !== 'fold') throw new Error(`${node.op} is not a loop`);
  return node;
}

/** Returns true for a node that cuts a part out of a list. */
function cutsPart(graph: Graph, id: NodeId): boolean {
  const node = graph.nodes[id];
  return node?.op === 'apply' && monomerAt(node.monomer).linear?.result?.is === 'part';
}

/** The variables that regions bind. */
const boundIn = oncePerGraph((graph): readonly NodeId[] => [...graph.nodes.keys()].filter((id) => graph.nodes[id]?.op === 'bound'));

const loopsOf = oncePerGraph((graph): readonly NodeId[] => [...graph.nodes.keys()].filter((id) => isLoop(graph, id)));

export function isLoop(graph: Graph, id: NodeId): boolean {
  const op = graph.nodes[id]?.op;
  return op === 'loop' || op === 'fold';
}

/** Returns the nodes in regions, except those in the bodies of loops in them. */
export function nodesIn(graph: Graph, regions: ReadonlySet<RegionId>): readonly NodeId[] {
  return regionsIn(graph, regions).flatMap((region) => graph.regions[region]?.nodes ?? []);
}

/** Returns the regions and those nested in them, except loop bodies. */
function regionsIn(graph: Graph, regions: ReadonlySet<RegionId>): readonly RegionId[] {
  const found: RegionId[] = [];
  const pending = [...regions];
  for (let region = pending.pop(); region !== undefined; region = pending.pop()) {
    found.push(region);
    for (const id of graph.regions[region]?.nodes ?? []) if (!isLoop(graph, id)) pending.push(...ownedRegions(nodeAt(graph, id)));
  }
  return found;
}

/** Returns the loops directly in some bodies, except those nested in other loops. */
function loopsInside(graph: Graph, bodies: ReadonlySet<RegionId>): readonly NodeId[] {
  return nodesIn(graph, bodies)
    .filter((id) => isLoop(graph, id))
    .toSorted((a, b) => a - b);
}

/** Groups loops by their source, as seen from a step or from outside. */
function groupsOf(
  loops: readonly NodeId[],
  environment: Environment,
  classOf: (id: NodeId) => NodeId,
  within: number | null,
): readonly Group[] {
  const bySource = new Map<string, { source: LoopSource; loops: NodeId[]; within: number | null }>();
  for (const id of loops) {
    const { source } = loopAt(environment.graph, id);
    const key = source.over === 'value' ? `${classOf(source.node)}` : `${classOf(source.lo)}..${classOf(source.hi)}`;
    const group = bySource.get(key) ?? { source, loops: [], within };
    bySource.set(key, group);
    group.loops.push(id);
  }
  return [...bySource.values()];
}
