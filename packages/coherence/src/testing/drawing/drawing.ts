import {
  between,
  block,
  boundBy,
  fits,
  type IntegerExpression,
  type IntegerType,
  integer,
  isInteger,
  literal,
  named,
  REACH,
  wire,
} from './build.js';
import { condition, form } from './forms.js';
import { someValue } from './inputs.js';
import { fitted, someInteger } from './integers.js';
import { firstOf } from './loops.js';
import type { Random } from './random.js';
import { fieldWire, recordOf } from './records.js';
import { bytesOf, filled, listOf, tagOf, textOf } from './sequences.js';
import type { Component, DrawnBlock, DrawnExpression, DrawnName, DrawnType } from './tree.js';

export type DrawnNames = readonly DrawnName[];

/**
 * Generates expressions that are safe by interval arithmetic: a divisor is never 0, an index lies within its list. Many of them
 * close. The interpreter decides if a program is truly closed.
 */
export class Drawing {
  private count = 0;
  readonly components: Component[] = [];
  /** Several types with equally many tags, two of them with the same tags in another order, and one with a single tag. */
  readonly enumerations: readonly DrawnType[];

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

  /** Generates an expression of a type, with values in the type. */
  of(type: DrawnType, scope: DrawnNames, depth: number): DrawnExpression {
    const known = scope.filter((each) => fits(each.type, type));
    if (known.length > 0 && (depth <= 0 || this.random.oneIn(4))) return named(this.random.pick(known));
    if (depth <= 0) return this.plain(type, scope);
    if (this.random.oneIn(3)) return this.form(type, scope, depth - 1);
    switch (type.kind) {
      case 'integer':
        return this.fit(this.integer(scope, depth - 1), type);
      case 'boolean':
        return condition(this, scope, depth - 1);
      case 'enumeration':
        return tagOf(this, type, scope, depth - 1);
      case 'text':
        return textOf(this, type, scope, depth - 1);
      case 'bytes':
        return bytesOf(this, type, scope, depth - 1);
      case 'list':
        return listOf(this, type, scope, depth - 1);
      case 'record':
        return recordOf(this, type, scope, depth - 1);
      case 'option':
        if (this.random.oneIn(3)) return firstOf(this, type.value, scope, depth - 1) ?? this.plain(type, scope);
        return this.random.oneIn(3) ? this.plain(type, scope) : { type, form: 'some', content: this.of(type.value, scope, depth - 1) };
    }
  }

  /** Generates a literal, or a name in scope that is restricted to the type. */
  plain(type: DrawnType, scope: DrawnNames): DrawnExpression {
    const integers = scope.filter((each) => each.type.kind === 'integer');
    if (type.kind === 'integer' && integers.length > 0 && !this.random.oneIn(3)) {
      const one = named(this.random.pick(integers));
      if (isInteger(one)) return this.fit(one, type);
    }
    if (type.kind === 'list' && (type.lo > 5 || this.random.oneIn(4))) return filled(this, type, scope);
    if (type.kind === 'list') {
      const length = type.lo + this.random.below(Math.min(type.hi, 5) - type.lo + 1);
      return { type, form: 'list', items: Array.from({ length }, () => this.plain(type.element, scope)) };
    }
    return literal(type, someValue(type, this.random));
  }

  /** Generates one of the forms that can have any type. */
  form(type: DrawnType, scope: DrawnNames, depth: number): DrawnExpression {
    return form(this, type, scope, depth);
  }

  /** Returns the expression if it lies in the type, else a restricted form of it. */
  fit(one: IntegerExpression, type: IntegerType): IntegerExpression {
    return fitted(this, one, type);
  }

  leaf(scope: DrawnNames): IntegerExpression {
    const known = scope.map(named).filter(isInteger);
    return known.length > 0 && !this.random.oneIn(4) ? this.random.pick(known) : integer(this.random.within(-12n, 12n));
  }

  /** Generates an integer expression within {@link REACH}. */
  integer(scope: DrawnNames, depth: number): IntegerExpression {
    const one = depth <= 0 ? this.leaf(scope) : someInteger(this, scope, depth);
    return fits(one.type, between(-REACH, REACH)) ? one : this.fit(one, between(-REACH, REACH));
  }

  /** Generates a block of an arm or a body, sometimes with its own wires. */
  block(type: DrawnType, scope: DrawnNames, depth: number): DrawnBlock {
    if (depth <= 0 || !this.random.oneIn(3)) return block(this.of(type, scope, depth));
    const records = scope.filter((each) => each.type.kind === 'record');
    if (records.length > 0 && this.random.oneIn(2)) {
      const one = fieldWire(this, named(this.random.pick(records)));
      return block(this.of(type, [...scope, ...boundBy(one)], depth), one);
    }
    const name = this.fresh('v');
    const value = this.random.oneIn(3) ? this.of(this.random.pick(this.enumerations), scope, depth - 1) : this.integer(scope, depth - 1);
    return block(this.of(type, [...scope, { name, type: value.type }], depth), wire(name, value));
  }
}
