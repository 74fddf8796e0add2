import type { Graph, Node, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import { patternText, valueText } from '../graph/spelling.js';
import { monomerAt } from '../monomers/catalog.js';
import { valueClasses } from './value-classes.js';

/** Limit for the pairs of nodes that are compared. */
const MAX_PAIRS = 256;

/**
 * Returns true if the bodies of two loops give the same result for the same element: they apply the same operations to the element
 * and to the same outer values. False if this is not seen.
 */
export function areSameBodies(graph: Graph, one: RegionId, other: RegionId): boolean {
  const results = [one, other].map((region) => graph.regions[region]?.result ?? null);
  const [a, b] = results;
  return a != null && b != null && new Bodies(graph, one, other).agree(a, b);
}

class Bodies {
  private readonly classes: Int32Array;
  private left = MAX_PAIRS;

  constructor(
    private readonly graph: Graph,
    private readonly one: RegionId,
    private readonly other: RegionId,
  ) {
    this.classes = valueClasses(graph);
  }

  /** Nodes of one class have one value: a node of one body has a class with a node of the other only if neither reads the element. */
  agree(a: NodeId, b: NodeId): boolean {
    this.left -= 1;
    if (this.left < 0) return false;
    if (this.classes[a] === this.classes[b]) return true;
    const [x, y] = [nodeAt(this.graph, a), nodeAt(this.graph, b)];
    switch (x.op) {
      case 'bound':
        return y.op === 'bound' && x.region === this.one && y.region === this.other && x.index === y.index;
      case 'apply':
        return (
          y.op === 'apply' &&
          x.monomer === y.monomer &&
          monomerAt(x.monomer).effect !== 'source' &&
          x.literals.map(valueText).join() === y.literals.map(valueText).join() &&
          this.areAll(x.operands, y.operands)
        );
      case 'field':
        return y.op === 'field' && x.name === y.name && this.agree(x.record, y.record);
      case 'select':
        return (
          y.op === 'select' &&
          this.agree(x.condition, y.condition) &&
          this.areResults(x.whenTrue, y.whenTrue) &&
          this.areResults(x.whenFalse, y.whenFalse)
        );
      case 'shortCircuit':
        return y.op === 'shortCircuit' && x.connective === y.connective && this.agree(x.left, y.left) && this.areResults(x.right, y.right);
      case 'narrow':
      case 'state':
        return y.op === x.op && this.agree(x.operand, y.operand);
      case 'some':
        return y.op === 'some' && this.agree(x.value, y.value);
      case 'record':
        return y.op === 'record' && this.areAll(valuesOf(x), valuesOf(y)) && namesOf(x) === namesOf(y);
      case 'unwrapOr':
        return y.op === 'unwrapOr' && this.agree(x.option, y.option) && this.areResults(x.otherwise, y.otherwise);
      case 'match':
        return (
          y.op === 'match' &&
          patternsOf(x) === patternsOf(y) &&
          this.agree(x.subject, y.subject) &&
          x.arms.every(({ region }, index) => this.areResults(region, y.arms[index]?.region ?? -1))
        );
      case 'call':
        return y.op === 'call' && x.component === y.component && this.areAll(x.arguments, y.arguments);
      default:
        return false;
    }
  }

  private areAll(a: readonly NodeId[], b: readonly NodeId[]): boolean {
    return a.length === b.length && a.every((node, index) => this.agree(node, b[index] ?? -1));
  }

  private areResults(a: RegionId, b: RegionId): boolean {
    const [x, y] = [this.graph.regions[a]?.result ?? null, this.graph.regions[b]?.result ?? null];
    return x !== null && y !== null && this.agree(x, y);
  }
}

function valuesOf({ fields }: Extract<Node, { op: 'record' }>): readonly NodeId[] {
  return fields.map(({ node }) => node);
}

function namesOf({ fields }: Extract<Node, { op: 'record' }>): string {
  return fields.map(({ name }) => name).join();
}

function patternsOf({ arms }: Extract<Node, { op: 'match' }>): string {
  return arms.map(({ pattern }) => patternText(pattern)).join();
}
