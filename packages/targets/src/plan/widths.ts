import {
  type AbstractValue,
  type Domain,
  type Int,
  maximum,
  minimum,
  OptionValue,
  RecordValue,
  type Type,
  TypeNumbers,
  typeOf,
  type Value,
} from '@kirchhoff/coherence';
import { blocksOf, definedBy, expressionsOf, partsOf } from '../lowered/free-variables.js';
import type { Expression, LoweredProgram, Statement, Typed } from '../lowered/program.js';
import { rangeOfDomain } from './domain-range.js';

/** The bits of an integer in a language that has integers of several sizes. */
export type Width = 32 | 64;

export const INT32_MIN = -(2 ** 31);
export const INT32_MAX = 2 ** 31 - 1;

/** Returns the width of the integers between both ends. */
export function widthOf({ lo, hi }: { readonly lo: Int; readonly hi: Int }): Width {
  return lo >= INT32_MIN && hi <= INT32_MAX ? 32 : 64;
}

/** Returns the width of a port that is an integer, which follows from its domain alone; 64 for another port. */
export function widthOfPort(domain: Domain): Width {
  return domain.kind === 'integer' ? widthOf(domain) : 64;
}

/** Returns the type of the parts of a list or an option, and of the field of that name of a record. */
export function typeInside(type: Type, field: string | null = null): Type {
  if (type.kind === 'list') return type.element;
  if (type.kind === 'option') return type.value;
  const found = type.kind === 'record' ? type.fields.find(({ name }) => name === field) : undefined;
  if (found === undefined) throw new Error(`a ${type.kind} has no part ${field}`);
  return found.type;
}

/**
 * The widths of the integers in the lists, options and records of a program. All values of one type have the same width, the widest
 * that one of them needs, so that no list is converted. Variables and results have 64 bits, since what lies between two operations
 * may be wide. The elements of bytes are bytes.
 */
export class Widths {
  /** The places whose integers need 64 bits: `list`, `option`, and fields of records. */
  private readonly wide = new Set<string>();
  /** Equal types have the same number. */
  private readonly numbers = new TypeNumbers();
  /** The ranges so far with the numbers of their types: many values share one. */
  private readonly seen = new Map<AbstractValue, Set<number>>();

  constructor({ functions, inputs, outputs }: Pick<LoweredProgram, 'functions' | 'inputs' | 'outputs'>) {
    for (const { domain } of [...inputs, ...outputs]) this.addRange(typeOf(domain), rangeOfDomain(domain));
    for (const { parameters, result, body } of functions) {
      parameters.forEach(this.add);
      if (result !== null) this.add(result);
      body.forEach(this.addStatement);
    }
  }

  /** Returns the width of the integers in a list or an option, and in the fields of that name of a record. */
  inside(type: Type, field: string | null = null): Width {
    return this.wide.has(this.placeIn(type, field)) ? 64 : 32;
  }

  /** Returns true if a value of a port fits the integers of the port's type. */
  hold(domain: Domain, value: Value): boolean {
    return domain.kind === 'integer' ? fits(value, widthOf(domain)) : this.holdParts(typeOf(domain), value);
  }

  private holdParts(type: Type, value: Value): boolean {
    if (value instanceof OptionValue) {
      return type.kind !== 'option' || value.content === undefined || this.holdPart(type, null, type.value, value.content);
    }
    if (value instanceof RecordValue) {
      if (type.kind !== 'record') return true;
      return type.fields.every((each) => {
        const part = value.fields.get(each.name);
        return part === undefined || this.holdPart(type, each.name, each.type, part);
      });
    }
    return type.kind !== 'list' || !Array.isArray(value) || value.every((each: Value) => this.holdPart(type, null, type.element, each));
  }

  private holdPart(whole: Type, field: string | null, type: Type, value: Value): boolean {
    return type.kind === 'integer' ? fits(value, this.inside(whole, field)) : this.holdParts(type, value);
  }

  private readonly addStatement = (statement: Statement): void => {
    const variable = definedBy(statement);
    if (variable !== null) this.add(variable);
    expressionsOf(statement).forEach(this.addExpression);
    if (statement.kind === 'push') this.addPart(statement.variable.type, null, statement.value);
    for (const block of blocksOf(statement)) block.forEach(this.addStatement);
  };

  private readonly addExpression = (expression: Expression): void => {
    this.add(expression);
    this.addPartsOf(expression);
    partsOf(expression).forEach(this.addExpression);
  };

  /** Adds the integers that an expression puts into a value of its type: in code that is never reached, its range has none. */
  private addPartsOf(expression: Expression): void {
    const { type } = expression;
    switch (expression.kind) {
      case 'list':
        for (const item of expression.items) this.addPart(type, null, item);
        return;
      case 'record':
        for (const { name, value } of expression.fields) this.addPart(type, name, value);
        return;
      case 'some':
        return this.addPart(type, null, expression.value);
      case 'apply': {
        const place = PUT.get(expression.monomer);
        const part = place === undefined ? undefined : expression.args[place];
        if (part !== undefined) this.addPart(type, null, part);
        return;
      }
      default:
        return;
    }
  }

  private addPart(whole: Type, field: string | null, part: Typed): void {
    if (whole.kind !== 'bytes' && part.type.kind === 'integer') this.addInteger(whole, field, part.range);
  }

  private addInteger(whole: Type, field: string | null, range: AbstractValue): void {
    const isNarrow = range.kind === 'integer' && widthOf({ lo: range.ranges.reduce(minimum), hi: range.ranges.reduce(maximum) }) === 32;
    if (!isNarrow) this.wide.add(this.placeIn(whole, field));
  }

  private readonly add = ({ type, range }: Typed): void => this.addRange(type, range);

  private addRange(type: Type, range: AbstractValue): void {
    if (range.kind === 'integer' || !this.isNew(type, range)) return;
    if (type.kind === 'list' && range.kind === 'list') this.addRangeIn(type, null, type.element, range.element);
    else if (type.kind === 'option' && range.kind === 'option') this.addRangeIn(type, null, type.value, range.some);
    else if (type.kind === 'record' && range.kind === 'record') {
      for (const field of type.fields) {
        const view = range.fields.find(({ name }) => name === field.name)?.view;
        if (view !== undefined) this.addRangeIn(type, field.name, field.type, view);
      }
    }
  }

  private isNew(type: Type, range: AbstractValue): boolean {
    const types = this.seen.get(range) ?? new Set();
    const number = this.numbers.of(type);
    if (types.has(number)) return false;
    this.seen.set(range, types.add(number));
    return true;
  }

  /** Adds the range of a part. An empty one, as that of the elements of an empty list, has no values. */
  private addRangeIn(whole: Type, field: string | null, type: Type, range: AbstractValue): void {
    if (range.kind === 'never') return;
    if (type.kind === 'integer') this.addInteger(whole, field, range);
    else this.addRange(type, range);
  }

  private placeIn(type: Type, field: string | null): string {
    return type.kind === 'record' ? `${this.numbers.of(type)} ${field}` : type.kind;
  }
}

/** The monomers that put one of their arguments into a list, with the index of that argument. */
const PUT: ReadonlyMap<string, number> = new Map([
  ['APPEND', 1],
  ['SET', 2],
  ['FILL', 1],
]);

function fits(value: Value, width: Width): boolean {
  return width === 64 || ((typeof value === 'number' || typeof value === 'bigint') && widthOf({ lo: value, hi: value }) === 32);
}
