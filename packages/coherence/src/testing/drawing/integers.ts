import {
  and,
  between,
  block,
  choose,
  compute,
  fits,
  holds,
  hullOf,
  type IntegerExpression,
  type IntegerType,
  integer,
  isInteger,
  MAX_TURNS,
  minus,
  named,
  plus,
  REACH,
  times,
} from './build.js';
import type { Drawing, DrawnNames } from './drawing.js';
import { drift, extreme, loopOf, pairOfDrifts } from './loops.js';
import { elementOf } from './sequences.js';

export function someInteger(drawing: Drawing, scope: DrawnNames, depth: number): IntegerExpression {
  const { random } = drawing;
  const part = (): IntegerExpression => drawing.integer(scope, depth - 1);
  switch (random.below(17)) {
    case 0:
      return plus(part(), part());
    case 1:
      return minus(part(), part());
    case 2:
      return times(drawing.fit(part(), between(-4_096n, 4_096n)), drawing.fit(part(), between(-4_096n, 4_096n)));
    case 3:
    case 4:
      return quotient(drawing, part(), part());
    case 5:
      return bounded(drawing, part(), part());
    case 6:
      return bitwise(drawing, part(), part());
    case 7:
      return lengthOf(drawing, scope);
    case 8:
      return elementAt(drawing, scope, depth - 1);
    case 9:
      return { ...loopOf(drawing, 'count', scope, depth - 1), type: between(0n, BigInt(MAX_TURNS * 10_000)) };
    case 10:
      return drift(drawing, scope, depth - 1);
    case 11:
      return pairOfDrifts(drawing, scope, depth - 1);
    case 12:
      return extreme(drawing, scope, depth - 1);
    case 13:
      return fieldOf(drawing, scope) ?? part();
    case 14:
      return sumOf(drawing, scope) ?? part();
    case 15:
      return roundedQuotient(drawing, part());
    default: {
      const type = random.pick([between(0n, 9n), between(-100n, 100n), between(1n, 1_000_000n)]);
      return { ...drawing.form(type, scope, depth - 1), type };
    }
  }
}

function quotient(drawing: Drawing, a: IntegerExpression, b: IntegerExpression): IntegerExpression {
  const { random } = drawing;
  const most = signless(a.type);
  const operation = random.pick(['DIV', 'MOD', 'FLOOR_DIV', 'FLOOR_MOD']);
  const resultOf = (divisor: IntegerType): IntegerType => (operation.endsWith('DIV') ? most : signless(divisor));
  if (b.type.lo > 0n || b.type.hi < 0n) return compute(resultOf(b.type), operation, a, b);
  if (random.oneIn(2)) {
    const divisor = compute(between(1n, signless(b.type).hi + 1n), 'MAX', compute(between(0n, signless(b.type).hi), 'ABS', b), integer(1n));
    return compute(resultOf(divisor.type), operation, a, divisor);
  }
  const name = drawing.fresh('d');
  const divisor = { ...named({ name, type: b.type }), type: b.type };
  const type = hullOf([resultOf(b.type).lo, resultOf(b.type).hi, 0n]);
  const body = choose(type, holds('NE', divisor, integer(0n)), compute(type, operation, a, divisor), integer(0n));
  return { type, form: 'match', subject: b, arms: [{ pattern: { pattern: 'name', name }, body: block(body) }] };
}

/** Generates a quotient rounded up or to the nearest, with a mostly small divisor. */
export function roundedQuotient(drawing: Drawing, a: IntegerExpression): IntegerExpression {
  const { random } = drawing;
  const divisor = random.within(1n, random.oneIn(3) ? 1_000n : 9n) * (random.oneIn(4) ? -1n : 1n);
  return compute(signless(a.type), random.pick(['DIV_UP', 'DIV_ROUND']), a, integer(divisor));
}

function bounded(drawing: Drawing, a: IntegerExpression, b: IntegerExpression): IntegerExpression {
  const hull = hullOf([a.type.lo, a.type.hi, b.type.lo, b.type.hi]);
  const size = signless(a.type);
  switch (drawing.random.below(4)) {
    case 0:
      return compute(hull, 'MIN', a, b);
    case 1:
      return compute(hull, 'MAX', a, b);
    case 2:
      return compute(size, 'NEG', a);
    default:
      return compute(between(0n, size.hi), 'ABS', a);
  }
}

function bitwise(drawing: Drawing, a: IntegerExpression, b: IntegerExpression): IntegerExpression {
  const byte = between(0n, 255n);
  const left = drawing.fit(a, byte);
  const operation = drawing.random.pick(['BIT_AND', 'BIT_OR', 'BIT_XOR', 'SHL', 'SHR', 'ISQRT', 'MULDIV']);
  if (operation === 'ISQRT') return compute(between(0n, 15n), operation, left);
  if (operation === 'MULDIV')
    return compute(between(0n, 65_025n), operation, left, drawing.fit(b, byte), integer(drawing.random.within(1n, 9n)));
  if (operation === 'SHL') return compute(between(0n, 65_280n), operation, left, drawing.fit(b, between(0n, 8n)));
  return compute(byte, operation, left, drawing.fit(b, operation === 'SHR' ? between(0n, 62n) : byte));
}

function lengthOf(drawing: Drawing, scope: DrawnNames): IntegerExpression {
  const sized = scope.filter(({ type }) => type.kind === 'list' || type.kind === 'bytes' || type.kind === 'text');
  if (sized.length === 0) return drawing.leaf(scope);
  const one = drawing.random.pick(sized);
  if (one.type.kind !== 'list' && one.type.kind !== 'bytes' && one.type.kind !== 'text') return drawing.leaf(scope);
  const type = between(BigInt(one.type.lo), BigInt(one.type.hi));
  return compute(type, one.type.kind === 'text' ? 'TEXT_LENGTH' : 'LENGTH', named(one));
}

function elementAt(drawing: Drawing, scope: DrawnNames, depth: number): IntegerExpression {
  const lists = scope.filter(({ type }) => type.kind === 'bytes' || (type.kind === 'list' && type.element.kind === 'integer'));
  if (lists.length === 0) return drawing.leaf(scope);
  const one = elementOf(drawing, drawing.random.pick(lists), drawing.integer(scope, depth - 1), 0, scope);
  return isInteger(one) ? one : drawing.leaf(scope);
}

function sumOf(drawing: Drawing, scope: DrawnNames): IntegerExpression | null {
  const lists = scope.flatMap((each) =>
    each.type.kind === 'list' && each.type.element.kind === 'integer' ? [{ each, type: each.type, element: each.type.element }] : [],
  );
  if (lists.length === 0) return null;
  const { each, type, element } = drawing.random.pick(lists);
  const most = BigInt(type.hi);
  if (element.hi > REACH || element.lo < -REACH) return null;
  return compute(hullOf([0n, element.lo * most, element.hi * most]), 'SUM', named(each));
}

function fieldOf(drawing: Drawing, scope: DrawnNames): IntegerExpression | null {
  const fields = scope.flatMap((each) =>
    each.type.kind === 'record' ? each.type.fields.map(({ name, type }) => ({ each, name, type })) : [],
  );
  if (fields.length === 0) return null;
  const { each, name, type } = drawing.random.pick(fields);
  return type.kind === 'integer' ? { type, form: 'field', record: named(each), name } : null;
}

/** Returns the expression if it lies in the type, else a restricted form of it. */
export function fitted(drawing: Drawing, one: IntegerExpression, type: IntegerType): IntegerExpression {
  const { lo, hi } = type;
  if (fits(one.type, type)) return one;
  if (lo === hi) return integer(lo);
  switch (drawing.random.below(4)) {
    case 0:
      return compute(type, 'CLAMP', one, integer(lo), integer(hi));
    case 1: {
      const modulus = integer(hi - lo + 1n);
      if (modulus.type.hi >= 2n ** 62n) return compute(type, 'CLAMP', one, integer(lo), integer(hi));
      const rest = compute(between(0n, hi - lo), 'FLOOR_MOD', one, modulus);
      return lo === 0n ? rest : compute(type, 'ADD', rest, integer(lo));
    }
    case 2: {
      const name = drawing.fresh('t');
      const bound = named({ name, type: one.type });
      const condition = and(holds('GE', bound, integer(lo)), holds('LE', bound, integer(hi)));
      const kept = choose(type, condition, { ...bound, type }, integer(drawing.random.within(lo, hi)));
      return { type, form: 'match', subject: one, arms: [{ pattern: { pattern: 'name', name }, body: block(kept) }] };
    }
    default:
      return compute(type, 'MIN', compute(between(lo, one.type.hi > lo ? one.type.hi : lo), 'MAX', one, integer(lo)), integer(hi));
  }
}

/** Returns the least range with the values of a type and their negations. */
function signless({ lo, hi }: IntegerType): IntegerType {
  return hullOf([lo, hi, -lo, -hi]);
}
