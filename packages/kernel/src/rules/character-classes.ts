import { intersect, type Ranges, range, unite, uniteAll, without } from '../abstract/ranges.js';
import type { Node, NodeId, RegionId } from '../graph/graph.js';
import type { MonomerName } from '../monomers/names.js';
import { add, type Int, subtract } from '../types/integer.js';
import { monomerOf } from './applications.js';
import { readsOfTexts } from './loops.js';
import type { Knowledge } from './state.js';

/** A loop over all places of a text whose condition depends on the character at the place alone. */
export interface CharacterLoop {
  readonly id: NodeId;
  readonly loop: Extract<Node, { op: 'loop' }>['loop'];
  readonly text: NodeId;
  /** The code points of the characters for which the condition is true. */
  readonly characters: Ranges;
}

/** Limit for the nodes of a condition that are visited. */
const MAX_NODES = 64;
/** Sets of characters are exact: they have as many ranges as they need. */
const ANY_NUMBER = Number.POSITIVE_INFINITY;
const CODE_POINTS: Ranges = [0, 0x10_ffff];

type Graph = Pick<Knowledge, 'graph' | 'classOf'>;

/** Describes a loop by the graph alone; `null` for another loop. */
export function characterLoopAt(known: Graph, id: NodeId): CharacterLoop | null {
  const node = known.graph.nodes[id];
  if (node?.op !== 'loop') return null;
  const [first, ...others] = readsOfTexts(known, node.body);
  if (first === undefined || others.some(({ text }) => known.classOf(text) !== known.classOf(first.text))) return null;
  const condition = new CharacterCondition(known.graph, new Set([first, ...others].map(({ read }) => read)));
  const characters = condition.ofRegion(node.body);
  return characters === null ? null : { id, loop: node.loop, text: first.text, characters };
}

/** The code points from which a comparison with a literal has its truth. */
const COMPARED: ReadonlyMap<MonomerName, (than: Int) => Ranges> = new Map<MonomerName, (than: Int) => Ranges>([
  ['EQ', (than) => [than, than]],
  ['NE', (than) => without(CODE_POINTS, than, than)],
  ['LT', (than) => range(0, subtract(than, 1))],
  ['LE', (than) => range(0, than)],
  ['GT', (than) => range(add(than, 1), 0x10_ffff)],
  ['GE', (than) => range(than, 0x10_ffff)],
]);

const TURNED: ReadonlyMap<MonomerName, MonomerName> = new Map<MonomerName, MonomerName>([
  ['EQ', 'EQ'],
  ['NE', 'NE'],
  ['LT', 'GT'],
  ['LE', 'GE'],
  ['GT', 'LT'],
  ['GE', 'LE'],
]);

/** The code points for which a condition is true. */
class CharacterCondition {
  private left = MAX_NODES;

  constructor(
    private readonly graph: Knowledge['graph'],
    /** The nodes with the code point. */
    private readonly codes: ReadonlySet<NodeId>,
  ) {}

  ofRegion(region: RegionId): Ranges | null {
    const result = this.graph.regions[region]?.result ?? null;
    return result === null ? null : this.of(result);
  }

  /** `null` for a condition of another form. */
  private of(id: NodeId): Ranges | null {
    this.left -= 1;
    const node = this.graph.nodes[id];
    if (node === undefined || this.left < 0) return null;
    switch (node.op) {
      case 'literal':
        return node.value === true ? CODE_POINTS : node.value === false ? [] : null;
      case 'apply':
        return this.applied(node);
      case 'shortCircuit':
        return this.joined(node.connective, this.of(node.left), this.ofRegion(node.right));
      case 'select':
        return this.chosen(this.of(node.condition), this.ofRegion(node.whenTrue), this.ofRegion(node.whenFalse));
      default:
        return null;
    }
  }

  private joined(connective: 'and' | 'or' | 'implies', left: Ranges | null, right: Ranges | null): Ranges | null {
    if (left === null || right === null) return null;
    if (connective === 'and') return intersect(left, right, ANY_NUMBER);
    return unite(connective === 'or' ? left : complement(left), right, ANY_NUMBER);
  }

  private chosen(condition: Ranges | null, one: Ranges | null, other: Ranges | null): Ranges | null {
    if (condition === null || one === null || other === null) return null;
    return unite(intersect(condition, one, ANY_NUMBER), intersect(complement(condition), other, ANY_NUMBER), ANY_NUMBER);
  }

  private applied(node: Extract<Node, { op: 'apply' }>): Ranges | null {
    if (node.literals.length > 0) return null;
    const { name } = monomerOf(node);
    const [a = -1, b = -1] = node.operands;
    if (name === 'NOT') {
      const condition = this.of(a);
      return condition === null ? null : complement(condition);
    }
    if (name === 'CONTAINS') return this.codes.has(b) ? this.listed(a) : null;
    const [code, than, comparison] = this.codes.has(a) ? [a, this.literal(b), name] : [b, this.literal(a), TURNED.get(name)];
    const characters = comparison === undefined || than === null || !this.codes.has(code) ? undefined : COMPARED.get(comparison)?.(than);
    return characters === undefined ? null : intersect(CODE_POINTS, characters, ANY_NUMBER);
  }

  private literal(id: NodeId): Int | null {
    const node = this.graph.nodes[id];
    return node?.op === 'literal' && (typeof node.value === 'number' || typeof node.value === 'bigint') ? node.value : null;
  }

  private listed(id: NodeId): Ranges | null {
    const node = this.graph.nodes[id];
    if (node?.op !== 'list') return null;
    const items = node.items.map((item) => this.literal(item));
    const known = items.filter((item) => item !== null);
    this.left -= items.length;
    if (known.length < items.length || this.left < 0) return null;
    const characters = uniteAll(
      known.map((item) => [item, item] as const),
      ANY_NUMBER,
    );
    return intersect(CODE_POINTS, characters, ANY_NUMBER);
  }
}

/** The other code points. */
function complement(characters: Ranges): Ranges {
  let left = CODE_POINTS;
  for (let index = 0; index < characters.length; index += 2) {
    const [lo, hi] = [characters[index], characters[index + 1]];
    if (lo !== undefined && hi !== undefined) left = without(left, lo, hi, ANY_NUMBER);
  }
  return left;
}
