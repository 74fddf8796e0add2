import { constant, constantOf, minus, ONE, type Polynomial, plus, textOf } from '../abstract/polynomial.js';
import type { NodeId } from '../graph/graph.js';
import { boundsOfMeasure, equality, type LinearFact, type Premise } from '../monomers/linear.js';
import type { MonomerName } from '../monomers/names.js';
import { nodePolynomials } from './node-polynomials.js';
import type { Knowledge } from './state.js';
import { ANY_WAY, bounded, type TextPiece, TextPieces } from './text-pieces.js';
import { textReaders } from './text-readers.js';

/** Limits for the characters of a constant text that is read at a place, and for the stretches in which these follow one another. */
const MAX_LETTERS = 256;
const MAX_STRETCHES = 32;

/** The equations between a value that is read from a text and the integers behind the pieces of the text. */
export function readFromTexts(known: Knowledge, id: NodeId, name: MonomerName): readonly LinearFact[] {
  switch (name) {
    case 'CODE_AT':
      return bounded(() => codeFacts(known, id)) ?? [];
    case 'PARSE_INT':
      return bounded(() => contentFacts(known, id, (pieces, each) => pieces.spelled(each))) ?? [];
    case 'PARSE_DATE':
      return bounded(() => contentFacts(known, id, (_, each) => dayOf(each))) ?? [];
    default:
      return [];
  }
}

/** The day of a text that is one date; otherwise `null`. */
function dayOf([only, ...more]: readonly TextPiece[]): Polynomial | null {
  return only?.is === 'date' && more.length === 0 ? only.value : null;
}

/** The operand of a parser spells the same integer on each way. */
function contentFacts(
  known: Knowledge,
  id: NodeId,
  read: (pieces: TextPieces, each: readonly TextPiece[]) => Polynomial | null,
): readonly LinearFact[] {
  const node = known.graph.nodes[id];
  const polynomials = nodePolynomials(known.graph);
  const content = polynomials.contentOf(id);
  const [text = -1] = node?.op === 'apply' ? node.operands : [];
  if (content === null) return [];
  const pieces = new TextPieces(known, id);
  const value = common(pieces.piecesOf(text, ANY_WAY).map((on) => read(pieces, on.value)));
  return value === null ? [] : [equality(minus(content, value)), equality(minus(polynomials.presentOf(id), ONE))];
}

/** The polynomial that all of some are; `null` if there is none. */
function common(values: readonly (Polynomial | null)[]): Polynomial | null {
  const [first = null] = values;
  return first !== null && values.every((value) => value !== null && textOf(value) === textOf(first)) ? first : null;
}

/** A character of a constant text, by a node that gives its place. */
interface Letter {
  readonly text: string;
  readonly place: NodeId;
}

/**
 * A code point of a constant text at a computed place: in each stretch of the text in which the code points follow one another, it
 * is the place and a constant.
 */
function codeFacts(known: Knowledge, id: NodeId): readonly LinearFact[] {
  const letter = letterOf(known, id);
  const bounds = letter === null ? null : boundsOfMeasure(known.view(letter.place));
  if (letter === null || bounds === null || letter.text.length > MAX_LETTERS) return [];
  const codes = Array.from(letter.text).map((character) => character.codePointAt(0) ?? 0);
  const [first, last] = [Math.max(Number(bounds.lo), 0), Math.min(Number(bounds.hi), codes.length - 1)];
  const stretches = stretchesOf(codes, first, last);
  if (first === last || stretches.length > MAX_STRETCHES) return [];
  const pieces = new TextPieces(known, id);
  const place = pieces.integer(letter.place);
  const value = nodePolynomials(known.graph).of(id);
  return stretches.map(([from, to]) => {
    const isBehind: Premise = { value: minus(place, constant(from)), isKnown: from === first };
    const isBefore: Premise = { value: minus(constant(to), place), isKnown: to === last };
    return equality(plus(minus(value, place), constant(from - (codes[from] ?? 0))), isBehind, isBefore);
  });
}

/** The stretches of places in which each code point is one more than that before it. */
function stretchesOf(codes: readonly number[], first: number, last: number): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  for (let at = first; at <= last; at += 1) {
    const open = found.at(-1);
    if (open !== undefined && codes[at] === (codes[at - 1] ?? 0) + 1) open[1] = at;
    else found.push([at, at]);
  }
  return found;
}

/** The constant text that CODE_AT reads: itself, or one character of it that was cut out and stands at a known place. */
function letterOf(known: Knowledge, id: NodeId): Letter | null {
  const node = known.graph.nodes[id];
  const [text = -1, place = -1] = node?.op === 'apply' ? node.operands : [];
  const own = textAt(known, text);
  if (own !== null) return { text: own, place };
  const pieces = new TextPieces(known, id);
  const index = constantOf(pieces.integer(place));
  if (index === null || index < 0n || index > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  let found: Letter | null = null;
  for (const { value } of pieces.piecesOf(text, ANY_WAY)) {
    const [piece, ...more] = pieces.cut(value, text, Number(index), Number(index) + 1) ?? [];
    const letter = piece === undefined || more.length > 0 ? null : cutOut(known, pieces, piece);
    if (letter === null || (found !== null && (found.text !== letter.text || found.place !== letter.place))) return null;
    found ??= letter;
  }
  return found;
}

/** A piece that is one character of a constant text. */
function cutOut(known: Knowledge, pieces: TextPieces, piece: TextPiece): Letter | null {
  if (piece.is !== 'part' || piece.from.size > 0 || piece.to !== null || piece.of.node === null) return null;
  const node = known.graph.nodes[piece.of.node];
  if (node?.op !== 'apply' || textReaders(known.graph).nameOf(piece.of.node) !== 'SUBSTRING') return null;
  const [text = -1, from = -1, to = -1] = node.operands;
  const own = textAt(known, text);
  const isOne = constantOf(minus(pieces.integer(to), pieces.integer(from))) === 1n;
  return own === null || !isOne ? null : { text: own, place: from };
}

function textAt(known: Knowledge, id: NodeId): string | null {
  const view = known.view(id);
  return view.kind === 'text' && view.values?.length === 1 ? (view.values[0] ?? null) : null;
}
