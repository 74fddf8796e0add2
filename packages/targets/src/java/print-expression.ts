import type { Type } from '@kirchhoff/coherence';
import type { Blamed, Condition, Expression, LoweredFunction, Typed, Variable } from '../lowered/program.js';
import { isInDomain, type Shared } from './domains.js';
import {
  all,
  asLong,
  between,
  boolean,
  call,
  compared,
  conditional,
  connected,
  type Form,
  formOfRange,
  integer,
  type JavaExpression,
  method,
  not,
  placed,
  primary,
} from './expression.js';
import { literalOf, string } from './literal.js';
import type { Application } from './monomers/emission.js';
import { emissionOf } from './monomers/index.js';
import { areEqual } from './monomers/logic.js';
import type { JavaFunction } from './split.js';
import { formOfType } from './types.js';

/** A method, as its callers need it. */
export interface JavaMethod {
  readonly name: string;
  readonly function: JavaFunction;
  /** True if its first parameter is the host of the entropy sources. */
  readonly takesHost: boolean;
  /** True if it takes all its other parameters in an array. */
  readonly isWide: boolean;
}

/** The state of one method. */
export interface Scope extends Shared {
  readonly error: 'Fault' | 'GuardError';
  readonly methods: ReadonlyMap<string, JavaMethod>;
  readonly nameOf: (variable: Variable) => string;
  /** The forms of variables that differ from those of their ranges. */
  readonly forms: Map<string, Form>;
  /** The arguments of the thrown error for the place that the caller gave. */
  readonly callerPlace: readonly string[];
}

/** Returns the form of a variable of a type, in which a value of a range lies. */
export function formOf({ type, range }: Typed): Form {
  return type.kind === 'integer' ? formOfRange(range) : formOfType(type, false);
}

/** Returns an expression. Expressions nest only a few levels. */
export function expressionOf(scope: Scope, expression: Expression): JavaExpression {
  switch (expression.kind) {
    case 'variable':
      return primary(scope.nameOf(expression), scope.forms.get(expression.name) ?? formOf(expression));
    case 'literal':
      return literalOf(expression.value, expression.type, scope);
    case 'list':
      return listOf(scope, expression);
    case 'record':
      return recordOf(scope, expression);
    case 'some':
      scope.types.boxedTextOf(expression.type);
      return call('Optional.of', [asLong(expressionOf(scope, expression.value))]);
    case 'field': {
      const { type } = expression.record;
      const name = scope.types.recordOf(type).fields.get(expression.name) ?? expression.name;
      return method(expressionOf(scope, expression.record), name, [], formOfType(expression.type, false));
    }
    case 'apply':
      return emissionOf(expression.monomer).write(applicationOf(scope, expression.args, expression));
    case 'narrowed':
      return expressionOf(scope, expression.value);
    case 'call':
      return callOf(scope, expression);
    case 'conditional':
      return conditional(
        expressionOf(scope, expression.condition),
        expressionOf(scope, expression.whenTrue),
        expressionOf(scope, expression.whenFalse),
      );
    case 'and':
      return connected(expressionOf(scope, expression.left), '&&', expressionOf(scope, expression.right));
    case 'or':
      return connected(expressionOf(scope, expression.left), '||', expressionOf(scope, expression.right));
    case 'not':
      return not(expressionOf(scope, expression.operand));
    case 'orElse': {
      const content = contentType(expression.option.type);
      return method(
        standalone(scope, expression.option),
        'orElse',
        [asLong(expressionOf(scope, expression.otherwise))],
        formOfType(content, true),
      );
    }
    case 'isSome': {
      const option = expressionOf(scope, expression.option);
      const isEmpty = method(option, 'isEmpty', [], 'boolean');
      return { ...method(option, 'isPresent', [], 'boolean'), opposite: isEmpty };
    }
    case 'content':
      return method(standalone(scope, expression.option), 'get', [], formOfType(contentType(expression.option.type), true));
    case 'between':
      return between(expression.lo, expressionOf(scope, expression.value), expression.hi);
    case 'equals': {
      const { value, literal } = expression;
      return areEqual(expressionOf(scope, value), literalOf(literal, value.type, scope), { typed: [value] });
    }
  }
}

/**
 * Returns an expression for a place that tells Java no type of the value, such as one before a dot or an argument of a generic
 * method. Empty lists and options would be those of objects there.
 */
export function standalone(scope: Scope, expression: Expression): JavaExpression {
  if (expression.kind === 'narrowed') return standalone(scope, expression.value);
  if (expression.kind === 'conditional') {
    return conditional(
      expressionOf(scope, expression.condition),
      standalone(scope, expression.whenTrue),
      standalone(scope, expression.whenFalse),
    );
  }
  const written = expressionOf(scope, expression);
  const { type } = expression;
  if ((type.kind !== 'list' && type.kind !== 'option') || !HAS_EMPTY.test(written.text)) return written;
  const part = scope.types.boxedTextOf(type.kind === 'list' ? type.element : type.value);
  return { ...written, text: written.text.replace(/^(List|Optional)\.(?=of|empty)/, `$1.<${part}>`) };
}

const HAS_EMPTY = /(?:Optional\.empty|List\.of)\(\)/;

function contentType(type: Type): Type {
  if (type.kind !== 'option') throw new Error(`a ${type.kind} has no content`);
  return type.value;
}

/** A longer list is made by a method of its own arguments in an array. */
function listOf(scope: Scope, { items, type }: Extract<Expression, { kind: 'list' }>): JavaExpression {
  scope.types.boxedTextOf(type);
  return call(
    'List.of',
    items.map((each) => asLong(expressionOf(scope, each))),
  );
}

function recordOf(scope: Scope, { fields, type }: Extract<Expression, { kind: 'record' }>): JavaExpression {
  const { name, isWide } = scope.types.recordOf(type);
  const parts = fields.map(({ value }) => expressionOf(scope, value));
  return call(`new ${name}`, isWide ? parts.map(asLong) : parts);
}

function callOf(scope: Scope, { callee, args, place, type }: Extract<Expression, { kind: 'call' }>): JavaExpression {
  const { name, takesHost, isWide, function: called } = methodOf(scope, callee);
  const given = called.parameters.map((parameter, index) => {
    const arg = args[index];
    if (arg === undefined) throw new Error(`${callee.name} is called without ${parameter.name}`);
    const value = expressionOf(scope, arg);
    return isWide ? asLong(value) : placed(value, formOf(parameter));
  });
  const passed = [...given.map(({ text }) => text), ...(place === null ? [] : placeArguments(scope, place))];
  const own = [...(takesHost ? ['host'] : []), ...(called.takesFrame ? ['frame'] : [])];
  const written = isWide ? [...own, `new Object[] {${passed.join(', ')}}`] : [...own, ...passed];
  const form = called.result === null ? formOfType(type, false) : formOf(called.result);
  return primary(`${name}(${written.join(', ')})`, form);
}

function methodOf({ methods }: Pick<Scope, 'methods'>, { name }: LoweredFunction): JavaMethod {
  const found = methods.get(name);
  if (found === undefined) throw new Error(`${name} is called and never written`);
  return found;
}

export function applicationOf(scope: Scope, args: readonly Expression[], result: Typed): Application {
  return {
    args: args.map((arg) => standalone(scope, arg)),
    typed: args,
    result,
    types: scope.types,
    use: scope.runtime.use,
    import: scope.runtime.import,
  };
}

/** Returns the arguments of the thrown error: a fault names a line, a guard also the closure domain. */
export function placeArguments(scope: Scope, place: Blamed): readonly string[] {
  if (place === 'caller') return scope.callerPlace;
  return scope.error === 'Fault' ? [String(place.line)] : [string(place.domain), String(place.line)];
}

/** Returns the condition of a check; `true` if it always holds. */
export function conditionOf(scope: Scope, condition: Condition): JavaExpression {
  switch (condition.kind) {
    case 'holds':
      return expressionOf(scope, condition.value);
    case 'inDomain':
      return isInDomain(scope, condition.domain, expressionOf(scope, condition.value), condition.value.range);
    case 'precondition': {
      const application = applicationOf(scope, condition.args, { type: { kind: 'integer' }, range: { kind: 'never' } });
      return all(emissionOf(condition.monomer).needs?.(application) ?? [boolean(true)]);
    }
    case 'hasRoom': {
      const { variable, limit } = condition;
      return compared(method(primary(scope.nameOf(variable)), 'size', [], 'int'), '<', integer(limit));
    }
  }
}
