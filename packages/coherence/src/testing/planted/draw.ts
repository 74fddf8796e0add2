import {
  and,
  apply,
  BOOLEAN,
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
  literal,
  minus,
  named,
  plus,
  times,
  truth,
  wire,
} from './build.js';
import { someValue } from './inputs.js';
import type { Random } from './random.js';
import type { Arm, Block, Component, Expression, Loop, Named, Source, Type } from './tree.js';

export type Names = readonly Named[];

/** Results stay below this, so that sums and products of two of them have room. */
const REACH = 2n ** 28n;
const MOST_TURNS = 8;

/**
 * Draws expressions that are safe as far as intervals tell: a divisor is kept from 0, an index within its list. What is
 * drawn closes often, and needs no oracle: whether it is closed in truth is for the interpreter to say.
 */
export class Drawing {
  private count = 0;
  readonly components: Component[] = [];
  /** Several with as many tags, two of them with the same tags in another order, and one of a single tag. */
  readonly enumerations: readonly Type[];

  constructor(readonly random: Random) {
    const words = random.pick([
      ['red', 'green', 'blue', 'idle', 'busy', 'done', 'only'],
      ['empty', 'cross', 'nought', 'nobody', 'alice', 'bob', 'sole'],
    ]);
    const [a = '', b = '', c = '', d = '', e = '', f = '', only = ''] = words;
    this.enumerations = [[a, b, c], [c, a, b], [d, e, f], [only]].map((tags) => ({ kind: 'enumeration', tags }));
  }

  fresh(prefix: string): string {
    this.count += 1;
    return `${prefix}${this.count}`;
  }

  /** Some expression of a type whose values lie in it. */
  of(type: Type, scope: Names, depth: number): Expression {
    const known = scope.filter((each) => fits(each.type, type));
    if (known.length > 0 && (depth <= 0 || this.random.oneIn(4))) return named(this.random.pick(known));
    if (depth <= 0) return this.plain(type, scope);
    if (this.random.oneIn(3)) return this.form(type, scope, depth - 1);
    switch (type.kind) {
      case 'integer':
        return this.fit(this.integer(scope, depth - 1), type);
      case 'boolean':
        return this.condition(scope, depth - 1);
      case 'enumeration':
        return this.tag(type, scope, depth - 1);
      case 'text':
        return this.text(type, scope, depth - 1);
      case 'bytes':
        return this.bytes(type, scope, depth - 1);
      case 'list':
        return this.list(type, scope, depth - 1);
      case 'record':
        return {
          type,
          form: 'record',
          fields: type.fields.map((field) => ({ name: field.name, value: this.of(field.type, scope, depth - 1) })),
        };
      case 'option':
        return this.random.oneIn(3) ? this.plain(type, scope) : { type, form: 'some', content: this.of(type.value, scope, depth - 1) };
    }
  }

  /** A literal, or what of the scope is made to fit. */
  private plain(type: Type, scope: Names): Expression {
    const integers = scope.filter((each) => each.type.kind === 'integer');
    if (type.kind === 'integer' && integers.length > 0 && !this.random.oneIn(3)) {
      const one = named(this.random.pick(integers));
      if (isInteger(one)) return this.fit(one, type);
    }
    if (type.kind === 'list' && (type.lo > 5 || this.random.oneIn(4))) return this.filled(type, scope);
    if (type.kind === 'list') {
      const length = type.lo + this.random.below(Math.min(type.hi, 5) - type.lo + 1);
      return { type, form: 'list', items: Array.from({ length }, () => this.plain(type.element, scope)) };
    }
    return literal(type, someValue(type, this.random));
  }

  private filled(type: Extract<Type, { readonly kind: 'list' }>, scope: Names): Expression {
    const length = this.fit(this.leaf(scope), between(BigInt(type.lo), BigInt(type.hi)));
    return apply(type, 'FILL', length, this.of(type.element, scope, 0));
  }

  /** The expression where it lies in the type, else kept within it. */
  fit(one: IntegerExpression, type: IntegerType): IntegerExpression {
    const { lo, hi } = type;
    if (fits(one.type, type)) return one;
    if (lo === hi) return integer(lo);
    switch (this.random.below(4)) {
      case 0:
        return compute(type, 'CLAMP', one, integer(lo), integer(hi));
      case 1: {
        const modulus = integer(hi - lo + 1n);
        if (modulus.type.hi >= 2n ** 62n) return compute(type, 'CLAMP', one, integer(lo), integer(hi));
        const rest = compute(between(0n, hi - lo), 'FLOOR_MOD', one, modulus);
        return lo === 0n ? rest : compute(type, 'ADD', rest, integer(lo));
      }
      case 2: {
        const name = this.fresh('t');
        const bound = named({ name, type: one.type });
        const condition = and(holds('GE', bound, integer(lo)), holds('LE', bound, integer(hi)));
        const kept = choose(type, condition, { ...bound, type }, integer(this.random.within(lo, hi)));
        return { type, form: 'match', subject: one, arms: [{ pattern: { pattern: 'name', name }, body: block(kept) }] };
      }
      default:
        return compute(type, 'MIN', compute(between(lo, one.type.hi > lo ? one.type.hi : lo), 'MAX', one, integer(lo)), integer(hi));
    }
  }

  private leaf(scope: Names): IntegerExpression {
    const known = scope.map(named).filter(isInteger);
    return known.length > 0 && !this.random.oneIn(4) ? this.random.pick(known) : integer(this.random.within(-12n, 12n));
  }

  /** Some integer, within {@link REACH}. */
  integer(scope: Names, depth: number): IntegerExpression {
    const one = depth <= 0 ? this.leaf(scope) : this.anyInteger(scope, depth);
    return fits(one.type, between(-REACH, REACH)) ? one : this.fit(one, between(-REACH, REACH));
  }

  private anyInteger(scope: Names, depth: number): IntegerExpression {
    const { random } = this;
    const part = (): IntegerExpression => this.integer(scope, depth - 1);
    switch (random.below(16)) {
      case 0:
        return plus(part(), part());
      case 1:
        return minus(part(), part());
      case 2:
        return times(this.fit(part(), between(-4_096n, 4_096n)), this.fit(part(), between(-4_096n, 4_096n)));
      case 3:
      case 4:
        return this.quotient(part(), part());
      case 5:
        return this.bounded(part(), part());
      case 6:
        return this.bitwise(part(), part());
      case 7:
        return this.length(scope);
      case 8:
        return this.element(scope, depth - 1);
      case 9:
        return { ...this.loop('count', scope, depth - 1), type: between(0n, BigInt(MOST_TURNS * 10_000)) };
      case 10:
        return this.drift(scope, depth - 1);
      case 11:
        return this.pairOfDrifts(scope, depth - 1);
      case 12:
        return this.extreme(scope, depth - 1);
      case 13:
        return this.fieldOf(scope) ?? part();
      case 14:
        return this.sum(scope) ?? part();
      default: {
        const type = random.pick([between(0n, 9n), between(-100n, 100n), between(1n, 1_000_000n)]);
        return { ...this.form(type, scope, depth - 1), type };
      }
    }
  }

  private quotient(a: IntegerExpression, b: IntegerExpression): IntegerExpression {
    const { random } = this;
    const most = signless(a.type);
    const operation = random.pick(['DIV', 'MOD', 'FLOOR_DIV', 'FLOOR_MOD']);
    const resultOf = (divisor: IntegerType): IntegerType => (operation.endsWith('DIV') ? most : signless(divisor));
    if (b.type.lo > 0n || b.type.hi < 0n) return compute(resultOf(b.type), operation, a, b);
    if (random.oneIn(2)) {
      const divisor = compute(
        between(1n, signless(b.type).hi + 1n),
        'MAX',
        compute(between(0n, signless(b.type).hi), 'ABS', b),
        integer(1n),
      );
      return compute(resultOf(divisor.type), operation, a, divisor);
    }
    const name = this.fresh('d');
    const divisor = { ...named({ name, type: b.type }), type: b.type };
    const type = hullOf([resultOf(b.type).lo, resultOf(b.type).hi, 0n]);
    const body = choose(type, holds('NE', divisor, integer(0n)), compute(type, operation, a, divisor), integer(0n));
    return { type, form: 'match', subject: b, arms: [{ pattern: { pattern: 'name', name }, body: block(body) }] };
  }

  private bounded(a: IntegerExpression, b: IntegerExpression): IntegerExpression {
    const hull = hullOf([a.type.lo, a.type.hi, b.type.lo, b.type.hi]);
    const size = signless(a.type);
    switch (this.random.below(4)) {
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

  private bitwise(a: IntegerExpression, b: IntegerExpression): IntegerExpression {
    const octet = between(0n, 255n);
    const left = this.fit(a, octet);
    const operation = this.random.pick(['BIT_AND', 'BIT_OR', 'BIT_XOR', 'SHL', 'SHR', 'ISQRT', 'MULDIV']);
    if (operation === 'ISQRT') return compute(between(0n, 15n), operation, left);
    if (operation === 'MULDIV')
      return compute(between(0n, 65_025n), operation, left, this.fit(b, octet), integer(this.random.within(1n, 9n)));
    if (operation === 'SHL') return compute(between(0n, 65_280n), operation, left, this.fit(b, between(0n, 8n)));
    return compute(octet, operation, left, this.fit(b, operation === 'SHR' ? between(0n, 62n) : octet));
  }

  private length(scope: Names): IntegerExpression {
    const sized = scope.filter(({ type }) => type.kind === 'list' || type.kind === 'bytes' || type.kind === 'text');
    if (sized.length === 0) return this.leaf(scope);
    const one = this.random.pick(sized);
    if (one.type.kind !== 'list' && one.type.kind !== 'bytes' && one.type.kind !== 'text') return this.leaf(scope);
    const type = between(BigInt(one.type.lo), BigInt(one.type.hi));
    return compute(type, one.type.kind === 'text' ? 'TEXT_LENGTH' : 'LENGTH', named(one));
  }

  /** An element of a list or of bytes: by a place that there always is, under a condition, or with a default. */
  elementOf(list: Named, at: IntegerExpression, depth: number, scope: Names): Expression {
    const { type } = list;
    if (type.kind !== 'list' && type.kind !== 'bytes') throw new Error('no sequence');
    const element: Type = type.kind === 'list' ? type.element : between(0n, 255n);
    const last = between(0n, BigInt(type.lo) - 1n);
    if (type.lo > 0 && !this.random.oneIn(3)) return apply(element, 'GET', named(list), this.fit(at, last));
    const otherwise = this.of(element, scope, Math.min(depth, 1));
    if (this.random.oneIn(2)) return apply(element, 'GET_OR', named(list), at, otherwise);
    const place = this.fit(at, between(0n, BigInt(Math.max(type.hi, 1)) - 1n));
    if (place.form !== 'name' && place.form !== 'literal') return apply(element, 'GET_OR', named(list), place, otherwise);
    const size = compute(between(BigInt(type.lo), BigInt(type.hi)), 'LENGTH', named(list));
    return choose(element, holds('LT', place, size), apply(element, 'GET', named(list), place), otherwise);
  }

  private element(scope: Names, depth: number): IntegerExpression {
    const lists = scope.filter(({ type }) => type.kind === 'bytes' || (type.kind === 'list' && type.element.kind === 'integer'));
    if (lists.length === 0) return this.leaf(scope);
    const one = this.elementOf(this.random.pick(lists), this.integer(scope, depth - 1), 0, scope);
    return isInteger(one) ? one : this.leaf(scope);
  }

  private sum(scope: Names): IntegerExpression | null {
    const lists = scope.flatMap((each) =>
      each.type.kind === 'list' && each.type.element.kind === 'integer' ? [{ each, type: each.type, element: each.type.element }] : [],
    );
    if (lists.length === 0) return null;
    const { each, type, element } = this.random.pick(lists);
    const most = BigInt(type.hi);
    if (element.hi > REACH || element.lo < -REACH) return null;
    return compute(hullOf([0n, element.lo * most, element.hi * most]), 'SUM', named(each));
  }

  private fieldOf(scope: Names): IntegerExpression | null {
    const fields = scope.flatMap((each) =>
      each.type.kind === 'record' ? each.type.fields.map(({ name, type }) => ({ each, name, type })) : [],
    );
    if (fields.length === 0) return null;
    const { each, name, type } = this.random.pick(fields);
    return type.kind === 'integer' ? { type, form: 'field', record: named(each), name } : null;
  }

  /** Elements to run over, and how many turns there are at most. */
  source(scope: Names, depth: number): { readonly source: Source; readonly element: Type; readonly turns: number } {
    const lists = scope.filter(({ type }) => (type.kind === 'list' || type.kind === 'bytes') && type.hi <= MOST_TURNS);
    const one = lists.length > 0 && this.random.oneIn(2) ? this.random.pick(lists) : undefined;
    if (one !== undefined && (one.type.kind === 'list' || one.type.kind === 'bytes')) {
      const element: Type = one.type.kind === 'list' ? one.type.element : between(0n, 255n);
      return { source: { over: 'value', value: named(one) }, element, turns: one.type.hi };
    }
    const first = this.random.within(-2n, 2n);
    const near = Math.min(depth, 1);
    const lo = this.random.oneIn(3) ? this.fit(this.integer(scope, near), between(first, first + 2n)) : integer(first);
    const last = between(first, first + 5n);
    const hi = this.random.oneIn(4) ? integer(last.hi) : this.fit(this.integer(scope, near), last);
    return { source: { over: 'range', lo, hi }, element: between(lo.type.lo, last.hi), turns: 6 };
  }

  private loop(loop: Loop, scope: Names, depth: number): Expression {
    const name = this.fresh('e');
    const { source, element } = this.source(scope, depth);
    const inner = [...scope, { name, type: element }];
    return { type: BOOLEAN, form: 'loop', loop, name, source, body: this.block(BOOLEAN, inner, depth) };
  }

  /** A fold whose accumulator grows by a bounded step, with no stated domain. */
  private drift(scope: Names, depth: number): IntegerExpression {
    const accumulator = this.fresh('a');
    const name = this.fresh('e');
    const { source, element, turns } = this.source(scope, depth);
    const initial = this.fit(this.leaf(scope), between(-9n, 9n));
    const grown = this.step(accumulator, [...scope, { name, type: element }], turns, depth);
    const type = hullOf([initial.type.lo + grown.least, initial.type.hi + grown.most]);
    return { type, form: 'fold', accumulator, stated: null, initial, name, source, body: block(grown.next) };
  }

  private step(accumulator: string, scope: Names, turns: number, depth: number) {
    const step = this.fit(this.integer(scope, depth - 1), this.random.pick([between(0n, 3n), between(-2n, 5n), between(7n, 7n)]));
    const { lo, hi } = step.type;
    const total = hullOf([0n, lo * BigInt(turns), hi * BigInt(turns)]);
    const before: IntegerExpression = { type: between(-REACH, REACH), form: 'name', name: accumulator };
    return { least: total.lo, most: total.hi, step, next: plus(before, step) };
  }

  /** A fold over a record of two integers that grow by different steps, of which one is asked for. */
  private pairOfDrifts(scope: Names, depth: number): IntegerExpression {
    const accumulator = this.fresh('p');
    const name = this.fresh('e');
    const { source, element, turns } = this.source(scope, depth);
    const inner = [...scope, { name, type: element }];
    const a = this.step(accumulator, inner, turns, depth);
    const b = this.step(accumulator, inner, turns, depth);
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
    return field({ type, form: 'fold', accumulator, stated: null, initial, name, source, body: block(next) }, this.random.pick(['a', 'b']));
  }

  /** The greatest or least of what a body gives. */
  private extreme(scope: Names, depth: number): IntegerExpression {
    const accumulator = this.fresh('m');
    const name = this.fresh('e');
    const { source, element } = this.source(scope, depth);
    const each = this.integer([...scope, { name, type: element }], depth);
    const initial = integer(this.random.within(-5n, 5n));
    const type = hullOf([initial.type.lo, each.type.lo, each.type.hi]);
    const before: IntegerExpression = { type, form: 'name', name: accumulator };
    const next = compute(type, this.random.pick(['MIN', 'MAX']), before, each);
    return { type, form: 'fold', accumulator, stated: null, initial, name, source, body: block(next) };
  }

  private condition(scope: Names, depth: number): Expression {
    const { random } = this;
    switch (random.below(8)) {
      case 0:
        return {
          type: BOOLEAN,
          form: 'connective',
          connective: random.pick(['and', 'or', 'implies']),
          left: this.of(BOOLEAN, scope, depth),
          right: this.of(BOOLEAN, scope, depth),
        };
      case 1:
        return holds('NOT', this.of(BOOLEAN, scope, depth));
      case 2:
        return this.loop(random.pick(['any', 'all']), scope, depth);
      case 3:
      case 4: {
        const one = random.pick([...scope, { name: '', type: BOOLEAN }]);
        if (one.name === '') return truth(random.oneIn(2));
        return holds(random.pick(['EQ', 'NE']), named(one), this.of(one.type, scope, Math.min(depth, 1)));
      }
      default:
        return holds(random.pick(['LT', 'LE', 'GT', 'GE']), this.integer(scope, depth), this.integer(scope, depth));
    }
  }

  private tag(type: Type, scope: Names, depth: number): Expression {
    const tables = scope.filter((each) => each.type.kind === 'list' && fits(each.type.element, type));
    if (tables.length > 0 && !this.random.oneIn(3)) return this.elementOf(this.random.pick(tables), this.integer(scope, depth), 0, scope);
    return this.form(type, scope, depth);
  }

  private text(type: Extract<Type, { readonly kind: 'text' }>, scope: Names, depth: number): Expression {
    const texts = scope.filter((each) => each.type.kind === 'text' && each.type.hi <= 64);
    const one = texts.length === 0 ? undefined : this.random.pick(texts);
    if (one === undefined || one.type.kind !== 'text' || type.lo > 0) return this.plain(type, scope);
    const size = apply(between(0n, BigInt(one.type.hi)), 'TEXT_LENGTH', named(one));
    const cut = apply(
      { kind: 'text', lo: 0, hi: type.hi },
      'SUBSTRING',
      named(one),
      integer(0n),
      apply(between(0n, BigInt(type.hi)), 'MIN', size, integer(BigInt(Math.min(type.hi, 3)))),
    );
    if (type.hi < 4) return cut;
    return apply(type, 'JOIN', cut, this.of({ kind: 'text', lo: 0, hi: type.hi - 3 }, scope, depth - 1));
  }

  private bytes(type: Extract<Type, { readonly kind: 'bytes' }>, scope: Names, depth: number): Expression {
    const known = scope.filter((each) => each.type.kind === 'bytes' && each.type.hi <= 64);
    const one = known.length === 0 ? undefined : this.random.pick(known);
    if (one === undefined || type.lo > 0) return this.plain(type, scope);
    if (type.hi >= 32 && this.random.oneIn(4)) return apply({ kind: 'bytes', lo: 32, hi: 32 }, 'SHA256', named(one));
    return apply(
      { kind: 'bytes', lo: 0, hi: type.hi },
      'TAKE',
      named(one),
      this.fit(this.integer(scope, depth), between(0n, BigInt(type.hi))),
    );
  }

  private list(type: Extract<Type, { readonly kind: 'list' }>, scope: Names, depth: number): Expression {
    const { random } = this;
    const { element } = type;
    const sources = scope.filter(
      (each) => each.type.kind === 'list' && each.type.hi <= MOST_TURNS && each.type.lo >= type.lo && each.type.hi <= type.hi,
    );
    const one = sources.length === 0 ? undefined : random.pick(sources);
    if (one?.type.kind === 'list') {
      const name = this.fresh('e');
      const inner = [...scope, { name, type: one.type.element }];
      const source: Source = { over: 'value', value: named(one) };
      switch (random.below(5)) {
        case 0:
          return { type, form: 'loop', loop: 'map', name, source, body: this.block(element, inner, depth) };
        case 1:
          if (type.lo > 0 || !fits(one.type.element, element)) break;
          return { type, form: 'loop', loop: 'filter', name, source, body: this.block(BOOLEAN, inner, depth) };
        case 2:
          if (fits(one.type, type)) return apply(type, 'REVERSE', named(one));
          break;
        case 3:
          if (fits(one.type, type) && one.type.lo > 0)
            return apply(
              type,
              'SET',
              named(one),
              this.fit(this.integer(scope, depth), between(0n, BigInt(one.type.lo) - 1n)),
              this.of(element, scope, depth),
            );
          break;
        default:
          if (fits(one.type, type) && (element.kind === 'integer' || element.kind === 'text')) return apply(type, 'SORT', named(one));
      }
    }
    if (type.lo <= 1 && type.hi >= 6 && random.oneIn(2)) {
      const name = this.fresh('e');
      const hi = this.fit(this.integer(scope, depth), between(1n, BigInt(Math.min(type.hi, 6))));
      const inner = [...scope, { name, type: between(1n, 6n) }];
      return {
        type,
        form: 'loop',
        loop: 'map',
        name,
        source: { over: 'range', lo: integer(1n), hi },
        body: this.block(element, inner, depth),
      };
    }
    if (type.lo > 5 || random.oneIn(3)) return this.filled(type, scope);
    const length = type.lo + random.below(Math.min(type.hi, 5) - type.lo + 1);
    return { type, form: 'list', items: Array.from({ length }, () => this.of(element, scope, depth - 1)) };
  }

  /** A block of an arm or a body, some with wires of their own. */
  block(type: Type, scope: Names, depth: number): Block {
    if (depth <= 0 || !this.random.oneIn(3)) return block(this.of(type, scope, depth));
    const name = this.fresh('v');
    const value = this.random.oneIn(3) ? this.of(this.random.pick(this.enumerations), scope, depth - 1) : this.integer(scope, depth - 1);
    return block(this.of(type, [...scope, { name, type: value.type }], depth), wire(name, value));
  }

  /** One of the forms that give any type. */
  private form(type: Type, scope: Names, depth: number): Expression {
    const { random } = this;
    switch (random.below(5)) {
      case 0:
        return {
          type,
          form: 'if',
          condition: this.of(BOOLEAN, scope, depth),
          whenTrue: this.block(type, scope, depth),
          whenFalse: this.block(type, scope, depth),
        };
      case 1:
        return this.folded(type, scope, depth);
      case 2:
        return this.call(type, scope, depth) ?? this.match(type, scope, depth);
      default:
        return this.match(type, scope, depth);
    }
  }

  /** A fold whose accumulator has a stated domain. */
  private folded(type: Type, scope: Names, depth: number): Expression {
    const accumulator = this.fresh('a');
    const name = this.fresh('e');
    const { source, element } = this.source(scope, depth);
    const inner = [...scope, { name: accumulator, type }, { name, type: element }];
    const initial = this.of(type, scope, depth);
    return { type, form: 'fold', accumulator, stated: type, initial, name, source, body: this.block(type, inner, depth) };
  }

  private match(type: Type, scope: Names, depth: number): Expression {
    const subjects = scope.filter(({ type: each }) => each.kind !== 'list' && each.kind !== 'record');
    const subject: Expression =
      subjects.length === 0 || this.random.oneIn(4) ? this.integer(scope, depth) : named(this.random.pick(subjects));
    return { type, form: 'match', subject, arms: this.arms(subject.type, type, scope, depth) };
  }

  private arms(subject: Type, type: Type, scope: Names, depth: number): readonly Arm[] {
    const { random } = this;
    const body = (inner: Names = scope): Block => this.block(type, inner, depth);
    const name = this.fresh('s');
    const rest: Arm = random.oneIn(2)
      ? { pattern: { pattern: 'any' }, body: body() }
      : { pattern: { pattern: 'name', name }, body: body([...scope, { name, type: subject }]) };
    switch (subject.kind) {
      case 'integer': {
        const middle = this.fitting(subject, random.oneIn(2) ? random.within(-9n, 9n) : random.within(subject.lo, subject.hi));
        const low: Arm = { pattern: { pattern: 'range', lo: subject.lo, hi: middle }, body: body() };
        const point: Arm = { pattern: { pattern: 'range', lo: middle, hi: middle }, body: body() };
        if (middle === subject.hi || random.oneIn(2)) return [point, rest];
        return [low, random.oneIn(2) ? rest : { pattern: { pattern: 'range', lo: middle + 1n, hi: subject.hi }, body: body() }];
      }
      case 'boolean':
        return [true, false].map((value) => ({ pattern: { pattern: 'value', value }, body: body() }));
      case 'enumeration': {
        const all = subject.tags.map((tag): Arm => ({ pattern: { pattern: 'tag', tag }, body: body() }));
        return all.length > 1 && random.oneIn(2) ? [...all.slice(0, 1), rest] : all;
      }
      case 'text':
      case 'bytes': {
        const values = [someValue(subject, random), someValue(subject, random)].filter(
          (value) => (typeof value === 'string' || value instanceof Uint8Array) && value.length <= 16,
        );
        const arms = values.flatMap((value): readonly Arm[] =>
          typeof value === 'string' || value instanceof Uint8Array ? [{ pattern: { pattern: 'value', value }, body: body() }] : [],
        );
        return [...arms, rest];
      }
      case 'option': {
        const content = this.fresh('s');
        const some: Arm = {
          pattern: { pattern: 'some', inner: { pattern: 'name', name: content } },
          body: body([...scope, { name: content, type: subject.value }]),
        };
        return [{ pattern: { pattern: 'none' }, body: body() }, some];
      }
      case 'list':
      case 'record':
        return [rest];
    }
  }

  private fitting({ lo, hi }: IntegerType, value: bigint): bigint {
    return value < lo || value > hi ? lo : value;
  }

  private call(type: Type, scope: Names, depth: number): Expression | null {
    const fitting = this.components.filter((component) => fits(component.result, type));
    if (fitting.length === 0) return null;
    return this.callOf(this.random.pick(fitting), scope, depth);
  }

  /** A call whose arguments satisfy the require of the component: its first parameter is at most its second. */
  callOf(component: Component, scope: Names, depth: number): Expression {
    const operands = component.parameters.map(({ type }) => this.of(type, scope, depth));
    const called = (...each: readonly Expression[]): Expression => ({
      type: component.result,
      form: 'call',
      component: component.name,
      operands: each,
    });
    const [first, second, ...others] = operands;
    if (component.requires.length === 0 || first === undefined || second === undefined) return called(...operands);
    const a = this.fresh('t');
    const b = this.fresh('t');
    const [left, right] = [named({ name: a, type: first.type }), named({ name: b, type: second.type })];
    const type = component.parameters[0]?.type ?? first.type;
    const ordered = called(apply(type, 'MIN', left, right), apply(type, 'MAX', left, right), ...others);
    const inner: Expression = {
      type: component.result,
      form: 'match',
      subject: second,
      arms: [{ pattern: { pattern: 'name', name: b }, body: block(ordered) }],
    };
    return { type: component.result, form: 'match', subject: first, arms: [{ pattern: { pattern: 'name', name: a }, body: block(inner) }] };
  }
}

/** The values of a type and their negations. */
function signless({ lo, hi }: IntegerType): IntegerType {
  return hullOf([lo, hi, -lo, -hi]);
}
