import { isWithin, NEVER, ofDomain } from '../abstract/abstract.js';
import type { ClosureDomain } from '../graph/closure-domains.js';
import type { NodeId, Output, RegionId } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import { analysisOf, argumentNodes, argumentViews } from '../rules/applications.js';
import type { Environment } from '../rules/environment.js';
import type { Domain } from '../types/domain.js';
import { ListedRelations } from './differences.js';
import type { LinearBound } from './format.js';
import { boundsHold, differencesOf, type Operands, type StatedBound, withinBounds } from './linear.js';
import { type Refusal, refuse } from './refusal.js';

/** The number of bounds at a position that count as one step of work. */
const BOUNDS_A_STEP = 64;

/** The subject of bounds: the operands that they name by position, and the test that bounds close it. */
interface Subject extends Operands {
  readonly closes: (bounds: readonly StatedBound[]) => boolean;
}

/** Returns `null` if the bounds close the precondition of a node at its place. */
export function refuseLinearNeed(environment: Environment, id: NodeId, bounds: readonly LinearBound[]): Refusal | null {
  return refuseBounds(environment, needOf(environment, id), bounds, `node ${id}`);
}

/** Returns `null` if the bounds close an output, a result or an ensure, at the end of a pass. */
export function refuseLinearAtEnd(
  environment: Environment,
  domain: Exclude<ClosureDomain, { node: NodeId }>,
  bounds: readonly LinearBound[],
): Refusal | null {
  return refuseBounds(environment, endOf(environment, domain), bounds, `the ${domain.kind}`);
}

/** Returns `null` if each bound holds, all of them together close their subject, and no proper subset does. */
function refuseBounds(environment: Environment, subject: Subject | null, bounds: readonly LinearBound[], at: string): Refusal | null {
  if (subject === null) return refuse('bounds-too-loose', at);
  const { nodes, closes } = subject;
  // Each bound is left out once, and each position is cut by all remaining bounds.
  environment.meter.spend(Math.ceil((nodes.length * bounds.length * bounds.length) / BOUNDS_A_STEP), environment.graph, null);
  if (!boundsHold(environment, subject, bounds)) return refuse('bound-not-implied', at);
  if (!closes(bounds)) return refuse('bounds-too-loose', at);
  return bounds.some((_, index) => closes(bounds.toSpliced(index, 1))) ? refuse('bound-unused', at) : null;
}

/** `null` for a node without a numeric precondition, and for a call with requires. */
function needOf(environment: Environment, id: NodeId): Subject | null {
  const node = nodeAt(environment.graph, id);
  switch (node.op) {
    case 'apply': {
      const { need } = analysisOf(node);
      const nodes = argumentNodes(node);
      const relations = (bounds: readonly StatedBound[]) => new ListedRelations(environment, nodes, differencesOf(bounds));
      const closes = (bounds: readonly StatedBound[]): boolean =>
        need === null || need(withinBounds(argumentViews(environment, id, node), bounds), relations(bounds));
      return { nodes, of: id, closes };
    }
    case 'narrow':
    case 'state':
      return lyingWithin(environment, [node.operand], [node.domain]);
    case 'hold':
      return truthOf(environment, node.condition);
    case 'call': {
      const component = environment.core.components[node.component];
      if (component === undefined || component.requires.length > 0) return null;
      return lyingWithin(
        environment,
        node.arguments,
        component.parameters.map(({ domain }) => domain),
      );
    }
    default:
      return null;
  }
}

function endOf(environment: Environment, domain: Exclude<ClosureDomain, { node: NodeId }>): Subject | null {
  const { outputs, ensures } = environment.graph;
  switch (domain.kind) {
    case 'input':
      return null;
    case 'output':
      return outputOf(environment, outputs[domain.output]);
    case 'contract':
      break;
  }
  switch (domain.of) {
    case 'result':
      return outputOf(environment, outputs[0]);
    case 'ensure':
      return truthOf(environment, ensures[domain.ensure] ?? -1);
    case 'requires':
      return null;
  }
}

function outputOf(environment: Environment, output: Output | undefined): Subject | null {
  return output === undefined || output.node === null ? null : lyingWithin(environment, [output.node], [output.domain]);
}

/** The subject that the values of nodes lie within domains. */
function lyingWithin(environment: Environment, nodes: readonly NodeId[], domains: readonly Domain[]): Subject {
  const closes = (bounds: readonly StatedBound[]): boolean => {
    const views = withinBounds(
      nodes.map((node) => environment.view(node)),
      bounds,
    );
    return domains.every((domain, position) => isWithin(views[position] ?? NEVER, ofDomain(domain)));
  };
  return { nodes, of: null, closes };
}

/** The subject that the condition of a region is true. */
function truthOf(environment: Environment, region: RegionId): Subject | null {
  const result = environment.graph.regions[region]?.result ?? null;
  return result === null ? null : { nodes: [result], of: null, closes: areTrue };
}

/** Returns true if bounds of one value imply that it is true. */
function areTrue(bounds: readonly StatedBound[]): boolean {
  return bounds.some(({ minuend, subtrahend, bound }) => minuend === null && subtrahend === 0 && bound <= -1);
}
