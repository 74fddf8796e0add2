import { apply, BOOLEAN, block, fits, holds, type IntegerType, named, truth } from './build.js';
import type { Drawing, DrawnNames } from './drawing.js';
import { someValue } from './inputs.js';
import { folded, loopOf } from './loops.js';
import type { Component, DrawnArm, DrawnBlock, DrawnExpression, DrawnPattern, DrawnRow, DrawnType } from './tree.js';

export function condition(drawing: Drawing, scope: DrawnNames, depth: number): DrawnExpression {
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

/** Generates one of the forms that can have any type. */
export function form(drawing: Drawing, type: DrawnType, scope: DrawnNames, depth: number): DrawnExpression {
  const { random } = drawing;
  switch (random.below(6)) {
    case 5:
      return rowsOf(drawing, type, scope, depth);
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

function match(drawing: Drawing, type: DrawnType, scope: DrawnNames, depth: number): DrawnExpression {
  const subjects = scope.filter(({ type: each }) => each.kind !== 'list' && each.kind !== 'record');
  const subject: DrawnExpression =
    subjects.length === 0 || drawing.random.oneIn(4) ? drawing.integer(scope, depth) : named(drawing.random.pick(subjects));
  const arms = armsOf(drawing, subject.type, type, scope, depth);
  return { type, form: 'match', subject, arms: drawing.random.oneIn(3) ? withGuard(drawing, arms, subject.type, scope, depth) : arms };
}

/** Adds before one arm a copy of its pattern with a condition. */
function withGuard(drawing: Drawing, arms: readonly DrawnArm[], subject: DrawnType, scope: DrawnNames, depth: number): readonly DrawnArm[] {
  const at = drawing.random.below(arms.length);
  return arms.flatMap((arm, index) => {
    if (index !== at) return [arm];
    const inner = [...scope, ...namesIn(arm.pattern, subject)];
    return [{ ...arm, guard: drawing.of(BOOLEAN, inner, depth), body: drawing.block(arm.body.result.type, inner, depth) }, arm];
  });
}

/** Returns the names that a pattern binds. */
function namesIn(pattern: DrawnPattern, type: DrawnType): DrawnNames {
  if (pattern.pattern === 'name') return [{ name: pattern.name, type }];
  return pattern.pattern === 'some' && type.kind === 'option' ? namesIn(pattern.inner, type.value) : [];
}

/** Returns a match on two or three values; the last row matches the rest. */
export function rowsOf(drawing: Drawing, type: DrawnType, scope: DrawnNames, depth: number): DrawnExpression {
  const { random } = drawing;
  const suiting = scope.filter(({ type: each }) => ['integer', 'boolean', 'enumeration', 'option', 'text'].includes(each.kind));
  const subjects = Array.from({ length: 2 + random.below(2) }, () =>
    suiting.length === 0 || random.oneIn(4) ? drawing.integer(scope, Math.min(depth, 1)) : named(random.pick(suiting)),
  );
  const rows = Array.from({ length: 1 + random.below(3) }, (): DrawnRow => {
    const patternsOf = (mayName: boolean) => subjects.map((subject) => patternFor(drawing, subject.type, mayName));
    if (random.oneIn(3)) return { alternatives: [patternsOf(false), patternsOf(false)], body: drawing.block(type, scope, depth) };
    const patterns = patternsOf(true);
    const inner = [...scope, ...patterns.flatMap((pattern, index) => namesIn(pattern, subjects[index]?.type ?? type))];
    const guard = random.oneIn(3) ? { guard: drawing.of(BOOLEAN, inner, Math.min(depth, 1)) } : {};
    return { alternatives: [patterns], ...guard, body: drawing.block(type, inner, depth) };
  });
  return {
    type,
    form: 'rows',
    subjects,
    rows: [...rows, { alternatives: [[{ pattern: 'any' }]], body: drawing.block(type, scope, depth) }],
  };
}

function patternFor(drawing: Drawing, type: DrawnType, mayName: boolean): DrawnPattern {
  const { random } = drawing;
  if (random.oneIn(4)) return mayName && random.oneIn(2) ? { pattern: 'name', name: drawing.fresh('s') } : { pattern: 'any' };
  switch (type.kind) {
    case 'integer': {
      const lo = nearest(type, random.oneIn(2) ? random.within(-9n, 9n) : random.within(type.lo, type.hi));
      return { pattern: 'range', lo, hi: random.oneIn(2) ? lo : random.within(lo, type.hi) };
    }
    case 'boolean':
      return { pattern: 'value', value: random.oneIn(2) };
    case 'enumeration':
      return { pattern: 'tag', tag: random.pick(type.tags) };
    case 'option':
      return random.oneIn(2) ? { pattern: 'none' } : { pattern: 'some', inner: patternFor(drawing, type.value, mayName) };
    case 'text': {
      const value = someValue(type, random);
      return typeof value === 'string' && value.length <= 16 ? { pattern: 'value', value } : { pattern: 'any' };
    }
    default:
      return { pattern: 'any' };
  }
}

function armsOf(drawing: Drawing, subject: DrawnType, type: DrawnType, scope: DrawnNames, depth: number): readonly DrawnArm[] {
  const { random } = drawing;
  const body = (inner: DrawnNames = scope): DrawnBlock => drawing.block(type, inner, depth);
  const name = drawing.fresh('s');
  const rest: DrawnArm = random.oneIn(2)
    ? { pattern: { pattern: 'any' }, body: body() }
    : { pattern: { pattern: 'name', name }, body: body([...scope, { name, type: subject }]) };
  switch (subject.kind) {
    case 'integer': {
      const middle = nearest(subject, random.oneIn(2) ? random.within(-9n, 9n) : random.within(subject.lo, subject.hi));
      const low: DrawnArm = { pattern: { pattern: 'range', lo: subject.lo, hi: middle }, body: body() };
      const point: DrawnArm = { pattern: { pattern: 'range', lo: middle, hi: middle }, body: body() };
      if (random.oneIn(4)) {
        const end: DrawnPattern = { pattern: 'range', lo: subject.hi, hi: subject.hi };
        return [{ pattern: { pattern: 'either', patterns: [point.pattern, end] }, body: body() }, rest];
      }
      if (middle === subject.hi || random.oneIn(2)) return [point, rest];
      return [low, random.oneIn(2) ? rest : { pattern: { pattern: 'range', lo: middle + 1n, hi: subject.hi }, body: body() }];
    }
    case 'boolean':
      return [true, false].map((value) => ({ pattern: { pattern: 'value', value }, body: body() }));
    case 'enumeration': {
      const all = subject.tags.map((tag): DrawnArm => ({ pattern: { pattern: 'tag', tag }, body: body() }));
      if (all.length > 2 && random.oneIn(3)) {
        const patterns = all.slice(1).map(({ pattern }) => pattern);
        return [...all.slice(0, 1), { pattern: { pattern: 'either', patterns }, body: body() }];
      }
      return all.length > 1 && random.oneIn(2) ? [...all.slice(0, 1), rest] : all;
    }
    case 'text':
    case 'bytes': {
      const values = [someValue(subject, random), someValue(subject, random)].filter(
        (value) => (typeof value === 'string' || value instanceof Uint8Array) && value.length <= 16,
      );
      const arms = values.flatMap((value): readonly DrawnArm[] =>
        typeof value === 'string' || value instanceof Uint8Array ? [{ pattern: { pattern: 'value', value }, body: body() }] : [],
      );
      return [...arms, rest];
    }
    case 'option': {
      const content = drawing.fresh('s');
      const some: DrawnArm = {
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

function call(drawing: Drawing, type: DrawnType, scope: DrawnNames, depth: number): DrawnExpression | null {
  const fitting = drawing.components.filter((component) => fits(component.result, type));
  if (fitting.length === 0) return null;
  return callOf(drawing, drawing.random.pick(fitting), scope, depth);
}

/** Generates a call whose arguments satisfy the require of the component: its first parameter is at most its second. */
export function callOf(drawing: Drawing, component: Component, scope: DrawnNames, depth: number): DrawnExpression {
  const operands = component.parameters.map(({ type }) => drawing.of(type, scope, depth));
  const called = (...each: readonly DrawnExpression[]): DrawnExpression => ({
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
  const inner: DrawnExpression = {
    type: component.result,
    form: 'match',
    subject: second,
    arms: [{ pattern: { pattern: 'name', name: b }, body: block(ordered) }],
  };
  return { type: component.result, form: 'match', subject: first, arms: [{ pattern: { pattern: 'name', name: a }, body: block(inner) }] };
}
