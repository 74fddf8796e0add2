import { and, apply, BOOLEAN, between, block, choose, holds, INT64, integer, isInteger, literal, truth } from '../drawing/build.js';
import type { Environment } from '../drawing/interpret.js';
import type { Random } from '../drawing/random.js';
import { type DrawnExpression, type DrawnType, type DrawnValue, Optional } from '../drawing/tree.js';

/** Limit for the characters and elements that are written out. */
const MAX_WRITTEN = 12;
/** Integers below this limit have squares that fit 64 bits. */
const SQUARED = 2n ** 30n;

interface Bound {
  readonly expression: DrawnExpression;
  readonly value: DrawnValue;
}

/** Returns the names in scope, the innermost first, without shadowed ones. */
export function boundIn(scope: Environment | null): readonly Bound[] {
  const seen = new Map<string, Bound>();
  for (let at = scope; at !== null; at = at.outer) {
    if (!seen.has(at.name)) seen.set(at.name, { expression: { type: at.type, form: 'name', name: at.name }, value: at.value });
  }
  return [...seen.values()];
}

/**
 * Returns a condition over the names in scope that is true for the observed values and for few others: a wrong claim about a wire
 * makes it false. Its constants usually differ from the values, so that samples made from the literals do not find them.
 */
export function conditionOf(scope: Environment | null, random: Random, fresh: (prefix: string) => string): DrawnExpression {
  const bound = boundIn(scope);
  const near = bound.slice(0, 4);
  const count = 1 + random.below(3);
  const atoms = Array.from({ length: count }, () => {
    const one = bound.length === 0 ? undefined : random.pick(random.oneIn(2) ? near : bound);
    return one === undefined ? truth(true) : atomOf(one, bound, random, fresh);
  });
  return atoms.reduce((left, right) => (random.oneIn(4) ? choose(BOOLEAN, left, right, truth(false)) : and(left, right)));
}

function atomOf({ expression, value }: Bound, bound: readonly Bound[], random: Random, fresh: (prefix: string) => string): DrawnExpression {
  const { type } = expression;
  const within = (inner: Bound): DrawnExpression => atomOf(inner, bound, random, fresh);
  if (typeof value === 'bigint') return integerAtom(expression, value, bound, random);
  if (typeof value === 'boolean') return value ? expression : holds('NOT', expression);
  if (typeof value === 'string' && type.kind === 'enumeration') return tagAtom(expression, type, value, random);
  if (typeof value === 'string') return textAtom(expression, value, random);
  if (value instanceof Map && type.kind === 'record') {
    const field = random.pick(type.fields);
    const record: DrawnExpression = { type: field.type, form: 'field', record: expression, name: field.name };
    return within({ expression: record, value: value.get(field.name) ?? false });
  }
  if (value instanceof Optional && type.kind === 'option') {
    if (value.content === null) return holds('EQ', expression, literal(type, value));
    const name = fresh('c');
    const inner = within({ expression: { type: type.value, form: 'name', name }, value: value.content });
    const arms = [
      { pattern: { pattern: 'none' } as const, body: block(truth(false)) },
      { pattern: { pattern: 'some', inner: { pattern: 'name', name } } as const, body: block(inner) },
    ];
    return { type: BOOLEAN, form: 'match', subject: expression, arms: random.oneIn(2) ? arms : arms.toReversed() };
  }
  if (value instanceof Uint8Array || Array.isArray(value)) return sequenceAtom({ expression, value }, within, random, fresh);
  return truth(true);
}

/** Returns a condition on an integer, usually arithmetic, so that its solution is not obvious. */
function integerAtom(x: DrawnExpression, value: bigint, bound: readonly Bound[], random: Random): DrawnExpression {
  const size = value < 0n ? -value : value;
  const isSmall = isInteger(x) && x.type.lo > -SQUARED && x.type.hi < SQUARED;
  const modulus = random.within(2n, 30n);
  switch (random.below(9)) {
    case 0:
      return holds('EQ', x, integer(value));
    case 1:
    case 2:
      if (isSmall) return holds('EQ', apply(INT64, 'MUL', x, x), integer(value * value));
      return holds('EQ', apply(INT64, 'DIV', x, integer(modulus)), integer(value / modulus));
    case 3:
      return holds('EQ', apply(INT64, 'MOD', x, integer(modulus)), integer(value % modulus));
    case 4:
      if (isSmall)
        return holds('EQ', apply(INT64, 'ADD', apply(INT64, 'MUL', x, integer(7n)), integer(modulus)), integer(value * 7n + modulus));
      return holds('LE', x, integer(value));
    case 5:
      if (value >= 0n)
        return holds('EQ', apply(INT64, 'BIT_XOR', apply(INT64, 'MAX', x, integer(0n)), integer(modulus)), integer(value ^ modulus));
      return holds('GE', x, integer(value));
    case 6: {
      const others = bound.flatMap((other) => (typeof other.value === 'bigint' ? [{ ...other, value: other.value }] : []));
      if (others.length === 0) return holds('GE', x, integer(value));
      const other = random.pick(others);
      const relation = value === other.value ? 'EQ' : value < other.value ? 'LT' : 'GT';
      return holds(relation, x, other.expression);
    }
    case 7: {
      const span = random.within(0n, 2n);
      const lo = value - span > -(2n ** 63n) ? value - span : value;
      return and(holds('GE', x, integer(lo)), holds('LE', x, integer(value)));
    }
    default:
      return size < 2n ** 62n
        ? holds('EQ', apply(INT64, 'SUB', x, integer(modulus)), integer(value - modulus))
        : holds('EQ', x, integer(value));
  }
}

function tagAtom(
  x: DrawnExpression,
  type: Extract<DrawnType, { readonly kind: 'enumeration' }>,
  tag: string,
  random: Random,
): DrawnExpression {
  const others = type.tags.filter((each) => each !== tag);
  switch (random.below(4)) {
    case 0:
      return {
        type: BOOLEAN,
        form: 'match',
        subject: x,
        arms: [...others, tag].map((each) => ({ pattern: { pattern: 'tag', tag: each }, body: block(truth(each === tag)) })),
      };
    case 1:
      return others.map((other) => holds('NE', x, literal(type, other))).reduce(and, truth(true));
    default:
      return holds('EQ', x, literal(type, tag));
  }
}

function textAtom(x: DrawnExpression, value: string, random: Random): DrawnExpression {
  const characters = Array.from(value);
  const length = holds('EQ', apply(INT64, 'TEXT_LENGTH', x), integer(BigInt(characters.length)));
  if (characters.length > MAX_WRITTEN || random.oneIn(3)) return length;
  const text = literal({ kind: 'text', lo: 0, hi: MAX_WRITTEN }, value);
  const start = literal({ kind: 'text', lo: 0, hi: MAX_WRITTEN }, characters.slice(0, random.below(characters.length + 1)).join(''));
  switch (random.below(3)) {
    case 0:
      return and(length, holds('STARTS_WITH', x, start));
    case 1:
      return {
        type: BOOLEAN,
        form: 'match',
        subject: x,
        arms: [
          { pattern: { pattern: 'value', value }, body: block(truth(true)) },
          { pattern: { pattern: 'any' }, body: block(truth(false)) },
        ],
      };
    default:
      return holds('EQ', x, text);
  }
}

function sequenceAtom(
  { expression, value }: { readonly expression: DrawnExpression; readonly value: Uint8Array | readonly DrawnValue[] },
  within: (inner: Bound) => DrawnExpression,
  random: Random,
  fresh: (prefix: string) => string,
): DrawnExpression {
  const { type } = expression;
  const element: DrawnType = type.kind === 'list' ? type.element : between(0n, 255n);
  const length = holds('EQ', apply(INT64, 'LENGTH', expression), integer(BigInt(value.length)));
  const at = value.length === 0 ? 0 : random.below(value.length);
  const raw = value[at];
  if (raw === undefined || random.oneIn(3)) return length;
  const item: DrawnValue = typeof raw === 'number' ? BigInt(raw) : raw;
  const place = integer(BigInt(at));
  switch (random.below(4)) {
    case 0: {
      const reached = holds('GT', apply(INT64, 'LENGTH', expression), place);
      const inner = within({ expression: apply(element, 'GET', expression, place), value: item });
      return { type: BOOLEAN, form: 'connective', connective: 'and', left: reached, right: inner };
    }
    case 1: {
      const name = fresh('e');
      const body = block(within({ expression: { type: element, form: 'name', name }, value: item }));
      return { type: BOOLEAN, form: 'loop', loop: 'any', name, source: { over: 'value', value: expression }, body };
    }
    case 2:
      if (value.length > MAX_WRITTEN) return length;
      return holds('EQ', expression, literal(type, value));
    default:
      return and(length, holds('CONTAINS', expression, literal(element, item)));
  }
}
