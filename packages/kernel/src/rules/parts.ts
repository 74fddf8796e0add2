import { type AbstractValue, isSequence } from '../abstract/abstract.js';
import { highest, lowest } from '../abstract/ranges.js';
import type { Graph, NodeId } from '../graph/graph.js';
import { type DifferenceTerm, nodeOfTerm } from '../monomers/relation.js';
import type { Type } from '../types/domain.js';
import { type Int, subtract } from '../types/integer.js';
import type { Environment } from './environment.js';
import type { Knowledge } from './state.js';
import { lengthTerm, valueTerm } from './terms.js';

/** A field of the record that a node gives. */
export interface FieldOf {
  readonly record: NodeId;
  readonly name: string;
}

/**
 * Numbers for the fields of records, so that differences can name a field that no node reads. The numbers begin at the count of
 * nodes and go by node, then by field, over every node that gives a record. They depend on the graph alone.
 */
class FieldNumbers {
  /** By node: the number of its first field; for a node without a record, the number of the next one. */
  private readonly first: number[] = [];
  /** The first node that reads a field, by class of the record and name. */
  private readonly readers = new Map<string, NodeId>();

  constructor(
    private readonly graph: Graph,
    classOf: (node: NodeId) => NodeId,
  ) {
    let next = graph.nodes.length;
    graph.nodes.forEach((node, id) => {
      this.first.push(next);
      const type = graph.types[id];
      if (type?.kind === 'record') next += type.fields.length;
      if (node.op !== 'field') return;
      const key = `${classOf(node.record)} ${node.name}`;
      if (!this.readers.has(key)) this.readers.set(key, id);
    });
  }

  numberOf({ record, name }: FieldOf): number | undefined {
    const type = this.graph.types[record];
    const index = type?.kind === 'record' ? type.fields.findIndex((field) => field.name === name) : -1;
    return index < 0 ? undefined : (this.first[record] ?? 0) + index;
  }

  /** The field of a number; `undefined` for a node. */
  fieldOf(number: number): FieldOf | undefined {
    if (number < this.graph.nodes.length) return undefined;
    let [low, high] = [0, this.first.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.first[middle] ?? 0) <= number) low = middle;
      else high = middle - 1;
    }
    // Nodes without fields share a number with the next node with fields, which is the last of them.
    const type = this.graph.types[low];
    const field = type?.kind === 'record' ? type.fields[number - (this.first[low] ?? 0)] : undefined;
    return field === undefined ? undefined : { record: low, name: field.name };
  }

  readerOf(record: NodeId, name: string): NodeId | undefined {
    return this.readers.get(`${record} ${name}`);
  }
}

/** Cache by graph. */
const KNOWN = new WeakMap<Graph, FieldNumbers>();

function numbersOf(known: Knowledge): FieldNumbers {
  const numbers = KNOWN.get(known.graph) ?? new FieldNumbers(known.graph, (node) => known.classOf(node));
  KNOWN.set(known.graph, numbers);
  return numbers;
}

/**
 * Returns the node with the value of a field of a record: the node from which the record was built, or the first reader. If there
 * is no such node, returns the number of the field. `undefined` if there is no such field.
 */
export function fieldNode(known: Knowledge, whole: NodeId, name: string): NodeId | undefined {
  const record = known.classOf(whole);
  const node = known.graph.nodes[record];
  const built = node?.op === 'record' ? node.fields.find((field) => field.name === name)?.node : undefined;
  const numbers = numbersOf(known);
  return built ?? numbers.readerOf(record, name) ?? numbers.numberOf({ record, name });
}

/** The field that a node reads or a number stands for, with the class of its record; `undefined` for another node. */
export function fieldAt(known: Knowledge, id: NodeId): FieldOf | undefined {
  const node = known.graph.nodes[id];
  if (node === undefined) return numbersOf(known).fieldOf(id);
  return node.op === 'field' ? { record: known.classOf(node.record), name: node.name } : undefined;
}

/** The type of a node, or of the field of a number. */
export function typeOfPart(known: Knowledge, id: NodeId): Type | undefined {
  const field = known.graph.nodes[id] === undefined ? fieldAt(known, id) : undefined;
  if (field === undefined) return known.graph.types[id];
  const type = known.graph.types[field.record];
  return type?.kind === 'record' ? type.fields.find(({ name }) => name === field.name)?.type : undefined;
}

/** The term of a part's increment: its length for a list or bytes, otherwise its value. */
export function partTerm(known: Knowledge, part: NodeId): DifferenceTerm {
  const kind = typeOfPart(known, part)?.kind;
  return kind === 'list' || kind === 'bytes' ? lengthTerm(known, part) : valueTerm(known, part);
}

/** The node whose evaluation gives a term its value: for a field that no node reads, the record. */
export function holderOf(known: Knowledge, term: DifferenceTerm): NodeId {
  let id = nodeOfTerm(term);
  for (let field = fieldAt(known, id); field !== undefined; field = fieldAt(known, id)) id = field.record;
  return id;
}

/** The maximum of `from - to` by the bounds of each alone, if both have a value at this point; otherwise `null`. */
export function apartAtMost(environment: Environment, from: DifferenceTerm, to: DifferenceTerm): Int | null {
  const [minuend, subtrahend] = [boundsOfTerm(environment, from), boundsOfTerm(environment, to)];
  return minuend === null || subtrahend === null ? null : subtract(minuend.hi, subtrahend.lo);
}

/** The bounds of a value or length; `null` if the term has not been evaluated here, or has no bounds. */
export function boundsOfTerm(environment: Environment, term: DifferenceTerm): ViewBounds | null {
  const view = viewOfPart(environment, nodeOfTerm(term));
  return view === null ? null : boundsOfView(view, term < 0);
}

interface ViewBounds {
  readonly lo: Int;
  readonly hi: Int;
}

/** The bounds of an integer, or of the length of a text, bytes or list; `null` for another value. */
export function boundsOfView(view: AbstractValue, isLength: boolean): ViewBounds | null {
  if (isLength) return isSequence(view) || view.kind === 'text' ? { lo: view.lo, hi: view.hi } : null;
  return view.kind === 'integer' ? { lo: lowest(view.ranges), hi: highest(view.ranges) } : null;
}

/**
 * Returns the present knowledge of a node, of a node of its class, or of the record that has it as a field. `null` if they have
 * not been evaluated.
 */
function viewOfPart(environment: Environment, id: NodeId): AbstractValue | null {
  for (const fellow of environment.evaluatedOf(environment.classOf(id))) if (environment.isLive(fellow)) return environment.view(fellow);
  const field = fieldAt(environment, id);
  const whole = field === undefined ? null : viewOfPart(environment, field.record);
  if (field === undefined || whole?.kind !== 'record') return null;
  return whole.fields.find(({ name }) => name === field.name)?.view ?? null;
}
