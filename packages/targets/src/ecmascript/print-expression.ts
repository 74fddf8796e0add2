import type { Type } from '@kirchhoff/coherence';
import type { Blamed, Condition, Expression, LoweredFunction, Typed, Variable } from '../lowered/program.js';
import { at } from '../plan/plan.js';
import { boundFor, isInDomain } from './domains.js';
import {
  all,
  asserted,
  BINDING,
  binary,
  call,
  coalesce,
  conditional,
  equal,
  held,
  inside,
  integer,
  type JsExpression,
  member,
  not,
  primary,
  string,
} from './expression.js';
import { list, literalOf, record, some } from './literal.js';
import type { Application, Emission } from './monomers/emission.js';
import { emissionOf } from './monomers/index.js';
import { type Narrowing, NO_TESTS, type Tests, testsOf } from './narrowing.js';
import { areSafe, boundsOf, isCompared, isNestedOption, representationOf } from './representation.js';
import type { Runtime } from './runtime/runtime.js';
import type { CallStyle } from './stack.js';

/** A function, as its callers need it. */
export interface JsFunction {
  readonly name: string;
  /** The stack slots of a call, including those of nested calls. */
  readonly slots: number;
  readonly style: CallStyle;
}

/** An operation whose result is checked where it is computed. */
export interface Fitting {
  readonly args: readonly Expression[];
  readonly place: Blamed;
  readonly message: string;
}

/** The state of one function. */
export interface Scope {
  readonly runtime: Runtime;
  readonly error: 'Fault' | 'GuardError';
  readonly functions: ReadonlyMap<LoweredFunction, JsFunction>;
  readonly variable: (variable: Variable) => JsExpression;
  /** Gives a variable another expression than its name. */
  readonly define: (variable: Variable, expression: JsExpression) => void;
  /** The arguments of the thrown error for the place that the caller gave. */
  readonly callerPlace: readonly string[];
  /** The names of the variables and the places that the function reads. */
  readonly read: Set<string>;
  readonly narrowing: Narrowing;
  fitting: Fitting | null;
}

/** Returns an expression, an integer as a number or a bigint according to its range. Expressions nest only a few levels. */
export function expressionOf(scope: Scope, expression: Expression): JsExpression {
  const written = writtenOf(scope, expression);
  return written.representation === 'canonical' ? held(written, representationOf(expression.range)) : written;
}

function writtenOf(scope: Scope, expression: Expression): JsExpression {
  const { runtime } = scope;
  switch (expression.kind) {
    case 'variable':
      scope.read.add(expression.name);
      return scope.variable(expression);
    case 'literal':
      return literalOf(expression.value, expression.type, runtime);
    case 'list': {
      const items = expression.items.map((each) => expressionOf(scope, each));
      return list(items, expression.type, runtime);
    }
    case 'record': {
      const fields = expression.fields.map(({ name, value }) => ({ name, value: expressionOf(scope, value) }));
      return record(fields, runtime);
    }
    case 'some':
      return some(expressionOf(scope, expression.value), expression.type, runtime);
    case 'field':
      return member(expressionOf(scope, expression.record), expression.name, insideRepresentation(expression.type));
    case 'apply':
      return applied(scope, expression);
    case 'narrowed':
      return held(expressionOf(scope, expression.value), representationOf(expression.range));
    case 'call':
      return callOf(scope, expression);
    case 'conditional':
      return choice(scope, expression);
    case 'and':
    case 'or': {
      const left = expressionOf(scope, expression.left);
      const right = scope.narrowing.under(testsIn(scope, expression.left), expression.kind === 'and', () =>
        expressionOf(scope, expression.right),
      );
      return binary(left, expression.kind === 'and' ? '&&' : '||', right, expression.kind, 'other');
    }
    case 'not':
      return not(expressionOf(scope, expression.operand));
    case 'orElse': {
      const otherwise = inside(expressionOf(scope, expression.otherwise), runtime);
      const isNested = isNestedOption(expression.option.type);
      const whole = contentOr(
        scope,
        expression.option,
        isNested ? primary(`{ some: ${otherwise.text} }`, 'other') : otherwise,
        expression.type,
      );
      return isNested ? member(whole, 'some', 'other') : whole;
    }
    case 'isSome':
      return equal(subjectOf(scope, expression.option), '!==', NULL);
    case 'content':
      return contentOf(scope, expression.option, expression.type);
    case 'between': {
      const value = plainly(scope, expression.value);
      const least = expression.lo === null ? null : binary(value, '>=', boundFor(value, expression.lo), 'relational', 'other');
      const most = expression.hi === null ? null : binary(value, '<=', boundFor(value, expression.hi), 'relational', 'other');
      return all([least, most].filter((side) => side !== null));
    }
    case 'equals':
      return equals(scope, expression);
  }
}

const NULL = primary('null', 'other');

/** An integer inside a list, a record or an option is canonical. */
function insideRepresentation(type: Type): 'canonical' | 'other' {
  return type.kind === 'integer' ? 'canonical' : 'other';
}

/** Returns an integer as it is, whatever is known of it: its conversion would cost more than a comparison of bigints. */
function plainly(scope: Scope, expression: Expression): JsExpression {
  const whole = bare(expression);
  const written = writtenOf(scope, whole);
  return written.representation === 'canonical' ? held(written, representationOf(expression.range)) : written;
}

/** Returns the expression without what is known of its value. */
export function bare(expression: Expression): Expression {
  return expression.kind === 'narrowed' ? bare(expression.value) : expression;
}

/** Expressions of which TypeScript does not know whether they are null. */
const REFERENCES: ReadonlySet<Expression['kind']> = new Set(['apply', 'call', 'content', 'field', 'variable'] as const);

/** Returns an option that is asked for its content. TypeScript refuses that for one that it knows. */
function subjectOf(scope: Scope, expression: Expression): JsExpression {
  const option = expressionOf(scope, expression);
  return REFERENCES.has(bare(expression).kind) ? option : asserted(option, scope.runtime.types.inner(expression.type));
}

/** TypeScript refuses a `??` of an expression that it knows, even with another type. */
function contentOr(scope: Scope, option: Expression, otherwise: JsExpression, type: Type): JsExpression {
  const subject = subjectOf(scope, option);
  const representation = insideRepresentation(type);
  if (REFERENCES.has(bare(option).kind)) return coalesce(subject, otherwise, representation);
  return call(scope.runtime.use('contentOr'), [subject, otherwise], representation);
}

function contentOf(scope: Scope, expression: Expression, type: Type): JsExpression {
  const option = subjectOf(scope, expression);
  const { kind } = bare(expression);
  const isPresent = (kind === 'variable' || kind === 'field') && scope.narrowing.isPresent(option.text);
  const inner = scope.runtime.types.inner(type);
  if (isNestedOption(expression.type)) {
    return member(isPresent ? option : asserted(option, `{ readonly some: ${inner} }`), 'some', 'other');
  }
  const content = isPresent ? option : asserted(option, inner);
  const { text, binding, typedBinding } = content;
  const representation = insideRepresentation(type);
  return typedBinding === undefined ? { text, binding, representation } : { text, binding, representation, typedBinding };
}

/** Returns the tests of a condition, as far as types are narrowed by them. JavaScript has no types. */
export function testsIn(scope: Scope, condition: Expression): Tests {
  if (scope.runtime.dialect === 'javascript') return NO_TESTS;
  return testsOf(condition, (expression) => referenceOf(scope, expression));
}

/** Returns the text of a variable or a field, whose type a test narrows; null for other expressions. */
function referenceOf(scope: Scope, expression: Expression): string | null {
  const whole = bare(expression);
  return whole.kind === 'variable' || whole.kind === 'field' ? writtenOf(scope, whole).text : null;
}

/** Returns one side of a test for equality. */
function comparable(scope: Scope, side: JsExpression, type: Type): JsExpression {
  // A choice between literals has only their types.
  if (!scope.narrowing.isTested(side.text) && side.binding > BINDING.coalesce) return side;
  if (side.representation === 'bigint' || side.representation === 'number') return asserted(side, side.representation);
  return asserted(side, scope.runtime.types.inner(type));
}

function equals(scope: Scope, { value, literal }: Extract<Expression, { kind: 'equals' }>): JsExpression {
  const subject = plainly(scope, value);
  if (typeof literal === 'number' || typeof literal === 'bigint') {
    return equal(comparable(scope, subject, value.type), '===', boundFor(subject, literal));
  }
  const written = literalOf(literal, value.type, scope.runtime);
  if (!isCompared(value.type)) return call(scope.runtime.use('areSame'), [subject, written], 'other');
  return equal(comparable(scope, subject, value.type), '===', written);
}

function choice(scope: Scope, expression: Extract<Expression, { kind: 'conditional' }>): JsExpression {
  const condition = expressionOf(scope, expression.condition);
  const tests = testsIn(scope, expression.condition);
  const whenTrue = scope.narrowing.under(tests, true, () => expressionOf(scope, expression.whenTrue));
  const whenFalse = scope.narrowing.under(tests, false, () => expressionOf(scope, expression.whenFalse));
  if (whenTrue.representation === whenFalse.representation) return conditional(condition, whenTrue, whenFalse);
  return conditional(condition, held(whenTrue, 'bigint'), held(whenFalse, 'bigint'));
}

function callOf(scope: Scope, { callee, args, place }: Extract<Expression, { kind: 'call' }>): JsExpression {
  const { name, style } = functionOf(scope, callee);
  const given = args.map((arg, index) => held(expressionOf(scope, arg), representationOf(at(callee.parameters, index).range)).text);
  const passed = [...given, ...(place === null ? [] : placeArguments(scope, place))].join(', ');
  const representation = callee.result === null ? 'other' : representationOf(callee.result.range);
  const called = primary(`${name}(${style.takesArray ? `[${passed}]` : passed})`, representation);
  return style.isSteps ? primary(`(yield ${called.text})`, representation) : called;
}

function functionOf({ functions }: Pick<Scope, 'functions'>, lowered: LoweredFunction): JsFunction {
  const found = functions.get(lowered);
  if (found === undefined) throw new Error(`${lowered.name} is called before it is written`);
  return found;
}

function applicationOf(scope: Scope, args: readonly Expression[], result: Typed): Application {
  return {
    args: args.map((arg) => plainly(scope, arg)),
    typed: args,
    bounds: args.map(({ range }) => boundsOf(range)),
    result: boundsOf(result.range),
    runtime: scope.runtime,
    comparable: (side, index) => comparable(scope, side, at(args, index).type),
  };
}

function applied(scope: Scope, { monomer, args, type, range }: Extract<Expression, { kind: 'apply' }>): JsExpression {
  const emission = emissionOf(monomer);
  const application = applicationOf(scope, args, { type, range });
  if (emission.gives === 'other') return emission.plain(application);
  const isFitted = scope.fitting !== null && scope.fitting.args === args;
  const numbers = isFitted ? null : inNumbers(emission, application, range);
  if (numbers !== null) return numbers;
  const result = emission.bigints(inBigints(application));
  return held(isFitted && scope.fitting !== null ? checkedFit(scope, result, scope.fitting) : result, representationOf(range));
}

type IntegerEmission = Extract<Emission, { gives: 'integer' }>;

/** Returns number arithmetic if arguments and result are safe integers and it is exact; else null. */
function inNumbers(emission: IntegerEmission, application: Application, range: Typed['range']): JsExpression | null {
  const areNumbers = application.bounds.every(({ lo, hi }) => areSafe(lo, hi));
  if (emission.numbers === undefined || !areNumbers || representationOf(range) !== 'number') return null;
  return emission.numbers({ ...application, args: application.args.map((arg) => held(arg, 'number')) });
}

function inBigints(application: Application): Application {
  return { ...application, args: application.args.map((arg) => held(arg, 'bigint')) };
}

function checkedFit(scope: Scope, value: JsExpression, { place, message }: Fitting): JsExpression {
  const check = scope.runtime.use(scope.error === 'Fault' ? 'checkedFit' : 'guardedFit');
  return primary(`${check}(${[value.text, ...errorArguments(scope, place, message)].join(', ')})`, 'bigint');
}

/** Returns the arguments of the thrown error for a place: a fault names a line, a guard also the closure domain. */
export function placeArguments(scope: Scope, place: Blamed): readonly string[] {
  if (place === 'caller') {
    for (const each of scope.callerPlace) scope.read.add(each);
    return scope.callerPlace;
  }
  return scope.error === 'Fault' ? [String(place.line)] : [string(place.domain).text, String(place.line)];
}

/** Returns all arguments of the thrown error. */
export function errorArguments(scope: Scope, place: Blamed, message: string): readonly string[] {
  const file = place === 'caller' ? undefined : place.file;
  return [...placeArguments(scope, place), string(file === undefined ? message : `${message} (${file})`).text];
}

/** Returns the condition of a check; `true` if it always holds. */
export function conditionOf(scope: Scope, condition: Condition, nameOfList: (variable: Variable) => string): JsExpression {
  switch (condition.kind) {
    case 'holds':
      return expressionOf(scope, condition.value);
    case 'inDomain': {
      const { value, domain } = condition;
      return isInDomain(scope.runtime, domain, plainly(scope, value), value.range);
    }
    case 'precondition': {
      const { needs, fits } = preconditionOf(scope, condition);
      return all([needs, ...(fits === null ? [] : [call(scope.runtime.use('fitsInt64'), [fits], 'other')])]);
    }
    case 'hasRoom':
      return binary(
        member(primary(nameOfList(condition.variable), 'other'), 'length', 'number'),
        '<',
        integer(condition.limit, 'number'),
        'relational',
        'other',
      );
  }
}

/** Returns the precondition of a monomer without its result, and the result as a bigint if it may not fit 64 bits. */
export function preconditionOf(
  scope: Scope,
  { monomer, args }: Extract<Condition, { kind: 'precondition' }>,
): { readonly needs: JsExpression; readonly fits: JsExpression | null } {
  const emission = emissionOf(monomer);
  const application = applicationOf(scope, args, RESULT);
  const needs = all(emission.needs?.(application) ?? []);
  if (emission.gives === 'other' || !mayOverflow(emission, application)) return { needs, fits: null };
  return { needs, fits: emission.bigints(inBigints(application)) };
}

/** A sum or quotient of safe integers fits 64 bits, a product may not. */
function mayOverflow(emission: IntegerEmission, application: Application): boolean {
  if (emission.overflows !== 'bigints') return emission.overflows === 'always';
  return !application.bounds.every(({ lo, hi }) => areSafe(lo, hi)) || emission.numbers?.(application) === null;
}

const RESULT: Typed = { type: { kind: 'integer' }, range: { kind: 'never' } };
