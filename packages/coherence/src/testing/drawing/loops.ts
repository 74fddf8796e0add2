import {
  and,
  BOOLEAN,
  between,
  block,
  compute,
  fits,
  holds,
  hullOf,
  type IntegerExpression,
  integer,
  MAX_TURNS,
  named,
  namesOf,
  plus,
  REACH,
} from './build.js';
import type { Drawing, DrawnNames } from './drawing.js';
import type { DrawnExpression, DrawnIteration, DrawnLoop, DrawnName, DrawnSource, DrawnType, FieldNames } from './tree.js';

/** A source to iterate over, the names that it binds, and its maximal number of steps. */
interface Turns {
  readonly iteration: DrawnIteration;
  readonly bound: DrawnNames;
  readonly turns: number;
}

function turnsOf(drawing: Drawing, scope: DrawnNames, depth: number): Turns {
  const known = scope.filter(isSequence).filter(({ type }) => type.hi <= MAX_TURNS);
  if (known.length > 0 && drawing.random.oneIn(2)) return turnsOver(drawing, drawing.random.pick(known));
  const { source, element, turns } = rangeOf(drawing, scope, depth);
  const name = drawing.fresh('e');
  return { iteration: { name, source }, bound: [{ name, type: element }], turns };
}

/** A list, text or bytes, by name. */
type SequenceType = Extract<DrawnType, { readonly kind: 'list' | 'text' | 'bytes' }>;

export function isSequence(one: DrawnName): one is DrawnName & { readonly type: SequenceType } {
  return one.type.kind === 'list' || one.type.kind === 'text' || one.type.kind === 'bytes';
}

/** Generates iterations, some with an index, and for records some with names for their fields. */
export function turnsOver(drawing: Drawing, one: DrawnName & { readonly type: SequenceType }, mayHaveIndex = true): Turns {
  const { type } = one;
  const element = elementTypeOf(type);
  const source: DrawnSource = { over: 'value', value: named(one) };
  const index = mayHaveIndex && drawing.random.oneIn(3) ? drawing.fresh('i') : null;
  const at: DrawnNames = index === null ? [] : [{ name: index, type: between(0n, BigInt(Math.max(type.hi, 1) - 1)) }];
  const name = drawing.fresh('e');
  const iteration: DrawnIteration = { name, source, ...(index === null ? {} : { index }) };
  if (element.kind !== 'record' || drawing.random.oneIn(2)) return { iteration, bound: [...at, { name, type: element }], turns: type.hi };
  const names = fieldNames(drawing, element);
  return { iteration: { ...iteration, names }, bound: [...at, ...namesOf(names, element)], turns: type.hi };
}

/** Returns new names for all fields of a record in random order, or for some of them. */
export function fieldNames(drawing: Drawing, { fields }: Extract<DrawnType, { readonly kind: 'record' }>): FieldNames {
  const each = fields.map(({ name }) => ({ field: name, name: drawing.fresh('f') }));
  const some = each.length > 1 && drawing.random.oneIn(4) ? each.slice(1) : each;
  return drawing.random.oneIn(2) ? some : some.toReversed();
}

function elementTypeOf(type: SequenceType): DrawnType {
  if (type.kind === 'list') return type.element;
  if (type.kind === 'bytes') return between(0n, 255n);
  const letters = type.of !== undefined && 'letters' in type.of ? type.of.letters : [];
  const codes = letters.map((letter) => BigInt(letter.codePointAt(0) ?? 0));
  return codes.length === 0 ? between(0n, 0x10ffffn) : hullOf(codes);
}

function rangeOf(
  drawing: Drawing,
  scope: DrawnNames,
  depth: number,
): { readonly source: DrawnSource; readonly element: DrawnType; readonly turns: number } {
  const first = drawing.random.within(-2n, 2n);
  const near = Math.min(depth, 1);
  const lo = drawing.random.oneIn(3) ? drawing.fit(drawing.integer(scope, near), between(first, first + 2n)) : integer(first);
  const last = between(first, first + 5n);
  const hi = drawing.random.oneIn(4) ? integer(last.hi) : drawing.fit(drawing.integer(scope, near), last);
  return { source: { over: 'range', lo, hi }, element: between(lo.type.lo, last.hi), turns: 6 };
}

export function loopOf(drawing: Drawing, loop: DrawnLoop, scope: DrawnNames, depth: number): DrawnExpression {
  const { iteration, bound } = turnsOf(drawing, scope, depth);
  return { ...iteration, type: BOOLEAN, form: 'loop', loop, body: drawing.block(BOOLEAN, [...scope, ...bound], depth) };
}

/** Returns the first element with a condition; null if no source in scope has such elements. */
export function firstOf(drawing: Drawing, element: DrawnType, scope: DrawnNames, depth: number): DrawnExpression | null {
  const known = scope.filter(isSequence).filter(({ type }) => type.hi <= MAX_TURNS && fits(elementTypeOf(type), element));
  if (known.length === 0) return null;
  const { iteration, bound } = turnsOver(drawing, drawing.random.pick(known));
  const body = drawing.block(BOOLEAN, [...scope, ...bound], depth);
  return { ...iteration, type: { kind: 'option', value: element }, form: 'loop', loop: 'first', body };
}

/** Generates a fold without a stated domain whose accumulator grows by a bounded step. */
export function drift(drawing: Drawing, scope: DrawnNames, depth: number): IntegerExpression {
  const accumulator = drawing.fresh('a');
  const { iteration, bound, turns } = turnsOf(drawing, scope, depth);
  const initial = drawing.fit(drawing.leaf(scope), between(-9n, 9n));
  const grown = stepOf(drawing, accumulator, [...scope, ...bound], turns, depth);
  const type = hullOf([initial.type.lo + grown.least, initial.type.hi + grown.most]);
  const kept = grown.step.type.lo >= 0n ? keeping(accumulator, { ...type, hi: REACH }) : {};
  return { ...iteration, ...kept, type, form: 'fold', accumulator, stated: null, initial, body: block(grown.next) };
}

function stepOf(drawing: Drawing, accumulator: string, scope: DrawnNames, turns: number, depth: number) {
  const step = drawing.fit(drawing.integer(scope, depth - 1), drawing.random.pick([between(0n, 3n), between(-2n, 5n), between(7n, 7n)]));
  const { lo, hi } = step.type;
  const total = hullOf([0n, lo * BigInt(turns), hi * BigInt(turns)]);
  const before: IntegerExpression = { type: between(-REACH, REACH), form: 'name', name: accumulator };
  return { least: total.lo, most: total.hi, step, next: plus(before, step) };
}

/** Generates a fold over a record of two integers that grow by different steps. One of them is used. */
export function pairOfDrifts(drawing: Drawing, scope: DrawnNames, depth: number): IntegerExpression {
  const accumulator = drawing.fresh('p');
  const { iteration, bound, turns } = turnsOf(drawing, scope, depth);
  const inner = [...scope, ...bound];
  const a = stepOf(drawing, accumulator, inner, turns, depth);
  const b = stepOf(drawing, accumulator, inner, turns, depth);
  const type: DrawnType = {
    kind: 'record',
    fields: [
      { name: 'a', type: between(a.least, a.most) },
      { name: 'b', type: between(b.least, b.most) },
    ],
  };
  const before: DrawnExpression = { type, form: 'name', name: accumulator };
  const field = (from: DrawnExpression, of: 'a' | 'b'): IntegerExpression => ({
    type: of === 'a' ? between(a.least, a.most) : between(b.least, b.most),
    form: 'field',
    record: from,
    name: of,
  });
  const record = (first: DrawnExpression, second: DrawnExpression): DrawnExpression => ({
    type,
    form: 'record',
    fields: [
      { name: 'a', value: first },
      { name: 'b', value: second },
    ],
  });
  const next = record(plus(field(before, 'a'), a.step), plus(field(before, 'b'), b.step));
  const initial = record(integer(0n), integer(0n));
  return field(
    { ...iteration, type, form: 'fold', accumulator, stated: null, initial, body: block(next) },
    drawing.random.pick(['a', 'b']),
  );
}

/** Generates the greatest or least value of a body. */
export function extreme(drawing: Drawing, scope: DrawnNames, depth: number): IntegerExpression {
  const accumulator = drawing.fresh('m');
  const { iteration, bound } = turnsOf(drawing, scope, depth);
  const each = drawing.integer([...scope, ...bound], depth);
  const initial = integer(drawing.random.within(-5n, 5n));
  const type = hullOf([initial.type.lo, each.type.lo, each.type.hi]);
  const before: IntegerExpression = { type, form: 'name', name: accumulator };
  const next = compute(type, drawing.random.pick(['MIN', 'MAX']), before, each);
  return { ...iteration, type, form: 'fold', accumulator, stated: null, initial, body: block(next) };
}

/** Generates a fold whose accumulator has a stated domain. */
export function folded(drawing: Drawing, type: DrawnType, scope: DrawnNames, depth: number): DrawnExpression {
  const accumulator = drawing.fresh('a');
  const { iteration, bound } = turnsOf(drawing, scope, depth);
  const inner = [...scope, { name: accumulator, type }, ...bound];
  const initial = drawing.of(type, scope, depth);
  const kept = type.kind === 'integer' ? keeping(accumulator, type) : {};
  return { ...iteration, ...kept, type, form: 'fold', accumulator, stated: type, initial, body: drawing.block(type, inner, depth) };
}

/** Returns for some accumulators a condition that keeps them within bounds. The name decides, so that no random draw is used. */
function keeping(
  accumulator: string,
  { lo, hi }: Extract<DrawnType, { readonly kind: 'integer' }>,
): { readonly keeping?: DrawnExpression } {
  const number = Number(/[0-9]+$/.exec(accumulator)?.[0] ?? 0);
  const before: DrawnExpression = { type: between(lo, hi), form: 'name', name: accumulator };
  const above = holds('GE', before, integer(lo));
  const below = holds('LE', before, integer(hi));
  if (number % 5 === 0) return { keeping: above };
  return number % 5 === 1 ? { keeping: and(above, below) } : {};
}
