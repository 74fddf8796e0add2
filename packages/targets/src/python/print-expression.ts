import { INT64_MAX, INT64_MIN, type Type } from '@kirchhoff/coherence';
import type { Blamed, Condition, Expression, LoweredFunction, Variable } from '../lowered/program.js';
import { fieldOf, isInDomain, type Shared } from './domains.js';
import {
  all,
  BINDING,
  between,
  binary,
  call,
  compared,
  conditional,
  element,
  integer,
  isAtom,
  item,
  list,
  not,
  type PyExpression,
  primary,
} from './expression.js';
import { isNestedOption, literalOf, record, some, string } from './literal.js';
import type { Application, Emission } from './monomers/emission.js';
import { emissionOf } from './monomers/index.js';

/** A function, as its callers need it. */
export interface PyFunction {
  readonly name: string;
  /** True for a generator: a call is yielded to the loop that runs it after the caller's frame has left the stack. */
  readonly isSteps: boolean;
  /** True if its first parameter is the host of the entropy sources. */
  readonly takesHost: boolean;
}

/** The state of one function. */
export interface Scope extends Shared {
  readonly error: 'Fault' | 'GuardError';
  readonly functions: ReadonlyMap<LoweredFunction, PyFunction>;
  readonly nameOf: (variable: Variable) => string;
  /** The arguments of the thrown error for the place that the caller gave. */
  readonly callerPlace: readonly string[];
}

/** Returns an expression. Expressions nest only a few levels. */
export function expressionOf(scope: Scope, expression: Expression): PyExpression {
  switch (expression.kind) {
    case 'variable':
      return primary(scope.nameOf(expression));
    case 'literal':
      return literalOf(expression.value, expression.type, scope.types);
    case 'list':
      return list(expression.items.map((each) => expressionOf(scope, each)));
    case 'record': {
      const fields = expression.fields.map(({ name, value }) => ({ name, value: expressionOf(scope, value) }));
      return record(fields, expression.type, scope.types);
    }
    case 'some':
      return some(expressionOf(scope, expression.value), expression.type);
    case 'field':
      return fieldOf(scope, expressionOf(scope, expression.record), expression.record.type, expression.name);
    case 'apply':
      return emissionOf(expression.monomer).write(applicationOf(scope, expression.args, expression.type));
    case 'narrowed':
      return expressionOf(scope, expression.value);
    case 'call':
      return callOf(scope, expression);
    case 'conditional': {
      const [condition, whenTrue, whenFalse] = [expression.condition, expression.whenTrue, expression.whenFalse].map((part) =>
        expressionOf(scope, part),
      );
      if (condition === undefined || whenTrue === undefined || whenFalse === undefined) throw new Error('a choice without its parts');
      return conditional(condition, whenTrue, whenFalse);
    }
    case 'and':
    case 'or':
      return binary(expressionOf(scope, expression.left), expression.kind, expressionOf(scope, expression.right), expression.kind);
    case 'not':
      return not(expressionOf(scope, expression.operand));
    case 'orElse':
      return orElse(scope, expressionOf(scope, expression.option), expressionOf(scope, expression.otherwise), expression.option.type);
    case 'isSome':
      return compared(expressionOf(scope, expression.option), 'is not', primary('None'));
    case 'content': {
      const option = expressionOf(scope, expression.option);
      return isNestedOption(expression.option.type) ? element(option, integer(0)) : option;
    }
    case 'between':
      return between(expression.lo, expressionOf(scope, expression.value), expression.hi);
    case 'equals': {
      const literal = literalOf(expression.literal, expression.value.type, scope.types);
      return compared(expressionOf(scope, expression.value), '==', literal);
    }
  }
}

function orElse(scope: Scope, option: PyExpression, otherwise: PyExpression, type: Type): PyExpression {
  const isNested = isNestedOption(type);
  if (!isAtom(option)) return call(scope.runtime.use(isNested ? '_content_or_else' : '_or_else'), option, otherwise);
  const content = isNested ? element(option, integer(0)) : option;
  return conditional(compared(option, 'is', primary('None')), otherwise, content);
}

function callOf(scope: Scope, { callee, args, place }: Extract<Expression, { kind: 'call' }>): PyExpression {
  const { name, isSteps, takesHost } = functionOf(scope, callee);
  const given = args.map((arg) => item(expressionOf(scope, arg)));
  const passed = [...(takesHost ? ['host'] : []), ...given, ...(place === null ? [] : placeArguments(scope, place))];
  const called = `${name}(${passed.join(', ')})`;
  return isSteps ? { text: `yield ${called}`, binding: BINDING.yield } : primary(called);
}

export function functionOf({ functions }: Pick<Scope, 'functions'>, lowered: LoweredFunction): PyFunction {
  const found = functions.get(lowered);
  if (found === undefined) throw new Error(`${lowered.name} is called before it is written`);
  return found;
}

export function applicationOf(scope: Scope, args: readonly Expression[], result: Type): Application {
  return {
    args: args.map((arg) => expressionOf(scope, arg)),
    typed: args,
    result,
    types: scope.types,
    use: scope.runtime.use,
    module: scope.runtime.module,
  };
}

/** Returns the arguments of the thrown error: a fault names a line, a guard also the closure domain. */
export function placeArguments(scope: Scope, place: Blamed): readonly string[] {
  if (place === 'caller') return scope.callerPlace;
  return scope.error === 'Fault' ? [String(place.line)] : [string(place.domain).text, String(place.line)];
}

/** Returns the condition of a check; `True` if it always holds. */
export function conditionOf(scope: Scope, condition: Condition): PyExpression {
  switch (condition.kind) {
    case 'holds':
      return expressionOf(scope, condition.value);
    case 'inDomain':
      return isInDomain(scope, condition.domain, expressionOf(scope, condition.value), condition.value.range);
    case 'precondition': {
      const application = applicationOf(scope, condition.args, { kind: 'integer' });
      return precondition(emissionOf(condition.monomer), application);
    }
    case 'hasRoom':
      return compared(call('len', primary(scope.nameOf(condition.variable))), '<', integer(condition.limit));
  }
}

function precondition({ needs, write, overflows }: Emission, application: Application): PyExpression {
  const conditions = needs?.(application) ?? [];
  return all(overflows === true ? [...conditions, between(INT64_MIN, write(application), INT64_MAX)] : conditions);
}
