import type { AbstractText } from '../abstract/abstract.js';
import { constant, minus, ONE, type Polynomial, plus, textOf, ZERO } from '../abstract/polynomial.js';
import { contains, intersect, isSubset, type Ranges } from '../abstract/ranges.js';
import type { Graph, Node, NodeId, RegionId } from '../graph/graph.js';
import { equality, fact, type LinearFact, type Premise } from '../monomers/linear.js';
import { monomerOf } from './applications.js';
import { type CharacterLoop, characterLoopAt } from './character-classes.js';
import type { NodePolynomials } from './node-polynomials.js';
import type { Knowledge } from './state.js';

/** The knowledge at one point, with premises as linear facts have them. */
export interface CountingPoint {
  readonly known: Knowledge;
  readonly polynomials: NodePolynomials;
  /** The premises under which a node has been evaluated; `null` if no premise can express that. */
  readonly reached: (id: NodeId) => readonly Premise[] | null;
  /** The regions of a choice, each with the premise that it was taken. */
  readonly waysOf: (id: NodeId, node: Node) => readonly (readonly [RegionId, Premise])[];
}

/** Bounds of the number of characters of a class in a text, under premises. */
interface Counted {
  readonly premises: readonly Premise[];
  readonly least: Polynomial;
  readonly most: Polynomial;
}

/** Limits for the ways through the choices behind a text, for the nesting of its parts, and for their number. */
const MAX_WAYS = 8;
const MAX_DEPTH = 16;
const MAX_PARTS = 64;
/** Limit for the code points of a literal. */
const MAX_LITERAL = 4_096;

/**
 * The facts of COUNT, ANY and ALL over the characters of a text that is built from parts. The number of characters of a class is
 * the sum of the numbers in the parts: the length of a part with characters of the class alone, and 0 in a part without any.
 */
export function countedCharacters(at: CountingPoint, id: NodeId): readonly LinearFact[] {
  const loop = loopsOf(at.known).byId.get(id);
  if (loop === undefined || loop.loop === 'map' || loop.loop === 'filter') return [];
  const [value, length] = [at.polynomials.of(id), at.polynomials.lengthOf(loop.text)];
  return new Parts(at, loop).of(loop.text, 0).flatMap(({ premises, least, most }) => {
    if (least.size === 0 && textOf(most) === textOf(length)) return [];
    return stated(loop.loop, value, length, least, most).map((each) => ({ ...each, premises: [...premises, ...each.premises] }));
  });
}

function stated(
  loop: CharacterLoop['loop'],
  value: Polynomial,
  length: Polynomial,
  least: Polynomial,
  most: Polynomial,
): readonly LinearFact[] {
  switch (loop) {
    case 'count':
      return textOf(least) === textOf(most) ? [equality(minus(value, least))] : [fact(minus(value, least)), fact(minus(most, value))];
    case 'any':
      return [fact(minus(most, value)), fact(minus(value, ONE), { value: minus(least, ONE), isKnown: false })];
    case 'all': {
      const without = minus(length, most);
      return [
        fact(minus(minus(length, least), minus(ONE, value))),
        fact(minus(ZERO, value), { value: minus(without, ONE), isKnown: false }),
      ];
    }
    default:
      return [];
  }
}

/** The parts of a text, with the number of their characters of a class. */
class Parts {
  private left = MAX_PARTS;

  constructor(
    private readonly at: CountingPoint,
    private readonly loop: CharacterLoop,
  ) {}

  /** The number in the text that an evaluated node gives. Each entry holds under its premises. */
  of(id: NodeId, depth: number): readonly Counted[] {
    const { known, polynomials } = this.at;
    this.left -= 1;
    known.spend(this.loop.id, 1);
    const view = known.view(id);
    if (view.kind !== 'text') return [];
    const length = polynomials.lengthOf(id);
    const exact = this.exactly(view, length);
    if (exact !== null) return [{ premises: [], least: exact, most: exact }];
    const inside = depth < MAX_DEPTH && this.left > 0 ? this.inside(id, depth + 1) : [];
    return inside.length > 0 && inside.length <= MAX_WAYS ? inside : [{ premises: [], least: ZERO, most: length }];
  }

  /** The number in a text whose characters are all in the class, or all outside, or that is known; otherwise `null`. */
  private exactly({ characters, values }: AbstractText, length: Polynomial): Polynomial | null {
    if (isSubset(characters, this.loop.characters)) return length;
    if (intersect(characters, this.loop.characters, Number.POSITIVE_INFINITY).length === 0) return ZERO;
    const [only, ...more] = values ?? [];
    if (only === undefined || more.length > 0 || only.length > MAX_LITERAL) return null;
    return constant(Array.from(only).filter((character) => this.has(character)).length);
  }

  private has(character: string): boolean {
    return contains(this.loop.characters, character.codePointAt(0) ?? -1);
  }

  /** Empty for a text that is not taken apart. */
  private inside(id: NodeId, depth: number): readonly Counted[] {
    const { known } = this.at;
    const node = known.graph.nodes[id];
    switch (node?.op) {
      case 'narrow':
      case 'state':
      case 'hold':
        return this.of(node.operand, depth);
      case 'select':
      case 'match':
        return this.at.waysOf(id, node).flatMap(([region, premise]) => {
          const result = known.graph.regions[region]?.result ?? null;
          return result === null ? [] : this.elsewhere(result, [premise], depth);
        });
      case 'bound':
      case 'field':
        return this.passed(id, node, depth);
      case 'apply':
        return this.applied(id, node, depth);
      default:
        return this.counted(id);
    }
  }

  /** A node that has the same value if both have been evaluated. */
  private elsewhere(id: NodeId, given: readonly Premise[], depth: number): readonly Counted[] {
    const reached = this.at.reached(id);
    if (reached === null) return [];
    return this.of(id, depth).map((each) => ({ ...each, premises: [...given, ...reached, ...each.premises] }));
  }

  private passed(id: NodeId, node: Extract<Node, { op: 'bound' | 'field' }>, depth: number): readonly Counted[] {
    const { known, polynomials } = this.at;
    const from = node.op === 'field' ? (polynomials.fieldNode(node.record, node.name) ?? null) : contentOf(known.graph, polynomials, node);
    return from === null || from >= id ? this.counted(id) : this.elsewhere(from, [], depth);
  }

  private applied(id: NodeId, node: Extract<Node, { op: 'apply' }>, depth: number): readonly Counted[] {
    const [a = -1, b = -1, c = -1] = node.operands;
    switch (monomerOf(node).name) {
      case 'CONCAT':
        return sumsOf(this.of(a, depth), this.of(b, depth));
      case 'JOIN_TEXT':
        return this.joined(a, b, depth);
      case 'PAD_START':
        return this.padded(id, a, c, depth);
      default:
        return this.counted(id);
    }
  }

  private joined(list: NodeId, separator: NodeId, depth: number): readonly Counted[] {
    const node = this.at.known.graph.nodes[list];
    if (node?.op !== 'list' || node.items.length > this.left) return [];
    return node.items.reduce((before: readonly Counted[], item, index) => {
      const next = this.of(item, depth);
      return sumsOf(before, index === 0 ? next : sumsOf(this.of(separator, depth), next));
    }, NO_CHARACTERS);
  }

  /** The characters before the padded text are all the same. */
  private padded(id: NodeId, text: NodeId, fill: NodeId, depth: number): readonly Counted[] {
    const { known, polynomials } = this.at;
    const view = known.view(fill);
    const [character, ...more] = view.kind === 'text' && view.values?.length === 1 ? Array.from(view.values[0] ?? '') : [];
    if (character === undefined || more.length > 0) return [];
    const before = this.has(character) ? minus(polynomials.lengthOf(id), polynomials.lengthOf(text)) : ZERO;
    return sumsOf([{ premises: [], least: before, most: before }], this.of(text, depth));
  }

  /** The result of another COUNT of the same characters in this text. */
  private counted(id: NodeId): readonly Counted[] {
    const { known, polynomials, reached } = this.at;
    const others = loopsOf(known).counts.get(keyOf(known.classOf(id), this.loop.characters)) ?? [];
    const other = others.find((each) => each !== this.loop.id && reached(each)?.length === 0);
    if (other === undefined) return [];
    const number = polynomials.of(other);
    return [{ premises: [], least: number, most: number }];
  }
}

const NO_CHARACTERS: readonly Counted[] = [{ premises: [], least: ZERO, most: ZERO }];

/** The numbers in two parts together. Empty for too many ways. */
function sumsOf(one: readonly Counted[], other: readonly Counted[]): readonly Counted[] {
  if (one.length * other.length > MAX_WAYS) return [];
  return one.flatMap((a) =>
    other.map((b) => ({ premises: [...a.premises, ...b.premises], least: plus(a.least, b.least), most: plus(a.most, b.most) })),
  );
}

/** A node with the content that an arm `some x` binds; `null` if no node has it. */
function contentOf(graph: Graph, polynomials: NodePolynomials, { region }: Extract<Node, { op: 'bound' }>): NodeId | null {
  const owner = graph.nodes[graph.regions[region]?.owner ?? -1];
  if (owner?.op === 'hold') return owner.operand;
  const pattern = owner?.op === 'match' ? owner.arms.find((arm) => arm.region === region)?.pattern : undefined;
  if (owner?.op !== 'match' || pattern?.pattern !== 'some' || pattern.inner.pattern !== 'any') return null;
  return polynomials.contentNode(owner.subject);
}

interface CharacterLoops {
  readonly byId: ReadonlyMap<NodeId, CharacterLoop>;
  /** The COUNTs by text and characters. */
  readonly counts: ReadonlyMap<string, readonly NodeId[]>;
}

const KNOWN = new WeakMap<Graph, CharacterLoops>();

/** The loops over the characters of texts; they depend on the graph alone. */
function loopsOf(known: Pick<Knowledge, 'graph' | 'classOf'>): CharacterLoops {
  const kept = KNOWN.get(known.graph);
  if (kept !== undefined) return kept;
  const byId = new Map<NodeId, CharacterLoop>();
  const counts = new Map<string, NodeId[]>();
  for (const id of known.graph.nodes.keys()) {
    const loop = characterLoopAt(known, id);
    if (loop === null) continue;
    byId.set(id, loop);
    if (loop.loop !== 'count') continue;
    const key = keyOf(known.classOf(loop.text), loop.characters);
    counts.set(key, [...(counts.get(key) ?? []), id]);
  }
  const found = { byId, counts };
  KNOWN.set(known.graph, found);
  return found;
}

function keyOf(text: NodeId, characters: Ranges): string {
  return `${text} ${characters.join()}`;
}
