import { isOf } from './texts.js';
import type { DrawnBlock, DrawnExpression, DrawnName, DrawnType, DrawnValue, DrawnWire, FieldNames } from './tree.js';

export type IntegerType = Extract<DrawnType, { readonly kind: 'integer' }>;

/** An integer expression whose bounds are tracked. */
export type IntegerExpression = DrawnExpression & { readonly type: IntegerType };

/** Bound for results, so that sums and products of two of them do not overflow. */
export const REACH = 2n ** 28n;
/** Limit for the steps of a loop over a generated list or range. */
export const MAX_TURNS = 8;

export const BOOLEAN: DrawnType = { kind: 'boolean' };
export const INT64: IntegerType = { kind: 'integer', lo: -(2n ** 63n), hi: 2n ** 63n - 1n };

export function between(lo: bigint, hi: bigint): IntegerType {
  return { kind: 'integer', lo, hi };
}

export function named({ name, type }: DrawnName): DrawnExpression {
  return { type, form: 'name', name };
}

export function literal(type: DrawnType, value: DrawnValue): DrawnExpression {
  return { type, form: 'literal', value };
}

export function integer(value: bigint): IntegerExpression {
  return { type: between(value, value), form: 'literal', value };
}

export function truth(value: boolean): DrawnExpression {
  return literal(BOOLEAN, value);
}

export function apply(type: DrawnType, operation: string, ...operands: readonly DrawnExpression[]): DrawnExpression {
  return { type, form: 'apply', operation, operands };
}

export function compute(type: IntegerType, operation: string, ...operands: readonly DrawnExpression[]): IntegerExpression {
  return { type, form: 'apply', operation, operands };
}

/** A comparison or another application with a boolean result. */
export function holds(operation: string, ...operands: readonly DrawnExpression[]): DrawnExpression {
  return apply(BOOLEAN, operation, ...operands);
}

export function and(left: DrawnExpression, right: DrawnExpression): DrawnExpression {
  return { type: BOOLEAN, form: 'connective', connective: 'and', left, right };
}

export function choose(
  type: DrawnType,
  condition: DrawnExpression,
  whenTrue: DrawnExpression,
  whenFalse: DrawnExpression,
): DrawnExpression {
  return { type, form: 'if', condition, whenTrue: block(whenTrue), whenFalse: block(whenFalse) };
}

export function block(result: DrawnExpression, ...wires: readonly DrawnWire[]): DrawnBlock {
  return { wires, result };
}

export function wire(name: string, value: DrawnExpression, stated: DrawnType | null = null): DrawnWire {
  return { name, stated, value };
}

/** A wire that binds names to fields of its value. */
export function destructured(value: DrawnExpression, names: FieldNames): DrawnWire {
  return { name: '', names, stated: null, value };
}

/** Returns the names that a wire binds. */
export function boundBy({ name, names, stated, value }: DrawnWire): readonly DrawnName[] {
  const type = stated ?? value.type;
  return names === undefined ? [{ name, type }] : namesOf(names, type);
}

/** Returns the names bound to fields of a record. */
export function namesOf(names: FieldNames, type: DrawnType): readonly DrawnName[] {
  return names.flatMap(({ field, name }) => {
    const found = type.kind === 'record' ? type.fields.find((each) => each.name === field) : undefined;
    return found === undefined ? [] : [{ name, type: found.type }];
  });
}

/** Returns the type with all values of a type. */
export function widest(type: DrawnType): DrawnType {
  switch (type.kind) {
    case 'integer':
      return INT64;
    case 'boolean':
    case 'enumeration':
      return type;
    case 'text':
    case 'bytes':
      return { kind: type.kind, lo: 0, hi: 1_048_576 };
    case 'list':
      return { kind: 'list', element: widest(type.element), lo: 0, hi: 65_536 };
    case 'record':
      return { kind: 'record', fields: type.fields.map((field) => ({ name: field.name, type: widest(field.type) })) };
    case 'option':
      return { kind: 'option', value: widest(type.value) };
  }
}

export function isInteger(expression: DrawnExpression): expression is IntegerExpression {
  return expression.type.kind === 'integer';
}

/** Returns a sum, difference or product with the bounds that follow from its operands. */
export function plus(a: IntegerExpression, b: IntegerExpression): IntegerExpression {
  return compute(between(a.type.lo + b.type.lo, a.type.hi + b.type.hi), 'ADD', a, b);
}

export function minus(a: IntegerExpression, b: IntegerExpression): IntegerExpression {
  return compute(between(a.type.lo - b.type.hi, a.type.hi - b.type.lo), 'SUB', a, b);
}

export function times(a: IntegerExpression, b: IntegerExpression): IntegerExpression {
  return compute(hullOf([a.type.lo, a.type.hi].flatMap((x) => [x * b.type.lo, x * b.type.hi])), 'MUL', a, b);
}

export function hullOf(values: readonly bigint[]): IntegerType {
  return between(
    values.reduce((a, b) => (a < b ? a : b)),
    values.reduce((a, b) => (a > b ? a : b)),
  );
}

/** Returns true if every value of the first type belongs to the second. */
export function fits(type: DrawnType, into: DrawnType): boolean {
  switch (type.kind) {
    case 'integer':
      return into.kind === 'integer' && into.lo <= type.lo && type.hi <= into.hi;
    case 'boolean':
      return into.kind === 'boolean';
    case 'enumeration':
      return into.kind === 'enumeration' && type.tags.join() === into.tags.join();
    case 'text':
      return into.kind === 'text' && into.lo <= type.lo && type.hi <= into.hi && isOf(type.of, into.of);
    case 'bytes':
      return into.kind === type.kind && into.lo <= type.lo && type.hi <= into.hi;
    case 'list':
      return into.kind === 'list' && into.lo <= type.lo && type.hi <= into.hi && fits(type.element, into.element);
    case 'record':
      return (
        into.kind === 'record' &&
        into.fields.length === type.fields.length &&
        type.fields.every((field, index) => {
          const other = into.fields[index];
          return other?.name === field.name && fits(field.type, other.type);
        })
      );
    case 'option':
      return into.kind === 'option' && fits(type.value, into.value);
  }
}
