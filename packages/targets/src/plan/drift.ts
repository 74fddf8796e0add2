import {
  type AbstractValue,
  abstract,
  add,
  type Graph,
  type Int,
  maximum,
  minimum,
  monomerAt,
  multiply,
  type Node,
  type NodeId,
  nodeAt,
  subtract,
} from '@kirchhoff/coherence';

interface Interval {
  readonly lo: Int;
  readonly hi: Int;
}

/** The result of a step: the accumulator plus a summand, or a value that is independent of it. */
interface Step {
  readonly added: Interval | null;
  readonly other: Interval | null;
}

type At = (id: NodeId) => AbstractValue;

/**
 * Returns the possible values of an integer accumulator in any round, from the summand or the new value in each step: `s + x`
 * over n rounds adds at most n times the maximum of x. `nodes`: the body in evaluation order; `at`: sound for any accumulator.
 */
export function accumulatorRange(
  graph: Graph,
  {
    initial,
    body,
    rounds,
  }: { readonly initial: AbstractValue; readonly body: { readonly result: NodeId; readonly accumulator: NodeId }; readonly rounds: Int },
  nodes: readonly NodeId[],
  at: At,
): AbstractValue {
  const steps = new Map<NodeId, Step>([[body.accumulator, { added: { lo: 0, hi: 0 }, other: null }]]);
  const stepOf = (id: NodeId): Step => steps.get(id) ?? { added: null, other: intervalOf(at(id)) };
  for (const id of nodes) {
    const step = id === body.accumulator ? null : compose(graph, nodeAt(graph, id), stepOf, at);
    if (step !== null) steps.set(id, step);
  }
  const { added, other } = stepOf(body.result);
  const start = union(intervalOf(initial), other);
  if (start === null) return abstract.NEVER;
  const least = minimum(0, multiply(added?.lo ?? 0, rounds));
  const most = maximum(0, multiply(added?.hi ?? 0, rounds));
  return abstract.meet(abstract.INT64, abstract.integers(add(start.lo, least), add(start.hi, most)));
}

/** Returns null for a node that is not followed: then its range is used. */
function compose(graph: Graph, node: Node, stepOf: (id: NodeId) => Step, at: At): Step | null {
  const resultOf = (region: number): Step => stepOf(graph.regions[region]?.result ?? Number.NaN);
  switch (node.op) {
    case 'apply':
      return applied(node, stepOf, at);
    case 'narrow':
    case 'state':
    case 'hold':
      return stepOf(node.operand);
    case 'select':
      return either([resultOf(node.whenTrue), resultOf(node.whenFalse)]);
    case 'match':
      return either(node.arms.map((arm) => resultOf(arm.region)));
    default:
      return null;
  }
}

function applied({ monomer, operands }: Extract<Node, { op: 'apply' }>, stepOf: (id: NodeId) => Step, at: At): Step | null {
  const [a, b] = operands;
  if (a === undefined || b === undefined) return null;
  switch (monomerAt(monomer).name) {
    case 'ADD':
      return stepOf(a).added === null ? shifted(stepOf(b), intervalOf(at(a))) : shifted(stepOf(a), intervalOf(at(b)));
    case 'SUB':
      return shifted(stepOf(a), negated(intervalOf(at(b))));
    case 'MIN':
    case 'MAX':
      return either([stepOf(a), stepOf(b)]);
    default:
      return null;
  }
}

function shifted({ added, other }: Step, by: Interval | null): Step | null {
  if (added === null || by === null) return null;
  return { added: sum(added, by), other: other === null ? null : sum(other, by) };
}

function either(steps: readonly Step[]): Step {
  return {
    added: steps.map((step) => step.added).reduce(union, null),
    other: steps.map((step) => step.other).reduce(union, null),
  };
}

function intervalOf(range: AbstractValue): Interval | null {
  return range.kind === 'integer' ? { lo: range.ranges.reduce(minimum), hi: range.ranges.reduce(maximum) } : null;
}

function union(a: Interval | null, b: Interval | null): Interval | null {
  if (a === null || b === null) return a ?? b;
  return { lo: minimum(a.lo, b.lo), hi: maximum(a.hi, b.hi) };
}

function sum(a: Interval, b: Interval): Interval {
  return { lo: add(a.lo, b.lo), hi: add(a.hi, b.hi) };
}

function negated(a: Interval | null): Interval | null {
  return a === null ? null : { lo: subtract(0, a.hi), hi: subtract(0, a.lo) };
}
