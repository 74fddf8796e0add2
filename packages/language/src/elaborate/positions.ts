import type { LoopSource, Node, NodeId } from '@kirchhoff/kernel/graph/graph';
import { INTEGER } from '@kirchhoff/kernel/types/domain';
import type { Int } from '@kirchhoff/kernel/types/integer';
import type { Span } from '../diagnostics/diagnostic.js';
import { apply, candidatesNamed } from './application.js';
import type { GraphBuilder } from './builder.js';
import { prune, type TypeTerm, Variable } from './type-term.js';
import { unify } from './unify.js';
import { whenKnown } from './when-known.js';

/** The source of a loop's rounds. */
export interface LoopOver {
  readonly source: LoopSource;
  readonly element: TypeTerm;
  /** The type of the whole source. */
  readonly whole: TypeTerm;
  /** `null` if the body gets the elements themselves. */
  readonly given: Given | null;
}

/** The variables that a loop over positions, or over pairs of a position and an element, binds in its body. */
interface Given {
  readonly term: TypeTerm;
  /** A function that reads the index from it; `null` if it is the index itself. */
  readonly index: ((given: NodeId) => Node) | null;
  readonly element: (given: NodeId) => Node;
}

export function isText(over: LoopOver): boolean {
  return over.source.over === 'value' && prune(over.whole).kind === 'text';
}

/** A loop over the positions of a text or list: 0 to its length less 1. The body reads an element at its use. */
export function positionsOf(builder: GraphBuilder, over: LoopOver, span: Span): LoopOver {
  const sequence = sequenceOf(over);
  const isOfText = isText(over);
  const length = applied(builder, isOfText ? 'TEXT_LENGTH' : 'LENGTH', [sequence], span);
  const hi = applied(builder, 'SUB', [length, integer(builder, 1, span)], span);
  const [read] = candidatesNamed(isOfText ? 'CODE_AT' : 'GET');
  const monomer = read?.monomer.index ?? -1;
  return {
    ...over,
    source: { over: 'range', lo: integer(builder, 0, span), hi },
    given: { term: INTEGER, index: null, element: (position) => ({ op: 'apply', monomer, operands: [sequence, position], literals: [] }) },
  };
}

/** A loop over pairs of a position and an element, as made by `ZIP`; a filter may keep some of them. */
export function pairsOf(builder: GraphBuilder, over: LoopOver, span: Span): LoopOver {
  const { draft } = builder;
  const { source } = positionsOf(builder, over, span);
  const region = draft.open();
  draft.close(draft.bound(0, INTEGER, span)());
  const positions = draft.add({ op: 'loop', loop: 'map', source, body: region }, { kind: 'list', element: INTEGER }, span);
  const node = applied(builder, 'ZIP', [positions, sequenceOf(listOf(builder, over, span))], span);
  const pair = new Variable();
  const whole = draft.term(node);
  whenKnown(builder, whole, (known) => unify(pair, known.kind === 'list' ? known.element : new Variable(true), builder.reports));
  return { source: { over: 'value', node }, element: over.element, whole, given: { term: pair, index: A, element: B } };
}

const A = (record: NodeId): Node => ({ op: 'field', record, name: 'a' });
const B = (record: NodeId): Node => ({ op: 'field', record, name: 'b' });

/** The elements of a source as a list: the code points of a text, the elements of bytes. */
export function listOf(builder: GraphBuilder, over: LoopOver, span: Span): LoopOver {
  const kind = prune(over.whole).kind;
  if (over.source.over === 'range' || (kind !== 'text' && kind !== 'bytes')) return over;
  const { draft } = builder;
  const { source, given } = kind === 'text' ? positionsOf(builder, over, span) : over;
  const region = draft.open();
  const bound = draft.bound(0, INTEGER, span)();
  draft.close(given === null ? bound : draft.add(given.element(bound), INTEGER, span));
  const whole: TypeTerm = { kind: 'list', element: INTEGER };
  const node = draft.add({ op: 'loop', loop: 'map', source, body: region }, whole, span);
  return { source: { over: 'value', node }, element: INTEGER, whole, given: null };
}

/** Returns the node of the loop's source, which is a value: a range has no such node. */
export function sequenceOf({ source }: LoopOver): NodeId {
  return source.over === 'value' ? source.node : -1;
}

export function integer(builder: GraphBuilder, value: Int, span: Span): NodeId {
  return builder.draft.integer(value, span);
}

/** Adds an application of the named monomer to operands that fit it. */
export function applied(builder: GraphBuilder, name: string, nodes: readonly NodeId[], span: Span): NodeId {
  const operands = nodes.map((node) => ({ node, span }));
  return apply(builder, { shown: name, candidates: candidatesNamed(name), operands, literals: [], span });
}
