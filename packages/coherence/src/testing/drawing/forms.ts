import { apply, BOOLEAN, block, fits, holds, type IntegerType, named, truth } from './build.js';
import type { Drawing, Names } from './drawing.js';
import { someValue } from './inputs.js';
import { folded, loopOf } from './loops.js';
import type { Arm, Block, Component, Expression, Type } from './tree.js';

export function condition(drawing: Drawing, scope: Names, depth: number): Expression {
  const { random } = drawing;
  switch (random.below(8)) {
    case 0:
      return {
        type: BOOLEAN,
        form: 'connective',
        connective: random.pick(['and', 'or', 'implies']),
        left: drawing.of(BOOLEAN, scope, depth),
        right: drawing.of(BOOLEAN, scope, depth),
      };
    case 1:
      return holds('NOT', drawing.of(BOOLEAN, scope, depth));
    case 2:
      return loopOf(drawing, random.pick(['any', 'all']), scope, depth);
    case 3:
    case 4: {
      const one = random.pick([...scope, { name: '', type: BOOLEAN }]);
      if (one.name === '') return truth(random.oneIn(2));
      return holds(random.pick(['EQ', 'NE']), named(one), drawing.of(one.type, scope, Math.min(depth, 1)));
    }
    default:
      return holds(random.pick(['LT', 'LE', 'GT', 'GE']), drawing.integer(scope, depth), drawing.integer(scope, depth));
  }
}

/** One of the forms that give any type. */
export function form(drawing: Drawing, type: Type, scope: Names, depth: number): Expression {
  const { random } = drawing;
  switch (random.below(5)) {
    case 0:
      return {
        type,
        form: 'if',
        condition: drawing.of(BOOLEAN, scope, depth),
        whenTrue: drawing.block(type, scope, depth),
        whenFalse: drawing.block(type, scope, depth),
      };
    case 1:
      return folded(drawing, type, scope, depth);
    case 2:
      return call(drawing, type, scope, depth) ?? match(drawing, type, scope, depth);
    default:
      return match(drawing, type, scope, depth);
  }
}

function match(drawing: Drawing, type: Type, scope: Names, depth: number): Expression {
  const subjects = scope.filter(({ type: each }) => each.kind !== 'list' && each.kind !== 'record');
  const subject: Expression =
    subjects.length === 0 || drawing.random.oneIn(4) ? drawing.integer(scope, depth) : named(drawing.random.pick(subjects));
  return { type, form: 'match', subject, arms: armsOf(drawing, subject.type, type, scope, depth) };
}

function armsOf(drawing: Drawing, subject: Type, type: Type, scope: Names, depth: number): readonly Arm[] {
  const { random } = drawing;
  const body = (inner: Names = scope): Block => drawing.block(type, inner, depth);
  const name = drawing.fresh('s');
  const rest: Arm = random.oneIn(2)
    ? { pattern: { pattern: 'any' }, body: body() }
    : { pattern: { pattern: 'name', name }, body: body([...scope, { name, type: subject }]) };
  switch (subject.kind) {
    case 'integer': {
      const middle = nearest(subject, random.oneIn(2) ? random.within(-9n, 9n) : random.within(subject.lo, subject.hi));
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
      const content = drawing.fresh('s');
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

function nearest({ lo, hi }: IntegerType, value: bigint): bigint {
  return value < lo || value > hi ? lo : value;
}

function call(drawing: Drawing, type: Type, scope: Names, depth: number): Expression | null {
  const fitting = drawing.components.filter((component) => fits(component.result, type));
  if (fitting.length === 0) return null;
  return callOf(drawing, drawing.random.pick(fitting), scope, depth);
}

/** A call whose arguments satisfy the require of the component: its first parameter is at most its second. */
export function callOf(drawing: Drawing, component: Component, scope: Names, depth: number): Expression {
  const operands = component.parameters.map(({ type }) => drawing.of(type, scope, depth));
  const called = (...each: readonly Expression[]): Expression => ({
    type: component.result,
    form: 'call',
    component: component.name,
    operands: each,
  });
  const [first, second, ...others] = operands;
  if (component.requires.length === 0 || first === undefined || second === undefined) return called(...operands);
  const a = drawing.fresh('t');
  const b = drawing.fresh('t');
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
