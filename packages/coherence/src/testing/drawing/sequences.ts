import {
  apply,
  BOOLEAN,
  between,
  choose,
  compute,
  fits,
  holds,
  type IntegerExpression,
  integer,
  literal,
  MAX_TURNS,
  named,
} from './build.js';
import type { Drawing, DrawnNames } from './drawing.js';
import { someValue } from './inputs.js';
import { isOf } from './texts.js';
import type { DrawnExpression, DrawnName, DrawnSource, DrawnType } from './tree.js';

/** Generates a read of an element of a list or of bytes: at an index that always exists, under a condition, or with a default. */
export function elementOf(drawing: Drawing, list: DrawnName, at: IntegerExpression, depth: number, scope: DrawnNames): DrawnExpression {
  const { type } = list;
  if (type.kind !== 'list' && type.kind !== 'bytes') throw new Error('no sequence');
  const element: DrawnType = type.kind === 'list' ? type.element : between(0n, 255n);
  const last = between(0n, BigInt(type.lo) - 1n);
  if (type.lo > 0 && !drawing.random.oneIn(3)) return apply(element, 'GET', named(list), drawing.fit(at, last));
  const otherwise = drawing.of(element, scope, Math.min(depth, 1));
  if (drawing.random.oneIn(2)) return apply(element, 'GET_OR', named(list), at, otherwise);
  const place = drawing.fit(at, between(0n, BigInt(Math.max(type.hi, 1)) - 1n));
  if (place.form !== 'name' && place.form !== 'literal') return apply(element, 'GET_OR', named(list), place, otherwise);
  const size = compute(between(BigInt(type.lo), BigInt(type.hi)), 'LENGTH', named(list));
  return choose(element, holds('LT', place, size), apply(element, 'GET', named(list), place), otherwise);
}

export function filled(drawing: Drawing, type: Extract<DrawnType, { readonly kind: 'list' }>, scope: DrawnNames): DrawnExpression {
  const length = drawing.fit(drawing.leaf(scope), between(BigInt(type.lo), BigInt(type.hi)));
  return apply(type, 'FILL', length, drawing.of(type.element, scope, 0));
}

export function tagOf(drawing: Drawing, type: DrawnType, scope: DrawnNames, depth: number): DrawnExpression {
  const tables = scope.filter((each) => each.type.kind === 'list' && fits(each.type.element, type));
  if (tables.length > 0 && !drawing.random.oneIn(3))
    return elementOf(drawing, drawing.random.pick(tables), drawing.integer(scope, depth), 0, scope);
  return drawing.form(type, scope, depth);
}

export function textOf(
  drawing: Drawing,
  type: Extract<DrawnType, { readonly kind: 'text' }>,
  scope: DrawnNames,
  depth: number,
): DrawnExpression {
  const texts = scope.filter((each) => each.type.kind === 'text' && each.type.hi <= 64 && isOf(each.type.of, type.of));
  const one = texts.length === 0 ? undefined : drawing.random.pick(texts);
  const isClosed = type.of !== undefined && 'some' in type.of;
  if (!isClosed && one?.type.kind === 'text' && one.type.hi <= type.hi && type.hi > 0 && drawing.random.oneIn(3)) {
    const least = Math.max(type.lo, Math.min(type.hi, drawing.random.below(6)));
    const fill = literal({ ...type, lo: 1, hi: 1 }, someValue({ ...type, lo: 1, hi: 1 }, drawing.random));
    return apply(type, 'PAD_END', named(one), integer(BigInt(least)), fill);
  }
  if (one === undefined || one.type.kind !== 'text' || type.lo > 0 || isClosed) return drawing.plain(type, scope);
  const size = apply(between(0n, BigInt(one.type.hi)), 'TEXT_LENGTH', named(one));
  const cut = apply(
    { ...type, lo: 0 },
    'SUBSTRING',
    named(one),
    integer(0n),
    apply(between(0n, BigInt(type.hi)), 'MIN', size, integer(BigInt(Math.min(type.hi, 3)))),
  );
  if (type.hi < 4) return cut;
  return apply(type, 'JOIN', cut, drawing.of({ ...type, lo: 0, hi: type.hi - 3 }, scope, depth - 1));
}

export function bytesOf(
  drawing: Drawing,
  type: Extract<DrawnType, { readonly kind: 'bytes' }>,
  scope: DrawnNames,
  depth: number,
): DrawnExpression {
  const known = scope.filter((each) => each.type.kind === 'bytes' && each.type.hi <= 64);
  const one = known.length === 0 ? undefined : drawing.random.pick(known);
  if (one === undefined || type.lo > 0) return drawing.plain(type, scope);
  if (type.hi >= 32 && drawing.random.oneIn(4)) return apply({ kind: 'bytes', lo: 32, hi: 32 }, 'SHA256', named(one));
  return apply(
    { kind: 'bytes', lo: 0, hi: type.hi },
    'TAKE',
    named(one),
    drawing.fit(drawing.integer(scope, depth), between(0n, BigInt(type.hi))),
  );
}

export function listOf(
  drawing: Drawing,
  type: Extract<DrawnType, { readonly kind: 'list' }>,
  scope: DrawnNames,
  depth: number,
): DrawnExpression {
  const { random } = drawing;
  const { element } = type;
  const sources = scope.filter(
    (each) => each.type.kind === 'list' && each.type.hi <= MAX_TURNS && each.type.lo >= type.lo && each.type.hi <= type.hi,
  );
  const one = sources.length === 0 ? undefined : random.pick(sources);
  if (one?.type.kind === 'list') {
    const name = drawing.fresh('e');
    const inner = [...scope, { name, type: one.type.element }];
    const source: DrawnSource = { over: 'value', value: named(one) };
    switch (random.below(5)) {
      case 0:
        return { type, form: 'loop', loop: 'map', name, source, body: drawing.block(element, inner, depth) };
      case 1:
        if (type.lo > 0 || !fits(one.type.element, element)) break;
        return { type, form: 'loop', loop: 'filter', name, source, body: drawing.block(BOOLEAN, inner, depth) };
      case 2:
        if (fits(one.type, type)) return apply(type, 'REVERSE', named(one));
        break;
      case 3:
        if (fits(one.type, type) && one.type.lo > 0)
          return apply(
            type,
            'SET',
            named(one),
            drawing.fit(drawing.integer(scope, depth), between(0n, BigInt(one.type.lo) - 1n)),
            drawing.of(element, scope, depth),
          );
        break;
      default:
        if (fits(one.type, type) && (element.kind === 'integer' || element.kind === 'text')) return apply(type, 'SORT', named(one));
    }
  }
  if (type.lo <= 1 && type.hi >= 6 && random.oneIn(2)) {
    const name = drawing.fresh('e');
    const hi = drawing.fit(drawing.integer(scope, depth), between(1n, BigInt(Math.min(type.hi, 6))));
    const inner = [...scope, { name, type: between(1n, 6n) }];
    return {
      type,
      form: 'loop',
      loop: 'map',
      name,
      source: { over: 'range', lo: integer(1n), hi },
      body: drawing.block(element, inner, depth),
    };
  }
  if (type.lo > 5 || random.oneIn(3)) return filled(drawing, type, scope);
  const length = type.lo + random.below(Math.min(type.hi, 5) - type.lo + 1);
  return { type, form: 'list', items: Array.from({ length }, () => drawing.of(element, scope, depth - 1)) };
}
