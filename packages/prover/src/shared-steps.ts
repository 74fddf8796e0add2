import type { AbstractValue } from '@kirchhoff/kernel/abstract/abstract';
import type { Step } from '@kirchhoff/kernel/certificate/format';
import type { Graph, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import type { ApplyNode } from '@kirchhoff/kernel/rules/applications';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import type { DefUseChains } from './def-use-chains.js';

/** Limit for the readers of both operands of a comparison from which a search concludes. */
const MAX_READERS_OF_BOTH = 16;
const NO_NODES: readonly NodeId[] = [];

export type ShortCircuit = Extract<Node, { op: 'shortCircuit' }>;

/** An application from whose view, and from those of its operands, the backward rule concluded no more. */
interface Exhausted {
  readonly operands: readonly NodeId[];
  readonly views: AbstractValue[];
  view: AbstractValue;
  /** The only node for which its value has consequences; null if there are others, or none. */
  readonly reader: NodeId | null;
}

/** The views from which the conclusions from a short circuit to its sides are made. */
export interface SidesBefore {
  readonly left: NodeId;
  readonly right: RegionId;
  /** The result of the right side. */
  readonly result: NodeId;
  readonly view: AbstractValue;
  readonly leftView: AbstractValue;
  readonly resultView: AbstractValue;
  /** The value of the result at the end of the right side. */
  readonly given: AbstractValue;
}

/** The conclusions: first the left side is narrowed, then the right side is reached. */
export interface ConcludedSides {
  readonly before: SidesBefore;
  readonly leftAfter: AbstractValue;
  readonly resultAfter: AbstractValue;
  readonly toLeft: Step;
  readonly toRight: Step;
}

/**
 * The steps of a search and the views that they came from, so that the same conclusions are not worked out again: each operand of a
 * long `or` repeats those before it.
 */
export class SharedSteps {
  /** The latest step for each node at which a step begins. */
  private readonly reached: (Extract<Step, { rule: 'reached' }> | undefined)[];
  private readonly backward: (Extract<Step, { rule: 'backward' }> | undefined)[];
  private readonly exhausted: (Exhausted | undefined)[];
  private readonly others: (readonly NodeId[] | undefined)[];
  /** By short circuit. */
  private readonly sides: (ConcludedSides | undefined)[];

  constructor({ nodes }: Graph) {
    this.reached = nodes.map(() => undefined);
    this.backward = nodes.map(() => undefined);
    this.exhausted = nodes.map(() => undefined);
    this.others = nodes.map(() => undefined);
    this.sides = nodes.map(() => undefined);
  }

  ofReached(owner: NodeId, child: number): Step {
    const known = this.reached[owner];
    if (known?.child === child) return known;
    const step = { rule: 'reached', owner, child } as const;
    this.reached[owner] = step;
    return step;
  }

  ofBackward(from: NodeId, to: NodeId, claim: AbstractValue): Step {
    const known = this.backward[from];
    if (known?.to === to && known.claim === claim) return known;
    const step = { rule: 'backward', from, to, claim } as const;
    this.backward[from] = step;
    return step;
  }

  /** Returns the first nodes that read both operands of a comparison, without the comparison. */
  othersOfBoth(users: DefUseChains, comparison: NodeId, [left = -1, right = -1]: readonly NodeId[]): readonly NodeId[] {
    const known = this.others[comparison];
    if (known !== undefined) return known;
    const both = users.ofBoth(left, right, MAX_READERS_OF_BOTH).filter((user) => user !== comparison);
    const others = both.length === 0 ? NO_NODES : both;
    this.others[comparison] = others;
    return others;
  }

  /**
   * Returns true if the backward rule concludes no more for an application, as it did for the same abstract values before. They are
   * immutable, and the rule depends on them alone.
   */
  isExhausted(environment: Environment, id: NodeId): boolean {
    const known = this.exhausted[id];
    if (known === undefined || known.view !== environment.view(id)) return false;
    const { operands, views } = known;
    for (let i = 0; i < operands.length; i += 1) if (views[i] !== environment.view(operands[i] ?? id)) return false;
    return true;
  }

  setExhausted(environment: Environment, users: DefUseChains, id: NodeId, { operands }: ApplyNode): void {
    const view = environment.view(id);
    const known = this.exhausted[id];
    if (known === undefined) {
      const readers = users.all(id);
      const [reader = null] = readers.length === 1 && this.othersOfBoth(users, id, operands).length === 0 ? readers : NO_NODES;
      const views = operands.map((operand) => environment.view(operand));
      this.exhausted[id] = { operands, views, view, reader };
      return;
    }
    known.view = view;
    for (let i = 0; i < operands.length; i += 1) known.views[i] = environment.view(operands[i] ?? id);
  }

  /** Returns the views of a short circuit; null if its value has consequences for other nodes than its sides and one reader. */
  sidesBefore(environment: Environment, users: DefUseChains, id: NodeId, { left, right }: ShortCircuit): SidesBefore | null {
    const result = environment.graph.regions[right]?.result ?? null;
    if (result === null || result === left || users.all(id).length !== 1 || !environment.isAlone(id)) return null;
    const [view, leftView, resultView] = [environment.view(id), environment.view(left), environment.view(result)];
    return { left, right, result, view, leftView, resultView, given: environment.resultView(right) };
  }

  /** Keeps the conclusions that were just made. They depend on the views before alone, which are immutable. */
  setSides(environment: Environment, id: NodeId, before: SidesBefore): void {
    const leftAfter = environment.view(before.left);
    const [toLeft, toRight] = [this.ofBackward(id, before.left, leftAfter), this.ofReached(id, 0)];
    this.sides[id] = { before, leftAfter, resultAfter: environment.view(before.result), toLeft, toRight };
  }

  /**
   * Returns the conclusions to both sides that were made before from the same views; null if there are none. The value of the short
   * circuit has to come from its only reader, for which nothing follows from it then.
   */
  sidesAgain(environment: Environment, id: NodeId): ConcludedSides | null {
    const known = this.sides[id];
    if (known === undefined) return null;
    const { left, right, result, view, leftView, resultView, given } = known.before;
    if (view !== environment.view(id) || leftView !== environment.view(left)) return null;
    if (resultView !== environment.view(result) || given !== environment.resultView(right)) return null;
    return environment.isReached(right) ? null : known;
  }

  /** Returns true if nothing more follows from an application's value, which was concluded from the value of its only reader. */
  endsAt(environment: Environment, id: NodeId, reader: NodeId): boolean {
    return this.exhausted[id]?.reader === reader && this.isExhausted(environment, id);
  }
}
