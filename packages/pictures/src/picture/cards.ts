import type { EdgeView, GraphView, NodeView } from '../view/view.js';
import { MAX_PORTS, type Outline } from './outline.js';
import type { Card, CardRow, Tone } from './scene.js';
import { counted, fillPorts, groupDigits, shorten } from './size.js';

const MAX_LABEL_LENGTH = 40;
const MAX_NOTE_LENGTH = 44;
const MAX_OPEN = 60;
const MAX_UNION_LENGTH = 32;
const MAX_ROWS = 12;
/** A card with more wires has one common port for them. */
const MAX_SEPARATE_PORTS = 12;
const DOT = '·';

/** Returns the key of the port that an edge ends at. */
export function portKey({ kind, place }: EdgeView): string {
  return `${kind}${place}`;
}

/** The context of a card in its graph. */
export interface CardContext {
  /** The name of the graph. */
  readonly graph: string;
  readonly outline: Outline;
  /** The edges that end at each node, in order. */
  readonly into: ReadonlyMap<string, readonly EdgeView[]>;
  /** By id. */
  readonly nodes: ReadonlyMap<string, NodeView>;
  /** The nodes whose value is a wire; they have its name. */
  readonly named: ReadonlySet<string>;
  /** Returns true if an edge is drawn at the node of its end. */
  readonly isWired: (edge: EdgeView) => boolean;
}

/** Returns the card of a single node. */
export function cardOf(node: NodeView, context: CardContext): Card {
  const edges = context.into.get(node.id) ?? [];
  const texts = new Map(edges.filter(({ kind }) => kind !== 'binding').map((edge) => [edge.port, portText(edge, context)]));
  for (const { port, value } of node.literals) texts.set(port, groupDigits(value));
  const { rows, inRows } = rowsOf(node, edges, context);
  const rest = edges.filter((edge) => context.isWired(edge) && !inRows.has(edge)).map(portKey);
  const label = labelOf(node, texts, edges.length);
  return {
    id: node.id,
    box: context.outline.boxOf(node.region),
    tone: toneOf(node),
    heading: headingOf(node, context),
    label: shorten(label, MAX_LABEL_LENGTH),
    note: shorten(noteOf(node), MAX_NOTE_LENGTH),
    value: node.value === null ? '' : shorten(`= ${groupDigits(node.value)}`, MAX_NOTE_LENGTH),
    open: openText(node),
    rows,
    ports: rest.length > MAX_SEPARATE_PORTS ? ['all'] : rest,
    title: titleOf(node, label),
    part: null,
  };
}

export interface CollapsedRegion {
  readonly region: string;
  readonly part: string;
  readonly label: string;
  /** The number of its operations, and of those that are open. */
  readonly operations: number;
  readonly open: number;
  /** The box that it is in; `null` if it is in none. */
  readonly box: string | null;
}

/** Returns the card that represents a collapsed region. */
export function closedCard({ region, part, label, operations, open, box }: CollapsedRegion): Card {
  const words = counted(operations, 'operation');
  return {
    id: region,
    box,
    tone: 'closed',
    heading: '',
    label: shorten(label === 'body' ? words : label, MAX_LABEL_LENGTH),
    note: label === 'body' ? 'collapsed' : words,
    value: '',
    open: open === 0 ? '' : counted(open, 'open place'),
    rows: [],
    ports: ['all'],
    title: `${label}: ${words}, collapsed`,
    part,
  };
}

/** Returns the card that represents the inputs, or outputs, beyond the limit. */
export function moreCard(kind: 'input' | 'output', count: number): Card {
  const label = `… ${counted(count - MAX_PORTS, `more ${kind}`)}`;
  const face = { heading: '', label, note: '', value: '', open: '', rows: [], ports: ['all'], title: label, part: null };
  return { id: `more-${kind}`, box: null, tone: kind, ...face };
}

/** Returns a literal, a dot for a wire, or at an open place the value that arrives. */
function portText(edge: EdgeView, { nodes }: CardContext): string {
  const from = nodes.get(edge.from);
  const isOpen = nodes.get(edge.to)?.open !== null;
  if (isOpen && from !== undefined && from.value !== null) return groupDigits(from.value);
  return from?.kind === 'constant' ? groupDigits(from.label) : DOT;
}

/** Returns the rows of a node that selects between regions or builds a record: one for each operand. */
function rowsOf(node: NodeView, edges: readonly EdgeView[], context: CardContext) {
  const listed = edges.filter((edge) => isListed(node, edge));
  const shown = listed.length > MAX_ROWS ? listed.slice(0, MAX_ROWS - 1) : listed;
  const rows = shown.map((edge): CardRow => {
    const text = portText(edge, context);
    return {
      text: shorten(groupDigits(text === DOT ? edge.port : `${edge.port} ${arrow(edge)} ${text}`), MAX_NOTE_LENGTH),
      port: context.isWired(edge) ? portKey(edge) : null,
    };
  });
  const hidden = listed.slice(shown.length);
  if (hidden.length > 0) rows.push({ text: `… ${hidden.length} more`, port: hidden.some(context.isWired) ? 'all' : null });
  return { rows, inRows: new Set(listed) };
}

function isListed({ kind, label }: NodeView, edge: EdgeView): boolean {
  if (kind === 'construction') return label.startsWith('(');
  if (label === 'if' || label.startsWith('fold')) return edge.kind === 'result' || edge.port === 'condition' || edge.port === 'initial';
  return label === 'match' && edge.kind === 'result';
}

function arrow({ kind }: EdgeView): string {
  return kind === 'result' ? '→' : '=';
}

function labelOf({ kind, label }: NodeView, texts: ReadonlyMap<string, string>, count: number): string {
  if (label === 'match') return `match ${DOT}`;
  if (label === '[…]') {
    const items = [...texts.values()];
    return items.length > 8 ? `[${counted(count, 'element')}]` : `[${items.join(', ')}]`;
  }
  const isPhrase = kind === 'operation' || kind === 'call' || kind === 'statement' || (kind === 'construction' && !label.startsWith('('));
  return groupDigits(isPhrase ? fillPorts(label, texts) : contractLabel(label));
}

/** Shortens a contract's label: the heading already names its type. */
function contractLabel(label: string): string {
  return label.replace(/^(?:ensure|require) /, '');
}

function headingOf({ kind, wire, id }: NodeView, { named, graph }: CardContext): string {
  if (kind === 'require' || kind === 'ensure') return kind;
  if (kind === 'input' || kind === 'output') return kind;
  return named.has(id) ? shorten(wireName(wire, graph), MAX_LABEL_LENGTH) : '';
}

/** Drops the component's name, which precedes wires inside it; its result has that name alone. */
function wireName(wire: string, component: string): string {
  if (wire === component) return '';
  return wire.startsWith(`${component}.`) ? wire.slice(component.length + 1) : wire;
}

/** Describes a domain; one of many parts by its bounds. */
function noteOf({ kind, values, type, domain }: NodeView): string {
  if (values === 'nothing') return 'never reached';
  if (kind === 'require' || kind === 'ensure') return values === 'true' ? 'always true' : '';
  if (values === 'true or false') return type;
  if (domain?.kind === 'integer' && values.length > MAX_UNION_LENGTH) return groupDigits(`within ${domain.lo}..${domain.hi}`);
  return groupDigits(type === 'bool' ? `always ${values}` : values);
}

/** Returns the precondition that was not proven. The text of a contract contains it already. */
function openText({ kind, open }: NodeView): string {
  if (open === null) return '';
  return shorten(
    kind === 'ensure' || open.needs === '' ? 'does not always hold' : `open: needs ${groupDigits(needOf(open.needs))}`,
    MAX_OPEN,
  );
}

/** Shortens `DIV needs: b is not zero` to `b is not zero` on the card of that operation. */
function needOf(needs: string): string {
  return needs.replace(/^\w+ needs: /, '');
}

function toneOf({ kind, monomer }: NodeView): Tone {
  if (kind !== 'operation' || monomer === null) return kind;
  return familyTone(monomer.family);
}

function familyTone(family: string): Tone {
  const known: readonly Tone[] = ['arithmetic', 'logic', 'memory', 'control', 'io', 'string', 'crypto', 'system'];
  return known.find((tone) => tone === family) ?? 'operation';
}

function titleOf({ kind, monomer, values, type, wire, line, column, value, open }: NodeView, label: string): string {
  const what = monomer === null ? kind : `${monomer.mc_code} ${monomer.name}`;
  const seen = value === null ? '' : `\n= ${value}`;
  const error = open === null ? '' : `\n${open.message}`;
  return `${label}\n${what}: ${type}, ${values}\n${wire}, line ${line}, column ${column}${seen}${error}`;
}

/** Returns the nodes that are the whole value of a wire: no other node of the wire uses them. */
export function namedNodes({ nodes, edges }: GraphView): ReadonlySet<string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const ends = new Set(['input', 'constant', 'variable', 'require', 'ensure', 'output']);
  const within = edges.filter(({ from, to }) => byId.get(from)?.wire === byId.get(to)?.wire && !ends.has(byId.get(to)?.kind ?? ''));
  // The operands of a contract repeat what the contract states.
  const conditions = edges.filter(({ to }) => byId.get(to)?.kind === 'require' || byId.get(to)?.kind === 'ensure');
  const inner = new Set([...within, ...conditions].map(({ from }) => from));
  return new Set(nodes.filter(({ id, kind }) => !ends.has(kind) && !inner.has(id)).map(({ id }) => id));
}
