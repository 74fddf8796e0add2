import type { AbstractValue } from '@kirchhoff/kernel/abstract/abstract';
import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Core, Graph, LoopSource, NodeId } from '@kirchhoff/kernel/graph/graph';
import { type Induction, type InductionOf, inductionOf, isSameSource } from '@kirchhoff/kernel/graph/induction';
import { nodeAt, operandsOf, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import { workOfRun } from '@kirchhoff/kernel/rules/meter';
import { tries } from '@kirchhoff/kernel/smt/tries';
import type { ProvingMeter } from './meter.js';

/** Limit for the inputs on which a condition is tried before a proof of it is sought. */
const MAX_TRIES = 200;
/** Limit for the elementary steps of one such run. */
const STEPS_A_TRY = 100_000;

/** Loops over one source that ensures read, and the ensures that seem to hold after each of their rounds. */
export interface Candidate {
  readonly loops: readonly NodeId[];
  readonly ensures: readonly number[];
}

/**
 * Returns the inductions that are worth a proof: for each source, the loops over it that the open ensures read. Their ensures are
 * those that held after every round in sample runs, those that are closed already first.
 *
 * @param claim The claims of the proof of the graph.
 * @param open The positions of the open ensures.
 * @param seed The proof key, which determines the runs.
 */
export function candidatesOf(
  core: Core,
  graph: Graph,
  claim: (node: NodeId) => AbstractValue,
  open: readonly number[],
  seed: string,
  meter: ProvingMeter,
): readonly Candidate[] {
  const reads = graph.ensures.map((region) => readsOf(graph, [graph.regions[region]?.result ?? -1]));
  const all = new Set(open.flatMap((ensure) => [...(reads[ensure] ?? [])]));
  return groupsOf(graph, all).flatMap((loops) => {
    const about = (ensure: number): boolean => loops.some((loop) => reads[ensure]?.has(loop) === true);
    const closed = graph.ensures.flatMap((_, ensure) => (open.includes(ensure) ? [] : [ensure]));
    const ensures = [...closed, ...open].filter((ensure) => {
      const made = about(ensure) ? inductionOf(graph, { loops, ensures: [ensure] }, claim) : null;
      return made !== null && holdsInRuns(core, made, seed, meter);
    });
    return ensures.some((ensure) => open.includes(ensure)) ? [{ loops, ensures }] : [];
  });
}

/** Returns true if sample runs of the graph with its induction do not fail. */
function holdsInRuns(core: Core, { graph }: Induction, seed: string, meter: ProvingMeter): boolean {
  const execute = runner({ ...core, graphs: [graph] });
  let tried = 0;
  for (const inputs of tries(core, graph, seed)) {
    const { type, steps } = execute({ graph: 0 }, inputs, { budget: STEPS_A_TRY });
    meter.spend(workOfRun(steps), graph, null);
    if (type === 'fault') return false;
    tried += 1;
    if (tried >= MAX_TRIES) break;
  }
  return true;
}

/** Returns the nodes on which the values of nodes depend, with these nodes. */
function readsOf(graph: Graph, from: readonly NodeId[]): ReadonlySet<NodeId> {
  const found = new Set<NodeId>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id < 0 || found.has(id)) continue;
    found.add(id);
    const node = nodeAt(graph, id);
    waiting.push(...operandsOf(node), ...ownedRegions(node).flatMap((region) => graph.regions[region]?.result ?? []));
  }
  return found;
}

/**
 * Returns the loops of each source that have a quantity to follow, ascending. A loop whose result the body or the first value of
 * another one reads is not followed: in every round it has its last value there.
 */
function groupsOf(graph: Graph, among: ReadonlySet<NodeId>): readonly (readonly NodeId[])[] {
  const groups: { source: LoopSource; loops: NodeId[] }[] = [];
  for (const id of [...among].toSorted((a, b) => a - b)) {
    const node = nodeAt(graph, id);
    if ((node.op !== 'loop' && node.op !== 'fold') || !isMeasured(graph, id)) continue;
    const group = groups.find(({ source }) => isSameSource(source, node.source));
    if (group === undefined) groups.push({ source: node.source, loops: [id] });
    else group.loops.push(id);
  }
  return groups.flatMap(({ loops }) => {
    const read = new Set(loops.flatMap((loop) => [...readsOf(graph, givenIn(graph, loop))].filter((id) => id !== loop)));
    const followed = loops.filter((loop) => !read.has(loop));
    return followed.length === 0 ? [] : [followed];
  });
}

/** The results that a loop is made from: that of its body, and the first value of a fold. */
function givenIn(graph: Graph, loop: NodeId): readonly NodeId[] {
  const node = nodeAt(graph, loop);
  if (node.op !== 'loop' && node.op !== 'fold') return [];
  return [graph.regions[node.body]?.result ?? -1, ...(node.op === 'fold' ? [node.initial] : [])];
}

/** Returns true for a fold, a truth or a number, and for a list whose sum or length is read. */
function isMeasured(graph: Graph, id: NodeId): boolean {
  const node = nodeAt(graph, id);
  if (node.op !== 'loop' || (node.loop !== 'map' && node.loop !== 'filter')) return true;
  const by = node.loop === 'map' ? 'SUM' : 'LENGTH';
  return graph.nodes.some((each) => each.op === 'apply' && each.operands[0] === id && monomerAt(each.monomer).name === by);
}

/** Returns the same induction without one of its ensures; `null` if none of the open ones remains. */
export function without({ loops, ensures }: InductionOf, dropped: number, open: readonly number[]): Candidate | null {
  const left = ensures.filter((ensure) => ensure !== dropped);
  return left.some((ensure) => open.includes(ensure)) ? { loops, ensures: left } : null;
}
