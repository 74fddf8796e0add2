import {
  and,
  apply,
  BOOLEAN,
  between,
  block,
  choose,
  compute,
  holds,
  hullOf,
  type IntegerExpression,
  integer,
  isInteger,
  minus,
  named,
  plus,
  times,
  truth,
  wire,
} from './build.js';
import type { Drawing, DrawnNames } from './drawing.js';
import type { Component, DrawnExpression, DrawnName, DrawnType, DrawnWire } from './tree.js';

/** Limit for the number of input values up to which these generators try all of them. */
const FEW = 64n;

/** A quotient whose divisor is never 0, for a reason of the layer; null if no input is suitable. */
export type DrawGoal = (drawing: Drawing, inputs: DrawnNames) => DrawnExpression | null;

const RESULT = between(-1_000_000n, 1_000_000n);

function quotient(drawing: Drawing, divisor: DrawnExpression): DrawnExpression {
  return compute(RESULT, drawing.random.pick(['DIV', 'MOD']), integer(drawing.random.within(1n, 1_000n)), divisor);
}

function integers(
  inputs: DrawnNames,
  suits: (width: bigint, type: { readonly lo: bigint; readonly hi: bigint }) => boolean,
): readonly IntegerExpression[] {
  return inputs
    .filter(({ type }) => type.kind === 'integer' && suits(type.hi - type.lo, type))
    .map(named)
    .filter(isInteger);
}

/** A polynomial without a root. Intervals do not show this, since its parts vary together. */
export const casesGoal: DrawGoal = (drawing, inputs) => {
  const { random } = drawing;
  const wide = integers(inputs, (width, { lo, hi }) => width > 20n && lo > -2_000n && hi < 2_000n);
  if (wide.length === 0) return null;
  const x = random.pick(wide);
  const a = random.within(-9n, 9n);
  const polynomial = plus(plus(times(x, x), times(integer(a), x)), integer((a * a) / 4n + random.within(1n, 9n)));
  return quotient(drawing, polynomial);
};

/** A polynomial in two small inputs that is never 0. */
export const exhaustionGoal: DrawGoal = (drawing, inputs) => {
  const { random } = drawing;
  const small = integers(inputs, (width) => width > 0n && width < FEW);
  if (small.length === 0) return null;
  const [x, y] = [random.pick(small), random.pick(small)];
  for (let tries = 0; tries < 40; tries += 1) {
    const [a, b, c, d, e] = [0, 1, 2, 3, 4].map(() => random.within(-7n, 7n));
    if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined) return null;
    const value = (u: bigint, v: bigint): bigint => a * u * u + b * u * v + c * v * v + d * v + e;
    const values = pairs(x, y).map(([u, v]) => value(u, v));
    if (values.includes(0n) || values.every((each) => each > 0n) || values.every((each) => each < 0n)) continue;
    const squares = plus(times(integer(a), times(x, x)), times(integer(b), times(x, y)));
    return quotient(drawing, plus(plus(squares, times(integer(c), times(y, y))), plus(times(integer(d), y), integer(e))));
  }
  return null;
};

function pairs(x: IntegerExpression, y: IntegerExpression): readonly (readonly [bigint, bigint])[] {
  const all: [bigint, bigint][] = [];
  for (let u = x.type.lo; u <= x.type.hi; u += 1n) {
    if (sameName(x, y)) all.push([u, u]);
    else for (let v = y.type.lo; v <= y.type.hi; v += 1n) all.push([u, v]);
  }
  return all;
}

function sameName(x: IntegerExpression, y: IntegerExpression): boolean {
  return x.form === 'name' && y.form === 'name' && x.name === y.name;
}

/** Returns inputs that allow sums of small multiples and have too many values for cases. */
function wideIntegers(inputs: DrawnNames): readonly IntegerExpression[] {
  return integers(inputs, (width, { lo, hi }) => width > 5_000n && lo > -(2n ** 40n) && hi < 2n ** 40n);
}

/** A sum over few numbers. Only the unrolled loop shows it to be a multiple of an input. */
export const roundsGoal: DrawGoal = (drawing, inputs) => {
  const { random } = drawing;
  const wide = wideIntegers(inputs);
  if (wide.length === 0) return null;
  const x = random.pick(wide);
  const rounds = random.within(2n, 5n);
  const all = times(integer((rounds * (rounds + 1n)) / 2n), x);
  const type = hullOf([0n, all.type.lo, all.type.hi]);
  const [accumulator, name] = [drawing.fresh('a'), drawing.fresh('e')];
  const before: IntegerExpression = { type, form: 'name', name: accumulator };
  const number: IntegerExpression = { type: between(1n, rounds), form: 'name', name };
  const source = { over: 'range', lo: integer(1n), hi: integer(rounds) } as const;
  const body = block(plus(before, times(number, x)));
  const sum: IntegerExpression = { name, source, type, form: 'fold', accumulator, stated: null, initial: integer(0n), body };
  return quotient(drawing, plus(minus(sum, all), integer(random.within(1n, 9n))));
};

/** A consequence of conditions that needs a sum of their multiples, or a product of two. */
export const linearGoal: DrawGoal = (drawing, inputs) => {
  const { random } = drawing;
  const wide = wideIntegers(inputs);
  if (wide.length === 0) return null;
  const [x, y, z] = [random.pick(wide), random.pick(wide), random.pick(wide)];
  const [a, b, c, d] = [0, 1, 2, 3].map(() => integer(random.within(1n, 9n)));
  const k = integer(random.within(0n, 50n));
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
  switch (random.below(9)) {
    case 6:
    case 7:
    case 8:
      return loopsGoal(drawing, x);
    case 0: {
      // ax > by + k and cy > dz: the sum of c times the first and b times the second gives acx - bdz - ck > 0.
      const first = holds('GT', times(a, x), plus(times(b, y), k));
      const second = holds('GT', times(c, y), times(d, z));
      const divisor = minus(minus(times(times(a, c), x), times(times(b, d), z)), times(c, k));
      return choose(RESULT, and(first, second), quotient(drawing, divisor), integer(0n));
    }
    case 1: {
      const above = [plus(x, y), minus(x, y)].map((sum) => holds('GT', sum, integer(random.within(0n, 99n))));
      return choose(RESULT, above.reduce(and), quotient(drawing, x), integer(0n));
    }
    case 2: {
      const most = x.type.hi > -x.type.lo ? x.type.hi : -x.type.lo;
      const divisor = integer(random.within(3n, 500n));
      const part = compute(between(-most, most), 'DIV', x, divisor);
      return quotient(drawing, minus(minus(x, times(part, divisor)), divisor));
    }
    case 3:
      return roomGoal(drawing, x, y);
    case 4:
      return calledGoal(drawing, x, y);
    default:
      return calling(drawing, drawing.fit(x, between(0n, 1_000_000n)), (part) =>
        calling(drawing, drawing.fit(y, between(1n, 1_000_000n)), (whole) => {
          const most = random.within(1n, 1_000n);
          const share: DrawnExpression = {
            type: between(0n, most),
            form: 'as',
            operand: compute(between(0n, part.type.hi * most), 'DIV', times(part, integer(most)), whole),
            domain: between(0n, most),
          };
          return choose(RESULT, holds('LE', part, whole), share, integer(0n));
        }),
      );
  }
};

/**
 * A divisor that is never 0 by an invariant of loops over one range. Some variants are wrong by one, count an element twice or
 * grow instead of shrinking.
 */
function loopsGoal(drawing: Drawing, x: IntegerExpression): DrawnExpression {
  const { random } = drawing;
  const end = drawing.fit(x, between(0n, BigInt(5 + random.below(30))));
  return calling(drawing, end, (last) => {
    const source = { over: 'range', lo: integer(0n), hi: last } as const;
    const most = last.type.hi + 1n;
    const name = drawing.fresh('i');
    const element: IntegerExpression = { type: between(0n, last.type.hi), form: 'name', name };
    const sumOf = (each: IntegerExpression): IntegerExpression => {
      const list: DrawnType = { kind: 'list', element: each.type, lo: 1, hi: Number(most) };
      return compute(between(0n, each.type.hi * most), 'SUM', { type: list, form: 'loop', loop: 'map', name, source, body: block(each) });
    };
    const countOf = (condition: DrawnExpression): IntegerExpression => ({
      type: between(0n, most),
      form: 'loop',
      loop: 'count',
      name,
      source,
      body: block(condition),
    });
    const slip = random.oneIn(4) ? 1n : 0n;
    switch (random.below(3)) {
      case 0: {
        const factor = integer(random.within(1n, 9n));
        const sums = minus(times(factor, sumOf(element)), sumOf(times(factor, plus(element, integer(slip)))));
        return quotient(drawing, minus(integer(1n), sums));
      }
      case 1: {
        const at = random.within(0n, last.type.hi);
        const counts = plus(countOf(holds('LT', element, integer(at))), countOf(holds('GT', element, integer(at - slip))));
        return quotient(drawing, minus(plus(last, integer(2n - (random.oneIn(4) ? 1n : 0n))), counts));
      }
      default: {
        const first = integer(random.within(0n, 40n));
        const accumulator = drawing.fresh('s');
        const type = between(0n, 40n + last.type.hi);
        const before: IntegerExpression = { type, form: 'name', name: accumulator };
        const next = compute(type, random.oneIn(4) ? 'MAX' : 'MIN', before, element);
        const fold: IntegerExpression = { type, form: 'fold', accumulator, stated: null, initial: first, name, source, body: block(next) };
        return quotient(drawing, plus(minus(first, fold), integer(1n)));
      }
    }
  });
}

function isSet(record: DrawnExpression, name: 'ever' | 'on'): DrawnExpression {
  return { type: BOOLEAN, form: 'field', record, name };
}

/** 1 where the condition holds, else 0. */
function isOne(condition: DrawnExpression): DrawnExpression {
  return choose(between(0n, 1n), condition, integer(1n), integer(0n));
}

/** A fold over states with a contract about the reached states. Some variants violate it. */
export function drawMachine(
  drawing: Drawing,
  inputs: DrawnNames,
): { readonly machine: DrawnWire; readonly promise: DrawnExpression } | null {
  const { random } = drawing;
  const wide = wideIntegers(inputs);
  if (wide.length === 0) return null;
  const last = between(0n, BigInt(5 + random.below(30)));
  const name = drawing.fresh('i');
  const element: IntegerExpression = { type: last, form: 'name', name };
  const counted = between(0n, last.hi + 1n);
  const type: DrawnType = {
    kind: 'record',
    fields: [
      { name: 'ever', type: BOOLEAN },
      { name: 'n', type: counted },
      { name: 'on', type: BOOLEAN },
    ],
  };
  const accumulator = drawing.fresh('s');
  const before: DrawnExpression = { type, form: 'name', name: accumulator };
  const countIn = (record: DrawnExpression): IntegerExpression => ({ type: counted, form: 'field', record, name: 'n' });
  const stateOf = (ever: DrawnExpression, n: DrawnExpression, on: DrawnExpression): DrawnExpression => ({
    type,
    form: 'record',
    fields: [
      { name: 'ever', value: ever },
      { name: 'n', value: n },
      { name: 'on', value: on },
    ],
  });
  const now: DrawnName = { name: drawing.fresh('w'), type: BOOLEAN };
  const turns = holds('GT', element, integer(random.within(0n, last.hi)));
  const kept = isSet(before, random.oneIn(4) ? 'on' : 'ever');
  const ever: DrawnExpression = { type: BOOLEAN, form: 'connective', connective: 'or', left: kept, right: named(now) };
  const more = compute(counted, 'MIN', plus(countIn(before), integer(1n)), integer(counted.hi));
  const fold: DrawnExpression = {
    type,
    form: 'fold',
    accumulator,
    stated: null,
    initial: stateOf(truth(false), integer(0n), truth(false)),
    name,
    source: { over: 'range', lo: integer(0n), hi: drawing.fit(random.pick(wide), last) },
    body: block(
      stateOf(ever, choose(counted, named(now), more, countIn(before)), named(now)),
      wire(now.name, choose(BOOLEAN, turns, holds('NOT', isSet(before, 'on')), isSet(before, 'on'))),
    ),
  };
  const machine: DrawnName = { name: drawing.fresh('w'), type };
  const after = named(machine);
  const most = random.oneIn(2) ? countIn(after) : isOne(isSet(after, 'ever'));
  return { machine: wire(machine.name, fold), promise: holds('LE', isOne(isSet(after, random.oneIn(2) ? 'on' : 'ever')), most) };
}

/** A number plus as much of another as fits the type. The accumulator or a part of it has this sum as its stated domain. */
function roomGoal(drawing: Drawing, x: IntegerExpression, y: IntegerExpression): DrawnExpression {
  const room = minus(integer(x.type.hi), x);
  const least = y.type.lo < 0n ? y.type.lo : 0n;
  const added = compute(between(least, room.type.hi), 'MIN', y, room);
  const within = between(x.type.lo + least, x.type.hi);
  const sum: IntegerExpression = { ...plus(x, added), type: within };
  const isRecord = drawing.random.oneIn(2);
  const stated: DrawnType = isRecord ? { kind: 'record', fields: [{ name: 'sum', type: within }] } : within;
  const whole = (value: DrawnExpression): DrawnExpression =>
    isRecord ? { type: stated, form: 'record', fields: [{ name: 'sum', value }] } : value;
  const last: DrawnExpression = {
    type: stated,
    form: 'fold',
    accumulator: drawing.fresh('s'),
    stated,
    initial: whole(integer(x.type.hi)),
    name: drawing.fresh('i'),
    source: { over: 'range', lo: integer(0n), hi: integer(BigInt(drawing.random.below(3))) },
    body: block(whole(sum)),
  };
  const value: IntegerExpression = isRecord ? { type: within, form: 'field', record: last, name: 'sum' } : { ...last, type: within };
  return quotient(drawing, minus(integer(x.type.hi + 1n), value));
}

/** A number plus as much of another as fits the type, computed by a component: the proof must analyze its body. */
function calledGoal(drawing: Drawing, x: IntegerExpression, y: IntegerExpression): DrawnExpression {
  const parameters: readonly DrawnName[] = [
    { name: 'p', type: x.type },
    { name: 'q', type: y.type },
  ];
  const [p, q] = parameters.map(named).filter(isInteger);
  if (p === undefined || q === undefined) throw new Error('parameters are integers');
  const least = y.type.lo < 0n ? y.type.lo : 0n;
  const result = between(least, x.type.hi - x.type.lo);
  const room = compute(result, 'MIN', q, minus(integer(x.type.hi), p));
  const component: Component = { name: drawing.fresh('room'), parameters, requires: [], body: block(room), ensures: [], result };
  drawing.components.push(component);
  const called: IntegerExpression = { type: result, form: 'call', component: component.name, operands: [x, y] };
  return quotient(drawing, minus(integer(x.type.hi + 1n), plus(x, called)));
}

/** Binds an expression to a name of its own. */
function calling(drawing: Drawing, one: IntegerExpression, use: (named: IntegerExpression) => DrawnExpression): DrawnExpression {
  const name = drawing.fresh('c');
  const body = use({ type: one.type, form: 'name', name });
  return { type: RESULT, form: 'match', subject: one, arms: [{ pattern: { pattern: 'name', name }, body: block(body) }] };
}

/** Goals that only a solver proves: parities, and relations between the bits of two numbers. */
export const solverGoal: DrawGoal = (drawing, inputs) => {
  const { random } = drawing;
  const wide = wideIntegers(inputs);
  if (wide.length === 0) return null;
  const [x, y] = [random.pick(wide), random.pick(wide)];
  const odd = integer(2n * random.within(-50n, 50n) + 1n);
  const even = (from: IntegerExpression): IntegerExpression => times(integer(2n * random.within(1n, 9n)), from);
  const word = between(0n, 65_535n);
  switch (random.below(4)) {
    case 0:
      return quotient(drawing, plus(minus(even(x), even(y)), odd));
    case 1: {
      const gap = minus(x, y);
      return quotient(drawing, plus(plus(compute(between(0n, gap.type.hi - gap.type.lo), 'ABS', gap), gap), odd));
    }
    case 2:
      return calling(drawing, drawing.fit(x, word), (one) =>
        quotient(drawing, minus(compute(between(-1n, 1n), 'MOD', plus(times(one, one), one), integer(2n)), integer(1n))),
      );
    default:
      return calling(drawing, drawing.fit(x, word), (one) =>
        calling(drawing, drawing.fit(y, word), (other) => {
          const [both, either, differing] = ['BIT_AND', 'BIT_OR', 'BIT_XOR'].map((name) => compute(word, name, one, other));
          if (both === undefined || either === undefined || differing === undefined) return integer(0n);
          const least = random.oneIn(2) ? minus(either, both) : either;
          return quotient(drawing, plus(minus(least, differing), integer(random.within(1n, 9n))));
        }),
      );
  }
};

/** Two tables read at the same index: some pairs of elements never occur together. */
export const tablesGoal: DrawGoal = (drawing, inputs) => {
  const { random } = drawing;
  const length = 3 + random.below(3);
  const enumerations = [...drawing.enumerations.slice(0, 3), between(0n, 9n)];
  const [one, two] = [random.pick(enumerations), random.pick(enumerations)];
  const places = integers(inputs, () => true);
  if (places.length === 0) return null;
  const place = drawing.fit(random.pick(places), between(0n, BigInt(length - 1)));
  const name = drawing.fresh('i');
  const at: DrawnExpression = { type: place.type, form: 'name', name };
  const table = (type: DrawnType): { readonly items: DrawnExpression; readonly of: readonly DrawnExpression[] } => {
    const of = Array.from({ length }, () => drawing.of(type, [], 0));
    return { items: { type: { kind: 'list', element: type, lo: length, hi: length }, form: 'list', items: of }, of };
  };
  const [left, right] = [table(one), table(two)];
  const pairsSeen = left.of.map((item, index) => [valueOf(item), valueOf(right.of[index])] as const);
  const wanted = [valueOf(drawing.of(one, [], 0)), valueOf(drawing.of(two, [], 0))] as const;
  if (pairsSeen.some(([a, b]) => a === wanted[0] && b === wanted[1])) return null;
  const meets = and(
    holds('EQ', apply(one, 'GET', left.items, at), { type: one, form: 'literal', value: wanted[0] }),
    holds('EQ', apply(two, 'GET', right.items, at), { type: two, form: 'literal', value: wanted[1] }),
  );
  const zero = choose(between(0n, 1n), meets, integer(0n), integer(1n));
  return {
    type: RESULT,
    form: 'match',
    subject: place,
    arms: [{ pattern: { pattern: 'name', name }, body: { wires: [], result: quotient(drawing, zero) } }],
  };
};

function valueOf(expression: DrawnExpression | undefined): bigint | string {
  if (expression?.form !== 'literal' || (typeof expression.value !== 'bigint' && typeof expression.value !== 'string')) return 0n;
  return expression.value;
}
