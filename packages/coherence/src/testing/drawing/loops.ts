import { BOOLEAN, between, block, compute, hullOf, type IntegerExpression, integer, MOST_TURNS, named, plus, REACH } from './build.js';
import type { Drawing, Names } from './drawing.js';
import type { Expression, Loop, Source, Type } from './tree.js';

/** Elements to run over, and how many turns there are at most. */
function sourceOf(
  drawing: Drawing,
  scope: Names,
  depth: number,
): { readonly source: Source; readonly element: Type; readonly turns: number } {
  const lists = scope.filter(({ type }) => (type.kind === 'list' || type.kind === 'bytes') && type.hi <= MOST_TURNS);
  const one = lists.length > 0 && drawing.random.oneIn(2) ? drawing.random.pick(lists) : undefined;
  if (one !== undefined && (one.type.kind === 'list' || one.type.kind === 'bytes')) {
    const element: Type = one.type.kind === 'list' ? one.type.element : between(0n, 255n);
    return { source: { over: 'value', value: named(one) }, element, turns: one.type.hi };
  }
  const first = drawing.random.within(-2n, 2n);
  const near = Math.min(depth, 1);
  const lo = drawing.random.oneIn(3) ? drawing.fit(drawing.integer(scope, near), between(first, first + 2n)) : integer(first);
  const last = between(first, first + 5n);
  const hi = drawing.random.oneIn(4) ? integer(last.hi) : drawing.fit(drawing.integer(scope, near), last);
  return { source: { over: 'range', lo, hi }, element: between(lo.type.lo, last.hi), turns: 6 };
}

export function loopOf(drawing: Drawing, loop: Loop, scope: Names, depth: number): Expression {
  const name = drawing.fresh('e');
  const { source, element } = sourceOf(drawing, scope, depth);
  const inner = [...scope, { name, type: element }];
  return { type: BOOLEAN, form: 'loop', loop, name, source, body: drawing.block(BOOLEAN, inner, depth) };
}

/** A fold whose accumulator grows by a bounded step, with no stated domain. */
export function drift(drawing: Drawing, scope: Names, depth: number): IntegerExpression {
  const accumulator = drawing.fresh('a');
  const name = drawing.fresh('e');
  const { source, element, turns } = sourceOf(drawing, scope, depth);
  const initial = drawing.fit(drawing.leaf(scope), between(-9n, 9n));
  const grown = stepOf(drawing, accumulator, [...scope, { name, type: element }], turns, depth);
  const type = hullOf([initial.type.lo + grown.least, initial.type.hi + grown.most]);
  return { type, form: 'fold', accumulator, stated: null, initial, name, source, body: block(grown.next) };
}

function stepOf(drawing: Drawing, accumulator: string, scope: Names, turns: number, depth: number) {
  const step = drawing.fit(drawing.integer(scope, depth - 1), drawing.random.pick([between(0n, 3n), between(-2n, 5n), between(7n, 7n)]));
  const { lo, hi } = step.type;
  const total = hullOf([0n, lo * BigInt(turns), hi * BigInt(turns)]);
  const before: IntegerExpression = { type: between(-REACH, REACH), form: 'name', name: accumulator };
  return { least: total.lo, most: total.hi, step, next: plus(before, step) };
}

/** A fold over a record of two integers that grow by different steps, of which one is asked for. */
export function pairOfDrifts(drawing: Drawing, scope: Names, depth: number): IntegerExpression {
  const accumulator = drawing.fresh('p');
  const name = drawing.fresh('e');
  const { source, element, turns } = sourceOf(drawing, scope, depth);
  const inner = [...scope, { name, type: element }];
  const a = stepOf(drawing, accumulator, inner, turns, depth);
  const b = stepOf(drawing, accumulator, inner, turns, depth);
  const type: Type = {
    kind: 'record',
    fields: [
      { name: 'a', type: between(a.least, a.most) },
      { name: 'b', type: between(b.least, b.most) },
    ],
  };
  const before: Expression = { type, form: 'name', name: accumulator };
  const field = (from: Expression, of: 'a' | 'b'): IntegerExpression => ({
    type: of === 'a' ? between(a.least, a.most) : between(b.least, b.most),
    form: 'field',
    record: from,
    name: of,
  });
  const record = (first: Expression, second: Expression): Expression => ({
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
    { type, form: 'fold', accumulator, stated: null, initial, name, source, body: block(next) },
    drawing.random.pick(['a', 'b']),
  );
}

/** The greatest or least of what a body gives. */
export function extreme(drawing: Drawing, scope: Names, depth: number): IntegerExpression {
  const accumulator = drawing.fresh('m');
  const name = drawing.fresh('e');
  const { source, element } = sourceOf(drawing, scope, depth);
  const each = drawing.integer([...scope, { name, type: element }], depth);
  const initial = integer(drawing.random.within(-5n, 5n));
  const type = hullOf([initial.type.lo, each.type.lo, each.type.hi]);
  const before: IntegerExpression = { type, form: 'name', name: accumulator };
  const next = compute(type, drawing.random.pick(['MIN', 'MAX']), before, each);
  return { type, form: 'fold', accumulator, stated: null, initial, name, source, body: block(next) };
}

/** A fold whose accumulator has a stated domain. */
export function folded(drawing: Drawing, type: Type, scope: Names, depth: number): Expression {
  const accumulator = drawing.fresh('a');
  const name = drawing.fresh('e');
  const { source, element } = sourceOf(drawing, scope, depth);
  const inner = [...scope, { name: accumulator, type }, { name, type: element }];
  const initial = drawing.of(type, scope, depth);
  return { type, form: 'fold', accumulator, stated: type, initial, name, source, body: drawing.block(type, inner, depth) };
}
