import { type AbstractText, type Characters, charactersIn, meetCharacters } from '../abstract/abstract.js';
import { constant, constantOf, minus, type Polynomial, plus, textOf, times, ZERO } from '../abstract/polynomial.js';
import { contains, highest, lowest, type Ranges } from '../abstract/ranges.js';
import type { CorePattern, Node, NodeId, RegionId } from '../graph/graph.js';
import { ownedRegions } from '../graph/schedule.js';
import type { MonomerName } from '../monomers/names.js';
import { placesOf } from '../monomers/string/glob.js';
import { parseInteger } from '../types/integer.js';
import { codePointLength } from '../values/text.js';
import { OptionValue, type Value } from '../values/value.js';
import { nodePolynomials } from './node-polynomials.js';
import type { Knowledge } from './state.js';
import { textReaders } from './text-readers.js';

/** A text that is not taken apart further: the value of a class of nodes, or an element of a list of texts. */
export interface TextSource {
  readonly name: string;
  readonly view: AbstractText;
  /** A node with the value; `null` for an element that no node reads. */
  readonly node: NodeId | null;
}

/** A stretch of a text. Two pieces with one key are equal texts. */
export type TextPiece =
  | { readonly is: 'literal'; readonly text: string }
  /** FORMAT_INT of a natural number, with zeros before it up to `width` characters. */
  | {
      readonly is: 'number';
      readonly value: Polynomial;
      readonly width: number;
      readonly hi: number;
      readonly ranges: Ranges;
      readonly from: PieceRead;
    }
  /** The characters from one place of a text up to another; `null`: up to its end. */
  | {
      readonly is: 'part';
      readonly of: TextSource;
      readonly from: Polynomial;
      readonly to: Polynomial | null;
      readonly lo: number;
      readonly hi: number;
    }
  /** FORMAT_DATE of a day. */
  | { readonly is: 'date'; readonly value: Polynomial }
  /** A number of equal characters. */
  | { readonly is: 'fill'; readonly character: string; readonly key: string; readonly lo: number; readonly hi: number };

/** The value of a node, or the content of the option that it gives. */
export interface PieceRead {
  readonly node: NodeId;
  readonly isContent: boolean;
}

/** One way through the choices behind a value: the regions that were taken, and texts that their patterns determine. */
export interface Way {
  readonly taken: ReadonlyMap<NodeId, number>;
  readonly texts: ReadonlyMap<string, string>;
}

export interface On<T> {
  readonly way: Way;
  readonly value: T;
}

export const ANY_WAY: Way = { taken: new Map(), texts: new Map() };

/** In place of the region of an owner: none of its regions was taken. */
const PASSED_BY = -1;

/** Limit for the ways of one question, for its work, and for the nesting of the values behind it. */
const MAX_WAYS = 16;
const MAX_STEPS = 2_048;
const MAX_DEPTH = 64;
/** Limit for the UTF-16 units of a literal piece, and for the width of a padded text. */
const MAX_LITERAL = 4_096;
/** Limit for the pieces of a text. */
const MAX_PIECES = 64;
/** Limit for the nesting of what is known about sources. */
const MAX_EXPANSIONS = 4;
/** Each decimal number of fewer digits fits 64 bits. */
const MAX_DIGITS = 18;

const MINUS = 0x2d;
const DIGITS: Characters = [0x30, 0x39];
const DATES: Characters = [MINUS, MINUS, 0x30, 0x39];
/** A year has four digits. */
const DATE_LENGTH = 10;
/** As TRIM removes them. */
const SPACES: Characters = [0x09, 0x0d, 0x20, 0x20];

/** Thrown if a question has too many ways or takes too much work; it is then not answered. */
class TooMuch extends Error {}

/** Returns the answer; `null` if it would take too much work. */
export function bounded<T>(answer: () => T): T | null {
  try {
    return answer();
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}

/**
 * Takes the values of evaluated nodes apart. In each run that reaches the present point, one of the ways of an answer was taken,
 * and the answer on that way is the value. A way through an `if` or a `match` names the region that was taken, so the nodes of
 * that region were evaluated in such a run. Everything else holds at the present point: the views of evaluated nodes, and the
 * results of live nodes that read texts.
 */
export class TextPieces {
  private steps = 0;
  private depth = 0;

  constructor(
    private readonly known: Knowledge,
    private readonly at: NodeId,
  ) {}

  private get graph(): Knowledge['graph'] {
    return this.known.graph;
  }

  private spend(): void {
    this.steps += 1;
    this.known.spend(this.at, 1);
    if (this.steps > MAX_STEPS) throw new TooMuch();
  }

  private nested<T>(inside: () => T, otherwise: () => T): T {
    if (this.depth >= MAX_DEPTH) return otherwise();
    this.depth += 1;
    const found = inside();
    this.depth -= 1;
    return found;
  }

  /** The nodes that give the value of a node: passed on, chosen, or taken from a record or an option. */
  valuesOf(id: NodeId, way: Way): readonly On<PieceRead>[] {
    this.spend();
    const itself: readonly On<PieceRead>[] = [{ way, value: { node: id, isContent: false } }];
    return limited(
      this.nested(
        () => this.given(id, way) ?? itself,
        () => itself,
      ),
    );
  }

  /** `null` for a node that computes its value itself. */
  private given(id: NodeId, way: Way): readonly On<PieceRead>[] | null {
    const node = this.graph.nodes[id];
    switch (node?.op) {
      case 'narrow':
      case 'state':
      case 'hold':
        return this.valuesOf(node.operand, way);
      case 'field':
        return this.fieldOf(node, id, way);
      case 'select':
      case 'match':
        return this.chosen(id, node, way);
      case 'unwrapOr':
        return [
          ...this.into(id, PASSED_BY, way, (there) => this.contentsOf(node.option, there)),
          ...this.into(id, 0, way, (there) => this.resultOf(node.otherwise, there)),
        ];
      case 'bound':
        return this.boundValue(id, node.region, way);
      default:
        return null;
    }
  }

  private fieldOf({ record, name }: Extract<Node, { op: 'field' }>, id: NodeId, way: Way): readonly On<PieceRead>[] {
    return this.valuesOf(record, way).flatMap((on) => {
      const built = on.value.isContent ? undefined : this.graph.nodes[on.value.node];
      const field = built?.op === 'record' ? built.fields.find((each) => each.name === name) : undefined;
      return field === undefined ? [{ way: on.way, value: { node: id, isContent: false } }] : this.valuesOf(field.node, on.way);
    });
  }

  private chosen(id: NodeId, node: Extract<Node, { op: 'select' | 'match' }>, way: Way): readonly On<PieceRead>[] {
    if (node.op === 'match' && !way.taken.has(id)) return this.matched(id, node, way);
    return ownedRegions(node).flatMap((region, child) => this.into(id, child, way, (there) => this.resultOf(region, there)));
  }

  /** The ways into one region of an owner; none if it cannot have been taken. */
  private into<T>(owner: NodeId, child: number, way: Way, inside: (way: Way) => readonly On<T>[]): readonly On<T>[] {
    const taken = way.taken.get(owner);
    if (taken !== undefined && taken !== child) return [];
    if (taken === undefined && !this.canTake(owner, child)) return [];
    return inside(taken === child ? way : { ...way, taken: new Map([...way.taken, [owner, child]]) });
  }

  private canTake(owner: NodeId, child: number): boolean {
    const node = this.graph.nodes[owner];
    switch (node?.op) {
      case 'select': {
        const view = this.known.view(node.condition);
        return view.kind !== 'boolean' || (child === 0 ? view.canBeTrue : view.canBeFalse);
      }
      case 'match':
        return this.known.arms(owner).subjects[child]?.kind !== 'never';
      case 'unwrapOr': {
        const view = this.known.view(node.option);
        return view.kind !== 'option' || (child === PASSED_BY ? view.some.kind !== 'never' : view.none);
      }
      default:
        return true;
    }
  }

  private resultOf(region: RegionId, way: Way): readonly On<PieceRead>[] {
    const result = this.graph.regions[region]?.result ?? null;
    return result === null || this.known.resultView(region).kind === 'never' ? [] : this.valuesOf(result, way);
  }

  /** The arms of a match that the values of its subject can take. A literal subject takes the first arm that fits it. */
  private matched(id: NodeId, node: Extract<Node, { op: 'match' }>, way: Way): readonly On<PieceRead>[] {
    return this.valuesOf(node.subject, way).flatMap((subject) => {
      const found: On<PieceRead>[] = [];
      for (const [child, { pattern, region }] of node.arms.entries()) {
        const fits = this.fits(pattern, subject.value);
        if (fits === false) continue;
        const there = fits === null ? this.withText(node.subject, pattern, subject.way) : subject.way;
        if (there !== null) found.push(...this.into(id, child, there, (inside) => this.resultOf(region, inside)));
        if (fits === true) break;
      }
      return found;
    });
  }

  /** `null` if it is unknown. */
  private fits(pattern: CorePattern, { node, isContent }: PieceRead): boolean | null {
    if (pattern.pattern === 'any') return true;
    const own = isContent ? undefined : this.graph.nodes[node];
    const isOfOption = pattern.pattern === 'none' || pattern.pattern === 'some';
    if (own?.op === 'some')
      return pattern.pattern === 'some' && pattern.inner.pattern === 'any' ? true : pattern.pattern === 'none' ? false : null;
    if (own?.op !== 'literal') return null;
    if (isOfOption) return isNone(own.value) ? pattern.pattern === 'none' : null;
    if (pattern.pattern === 'tag') return own.value === pattern.tag;
    return pattern.pattern === 'value' && typeof pattern.value !== 'object' ? own.value === pattern.value : null;
  }

  /** The way on which a text has the value of a pattern; `null` if it cannot have it. */
  private withText(subject: NodeId, pattern: CorePattern, way: Way): Way | null {
    if (pattern.pattern !== 'value' || typeof pattern.value !== 'string') return way;
    const ways = this.piecesOf(subject, way);
    const [only, ...more] = ways;
    const [piece, ...rest] = only?.value ?? [];
    if (only === undefined || more.length > 0 || piece?.is !== 'part' || rest.length > 0 || !isWhole(piece)) return way;
    const already = only.way.texts.get(piece.of.name);
    if (already !== undefined) return already === pattern.value ? way : null;
    return { ...only.way, texts: new Map([...only.way.texts, [piece.of.name, pattern.value]]) };
  }

  private boundValue(id: NodeId, region: RegionId, way: Way): readonly On<PieceRead>[] | null {
    const owner = this.graph.regions[region]?.owner ?? null;
    const node = owner === null ? undefined : this.graph.nodes[owner];
    if (node?.op === 'hold' && node.operand < id) return this.valuesOf(node.operand, way);
    if (node?.op !== 'match' || node.subject >= id) return null;
    const pattern = node.arms.find((arm) => arm.region === region)?.pattern;
    return pattern?.pattern === 'some' && pattern.inner.pattern === 'any' ? this.contentsOf(node.subject, way) : null;
  }

  /** The contents of an option that has one. */
  private contentsOf(option: NodeId, way: Way): readonly On<PieceRead>[] {
    return this.valuesOf(option, way).flatMap((on): readonly On<PieceRead>[] => {
      if (on.value.isContent) return [{ way: on.way, value: { node: option, isContent: true } }];
      const node = this.graph.nodes[on.value.node];
      if (node?.op === 'some') return this.valuesOf(node.value, on.way);
      if (node?.op === 'literal' && isNone(node.value)) return [];
      return [{ way: on.way, value: { node: on.value.node, isContent: true } }];
    });
  }

  /** The pieces of the text that a node gives. */
  piecesOf(id: NodeId, way: Way): readonly On<readonly TextPiece[]>[] {
    return limited(
      this.valuesOf(id, way).flatMap((on) => {
        if (on.value.isContent) return this.whole(on.way, id, `c${this.known.classOf(on.value.node)}`);
        return this.nested(
          () => this.built(on.value.node, on.way),
          () => this.whole(on.way, on.value.node),
        );
      }),
    );
  }

  private built(id: NodeId, way: Way): readonly On<readonly TextPiece[]>[] {
    this.spend();
    const node = this.graph.nodes[id];
    if (node?.op === 'literal' && typeof node.value === 'string' && node.value.length <= MAX_LITERAL)
      return [{ way, value: [{ is: 'literal', text: node.value }] }];
    if (node?.op !== 'apply' || node.literals.length > 0) return this.whole(way, id);
    const [a = -1, b = -1, c = -1] = node.operands;
    switch (textReaders(this.graph).nameOf(id)) {
      case 'CONCAT':
        return this.piecesOf(a, way).flatMap((left) =>
          this.piecesOf(b, left.way).map((right) => ({ way: right.way, value: joined([...left.value, ...right.value]) })),
        );
      case 'FORMAT_INT':
        return this.number(id, a, way);
      case 'FORMAT_DATE':
        return [{ way, value: [{ is: 'date', value: this.integer(a) }] }];
      case 'PAD_START':
        return this.each(a, way, id, (pieces) => this.padded(pieces, b, c));
      case 'SUBSTRING':
        return this.each(a, way, id, (pieces) => this.slice(id, pieces, a, b, c));
      case 'JOIN_TEXT':
        return this.joinedText(id, a, b, way);
      case 'REPLACE':
        return this.each(a, way, id, (pieces) => this.replaced(pieces, b, c));
      case 'TRIM':
        return this.each(a, way, id, (pieces) => this.trimmed(pieces));
      case 'GET':
        return this.element(id, a, b, way);
      default:
        return this.whole(way, id);
    }
  }

  /** Changes the pieces of an operand; on a way on which that is impossible the node is a source of its own. */
  private each(
    operand: NodeId,
    way: Way,
    id: NodeId,
    change: (pieces: readonly TextPiece[]) => readonly TextPiece[] | null,
  ): readonly On<readonly TextPiece[]>[] {
    return this.piecesOf(operand, way).flatMap((on) => {
      const changed = change(this.normal(on.value, on.way));
      return changed === null ? this.whole(on.way, id) : [{ way: on.way, value: joined(changed) }];
    });
  }

  /** The text as one source. */
  private whole(way: Way, id: NodeId, name = `n${this.known.classOf(id)}`): readonly On<readonly TextPiece[]>[] {
    const view = this.known.view(id);
    if (view.kind !== 'text') return [];
    return [{ way, value: this.ofSource({ name, view, node: id }) }];
  }

  private ofSource(of: TextSource): readonly TextPiece[] {
    const { lo, hi, values } = of.view;
    if (values?.length === 1) return [{ is: 'literal', text: values[0] ?? '' }];
    return [{ is: 'part', of, from: ZERO, to: null, lo, hi }];
  }

  private number(id: NodeId, of: NodeId, way: Way): readonly On<readonly TextPiece[]>[] {
    const view = this.known.view(of);
    if (view.kind !== 'integer' || view.ranges.length === 0 || lowest(view.ranges) < 0) return this.whole(way, id);
    const [least, most] = [lowest(view.ranges), highest(view.ranges)].map((value) => String(value).length);
    const value = this.integer(of);
    const digits = constantOf(value);
    if (digits !== null) return [{ way, value: [{ is: 'literal', text: String(digits) }] }];
    const read = this.valuesOf(of, way);
    const from = read.length === 1 && read[0] !== undefined ? read[0].value : { node: of, isContent: false };
    return [{ way, value: [{ is: 'number', value, width: least ?? 1, hi: most ?? 1, ranges: view.ranges, from }] }];
  }

  /** The value of an integer node; a constant if its view has one value. */
  integer(id: NodeId): Polynomial {
    const view = this.known.view(id);
    if (view.kind === 'integer' && lowest(view.ranges) === highest(view.ranges)) return constant(lowest(view.ranges));
    return this.signed(nodePolynomials(this.graph).of(id));
  }

  /** The content of an option of integers; `null` for another option. */
  content(id: NodeId): Polynomial | null {
    const content = nodePolynomials(this.graph).contentOf(id);
    return content === null ? null : this.signed(content);
  }

  /** With the operand of each absolute value of known sign in its place. */
  private signed(value: Polynomial): Polynomial {
    let changed = value;
    for (const id of textReaders(this.graph).named('ABS')) {
      this.spend();
      const polynomials = nodePolynomials(this.graph);
      const [name] = polynomials.of(id).keys();
      const node = this.graph.nodes[id];
      const coefficient = name === undefined || name === '' ? undefined : changed.get(name);
      if (coefficient === undefined || node?.op !== 'apply' || !isAtom(polynomials.of(id)) || !this.known.isLive(id)) continue;
      const operand = node.operands[0] ?? -1;
      const view = this.known.view(operand);
      if (view.kind !== 'integer' || view.ranges.length === 0) continue;
      const sign = lowest(view.ranges) >= 0 ? 1n : highest(view.ranges) <= 0 ? -1n : 0n;
      if (sign === 0n) continue;
      changed = plus(minus(changed, times(new Map([['', coefficient]]), polynomials.of(id))), polynomials.of(operand), sign * coefficient);
    }
    return changed;
  }

  private padded(pieces: readonly TextPiece[], n: NodeId, fill: NodeId): readonly TextPiece[] | null {
    const width = this.exactly(n);
    const character = this.exactText(fill);
    if (width === null || width > MAX_LITERAL || character === null || codePointLength(character) !== 1) return null;
    const { lo, hi } = lengthOf(pieces);
    if (lo >= width) return pieces;
    const [only, ...more] = pieces;
    if (only?.is === 'number' && more.length === 0 && character === '0') return [{ ...only, width: Math.max(only.width, width) }];
    const [least, most] = [Math.max(width - hi, 0), width - lo];
    if (least === most) return [{ is: 'literal', text: character.repeat(most) }, ...pieces];
    return [{ is: 'fill', character, key: `${width} ${keyOf(pieces)}`, lo: least, hi: most }, ...pieces];
  }

  /** The value of an integer node that has only one. */
  private exactly(id: NodeId): number | null {
    const value = constantOf(this.integer(id));
    return value === null || value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(value);
  }

  private exactText(id: NodeId): string | null {
    const view = this.known.view(id);
    return view.kind === 'text' && view.values?.length === 1 ? (view.values[0] ?? null) : null;
  }

  private slice(id: NodeId, pieces: readonly TextPiece[], of: NodeId, first: NodeId, last: NodeId): readonly TextPiece[] | null {
    const end = this.integer(last);
    const length = constantOf(end);
    const isEnd = textOf(end) === textOf(nodePolynomials(this.graph).lengthOf(of)) || (length !== null && this.hasLength(of, length));
    const [only, ...more] = pieces;
    if (only?.is === 'part' && more.length === 0) {
      const view = this.known.view(id);
      if (view.kind !== 'text') return null;
      const { lo, hi } = view;
      return [{ ...only, from: plus(only.from, this.integer(first)), to: isEnd ? only.to : plus(only.from, end), lo, hi }];
    }
    const from = this.exactly(first);
    if (from === null || (length === null && !isEnd)) return null;
    return this.cut(pieces, of, from, isEnd ? null : Number(length));
  }

  /**
   * The pieces from one place of a text up to another (`null`: its end); `null` if they are unknown. If the text has one length,
   * the places may be counted from its end.
   */
  cut(pieces: readonly TextPiece[], of: NodeId, from: number, to: number | null): readonly TextPiece[] | null {
    const found = sliced(pieces, from, to);
    const view = this.known.view(of);
    if (found !== null || view.kind !== 'text' || view.lo !== view.hi) return found;
    return slicedAtEnd(pieces, view.lo - from, to === null ? 0 : view.lo - to);
  }

  private hasLength(id: NodeId, length: bigint): boolean {
    const view = this.known.view(id);
    return view.kind === 'text' && view.lo === view.hi && BigInt(view.lo) === length;
  }

  private joinedText(id: NodeId, list: NodeId, separator: NodeId, way: Way): readonly On<readonly TextPiece[]>[] {
    return this.valuesOf(list, way).flatMap((on) => {
      const node = on.value.isContent ? undefined : this.graph.nodes[on.value.node];
      if (node?.op !== 'list' || node.items.length > MAX_PIECES) return this.whole(on.way, id);
      let ways: readonly On<readonly TextPiece[]>[] = [{ way: on.way, value: [] }];
      for (const [index, item] of node.items.entries()) {
        const before = index === 0 ? ways : this.appended(ways, separator);
        ways = this.appended(before, item);
      }
      return ways;
    });
  }

  private appended(ways: readonly On<readonly TextPiece[]>[], more: NodeId): readonly On<readonly TextPiece[]>[] {
    return limited(
      ways.flatMap((on) => this.piecesOf(more, on.way).map((next) => ({ way: next.way, value: joined([...on.value, ...next.value]) }))),
    );
  }

  private replaced(pieces: readonly TextPiece[], from: NodeId, to: NodeId): readonly TextPiece[] | null {
    const [character, put] = [this.exactText(from), this.exactText(to)];
    if (character === null || put === null || codePointLength(character) !== 1) return null;
    const found: TextPiece[] = [];
    for (const piece of pieces) {
      if (piece.is === 'literal' && piece.text.length * Math.max(put.length, 1) > MAX_LITERAL) return null;
      if (piece.is === 'literal') found.push({ is: 'literal', text: piece.text.replaceAll(character, () => put) });
      else if (!contains(this.charactersOf(piece), character.codePointAt(0) ?? 0)) found.push(piece);
      else return null;
    }
    return found;
  }

  /** Without spaces at both ends; `null` if it is unknown how many there are. */
  private trimmed(pieces: readonly TextPiece[]): readonly TextPiece[] | null {
    const rest = this.withoutSpaces(pieces, (text) => text.replace(/^[\t-\r ]+/, ''));
    return rest === null ? null : (this.withoutSpaces(rest.toReversed(), (text) => text.replace(/[\t-\r ]+$/, ''))?.toReversed() ?? null);
  }

  /** Removes the spaces before the first character that is none. Pieces that may be empty and have no spaces are kept. */
  private withoutSpaces(pieces: readonly TextPiece[], trim: (text: string) => string): readonly TextPiece[] | null {
    const kept: TextPiece[] = [];
    for (const [index, piece] of pieces.entries()) {
      const rest = pieces.slice(index + 1);
      const text = piece.is === 'literal' ? trim(piece.text) : piece.is === 'fill' ? trim(piece.character) : null;
      const isChanged = piece.is === 'literal' ? text !== piece.text : text === '';
      if (isChanged && kept.length > 0) return null;
      if (text === '') continue;
      if (piece.is === 'part' && meetCharacters(this.charactersOf(piece), SPACES).length > 0) return null;
      kept.push(piece.is === 'literal' ? { is: 'literal', text: text ?? '' } : piece);
      if (lengthOf([piece]).lo > 0) return [...kept, ...rest];
    }
    return kept;
  }

  /** The element of a list of texts at a known place. */
  private element(id: NodeId, list: NodeId, place: NodeId, way: Way): readonly On<readonly TextPiece[]>[] {
    const index = this.exactly(place);
    if (index === null) return this.whole(way, id);
    return this.valuesOf(list, way).flatMap((on) => {
      const node = on.value.isContent ? undefined : this.graph.nodes[on.value.node];
      if (node?.op === 'list') {
        const item = node.items[index];
        return item === undefined ? [] : this.piecesOf(item, on.way);
      }
      return on.value.isContent ? this.whole(on.way, id) : this.whole(on.way, id, `e${this.known.classOf(on.value.node)}.${index}`);
    });
  }

  /**
   * The same text in a normal form. Texts that a pattern determines are literals; a text that was split is its parts and
   * separators; known characters of a text are literals; the digits of an integer that was read from a text are that text.
   */
  normal(pieces: readonly TextPiece[], way: Way, depth = 0): readonly TextPiece[] {
    const whole = joined(pieces);
    if (depth === MAX_EXPANSIONS) return whole;
    const expanded = whole.map((piece) => this.expanded(piece, way));
    if (expanded.every((each) => each === null)) return whole;
    const all = whole.flatMap((piece, index) => {
      const own = expanded[index] ?? null;
      return own === null ? [piece] : this.normal(own, way, depth + 1);
    });
    return joined(all);
  }

  /** `null` for a piece that is in normal form. */
  private expanded(piece: TextPiece, way: Way): readonly TextPiece[] | null {
    this.spend();
    if (piece.is === 'number') return this.readFrom(piece, way);
    if (piece.is !== 'part') return null;
    const text = isWhole(piece) ? way.texts.get(piece.of.name) : undefined;
    if (text !== undefined) return [{ is: 'literal', text }];
    return (isWhole(piece) ? this.splitParts(piece.of) : null) ?? this.withKnownCharacters(piece);
  }

  /**
   * The text from which an integer was read, if it has as many characters as the number, all of them digits: PARSE_INT admits no
   * others beside a minus.
   */
  private readFrom(piece: Extract<TextPiece, { is: 'number' }>, way: Way): readonly TextPiece[] | null {
    for (const { node: parse, isContent } of [piece.from, ...this.equals(piece.from)]) {
      const node = this.graph.nodes[parse];
      if (!isContent || node?.op !== 'apply' || textReaders(this.graph).nameOf(parse) !== 'PARSE_INT') continue;
      const text = node.operands[0] ?? -1;
      const view = this.known.view(text);
      if (view.kind !== 'text' || view.lo !== view.hi || view.lo !== piece.width || piece.hi > piece.width) continue;
      if (view.lo > 1 && contains(view.characters, MINUS)) continue;
      const [only, ...more] = this.piecesOf(text, way);
      if (only !== undefined && more.length === 0) return only.value;
    }
    return null;
  }

  /** The integers that a live comparison has found equal to this one. */
  private equals({ node, isContent }: PieceRead): readonly PieceRead[] {
    if (isContent) return [];
    const found: PieceRead[] = [];
    const own = this.known.classOf(node);
    for (const position of [0, 1]) {
      for (const id of textReaders(this.graph).reading('EQ', position, own)) {
        this.spend();
        const compared = this.graph.nodes[id];
        const other = compared?.op === 'apply' ? compared.operands[1 - position] : undefined;
        const reads = other === undefined || !this.isLiveAs(id, true) ? [] : this.valuesOf(other, ANY_WAY);
        if (reads.length === 1 && reads[0] !== undefined) found.push(reads[0].value);
      }
    }
    return found;
  }

  /** Returns true for a node that was evaluated in each run at this point, with this truth value. */
  private isLiveAs(id: NodeId, truth: boolean): boolean {
    const view = this.known.view(id);
    return view.kind === 'boolean' && view.canBeTrue === truth && view.canBeFalse === !truth && this.known.isLive(id);
  }

  private splitParts(of: TextSource): readonly TextPiece[] | null {
    for (const id of this.readersOf('SPLIT', of)) {
      const [list, node] = [this.known.view(id), this.graph.nodes[id]];
      const separator = node?.op === 'apply' ? this.exactText(node.operands[1] ?? -1) : null;
      if (list.kind !== 'list' || list.lo !== list.hi || list.lo > MAX_PIECES / 2 || separator === null) continue;
      return Array.from({ length: list.lo }, (_, index): readonly TextPiece[] => {
        const name = `e${this.known.classOf(id)}.${index}`;
        const view = list.items?.[index] ?? list.element;
        const part = view.kind === 'text' ? this.ofSource({ name, view, node: null }) : [];
        return index === 0 ? part : [{ is: 'literal', text: separator }, ...part];
      }).flat();
    }
    return null;
  }

  /** The live nodes that apply a monomer to a source. */
  private readersOf(name: MonomerName, of: TextSource): readonly NodeId[] {
    if (!of.name.startsWith('n')) return [];
    return textReaders(this.graph)
      .reading(name, 0, Number(of.name.slice(1)))
      .filter((id) => {
        this.spend();
        return this.known.isLive(id);
      });
  }

  private withKnownCharacters(piece: Extract<TextPiece, { is: 'part' }>): readonly TextPiece[] | null {
    const from = constantOf(piece.from);
    const to = piece.to === null ? (piece.of.view.lo === piece.of.view.hi ? BigInt(piece.of.view.lo) : null) : constantOf(piece.to);
    if (from === null || to === null) return null;
    const characters = [...this.charactersByPlace(piece.of)].filter(([place]) => place >= from && place < to).toSorted(([a], [b]) => a - b);
    if (characters.length === 0) return null;
    const found: TextPiece[] = [];
    let start = Number(from);
    const stretch = (end: number): void => {
      const length = end - start;
      const isLast = BigInt(end) === to;
      if (length > 0) found.push({ ...piece, from: constant(start), to: isLast ? piece.to : constant(end), lo: length, hi: length });
    };
    for (const [place, character] of characters.slice(0, MAX_PIECES)) {
      stretch(place);
      found.push({ is: 'literal', text: character });
      start = place + 1;
    }
    stretch(Number(to));
    return found;
  }

  /** The characters of a source that a live pattern or a live reading of one place determines. */
  private charactersByPlace(of: TextSource): ReadonlyMap<number, string> {
    const found = new Map<number, string>();
    for (const id of this.readersOf('MATCHES_GLOB', of)) {
      const node = this.graph.nodes[id];
      const pattern = node?.op === 'apply' ? node.literals[1] : null;
      const characters = typeof pattern === 'string' && this.isLiveAs(id, true) ? placesOf(pattern) : null;
      for (const [place, character] of (characters ?? []).entries()) if (character !== null) found.set(place, character);
    }
    for (const id of this.readersOf('CODE_AT', of)) {
      const [view, node] = [this.known.view(id), this.graph.nodes[id]];
      const place = node?.op === 'apply' ? this.exactly(node.operands[1] ?? -1) : null;
      if (place === null || view.kind !== 'integer' || lowest(view.ranges) !== highest(view.ranges)) continue;
      found.set(place, String.fromCodePoint(Number(lowest(view.ranges))));
    }
    return found;
  }

  /** The possible characters of a piece. */
  charactersOf(piece: TextPiece): Characters {
    switch (piece.is) {
      case 'literal':
        return charactersIn([piece.text]);
      case 'number':
        return DIGITS;
      case 'date':
        return DATES;
      case 'fill':
        return charactersIn([piece.character]);
      case 'part':
        return this.charactersOfPart(piece);
    }
  }

  /** A part that another live node reads, or that contains it, has its characters. */
  private charactersOfPart({ of, from, to }: Extract<TextPiece, { is: 'part' }>): Characters {
    let { characters } = of.view;
    const [start, end] = [constantOf(from), to === null ? null : constantOf(to)];
    if (start === null || end === null) return characters;
    for (const id of this.readersOf('SUBSTRING', of)) {
      const [view, node] = [this.known.view(id), this.graph.nodes[id]];
      const [first, last] = node?.op === 'apply' ? node.operands.slice(1).map((operand) => constantOf(this.integer(operand)) ?? null) : [];
      if (view.kind !== 'text' || first == null || last == null || first > start || last < end) continue;
      characters = meetCharacters(characters, view.characters);
    }
    return characters;
  }

  /** The integer that digits spell, after an optional minus; `null` if the pieces may spell none, or too great a one. */
  spelled(pieces: readonly TextPiece[]): Polynomial | null {
    const [first, ...rest] = pieces;
    if (first?.is === 'literal' && first.text.startsWith('-')) {
      const natural = this.natural(first.text.length === 1 ? rest : [{ is: 'literal', text: first.text.slice(1) }, ...rest]);
      return natural === null ? null : minus(ZERO, natural);
    }
    return this.natural(pieces);
  }

  private natural(pieces: readonly TextPiece[]): Polynomial | null {
    if (pieces.length === 0 || lengthOf(pieces).hi > MAX_DIGITS) return null;
    let value = ZERO;
    for (const [index, piece] of pieces.entries()) {
      const { lo, hi } = lengthOf([piece]);
      if (index > 0 && lo !== hi) return null;
      if (index > 0) value = times(value, new Map([['', 10n ** BigInt(hi)]]));
      if (piece.is === 'number') value = plus(value, piece.value);
      else if (piece.is === 'literal' && /^[0-9]+$/.test(piece.text)) value = plus(value, constant(parseInteger(piece.text)));
      else return null;
    }
    return this.signed(value);
  }
}

function isAtom(value: Polynomial): boolean {
  const [only, ...more] = value;
  return only !== undefined && more.length === 0 && only[1] === 1n && !only[0].includes('*');
}

function limited<T>(ways: readonly T[]): readonly T[] {
  if (ways.length > MAX_WAYS) throw new TooMuch();
  return ways;
}

export function isNone(value: Value): boolean {
  return value instanceof OptionValue && value.content === undefined;
}

function isWhole({ from, to }: Extract<TextPiece, { is: 'part' }>): boolean {
  return to === null && from.size === 0;
}

/** The possible lengths of the pieces together. */
export function lengthOf(pieces: readonly TextPiece[]): { readonly lo: number; readonly hi: number } {
  let [lo, hi] = [0, 0];
  for (const piece of pieces) {
    if (piece.is === 'literal') {
      const length = codePointLength(piece.text);
      [lo, hi] = [lo + length, hi + length];
    } else if (piece.is === 'number') [lo, hi] = [lo + piece.width, hi + Math.max(piece.width, piece.hi)];
    else if (piece.is === 'date') [lo, hi] = [lo + DATE_LENGTH, hi + DATE_LENGTH];
    else [lo, hi] = [lo + piece.lo, hi + piece.hi];
  }
  return { lo, hi };
}

/** Joins adjacent literals, and adjacent parts of one text; drops empty pieces. */
function joined(pieces: readonly TextPiece[]): readonly TextPiece[] {
  if (pieces.length > MAX_PIECES) throw new TooMuch();
  const found: TextPiece[] = [];
  for (const piece of pieces) {
    if (lengthOf([piece]).hi === 0) continue;
    const last = found.at(-1);
    const both = last === undefined ? null : together(last, piece);
    if (both === null) found.push(piece);
    else found.splice(-1, 1, both);
  }
  return found;
}

function together(a: TextPiece, b: TextPiece): TextPiece | null {
  if (a.is === 'literal' && b.is === 'literal' && a.text.length + b.text.length > MAX_LITERAL) throw new TooMuch();
  if (a.is === 'literal' && b.is === 'literal') return { is: 'literal', text: a.text + b.text };
  if (a.is !== 'part' || b.is !== 'part' || a.of.name !== b.of.name || a.to === null || textOf(a.to) !== textOf(b.from)) return null;
  const { lo, hi } = a.of.view;
  const isLast = b.to !== null && lo === hi && constantOf(b.to) === BigInt(hi);
  return { is: 'part', of: a.of, from: a.from, to: isLast ? null : b.to, lo: Math.min(a.lo + b.lo, hi), hi: Math.min(a.hi + b.hi, hi) };
}

/** Equal for equal texts; different ones may have different keys or the same text. */
export function keyOf(pieces: readonly TextPiece[]): string {
  return JSON.stringify(pieces.map(keyOfPiece));
}

function keyOfPiece(piece: TextPiece): readonly string[] {
  switch (piece.is) {
    case 'literal':
      return [piece.text];
    case 'number':
      return ['number', textOf(piece.value), `${piece.width}`];
    case 'date':
      return ['date', textOf(piece.value)];
    case 'fill':
      return ['fill', piece.character, piece.key];
    case 'part':
      return ['part', piece.of.name, textOf(piece.from), piece.to === null ? '' : textOf(piece.to)];
  }
}

/**
 * The pieces from one place up to another (`null`: up to the end); `null` if the lengths before these places are unknown, or if
 * the digits of a number would be divided.
 */
export function sliced(pieces: readonly TextPiece[], from: number, to: number | null): readonly TextPiece[] | null {
  const found: TextPiece[] = [];
  let at = 0;
  for (const piece of pieces) {
    if (to !== null && at >= to) return found;
    const { lo, hi } = lengthOf([piece]);
    if (lo !== hi && !(to === null && at >= from)) return null;
    const [first, last] = [Math.max(from - at, 0), to === null ? hi : Math.min(to - at, hi)];
    if (first < last) {
      const cut = first === 0 && last === hi ? piece : cutPiece(piece, first, last);
      if (cut === null) return null;
      found.push(cut);
    }
    at += hi;
  }
  return found;
}

/** The pieces between two distances from the end, which are not negative; `null` as for {@link sliced}. */
function slicedAtEnd(pieces: readonly TextPiece[], from: number, to: number): readonly TextPiece[] | null {
  const found: TextPiece[] = [];
  let behind = 0;
  for (const piece of pieces.toReversed()) {
    if (behind >= from) break;
    const { lo, hi } = lengthOf([piece]);
    if (lo !== hi) return null;
    const [first, last] = [Math.max(hi - (from - behind), 0), Math.min(hi - (to - behind), hi)];
    if (first < last) {
      const cut = first === 0 && last === hi ? piece : cutPiece(piece, first, last);
      if (cut === null) return null;
      found.push(cut);
    }
    behind += hi;
  }
  return found.toReversed();
}

function cutPiece(piece: TextPiece, first: number, last: number): TextPiece | null {
  switch (piece.is) {
    case 'literal':
      return { is: 'literal', text: Array.from(piece.text).slice(first, last).join('') };
    case 'part':
      return {
        ...piece,
        from: plus(piece.from, constant(first)),
        to: last === piece.hi ? piece.to : plus(piece.from, constant(last)),
        lo: last - first,
        hi: last - first,
      };
    case 'fill':
      return { is: 'literal', text: piece.character.repeat(last - first) };
    case 'number':
    case 'date':
      return null;
  }
}
