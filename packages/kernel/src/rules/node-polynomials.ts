import type { Graph, Node, NodeId } from '../graph/graph.js';
import type { Value } from '../values/value.js';
import { argumentNodes, monomerOf } from './forward.js';
import { atom, constant, constantOf, degree, exactQuotient, minus, ONE, type Polynomial, plus, textOf, times, ZERO } from './polynomial.js';
import { valueClasses } from './value-classes.js';

/** What grows beyond this is an atom of its own: products of sums grow fast. */
const MOST_TERMS = 16;
const MOST_DEGREE = 3;

/** Dividend and divisor of a truncated or floored quotient, and the quotient itself. */
export interface Division {
  readonly dividend: Polynomial;
  readonly divisor: Polynomial;
  readonly quotient: Polynomial;
}

/** Of graphs that were gone through before. */
const KNOWN = new WeakMap<Graph, NodePolynomials>();

export function nodePolynomials(graph: Graph): NodePolynomials {
  const known = KNOWN.get(graph) ?? new NodePolynomials(graph);
  KNOWN.set(graph, known);
  return known;
}

/**
 * The value of every integer or boolean node (true is 1) as a polynomial over atoms, wherever it has been evaluated:
 * sums, differences and products are exact, since an operation that overflows has no value. Atoms are the values of
 * classes of nodes (`v`), the lengths of classes (`l`), and quotients (`q`), one for each rounding, dividend and divisor.
 * It follows from the graph alone, in one pass by id: operands have smaller ids.
 */
export class NodePolynomials {
  private readonly polynomials: Polynomial[] = [];
  private readonly quotients = new Map<string, Polynomial>();
  private readonly divisions = new Map<NodeId, Division>();
  private readonly classes: Int32Array;

  constructor(private readonly graph: Graph) {
    this.classes = valueClasses(graph);
    graph.nodes.forEach((node, id) => {
      const value = this.classOf(id);
      const known = value < id ? this.polynomials[value] : undefined;
      const division = node.op === 'apply' ? this.divide(node) : null;
      if (division !== null) this.divisions.set(id, division);
      this.polynomials.push(known ?? this.bounded(this.express(id, node, division)) ?? atom(`v${value}`));
    });
  }

  /** The value of a node. */
  of(node: NodeId): Polynomial {
    return this.polynomials[node] ?? ZERO;
  }

  /** The length of the text, bytes or list that a node gives. */
  lengthOf(node: NodeId): Polynomial {
    return atom(`l${this.classOf(node)}`);
  }

  /** The value of an integer or boolean node, or the length of another that has one; null of a node that has neither. */
  measure(node: NodeId): Polynomial | null {
    switch (this.graph.kinds[node]?.kind) {
      case 'integer':
      case 'boolean':
        return this.of(node);
      case 'text':
      case 'bytes':
      case 'list':
        return this.lengthOf(node);
      default:
        return null;
    }
  }

  isInteger(node: NodeId): boolean {
    return this.graph.kinds[node]?.kind === 'integer';
  }

  /** Of an application that divides and rounds toward zero, or down: what it divides. */
  divisionOf(node: NodeId): Division | undefined {
    return this.divisions.get(node);
  }

  private classOf(node: NodeId): NodeId {
    return this.classes[node] ?? node;
  }

  private bounded(a: Polynomial | null): Polynomial | null {
    return a === null || a.size > MOST_TERMS || degree(a) > MOST_DEGREE ? null : a;
  }

  /** Null of a node whose value is no polynomial of its operands. */
  private express(id: NodeId, node: Node, division: Division | null): Polynomial | null {
    if (node.op === 'literal') return literal(node.value);
    if (node.op !== 'apply' || this.graph.kinds[id] === undefined) return null;
    const [a = ZERO, b = ZERO] = this.argumentsOf(node);
    switch (monomerOf(node).name) {
      case 'ADD':
        return plus(a, b);
      case 'SUB':
        return minus(a, b);
      case 'NEG':
        return minus(ZERO, a);
      case 'MUL':
        return productOf(a, b);
      case 'NOT':
        return minus(ONE, a);
      case 'SHL': {
        const power = powerOfTwo(b);
        return power === null ? null : times(a, power);
      }
      case 'LENGTH':
      case 'TEXT_LENGTH': {
        const [of] = node.operands;
        return of === undefined ? null : this.lengthOf(of);
      }
      case 'DIV':
      case 'FLOOR_DIV':
      case 'MULDIV':
      case 'SHR':
        return division?.quotient ?? null;
      case 'MOD':
      case 'FLOOR_MOD':
      case 'BIT_AND':
        return division === null ? null : minus(division.dividend, times(division.divisor, division.quotient));
      default:
        return null;
    }
  }

  private argumentsOf(node: Extract<Node, { op: 'apply' }>): readonly Polynomial[] {
    return argumentNodes(node).map((operand) => (operand === null ? ZERO : this.of(operand)));
  }

  /** A shift to the right and a mask of low bits divide by a power of two; their operands are not negative, so that all roundings agree. */
  private divide(node: Extract<Node, { op: 'apply' }>): Division | null {
    const [a = ZERO, b = ZERO, c = ZERO] = this.argumentsOf(node);
    switch (monomerOf(node).name) {
      case 'DIV':
      case 'MOD':
        return this.division('toward zero', a, b);
      case 'MULDIV':
        return this.division('toward zero', productOf(a, b), c);
      case 'FLOOR_DIV':
      case 'FLOOR_MOD':
        return this.division('down', a, b);
      case 'SHR': {
        const power = powerOfTwo(b);
        return power === null ? null : this.division('toward zero', a, power);
      }
      case 'BIT_AND':
        return this.masked(a, b) ?? this.masked(b, a);
      default:
        return null;
    }
  }

  private masked(a: Polynomial, mask: Polynomial): Division | null {
    const size = (constantOf(mask) ?? 0n) + 1n;
    return size > 1n && (size & (size - 1n)) === 0n ? this.division('toward zero', a, constant(size)) : null;
  }

  /** What a divisor divides exactly has a polynomial quotient, whatever the rounding: the divisor is not 0 where the node has a value. */
  private division(rounding: 'toward zero' | 'down', dividend: Polynomial | null, divisor: Polynomial): Division | null {
    if (dividend === null || this.bounded(dividend) === null || this.bounded(divisor) === null) return null;
    const key = `${rounding} ${textOf(dividend)} / ${textOf(divisor)}`;
    const quotient = this.quotients.get(key) ?? exactQuotient(dividend, divisor) ?? atom(`q${this.quotients.size}`);
    this.quotients.set(key, quotient);
    return { dividend, divisor, quotient };
  }
}

/** Null of factors whose product is not even looked at. */
function productOf(a: Polynomial, b: Polynomial): Polynomial | null {
  return a.size * b.size > 4 * MOST_TERMS ? null : times(a, b);
}

function literal(value: Value): Polynomial | null {
  if (typeof value === 'boolean') return value ? ONE : ZERO;
  return typeof value === 'number' || typeof value === 'bigint' ? constant(value) : null;
}

/** 2 to the power of a constant that is a count of bits to shift by; null of anything else. */
function powerOfTwo(count: Polynomial): Polynomial | null {
  const bits = constantOf(count);
  return bits === null || bits < 0n || bits > 62n ? null : constant(2n ** bits);
}
