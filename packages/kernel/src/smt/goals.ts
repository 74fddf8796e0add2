import type { ClosureDomain } from '../graph/closure-domains.js';
import type { Graph, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt, operandsOf } from '../graph/schedule.js';
import { LIST_LENGTH } from '../limits.js';
import { monomerAt } from '../monomers/catalog.js';
import { and, type Formula, implies } from '../smt-lib/formulas.js';
import type { Domain } from '../types/domain.js';
import { callHolds } from './calls.js';
import { noteApplication } from './context.js';
import type { GraphEncoder } from './graph-encoder.js';
import { proven } from './membership.js';
import { canBeFormula, preconditionOf } from './preconditions.js';
import { formulaOf } from './reaching.js';

/** The formula to prove for a closure domain, and the roots of the slice that it needs. */
export interface Goal {
  readonly roots: readonly NodeId[];
  /** The region of the closure domain: whenever it is reached, the domain has to hold. */
  readonly region: RegionId;
  /** Further regions whose conditions occur in the formula. */
  readonly others: readonly RegionId[];
  /** Returns a formula that implies the closure domain if the region is reached; `null` if there is no such formula. */
  formula(encoder: GraphEncoder): Formula | null;
}

/** Returns false if the goal has no formula for any operands, so that it gets no query. */
export function canBeSaid(graph: Graph, domain: ClosureDomain): boolean {
  if (domain.kind !== 'operation') return true;
  const node = nodeAt(graph, domain.node);
  if (node.op !== 'apply') return true;
  const { precondition, smt } = monomerAt(node.monomer);
  return precondition !== null && canBeFormula(precondition, smt !== null);
}

/** Returns `null` for domains that a solver cannot decide: ports, sources, witnesses, unproduced outputs. */
export function goalOf(graph: Graph, regionOf: Int32Array, domain: ClosureDomain): Goal | null {
  if ('node' in domain) return domain.kind === 'source' ? null : atNode(graph, regionOf, domain.node);
  if (domain.kind === 'input') return null;
  if (domain.kind === 'output') return within(graph, domain.output);
  if (domain.of === 'result') return within(graph, 0);
  return domain.of === 'ensure' ? ensured(graph, graph.ensures[domain.ensure] ?? -1) : null;
}

function within(graph: Graph, index: number): Goal | null {
  const output = graph.outputs[index];
  if (output === undefined || output.node === null) return null;
  return valueWithin(output.node, output.domain, graph.body);
}

function valueWithin(node: NodeId, domain: Domain, region: RegionId): Goal {
  return {
    roots: [node],
    region,
    others: [],
    formula: (encoder) => proven(encoder.context.terms, encoder.term(node), domain, encoder.around.claim(node)),
  };
}

function ensured(graph: Graph, region: RegionId): Goal | null {
  const result = graph.regions[region]?.result ?? null;
  if (result === null) return null;
  return { roots: [result], region, others: [], formula: (encoder) => formulaOf(encoder.term(result)) };
}

function atNode(graph: Graph, regionOf: Int32Array, id: NodeId): Goal | null {
  const node = nodeAt(graph, id);
  const region = regionOf[id] ?? -1;
  const at = (formula: Goal['formula']): Goal => ({ roots: operandsOf(node), region, others: [], formula });
  switch (node.op) {
    case 'apply':
      return at((encoder) => needHolds(encoder, node));
    case 'narrow':
    case 'state':
      return valueWithin(node.operand, node.domain, region);
    case 'hold':
      return ensured(graph, node.condition);
    case 'match':
      return at((encoder) => encoder.armsOf(id).covered);
    case 'call':
      return at((encoder) => callHolds(encoder, id, node));
    case 'loop':
      return at((encoder) => lengthHolds(encoder, node));
    case 'fold':
      return node.domain === null ? null : accumulatorGoal(graph, region, node, node.domain);
    default:
      return null;
  }
}

function needHolds(encoder: GraphEncoder, node: Extract<ReturnType<typeof nodeAt>, { op: 'apply' }>): Formula | null {
  const { terms } = encoder.context;
  const { precondition, smt } = monomerAt(node.monomer);
  const args = encoder.argumentsOf(node);
  noteApplication(encoder.context, smt, args);
  const result = smt && smt.result(terms, args);
  return precondition && preconditionOf(terms, precondition, args, result);
}

/** A list from a range or from bytes does not exceed the maximal length of a list. */
function lengthHolds(encoder: GraphEncoder, { source }: Extract<ReturnType<typeof nodeAt>, { op: 'loop' }>): Formula | null {
  const { dialect } = encoder.context.terms;
  const most = dialect.literal(BigInt(LIST_LENGTH));
  if (source.over === 'range') {
    const [lo, hi] = [encoder.term(source.lo), encoder.term(source.hi)];
    return lo.kind === 'integer' && hi.kind === 'integer' ? dialect.compare('<', dialect.subtract(hi.integer, lo.integer), most) : null;
  }
  const value = encoder.term(source.node);
  return value.kind === 'thing' ? dialect.compare('<=', encoder.context.terms.size(value), most) : null;
}

/**
 * The declared domain of an accumulator, by induction over the steps. It holds for the initial value. It holds for the result of
 * a step if it held for the step's input, which is the claim of the accumulator in the body.
 */
function accumulatorGoal(
  graph: Graph,
  region: RegionId,
  node: Extract<ReturnType<typeof nodeAt>, { op: 'fold' }>,
  domain: Domain,
): Goal | null {
  const result = graph.regions[node.body]?.result ?? null;
  if (result === null) return null;
  return {
    roots: [node.initial, result],
    region,
    others: [node.body],
    formula: (encoder) => {
      const { terms } = encoder.context;
      const first = proven(terms, encoder.term(node.initial), domain, encoder.around.claim(node.initial));
      const next = proven(terms, encoder.term(result), domain, encoder.around.claim(result));
      return and(first, implies(encoder.reach(node.body), next));
    },
  };
}
