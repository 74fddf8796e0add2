import type { Graph, NodeId } from '../graph/graph.js';
import { oncePerGraph } from '../graph/once-per-graph.js';
import { monomerAt } from '../monomers/catalog.js';
import type { MonomerName } from '../monomers/names.js';
import { valueClasses } from './value-classes.js';

/** Limit for the applications that a question looks at. */
const MAX_READERS = 32;

export const textReaders = oncePerGraph((graph) => new TextReaders(graph));

interface Lists {
  readonly byName: ReadonlyMap<MonomerName, readonly NodeId[]>;
  readonly byOperand: ReadonlyMap<string, readonly NodeId[]>;
}

/** The applications of a graph, by their monomer and by the class of an operand. The lists are made for the first question. */
class TextReaders {
  private known: Lists | null = null;

  constructor(private readonly graph: Graph) {}

  /** The last of the applications of a monomer, ascending. */
  named(name: MonomerName): readonly NodeId[] {
    return (this.lists.byName.get(name) ?? []).slice(-MAX_READERS);
  }

  /** The last of those that have a value of the class at a position. */
  reading(name: MonomerName, position: number, value: NodeId): readonly NodeId[] {
    return (this.lists.byOperand.get(`${name} ${position} ${value}`) ?? []).slice(-MAX_READERS);
  }

  nameOf(id: NodeId): MonomerName | null {
    const node = this.graph.nodes[id];
    return node?.op === 'apply' ? monomerAt(node.monomer).name : null;
  }

  private get lists(): Lists {
    this.known ??= listsOf(this.graph);
    return this.known;
  }
}

function listsOf(graph: Graph): Lists {
  const byName = new Map<MonomerName, NodeId[]>();
  const byOperand = new Map<string, NodeId[]>();
  const classes = valueClasses(graph);
  for (const [id, node] of graph.nodes.entries()) {
    if (node.op !== 'apply') continue;
    const { name } = monomerAt(node.monomer);
    put(byName, name, id);
    for (const [position, operand] of node.operands.entries()) put(byOperand, `${name} ${position} ${classes[operand] ?? operand}`, id);
  }
  return { byName, byOperand };
}

function put<K>(lists: Map<K, NodeId[]>, key: K, id: NodeId): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [id]);
  else list.push(id);
}
