import {
  type AbstractValue,
  type Characters,
  FALSE,
  integers,
  joinAll,
  meetCharacters,
  ofRanges,
  option,
  TRUE,
  texts,
  uniteCharacters,
} from '../abstract/abstract.js';
import { constantOf, minus, type Polynomial, textOf } from '../abstract/polynomial.js';
import { contains, isSubset } from '../abstract/ranges.js';
import type { NodeId } from '../graph/graph.js';
import { MONOMERS } from '../monomers/catalog.js';
import type { MonomerName } from '../monomers/names.js';
import { INT64_MAX, parseInteger } from '../types/integer.js';
import type { ApplyNode } from './applications.js';
import type { Knowledge } from './state.js';
import { ANY_WAY, bounded, keyOf, lengthOf, type On, type PieceRead, type TextPiece, TextPieces, type Way } from './text-pieces.js';
import { textReaders } from './text-readers.js';

const MINUS = 0x2d;
const DIGITS: Characters = [0x30, 0x39];
const CAPITALS: Characters = [0x41, 0x5a];
const SMALL: Characters = [0x61, 0x7a];
/** Each decimal number of fewer digits fits 64 bits. */
const MAX_DIGITS = 18;

type Answer = (reading: Reading, a: NodeId, b: NodeId, c: NodeId) => AbstractValue | null;

/** The answers of pieces to what monomers ask of texts, by the operands. */
const ANSWERS: readonly (readonly [MonomerName, Answer])[] = [
  ['EQ', (reading, a, b) => reading.equal(a, b)],
  ['NE', (reading, a, b) => (reading.equal(a, b) === null ? null : FALSE)],
  ['STARTS_WITH', (reading, a, b) => reading.begins(a, b, 'start')],
  ['ENDS_WITH', (reading, a, b) => reading.begins(a, b, 'end')],
  ['INCLUDES', (reading, a, b) => reading.includes(a, b)],
  ['CODE_AT', (reading, a, b) => reading.codeAt(a, b)],
  ['SUBSTRING', (reading, a, b, c) => reading.oneCharacter(a, b, c)],
  ['PARSE_INT', (reading, a) => reading.parsed(a)],
];

/** The answers by the number of the monomer, since every application asks. */
const BY_MONOMER: readonly (Answer | null)[] = MONOMERS.map(({ name }) => ANSWERS.find(([each]) => each === name)?.[1] ?? null);

/**
 * The possible results of an application that reads texts, from the pieces of which these are built. `null` if the pieces say
 * nothing about it, or if an operand may not have been evaluated at this point.
 */
export function readFromPieces(known: Knowledge, id: NodeId, node: ApplyNode): AbstractValue | null {
  const answer = BY_MONOMER[node.monomer] ?? null;
  if (answer === null || !node.operands.every((operand) => known.isLive(operand))) return null;
  const [a = -1, b = -1, c = -1] = node.operands;
  return bounded(() => answer(new Reading(known, id), a, b, c));
}

/** One question about the pieces of texts. */
class Reading {
  private readonly pieces: TextPieces;

  constructor(
    private readonly known: Knowledge,
    at: NodeId,
  ) {
    this.pieces = new TextPieces(known, at);
  }

  /** TRUE if two texts have equal pieces, or two options contain equal integers, on each way. */
  equal(a: NodeId, b: NodeId): AbstractValue | null {
    const type = this.known.graph.types[a];
    if (type?.kind === 'text') return this.onEachWay(a, b, (left, right) => keyOf(left) === keyOf(right));
    if (type?.kind !== 'option' || type.value.kind !== 'integer') return null;
    const ways = this.contentsOf(a, ANY_WAY).flatMap((left) =>
      this.contentsOf(b, left.way).map((right) => left.value !== null && right.value !== null && minus(left.value, right.value).size === 0),
    );
    return ways.length > 0 && !ways.includes(false) ? TRUE : null;
  }

  private onEachWay(
    a: NodeId,
    b: NodeId,
    holds: (left: readonly TextPiece[], right: readonly TextPiece[]) => boolean,
  ): AbstractValue | null {
    const ways = this.normalOf(a, ANY_WAY).flatMap((left) =>
      // A choice behind the second text may determine pieces of the first.
      this.normalOf(b, left.way).map((right) => holds(this.pieces.normal(left.value, right.way), right.value)),
    );
    return ways.length > 0 && !ways.includes(false) ? TRUE : null;
  }

  private normalOf(id: NodeId, way: Way): readonly On<readonly TextPiece[]>[] {
    return this.pieces.piecesOf(id, way).map((on) => ({ way: on.way, value: this.pieces.normal(on.value, on.way) }));
  }

  /** The content of an option, as a polynomial; `null` on a way on which there may be none. */
  private contentsOf(id: NodeId, way: Way): readonly On<Polynomial | null>[] {
    return this.pieces.valuesOf(id, way).flatMap((on) => this.contentOf(on.value, on.way));
  }

  private contentOf({ node: id, isContent }: PieceRead, way: Way): readonly On<Polynomial | null>[] {
    const node = this.known.graph.nodes[id];
    if (isContent) return [{ way, value: null }];
    if (node?.op === 'some') return [{ way, value: this.pieces.integer(node.value) }];
    if (node?.op !== 'apply' || textReaders(this.known.graph).nameOf(id) !== 'PARSE_INT') return [{ way, value: null }];
    const [text = -1] = node.operands;
    return this.pieces.piecesOf(text, way).map((on) => ({ way: on.way, value: this.pieces.spelled(on.value) }));
  }

  /** TRUE if the pieces of a text begin (or end) with those of the other on each way. */
  begins(a: NodeId, b: NodeId, at: 'start' | 'end'): AbstractValue | null {
    return this.onEachWay(a, b, (text, part) => (at === 'start' ? hasPrefix(text, part) : hasSuffix(text, part)));
  }

  /**
   * FALSE if a text in small (or capital) letters is known not to include the part, and the part has no other letters. If the
   * text included the part, then its small letters would include those of the part, which are the part.
   */
  includes(a: NodeId, b: NodeId): AbstractValue | null {
    const part = this.known.view(b);
    if (part.kind !== 'text') return null;
    const readers = textReaders(this.known.graph);
    for (const id of readers.reading('INCLUDES', 1, this.known.classOf(b))) {
      const [node, view] = [this.known.graph.nodes[id], this.known.view(id)];
      const [text = -1] = node?.op === 'apply' ? node.operands : [];
      const recased = this.known.graph.nodes[this.known.classOf(text)];
      const changed = CHANGED.get(readers.nameOf(this.known.classOf(text)) ?? '');
      if (changed === undefined || recased?.op !== 'apply' || view.kind !== 'boolean' || view.canBeTrue) continue;
      const isSame = this.known.classOf(recased.operands[0] ?? -1) === this.known.classOf(a);
      if (isSame && meetCharacters(part.characters, changed).length === 0 && this.known.isLive(id)) return FALSE;
    }
    return null;
  }

  /** The characters of the piece at a known place. */
  codeAt(a: NodeId, place: NodeId): AbstractValue | null {
    const index = constantOf(this.pieces.integer(place));
    if (index === null || index < 0n || index > BigInt(Number.MAX_SAFE_INTEGER)) return null;
    let characters: Characters = [];
    const ways = this.normalOf(a, ANY_WAY);
    for (const { value } of ways) {
      const [piece] = this.pieces.cut(value, a, Number(index), Number(index) + 1) ?? [];
      if (piece === undefined) return null;
      characters = uniteCharacters(characters, this.pieces.charactersOf(piece));
    }
    return characters.length === 0
      ? null
      : ofRanges(characters.length > MAX_BOUNDS ? [characters[0] ?? 0, characters.at(-1) ?? 0] : characters);
  }

  /** One character of a text that is also read as a code point. */
  oneCharacter(text: NodeId, from: NodeId, to: NodeId): AbstractValue | null {
    const place = this.pieces.integer(from);
    if (constantOf(minus(this.pieces.integer(to), place)) !== 1n) return null;
    for (const id of textReaders(this.known.graph).reading('CODE_AT', 0, this.known.classOf(text))) {
      const [node, view] = [this.known.graph.nodes[id], this.known.view(id)];
      const at = node?.op === 'apply' ? node.operands[1] : undefined;
      if (at === undefined || view.kind !== 'integer' || !this.known.isLive(id)) continue;
      if (minus(this.pieces.integer(at), place).size === 0) return texts(1, 1, view.ranges);
    }
    return null;
  }

  /** The integers that the pieces of a text can spell. */
  parsed(a: NodeId): AbstractValue | null {
    const found = this.normalOf(a, ANY_WAY).map(({ value }) => this.spelled(value));
    return found.length === 0 || found.includes(null) ? null : joinAll(found.filter((view) => view !== null));
  }

  private spelled(pieces: readonly TextPiece[]): AbstractValue | null {
    const [only, ...more] = pieces;
    if (only === undefined) return null;
    if (only.is === 'number' && more.length === 0) return option(false, ofRanges(only.ranges));
    const { lo, hi } = lengthOf(pieces);
    const greatest = hi > MAX_DIGITS ? INT64_MAX : parseInteger('9'.repeat(hi));
    const isSpelled = lo > 0 && hi <= MAX_DIGITS && pieces.every((piece) => isSubset(this.pieces.charactersOf(piece), DIGITS));
    if (isSpelled) return option(false, integers(0, greatest));
    const isNatural = lengthOf([only]).lo > 0 && !canBegin(only, this.pieces.charactersOf(only), MINUS);
    return isNatural ? option(true, integers(0, greatest)) : null;
  }
}

/** The letters that a monomer replaces by others. */
const CHANGED: ReadonlyMap<string, Characters> = new Map([
  ['LOWER', CAPITALS],
  ['UPPER', SMALL],
]);

/** An abstract integer has at most this many bounds. */
const MAX_BOUNDS = 16;

function canBegin(piece: TextPiece, characters: Characters, character: number): boolean {
  return piece.is === 'literal' ? piece.text.codePointAt(0) === character : contains(characters, character);
}

function hasPrefix(text: readonly TextPiece[], part: readonly TextPiece[]): boolean {
  const index = part.length - 1;
  const last = part[index];
  if (last === undefined) return true;
  const there = text[index];
  if (there === undefined || keyOf(text.slice(0, index)) !== keyOf(part.slice(0, index))) return false;
  if (there.is === 'literal' && last.is === 'literal') return there.text.startsWith(last.text);
  if (there.is !== 'part' || last.is !== 'part') return keyOf([there]) === keyOf([last]);
  if (there.of.name !== last.of.name || textOf(there.from) !== textOf(last.from)) return false;
  return there.to === null || (last.to !== null && isAtMost(last.to, there.to));
}

function hasSuffix(text: readonly TextPiece[], part: readonly TextPiece[]): boolean {
  const [first, ...rest] = part;
  if (first === undefined) return true;
  const there = text[text.length - part.length];
  if (there === undefined || keyOf(text.slice(text.length - rest.length)) !== keyOf(rest)) return false;
  if (there.is === 'literal' && first.is === 'literal') return there.text.endsWith(first.text);
  if (there.is !== 'part' || first.is !== 'part') return keyOf([there]) === keyOf([first]);
  const isSameEnd = there.to === null || first.to === null ? there.to === first.to : textOf(there.to) === textOf(first.to);
  return there.of.name === first.of.name && isSameEnd && isAtMost(there.from, first.from);
}

function isAtMost(a: Polynomial, b: Polynomial): boolean {
  const apart = constantOf(minus(b, a));
  return apart !== null && apart >= 0n;
}
