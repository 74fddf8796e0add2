import {
  type AbstractValue,
  FALSE,
  integers,
  isWithin,
  join,
  meet,
  option,
  record,
  sameAbstract,
} from '@kirchhoff/kernel/abstract/abstract';
import { highest, lowest } from '@kirchhoff/kernel/abstract/ranges';
import type { Evidence } from '@kirchhoff/kernel/certificate/format';
import type { Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { FoldStates, restsOn, standsFree } from '@kirchhoff/kernel/rules/fold-states';
import { add, type Int, subtract } from '@kirchhoff/kernel/types/integer';
import type { ProvingMeter } from './meter.js';
import { Propagation } from './propagate.js';
import type { GraphSearch } from './prove-graph.js';
import { thresholdsOf } from './thresholds.js';
import { widen } from './widen.js';

/** Limits: folds tried for one goal, states of one fold, and changes of one state. */
const MAX_FOLDS = 4;
const MAX_STATES = 32;
const MAX_CHANGES = 24;

/** Limit for the steps of work for one goal. Beyond it no further state is followed. */
const MAX_STEPS = 150_000;

/** A state is widened after the first number of changes; from the second on it becomes its whole kin. */
const PATIENT_CHANGES = 2;
const LAST_CHANGE = 12;

/** Closes an ensure by the possible states of a fold under the negated goal; null if they do not prove it. */
export function closeByStates({ environment, users, graph }: GraphSearch, goal: NodeId, meter: ProvingMeter): Evidence | null {
  const rests = restsOn(graph, goal);
  const folds = [...rests].filter((id) => standsFree(graph, id) && isFollowed(graph, id)).slice(0, MAX_FOLDS);
  if (folds.length === 0 || environment.dead) return null;
  const thresholds = thresholdsOf(graph);
  const least = meter.left - MAX_STEPS;
  return environment.within(() => {
    const steps = new Propagation(environment, users).assume([{ node: goal, view: meet(environment.view(goal), FALSE) }]);
    if (environment.dead) return null;
    for (const fold of folds) {
      const found = FoldStates.of(environment, fold);
      if (found === null) continue;
      for (const divided of [NONE_DIVIDED, fieldsRead(graph, rests, fold)]) {
        const states = new StateSearch(found, thresholds, divided, () => meter.left < least).run();
        const last = states && found.last(states);
        if (last && found.refutes(last, goal)) return { by: 'states', steps, fold, states };
      }
    }
    return null;
  });
}

/** Returns true for a fold whose steps can be followed. A fold with a call qualifies after the component is inlined. */
function isFollowed(graph: Graph, id: NodeId): boolean {
  const node = graph.nodes[id];
  if (node?.op !== 'fold') return false;
  const regions = [node.body];
  for (const region of regions) {
    for (const inside of graph.regions[region]?.nodes ?? []) {
      const each = nodeAt(graph, inside);
      if (each.op === 'call') return false;
      regions.push(...ownedRegions(each));
    }
  }
  return true;
}

const NONE_DIVIDED: ReadonlySet<string> = new Set();

/** Returns the fields of a fold that the goal depends on; `''` stands for the whole value. */
function fieldsRead(graph: Graph, rests: ReadonlySet<NodeId>, fold: NodeId): ReadonlySet<string> {
  const names = [...rests].flatMap((id) => {
    const node = graph.nodes[id];
    return node?.op === 'field' && passedOn(graph, node.record) === fold ? [node.name] : [];
  });
  return new Set(['', ...names]);
}

/** Returns the operand of a `hold` node; any other node itself. */
function passedOn(graph: Graph, id: NodeId): NodeId {
  let at = id;
  for (let node = nodeAt(graph, at); node.op === 'hold'; node = nodeAt(graph, at)) at = node.operand;
  return at;
}

interface State {
  /**
   * The common part of values that form one state: the same tags, truth values and presence of contents, and the same side of the
   * initial integers.
   */
  readonly kin: AbstractValue;
  view: AbstractValue;
  changes: number;
}

/** Searches the states of a fold: the successors of the initial value, until a fixed point. */
class StateSearch {
  private readonly states: State[] = [];

  /** @param divided The fields whose integers are distinguished by whether they still have their initial value. */
  constructor(
    private readonly found: FoldStates,
    private readonly thresholds: readonly Int[],
    private readonly divided: ReadonlySet<string>,
    private readonly isOver: () => boolean,
  ) {}

  /** Returns null if there are too many states, or no fixed point. */
  run(): readonly AbstractValue[] | null {
    const waiting: State[] = [];
    const enter = (part: AbstractValue): boolean => {
      if (this.states.some(({ view }) => isWithin(part, view))) return true;
      const state = this.grow(part);
      if (state !== null && !waiting.includes(state)) waiting.push(state);
      return state !== null;
    };
    if (!this.found.initial.every(enter)) return null;
    for (let state = waiting.shift(); state !== undefined; state = waiting.shift()) {
      if (this.isOver()) return null;
      const parts = this.found.after(state.view);
      if (parts === null || !parts.every(enter)) return null;
    }
    return this.needed();
  }

  /** Adds the part to the state of its kin, or to a new state; returns that state. Returns null if a limit is exceeded. */
  private grow(part: AbstractValue): State | null {
    const kin = this.kinOf(part, this.found.first, this.found.bound, '');
    const state = this.states.find((each) => sameAbstract(each.kin, kin));
    if (state === undefined) {
      if (this.states.length >= MAX_STATES) return null;
      const made = { kin, view: part, changes: 0 };
      this.states.push(made);
      return made;
    }
    state.changes += 1;
    if (state.changes > MAX_CHANGES) return null;
    const joined = join(state.view, part);
    if (state.changes >= LAST_CHANGE) state.view = kin;
    else state.view = state.changes > PATIENT_CHANGES ? meet(widen(state.view, joined, this.thresholds), kin) : joined;
    return state;
  }

  private kinOf(part: AbstractValue, first: AbstractValue, bound: AbstractValue, name: string): AbstractValue {
    switch (part.kind) {
      case 'record':
        return record(
          part.fields.map((field, index) => {
            const [begun, known] = [fieldAt(first, index), fieldAt(bound, index)];
            return { name: field.name, view: this.kinOf(field.view, begun, known, name === '' ? field.name : name) };
          }),
        );
      case 'option': {
        const [begun, known] = [contentOf(first), contentOf(bound)];
        return option(part.none, part.some.kind === 'never' ? part.some : this.kinOf(part.some, begun, known, name));
      }
      case 'integer':
        return this.divided.has(name) ? sideOf(part, first, bound) : bound;
      case 'boolean':
      case 'enumeration':
        return part;
      case 'never':
      case 'text':
      case 'bytes':
      case 'list':
        return bound;
    }
  }

  /** Returns the states that still succeed other states: states that have grown cover some of them. */
  private needed(): readonly AbstractValue[] {
    const views = this.states.map(({ view }) => view);
    const led = new Set<AbstractValue>();
    const mark = (part: AbstractValue): void => {
      const view = views.find((each) => isWithin(part, each));
      if (view !== undefined) led.add(view);
    };
    for (const part of this.found.initial) mark(part);
    for (const view of views) for (const part of this.found.after(view) ?? []) mark(part);
    return views.filter((view) => led.has(view));
  }
}

/**
 * Restricts the known integers to the part's side of the first ones: below, among or above them; all of them if it has several
 * sides.
 */
function sideOf(part: AbstractValue, first: AbstractValue, claim: AbstractValue): AbstractValue {
  if (part.kind !== 'integer' || first.kind !== 'integer' || claim.kind !== 'integer') return claim;
  if (isWithin(part, first)) return first;
  const [least, most] = [lowest(first.ranges), highest(first.ranges)];
  if (lowest(part.ranges) > most) return meet(claim, integers(add(most, 1), highest(claim.ranges)));
  if (highest(part.ranges) < least) return meet(claim, integers(lowest(claim.ranges), subtract(least, 1)));
  return claim;
}

function fieldAt(view: AbstractValue, index: number): AbstractValue {
  return view.kind === 'record' ? (view.fields[index]?.view ?? view) : view;
}

function contentOf(view: AbstractValue): AbstractValue {
  return view.kind === 'option' ? view.some : view;
}
