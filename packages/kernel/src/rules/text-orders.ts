import { constant, minus, ONE, type Polynomial, plus, times, ZERO } from '../abstract/polynomial.js';
import { highest } from '../abstract/ranges.js';
import type { NodeId } from '../graph/graph.js';
import { equality, fact, type LinearFact, type Premise } from '../monomers/linear.js';
import type { MonomerName } from '../monomers/names.js';
import { DAY_MAX, DAY_MIN } from '../monomers/system/civil.js';
import { add, type Int, maximum, subtract } from '../types/integer.js';
import { nodePolynomials } from './node-polynomials.js';
import type { Knowledge } from './state.js';
import { ANY_WAY, bounded, keyOf, lengthOf, type TextPiece, TextPieces } from './text-pieces.js';
import { textReaders } from './text-readers.js';

/** A digit of a text in a system with digits 0..radix - 1, and the premises under which the text has it. */
interface Digit {
  readonly value: Polynomial;
  readonly radix: Int;
  readonly premises: readonly Premise[];
}

/** The number of days that texts can name. */
const DAYS = subtract(DAY_MAX, DAY_MIN - 1);

/**
 * The facts of a comparison of two texts with pieces of the same kinds and lengths. The order of such texts is the order of
 * their pieces, the first first. Pieces are in the order of their integers if they are numbers of one width, or dates. So the
 * texts are in the order of the numbers with these integers as digits.
 */
export function comparedTexts(known: Knowledge, id: NodeId, name: MonomerName, whenIs: (truth: boolean) => Premise): readonly LinearFact[] {
  const node = known.graph.nodes[id];
  const stated = STATED.get(name);
  const [a = -1, b = -1] = node?.op === 'apply' ? node.operands : [];
  if (stated === undefined || known.graph.types[a]?.kind !== 'text') return [];
  const digits = bounded(() => alignedDigits(known, id, a, b));
  if (digits === null || digits.length === 0) return [];
  let apart = ZERO;
  for (const { value, radix } of digits) apart = plus(times(apart, constant(radix)), value);
  const premises = digits.flatMap((digit) => digit.premises);
  return stated(apart, whenIs).map((each) => ({ ...each, premises: [...each.premises, ...premises] }));
}

type Stated = (apart: Polynomial, is: (truth: boolean) => Premise) => readonly LinearFact[];

/** The facts of each comparison, by the second number less the first. */
const STATED: ReadonlyMap<MonomerName, Stated> = new Map<MonomerName, Stated>([
  ['LT', (apart, is) => [fact(minus(apart, ONE), is(true)), fact(minus(ZERO, apart), is(false))]],
  ['LE', (apart, is) => [fact(apart, is(true)), fact(minus(minus(ZERO, apart), ONE), is(false))]],
  ['GT', (apart, is) => [fact(minus(minus(ZERO, apart), ONE), is(true)), fact(apart, is(false))]],
  ['GE', (apart, is) => [fact(minus(ZERO, apart), is(true)), fact(minus(apart, ONE), is(false))]],
  ['EQ', (apart, is) => ofEquality(apart, is(true), is(false))],
  ['NE', (apart, is) => ofEquality(apart, is(false), is(true))],
]);

function ofEquality(apart: Polynomial, areEqual: Premise, areNot: Premise): readonly LinearFact[] {
  const [above, below] = [apart, minus(ZERO, apart)].map((value): Premise => ({ value, isKnown: false }));
  if (above === undefined || below === undefined) return [];
  return [equality(apart, areEqual), fact(minus(apart, ONE), areNot, above), fact(minus(minus(ZERO, apart), ONE), areNot, below)];
}

/** The differences of the digits of two texts, the second less the first; `null` if their pieces are not of the same kinds. */
function alignedDigits(known: Knowledge, id: NodeId, a: NodeId, b: NodeId): readonly Digit[] | null {
  const pieces = new TextPieces(known, id);
  const [left, ...moreLeft] = pieces.piecesOf(a, ANY_WAY);
  if (left === undefined || moreLeft.length > 0) return null;
  const [right, ...moreRight] = pieces.piecesOf(b, left.way);
  if (right === undefined || moreRight.length > 0 || left.value.length !== right.value.length) return null;
  const digits: Digit[] = [];
  for (const [index, piece] of left.value.entries()) {
    const other = right.value[index];
    if (other === undefined) return null;
    if (keyOf([piece]) === keyOf([other])) continue;
    const digit = digitOf(known, piece, other);
    if (digit === null) return null;
    digits.push(digit);
  }
  return digits;
}

function digitOf(known: Knowledge, a: TextPiece, b: TextPiece): Digit | null {
  if (a.is === 'number' && b.is === 'number') {
    const [one, other] = [lengthOf([a]), lengthOf([b])];
    if (one.lo !== one.hi || other.lo !== other.hi || one.hi !== other.hi) return null;
    return { value: minus(b.value, a.value), radix: add(maximum(highest(a.ranges), highest(b.ranges)), 1), premises: [] };
  }
  const [one, other] = [dateOf(known, a), dateOf(known, b)];
  if (one === null || other === null) return null;
  return { value: minus(other.value, one.value), radix: DAYS, premises: [...one.premises, ...other.premises] };
}

/** The day that a text names: by FORMAT_DATE, or because PARSE_DATE reads it, which accepts no other spelling. */
function dateOf(known: Knowledge, piece: TextPiece): { readonly value: Polynomial; readonly premises: readonly Premise[] } | null {
  if (piece.is === 'date') return { value: piece.value, premises: [] };
  if (piece.is !== 'part' || piece.from.size > 0 || piece.to !== null) return null;
  const polynomials = nodePolynomials(known.graph);
  for (const id of textReaders(known.graph).named('PARSE_DATE')) {
    const node = known.graph.nodes[id];
    const text = node?.op === 'apply' ? (node.operands[0] ?? -1) : -1;
    const value = polynomials.contentOf(id);
    if (value === null || piece.of.name !== `n${known.classOf(text)}` || !known.isLive(id)) continue;
    const view = known.view(id);
    const isPresent: Premise = { value: minus(polynomials.presentOf(id), ONE), isKnown: view.kind === 'option' && !view.none };
    return { value, premises: [isPresent] };
  }
  return null;
}
