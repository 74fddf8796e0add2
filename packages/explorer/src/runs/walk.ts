import {
  type Fault,
  faultPlace,
  type Graph,
  type GraphReference,
  type NodeId,
  nodeAt,
  operandsOf,
  type Program,
  type RegionId,
  type Run,
  run,
  type Value,
} from '@kirchhoff/coherence';
import type { GraphView, NodeView, ProgramView } from '@kirchhoff/pictures';
import { fillPorts } from '@kirchhoff/pictures/picture/size';
import { literalText } from '@kirchhoff/pictures/view/text';

/** The value of one node in a run. */
export interface Step {
  /** The ids of graph and node in the picture. */
  readonly graph: string;
  readonly node: string;
  /** The wire, input or promise around it. */
  readonly wire: string;
  /** The operation with the values of its operands. */
  readonly text: string;
  /** Its value; `null` at the failure that ends the run. */
  readonly value: string | null;
  readonly line: number;
  /** The round of each loop around it, the outermost first. */
  readonly rounds: readonly number[];
  /** The component that it is in; `null` in the circuit itself. */
  readonly component: string | null;
}

/** The values of a run in the order of evaluation. */
export interface Walk {
  readonly steps: readonly Step[];
  /** The steps that a long run has between its first and its last ones. */
  readonly omitted: number;
  /** The index of the first step after the omitted ones. */
  readonly resumes: number;
}

/** Limits for the shown steps of a run: from its start, and before its end. */
const FIRST_STEPS = 200;
const LAST_STEPS = 600;

/** The place of a closure domain that a certification left open. */
export interface Finding {
  readonly line: number;
  readonly domain: string;
}

export interface WalkedRun {
  readonly program: Program;
  readonly part: GraphReference;
  readonly inputs: readonly Value[];
  readonly budget: number;
  /** The failures of the run, and the one at which the walk ends; `null` if there is none. */
  readonly faults: readonly Fault[];
  readonly fault: Fault | null;
}

/**
 * Returns the failures of a run in its order, and the one at which a walk ends: that of a finding, by its line and name, or the
 * first. `null` if the run does not fail, or ends without a value for another reason.
 */
export function failuresOf(program: Program, result: Run, finding: Finding | null): Pick<WalkedRun, 'faults' | 'fault'> {
  const faults = result.type === 'fault' ? [result.fault, ...result.others] : [];
  const isFound = (fault: Fault): boolean => {
    const { line, domain } = faultPlace(program, fault);
    return line === finding?.line && domain === finding.domain;
  };
  return { faults, fault: faults.find(isFound) ?? faults[0] ?? null };
}

/** Runs a circuit, an action of a policy or a component again, and returns the values of its nodes up to its end or its failure. */
export function walkOf(walked: WalkedRun, view: ProgramView): Walk {
  const { program, part, inputs, budget, fault } = walked;
  const recorder = new Recorder(walked);
  run(program.core, part, inputs, { budget, observer: (graph, node, value) => recorder.observe(graph, node, value) });
  // First, since it takes the place of a step.
  const failing = fault === null ? [] : [failingStep(fault, recorder, program, view)];
  const steps = [...recorder.seen.map((seen) => stepOf(seen, program, view)), ...failing];
  return { steps, omitted: recorder.omitted, resumes: recorder.omitted === 0 ? steps.length : FIRST_STEPS };
}

/** The value of a node, with those of its operands at the time. */
interface Seen {
  readonly graph: GraphReference;
  readonly node: NodeId;
  readonly value: Value;
  readonly operands: ReadonlyMap<NodeId, Value>;
  readonly rounds: readonly number[];
}

/** The regions of a graph, as a run passes them. */
interface Regions {
  readonly graph: Graph;
  /** By node. */
  readonly regionOf: readonly RegionId[];
  /** By region: the bodies of loops around it and itself, the outermost first. */
  readonly loops: readonly (readonly RegionId[])[];
  /** By region: the index of the ensure that it belongs to; -1 outside of ensures. */
  readonly ensureOf: readonly number[];
}

function regionsOf(graph: Graph): Regions {
  const regionOf = graph.nodes.map((): RegionId => graph.entry);
  graph.regions.forEach(({ nodes }, region) => {
    for (const node of nodes) regionOf[node] = region;
  });
  const pathOf = (region: RegionId): readonly RegionId[] => {
    const path: RegionId[] = [];
    for (let at: RegionId | null = region; at !== null; at = graph.regions[at]?.parent ?? null) path.unshift(at);
    return path;
  };
  const paths = graph.regions.map((_, region) => pathOf(region));
  const isLoop = (region: RegionId): boolean => {
    const owner = graph.regions[region]?.owner ?? null;
    return owner !== null && ['loop', 'fold'].includes(nodeAt(graph, owner).op);
  };
  return {
    graph,
    regionOf,
    loops: paths.map((path) => path.filter(isLoop)),
    ensureOf: paths.map((path) => graph.ensures.findIndex((ensure) => path.includes(ensure))),
  };
}

class Recorder {
  readonly seen: Seen[] = [];
  /** The count of steps that a long run has in the middle. */
  omitted = 0;
  /** The last value of each node, by graph, with its place in the order of all values. */
  private readonly values = new Map<Graph, Map<NodeId, { readonly value: Value; readonly order: number }>>();
  private count = 0;
  private readonly regions = new Map<Graph, Regions>();
  private readonly rounds = new Map<Graph, Map<RegionId, number>>();
  private readonly top: Graph;
  /** Failures inside of called components that come before the failure. */
  private before: number;
  private wasInside = false;
  /** The components whose calls have no value yet, each with the node that was evaluated first. */
  private readonly running = new Map<Graph, NodeId>();
  private isOver = false;

  constructor(private readonly walked: WalkedRun) {
    this.top = graphAt(walked.program, walked.part);
    this.before =
      walked.fault === null
        ? 0
        : walked.faults.slice(0, walked.faults.indexOf(walked.fault)).filter((each) => this.isInside(each.graph)).length;
  }

  observe(reference: GraphReference, id: NodeId, value: Value): void {
    const graph = graphAt(this.walked.program, reference);
    const node = nodeAt(graph, id);
    const regions = this.regionsOf(graph);
    if (this.isOver || this.ends(reference, graph, id)) return;
    const rounds = this.countRound(regions, id);
    const known = valuesIn(this.values, graph);
    if (node.op !== 'literal' && !(node.op === 'hold' && node.by === 'induction')) {
      this.keep({ graph: reference, node: id, value, operands: this.operandsOf(graph, id), rounds });
    }
    this.count += 1;
    known.set(id, { value, order: this.count });
  }

  /** The last values of the operands of a node. The right side of a connective or a default is missing if it was not reached. */
  operandsOf(graph: Graph, id: NodeId): ReadonlyMap<NodeId, Value> {
    const node = nodeAt(graph, id);
    const known = valuesIn(this.values, graph);
    const operands = operandsOf(node);
    const found = new Map<NodeId, Value>();
    for (const operand of operands) {
      const last = known.get(operand);
      if (last !== undefined) found.set(operand, last.value);
    }
    const region = node.op === 'shortCircuit' ? node.right : node.op === 'unwrapOr' ? node.otherwise : null;
    const result = region === null ? null : (graph.regions[region]?.result ?? null);
    const last = result === null ? undefined : known.get(result);
    if (result === null || last === undefined) return found;
    // A value of an earlier round precedes the left side. One from outside of the region is there anyway.
    const isInside = this.regionsOf(graph).regionOf[result] === region;
    const isReached = operands.every((operand) => (known.get(operand)?.order ?? 0) < last.order);
    if (!isInside || isReached) found.set(result, last.value);
    return found;
  }

  /** The round of each loop around a node of a graph, at the time. */
  roundsOf(graph: Graph, node: NodeId): readonly number[] {
    const { loops, regionOf } = this.regionsOf(graph);
    return (loops[regionOf[node] ?? graph.entry] ?? []).map((region) => this.rounds.get(graph)?.get(region) ?? 1);
  }

  /** The first node of a body begins a round; the value of a loop, or of a call, ends all rounds inside. */
  private countRound({ graph, regionOf, loops }: Regions, id: NodeId): readonly number[] {
    const rounds = valuesIn(this.rounds, graph);
    const region = regionOf[id] ?? graph.entry;
    const isFirst = graph.regions[region]?.nodes[0] === id;
    if (isFirst && loops[region]?.at(-1) === region) rounds.set(region, (rounds.get(region) ?? 0) + 1);
    const node = nodeAt(graph, id);
    if (node.op === 'loop' || node.op === 'fold') rounds.delete(node.body);
    if (node.op === 'call') this.rounds.delete(graphAt(this.walked.program, { component: node.component }));
    return this.roundsOf(graph, id);
  }

  /** A run goes on after a failed output or ensure; the walk does not. */
  private ends(reference: GraphReference, graph: Graph, id: NodeId): boolean {
    const isInside = this.isInside(reference);
    const isBroken = this.isBroken(graph, id, isInside);
    this.wasInside = isInside;
    const { fault } = this.walked;
    if (fault === null) return false;
    if (isBroken && this.isInside(fault.graph)) {
      this.isOver = this.before === 0;
      this.before -= 1;
    }
    if (!isInside && !this.isInside(fault.graph)) {
      const { ensureOf, regionOf } = this.regionsOf(graph);
      const failing =
        fault.reason === 'ensure' ? (fault.index ?? 0) : fault.node === null ? -1 : (ensureOf[regionOf[fault.node] ?? -1] ?? -1);
      if ((ensureOf[regionOf[id] ?? -1] ?? -1) > failing) this.isOver = true;
    }
    return this.isOver;
  }

  /** A component that fails has no value: the next value is one of the circuit, or the first one of another call of it. */
  private isBroken(graph: Graph, id: NodeId, isInside: boolean): boolean {
    const node = nodeAt(graph, id);
    if (node.op === 'call') this.running.delete(graphAt(this.walked.program, { component: node.component }));
    const first = this.running.get(graph);
    if (isInside && first === undefined) this.running.set(graph, id);
    const isBroken = isInside ? first === id : this.wasInside && node.op !== 'call';
    if (!isBroken) return false;
    this.running.clear();
    if (isInside) this.running.set(graph, id);
    return true;
  }

  private isInside(reference: GraphReference): boolean {
    return graphAt(this.walked.program, reference) !== this.top;
  }

  private keep(seen: Seen): void {
    this.seen.push(seen);
    if (this.seen.length < FIRST_STEPS + 2 * LAST_STEPS) return;
    this.seen.splice(FIRST_STEPS, LAST_STEPS);
    this.omitted += LAST_STEPS;
  }

  private regionsOf(graph: Graph): Regions {
    const known = this.regions.get(graph) ?? regionsOf(graph);
    this.regions.set(graph, known);
    return known;
  }
}

function valuesIn<Key, Item>(all: Map<Graph, Map<Key, Item>>, graph: Graph): Map<Key, Item> {
  const known = all.get(graph) ?? new Map<Key, Item>();
  all.set(graph, known);
  return known;
}

function graphAt({ core }: Program, reference: GraphReference): Graph {
  const graph = 'component' in reference ? core.components[reference.component] : core.graphs[reference.graph];
  if (graph === undefined) throw new RangeError('a run of a graph that the program does not have');
  return graph;
}

function viewAt(view: ProgramView, reference: GraphReference): GraphView {
  const found = 'component' in reference ? view.components[reference.component] : view.circuit;
  if (found === undefined) throw new RangeError('a graph without a view');
  return found;
}

function nodesById(view: GraphView): ReadonlyMap<string, NodeView> {
  const known = indexed.get(view) ?? new Map(view.nodes.map((node) => [node.id, node]));
  indexed.set(view, known);
  return known;
}

const indexed = new WeakMap<GraphView, ReadonlyMap<string, NodeView>>();

/** Sides of an operation that are only evaluated if the left one does not decide. */
const LATER_SIDES = ['right', 'default'];

/** Returns the ports of each node that its label names, with the nodes that they come from. */
function portsInto(view: GraphView): ReadonlyMap<string, readonly { readonly port: string; readonly from: string }[]> {
  const known = ports.get(view);
  if (known !== undefined) return known;
  const found = new Map<string, { readonly port: string; readonly from: string }[]>();
  for (const { from, to, port, kind } of view.edges) {
    if (kind === 'value' || (kind === 'result' && LATER_SIDES.includes(port))) found.set(to, [...(found.get(to) ?? []), { port, from }]);
  }
  ports.set(view, found);
  return found;
}

const ports = new WeakMap<GraphView, ReadonlyMap<string, readonly { readonly port: string; readonly from: string }[]>>();

function stepOf({ graph: reference, node: id, value, operands, rounds }: Seen, program: Program, view: ProgramView): Step {
  const graph = graphAt(program, reference);
  const shown = viewAt(view, reference);
  return {
    ...placeIn(shown, `n${id}`),
    text: textOf(shown, `n${id}`, graph, operands),
    value: spell(value, graph, id),
    rounds,
    component: 'component' in reference ? shown.name : null,
  };
}

function placeIn(view: GraphView, id: string): Pick<Step, 'graph' | 'node' | 'wire' | 'line'> {
  const node = nodesById(view).get(id);
  return { graph: view.id, node: id, wire: wireName(node?.wire ?? view.name, view), line: node?.line ?? 1 };
}

/** A component's name precedes its wires, and is the name of its result. */
function wireName(wire: string, { id, name }: GraphView): string {
  if (id === 'circuit') return wire;
  return wire === name ? 'result' : wire.slice(wire.startsWith(`${name}.`) ? name.length + 1 : 0);
}

function spell(value: Value, graph: Graph, node: NodeId): string {
  const type = graph.types[node];
  return type === undefined ? '' : literalText(value, type);
}

/** Returns the operation with the values of its operands. */
function textOf(view: GraphView, id: string, graph: Graph, operands: ReadonlyMap<NodeId, Value>): string {
  const node = nodesById(view).get(id);
  if (node === undefined) return '';
  const texts = new Map(node.literals.map(({ port, value }) => [port, value]));
  for (const { port, from } of portsInto(view).get(id) ?? []) {
    const operand = Number(from.slice(1));
    const value = operands.get(operand);
    if (value !== undefined) texts.set(port, spell(value, graph, operand));
    else if (LATER_SIDES.includes(port)) texts.set(port, '…');
  }
  if (node.kind === 'input' || node.kind === 'variable') return node.label;
  if (node.label === 'if') return `if ${texts.get('condition') ?? ''}`;
  if (node.label === 'match') return `match ${texts.get('subject') ?? ''}`;
  if (node.label === '[…]') return `[${[...texts.values()].join(', ')}]`;
  if (node.label.startsWith('(')) return `(${[...texts].map(([name, value]) => `${name}: ${value}`).join(', ')})`;
  return fillPorts(node.label, texts);
}

/** Returns the step that fails: an operation without a value, or a promise or output that does not hold. */
function failingStep(fault: Fault, recorder: Recorder, program: Program, view: ProgramView): Step {
  const graph = graphAt(program, fault.graph);
  const shown = viewAt(view, fault.graph);
  const { line, domain } = faultPlace(program, fault);
  const id = idOf(fault);
  return {
    ...placeIn(shown, id),
    wire: wireName(domain, shown),
    line,
    text: failingText(fault, recorder, graph, shown),
    value: null,
    rounds: fault.node === null ? [] : recorder.roundsOf(graph, fault.node),
    component: 'component' in fault.graph ? shown.name : null,
  };
}

/** A promise has the text of its condition, and an output its value. */
function failingText({ reason, node, index, value }: Fault, recorder: Recorder, graph: Graph, view: GraphView): string {
  if (node !== null) return textOf(view, `n${node}`, graph, recorder.operandsOf(graph, node));
  const result = reason === 'ensure' ? (graph.regions[graph.ensures[index ?? -1] ?? -1]?.result ?? null) : null;
  if (result !== null) {
    // The failure stands for the value of the condition.
    if (recorder.seen.at(-1)?.node === result) recorder.seen.pop();
    return textOf(view, `n${result}`, graph, recorder.operandsOf(graph, result));
  }
  const output = graph.outputs[index ?? -1]?.node ?? null;
  return value === null || output === null ? '' : spell(value, graph, output);
}

function idOf({ reason, index, node }: Fault): string {
  switch (reason) {
    case 'ensure':
      return `ensure${index ?? 0}`;
    case 'output':
    case 'unproduced':
      return `output${index ?? 0}`;
    case 'operation':
    case 'stated':
    case 'invariant':
    case 'match':
    case 'argument':
    case 'precondition':
      return `n${node ?? 0}`;
  }
}
