import type { Graph, NodeId } from '../graph/graph.js';
import { nodeOfTerm, type Term } from '../monomers/relation.js';
import type { Kind } from '../types/domain.js';
import type { Knowledge } from './state.js';
import { lengthTerm, valueTerm } from './terms.js';

/** A field of the record that a node gives. */
export interface FieldOf {
  readonly record: NodeId;
  readonly name: string;
}

/**
 * Numbers for the fields of records, so that differences can speak of a field which no node reads: from the count of
 * nodes on, by node and then by field, of every node that gives a record. They follow from the graph alone.
 */
class FieldNumbers {
  /** By node: the number of its first field; of one that gives no record, that of the next. */
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
      const kind = graph.kinds[id];
      if (kind?.kind === 'record') next += kind.fields.length;
      if (node.op !== 'field') return;
      const key = `${classOf(node.record)} ${node.name}`;
      if (!this.readers.has(key)) this.readers.set(key, id);
    });
  }

  numberOf({ record, name }: FieldOf): number | undefined {
    const kind = this.graph.kinds[record];
    const index = kind?.kind === 'record' ? kind.fields.findIndex((field) => field.name === name) : -1;
    return index < 0 ? undefined : (this.first[record] ?? 0) + index;
  }

  /** The field that a number stands for; undefined of a node. */
  fieldOf(number: number): FieldOf | undefined {
    if (number < this.graph.nodes.length) return undefined;
    let [low, high] = [0, this.first.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.first[middle] ?? 0) <= number) low = middle;
      else high = middle - 1;
    }
    // Nodes without fields share a number with the next that has some, which is the last of them.
    const kind = this.graph.kinds[low];
    const field = kind?.kind === 'record' ? kind.fields[number - (this.first[low] ?? 0)] : undefined;
    return field === undefined ? undefined : { record: low, name: field.name };
  }

  readerOf(record: NodeId, name: string): NodeId | undefined {
    return this.readers.get(`${record} ${name}`);
  }
}

/** Made before, by graph. */
const KNOWN = new WeakMap<Graph, FieldNumbers>();

function numbersOf(known: Knowledge): FieldNumbers {
  const numbers = KNOWN.get(known.graph) ?? new FieldNumbers(known.graph, (node) => known.classOf(node));
  KNOWN.set(known.graph, numbers);
  return numbers;
}

/**
 * The node that has the value of a field of what a node gives: that which a record was built from, or the first that
 * reads it; else the number of the field. Undefined of what has no such field.
 */
export function fieldNode(known: Knowledge, whole: NodeId, name: string): NodeId | undefined {
  const record = known.classOf(whole);
  const node = known.graph.nodes[record];
  const built = node?.op === 'record' ? node.fields.find((field) => field.name === name)?.node : undefined;
  const numbers = numbersOf(known);
  return built ?? numbers.readerOf(record, name) ?? numbers.numberOf({ record, name });
}

/** The field that a node reads or a number stands for, of the class of its record; undefined of another node. */
export function fieldAt(known: Knowledge, id: NodeId): FieldOf | undefined {
  const node = known.graph.nodes[id];
  if (node === undefined) return numbersOf(known).fieldOf(id);
  return node.op === 'field' ? { record: known.classOf(node.record), name: node.name } : undefined;
}

/** The kind of what a node or a number of a field stands for. */
export function kindOfPart(known: Knowledge, id: NodeId): Kind | undefined {
  const field = known.graph.nodes[id] === undefined ? fieldAt(known, id) : undefined;
  if (field === undefined) return known.graph.kinds[id];
  const kind = known.graph.kinds[field.record];
  return kind?.kind === 'record' ? kind.fields.find(({ name }) => name === field.name)?.kind : undefined;
}

/** The term of what drifts in a part: its length where it is a list or bytes, else its value. */
export function partTerm(known: Knowledge, part: NodeId): Term {
  const kind = kindOfPart(known, part)?.kind;
  return kind === 'list' || kind === 'bytes' ? lengthTerm(known, part) : valueTerm(known, part);
}

/** The node at which a term has its value: of a field the record that it is of, as long as no node reads it. */
export function holderOf(known: Knowledge, term: Term): NodeId {
  let id = nodeOfTerm(term);
  for (let field = fieldAt(known, id); field !== undefined; field = fieldAt(known, id)) id = field.record;
  return id;
}
