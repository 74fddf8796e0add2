import type { EdgeView, GraphView, NodeKind, NodeView } from '../view/view.js';
import { type CardContext, cardOf, closedCard, moreCard, namedNodes, portKey } from './cards.js';
import { MAX_PORTS, type Outline, outlineOf } from './outline.js';
import { groupDigits, shorten } from './size.js';

/** A row of a card, with a port if a wire ends at it. */
export interface CardRow {
  readonly text: string;
  readonly port: string | null;
}

/** The colour of a card: by the type of its node, and for an operation by the family of its monomer. */
export type Tone = NodeKind | 'closed' | 'arithmetic' | 'logic' | 'memory' | 'control' | 'io' | 'string' | 'crypto' | 'system';

/** The drawing of a node. */
export interface Card {
  readonly id: string;
  /** The enclosing box; null at the top level. */
  readonly box: string | null;
  readonly tone: Tone;
  /** Text above the label: the name of its wire. */
  readonly heading: string;
  readonly label: string;
  /** Text below the label: the domain of its value. */
  readonly note: string;
  /** Text below the note: its value in the run of the counterexample; empty if there is no counterexample. */
  readonly value: string;
  /** Text below the value: the open closure domain; empty if it is closed. */
  readonly open: string;
  readonly rows: readonly CardRow[];
  /** Ports on the left side outside the rows, top to bottom. */
  readonly ports: readonly string[];
  /** The full text of the card. */
  readonly title: string;
  /** The address of the part that it represents; `null` for the card of a node. */
  readonly part: string | null;
}

/** A drawn region; its nodes are evaluated only on demand of its owner. */
export interface Box {
  readonly id: string;
  readonly box: string | null;
  readonly label: string;
}

export interface PictureWire {
  readonly from: string;
  readonly to: string;
  /** The port of the target card. */
  readonly port: string;
  /** True if it carries a sequence of values into a region. */
  readonly dashed: boolean;
}

/** The drawing of one graph: the circuit, or a component. */
export interface Scene {
  readonly title: string;
  readonly cards: readonly Card[];
  readonly boxes: readonly Box[];
  readonly wires: readonly PictureWire[];
  /** The card of each node that has one, or that one represents. */
  readonly standIns: ReadonlyMap<string, string>;
}

/** Converts a graph to cards, boxes and wires, without coordinates. */
export function sceneOf(graph: GraphView): Scene {
  const outline = outlineOf(graph);
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const standIns = standInsOf(graph, outline);
  const context = contextOf(graph, outline, nodes, standIns);
  const cards = [
    ...graph.nodes.filter(({ id }) => standIns.get(id) === id).map((node) => cardOf(node, context)),
    ...closedCards(graph, outline),
    ...(['input', 'output'] as const).flatMap((kind) => {
      const count = graph.nodes.filter((node) => node.kind === kind).length;
      return count > MAX_PORTS ? [moreCard(kind, count)] : [];
    }),
  ];
  const boxes = outline.boxes.map(
    ({ id, parent, label }): Box => ({ id, box: parent === null ? null : outline.boxOf(parent), label: shorten(groupDigits(label), 40) }),
  );
  return { title: titleOf(graph), cards, boxes, wires: wiresOf(graph, standIns, context, cards), standIns };
}

function titleOf({ id, name, pin }: GraphView): string {
  if (id === 'circuit') return name;
  return pin === null ? `component ${name}` : `circuit ${name}, pinned as ${pin.slice(0, 12)}…`;
}

/** Maps each drawn node to its card. */
function standInsOf({ nodes, edges }: GraphView, outline: Outline): ReadonlyMap<string, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const shownConstants = new Set(edges.filter(({ to }) => isEnd(byId.get(to))).map(({ from }) => from));
  const counts = { input: 0, output: 0 };
  return new Map(
    nodes.flatMap((node): readonly (readonly [string, string])[] => {
      if (node.kind === 'input' || node.kind === 'output') {
        counts[node.kind] += 1;
        return [[node.id, counts[node.kind] > MAX_PORTS ? `more-${node.kind}` : node.id]];
      }
      const closed = outline.closedAround(node);
      if (isEnd(node)) return closed === undefined ? [[node.id, node.id]] : [];
      if (node.kind === 'constant' && (closed !== undefined || !shownConstants.has(node.id))) return [];
      return [[node.id, closed ?? node.id]];
    }),
  );
}

/** Outputs and contracts. A constant operand of these has a card. */
function isEnd(node: NodeView | undefined): boolean {
  return node?.kind === 'output' || node?.kind === 'require' || node?.kind === 'ensure';
}

function contextOf(
  graph: GraphView,
  outline: Outline,
  nodes: ReadonlyMap<string, NodeView>,
  standIns: ReadonlyMap<string, string>,
): CardContext {
  const into = new Map<string, EdgeView[]>();
  for (const edge of graph.edges) {
    const before = into.get(edge.to);
    if (before === undefined) into.set(edge.to, [edge]);
    else before.push(edge);
  }
  const throughVariables = boundOperands(graph, nodes, standIns);
  return {
    graph: graph.name,
    outline,
    into,
    nodes,
    named: namedNodes(graph),
    isWired: (edge) => {
      const from = standIns.get(edge.from);
      const isWritten = nodes.get(edge.from)?.kind === 'constant' && !isEnd(nodes.get(edge.to));
      return from !== undefined && !isWritten && from !== standIns.get(edge.to) && !throughVariables.has(`${edge.to} ${edge.port}`);
    },
  };
}

/** Returns the operands that a wire carries into a loop's body; they need no second wire. */
function boundOperands({ edges, regions }: GraphView, nodes: ReadonlyMap<string, NodeView>, standIns: ReadonlyMap<string, string>) {
  const loops = new Map(regions.filter(({ role }) => role === 'each' || role === 'step').map(({ id, owner }) => [id, owner]));
  return new Set(
    edges.flatMap(({ kind, to, port }) => {
      const owner = kind === 'binding' && standIns.get(to) === to ? loops.get(nodes.get(to)?.region ?? '') : undefined;
      return owner === undefined || owner === null ? [] : [`${owner} ${port}`];
    }),
  );
}

function closedCards({ id: graph, nodes, regions }: GraphView, outline: Outline): readonly Card[] {
  return regions.flatMap(({ id, label, parent, owner }) => {
    const closed = outline.closed.get(id);
    if (closed === undefined) return [];
    const words = closed.more === 0 ? label : `${label} and ${closed.more} more`;
    const open = nodes.filter((node) => node.open !== null && outline.closedAround(node) === id).length;
    return [
      closedCard({
        region: id,
        // A card for further branches of its owner stands for all that the owner has.
        part: `${graph}.${closed.more > 0 && owner !== null ? owner : id}`,
        label: words,
        operations: closed.operations,
        open,
        box: parent === null ? null : outline.boxOf(parent),
      }),
    ];
  });
}

function wiresOf(
  graph: GraphView,
  standIns: ReadonlyMap<string, string>,
  { isWired }: CardContext,
  cards: readonly Card[],
): readonly PictureWire[] {
  const ports = new Map(cards.map(({ id, rows, ports: rest }) => [id, new Set([...rest, ...rows.map(({ port }) => port)])]));
  const wires = new Map<string, PictureWire>();
  for (const edge of graph.edges) {
    const from = standIns.get(edge.from);
    const to = standIns.get(edge.to);
    if (from === undefined || to === undefined || !isWired(edge)) continue;
    const key = portKey(edge);
    const port = ports.get(to)?.has(key) === true && to === edge.to ? key : 'all';
    wires.set(`${from} ${to} ${port}`, { from, to, port, dashed: edge.kind === 'binding' });
  }
  return [...wires.values()];
}
