import type { Type } from '@kirchhoff/coherence';
import type { Blamed, Condition, Expression, LoweredFunction, Variable } from '../lowered/program.js';
import { isInDomain } from './domains.js';
import {
  all,
  between,
  type CExpression,
  call,
  compared,
  conditional,
  connected,
  integer,
  isAtom,
  member,
  not,
  primary,
} from './expression.js';
import { literalOf, type Shared, string } from './literal.js';
import { type Application, ranged } from './monomers/emission.js';
import { emissionOf } from './monomers/index.js';
import { equal, orElse } from './operations.js';

/** A function, as its callers need it. */
export interface CFunction {
  readonly name: string;
  /** True if its first parameter is the state of the call: it makes values, or can fail. */
  readonly takesRun: boolean;
}

/** The state of one function. */
export interface Scope extends Shared {
  readonly error: 'Fault' | 'GuardError';
  readonly functions: ReadonlyMap<LoweredFunction, CFunction>;
  readonly nameOf: (variable: Variable) => string;
  /** The variables that the function reads. */
  readonly reads: Set<string>;
  /** Returns a name for a variable of the emitter's own. */
  readonly fresh: (wanted: string) => string;
  /** Returns the state of the call, which the function then takes. */
  readonly run: () => CExpression;
  /** The arguments of the error for the place that the caller gave. */
  readonly callerPlace: readonly string[];
  /** Returns the statement that ends the call with a status. */
  readonly stop: (status: (error: string) => string) => string;
}

/** Returns an expression. Expressions nest only a few levels. */
export function expressionOf(scope: Scope, expression: Expression): CExpression {
  const { types } = scope;
  switch (expression.kind) {
    case 'variable': {
      const name = scope.nameOf(expression);
      scope.reads.add(name);
      return primary(name);
    }
    case 'literal':
      return literalOf(scope, expression.value, expression.type);
    case 'list':
      return listOf(scope, expression.items, expression.type);
    case 'record': {
      const { name, fields } = types.recordOf(expression.type);
      const members = expression.fields.map(
        (field) => `.${fields.get(field.name)} = ${storedIn(scope, expression.type, field.value, field.name)}`,
      );
      return primary(`(${name}){${members.join(', ')}}`);
    }
    case 'some':
      return primary(`(${types.nameOf(expression.type)}){.is_some = true, .value = ${storedIn(scope, expression.type, expression.value)}}`);
    case 'field': {
      const { fields } = types.recordOf(expression.record.type);
      const read = member(expressionOf(scope, expression.record), fields.get(expression.name) ?? expression.name);
      return types.partOf(expression.record.type, expression.name, read);
    }
    case 'apply':
      return emissionOf(expression.monomer).write(applicationOf(scope, expression.args, expression.type));
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
    case 'or':
      return connected(expressionOf(scope, expression.left), expression.kind, expressionOf(scope, expression.right));
    case 'not':
      return not(expressionOf(scope, expression.operand));
    case 'orElse': {
      const [option, otherwise] = [expressionOf(scope, expression.option), expressionOf(scope, expression.otherwise)];
      if (!isAtom(option)) return call(orElse(scope, expression.option.type), option, otherwise);
      return conditional(member(option, 'is_some'), contentOf(scope, expression.option.type, option), otherwise);
    }
    case 'isSome':
      return member(expressionOf(scope, expression.option), 'is_some');
    case 'content':
      return contentOf(scope, expression.option.type, expressionOf(scope, expression.option));
    case 'between': {
      const value = ranged(expressionOf(scope, expression.value), expression.value.range);
      const { lo, hi } = expression;
      if (isAtom(value) || lo === null || hi === null) return between(lo, value, hi);
      return call(scope.runtime.use('kir_is_between'), integer(lo), value, integer(hi));
    }
    case 'equals': {
      const { type } = expression.value;
      const value = ranged(expressionOf(scope, expression.value), expression.value.range);
      return equal(scope, type, value, literalOf(scope, expression.literal, type));
    }
  }
}

/** Returns the text of a value as it is stored in a list, in an option, or in a field of a record. */
export function storedIn(scope: Scope, whole: Type, value: Expression, field: string | null = null): string {
  return scope.types.storedIn(whole, field, expressionOf(scope, value)).text;
}

function contentOf({ types }: Scope, option: Type, written: CExpression): CExpression {
  return types.partOf(option, null, member(written, 'value'));
}

/** Returns a list with its elements in the memory of the call, or in a constant table if all are literals. */
function listOf(scope: Scope, items: readonly Expression[], type: Type): CExpression {
  if (type.kind !== 'list') throw new Error(`a ${type.kind} is no list`);
  const values = items.flatMap((each) => (each.kind === 'literal' ? [each.value] : []));
  if (values.length === items.length) return literalOf(scope, values, type);
  const element = scope.types.nameOfPart(type);
  const given = `(const ${element}[]){${items.map((each) => storedIn(scope, type, each)).join(', ')}}`;
  const copy = `${scope.runtime.use('kir_copy')}(${scope.run().text}, ${given}, sizeof(${element}[${items.length}]))`;
  return primary(`(${scope.types.nameOf(type)}){.items = ${copy}, .count = ${items.length}}`);
}

function callOf(scope: Scope, { callee, args, place }: Extract<Expression, { kind: 'call' }>): CExpression {
  const { name, takesRun } = functionOf(scope, callee);
  const given = args.map((arg) => expressionOf(scope, arg));
  const blamed = place === null ? [] : placeArguments(scope, place).map(primary);
  return call(name, ...(takesRun ? [scope.run()] : []), ...given, ...blamed);
}

function functionOf({ functions }: Pick<Scope, 'functions'>, lowered: LoweredFunction): CFunction {
  const found = functions.get(lowered);
  if (found === undefined) throw new Error(`${lowered.name} is called before it is written`);
  return found;
}

function applicationOf(scope: Scope, args: readonly Expression[], result: Type): Application {
  const { runtime, types, run } = scope;
  return { args: args.map((arg) => expressionOf(scope, arg)), typed: args, result, runtime, types, run };
}

/** Returns the arguments of the error: a fault names a line, a guard also the closure domain. */
export function placeArguments(scope: Scope, place: Blamed): readonly string[] {
  if (place === 'caller') return scope.callerPlace;
  return scope.error === 'Fault' ? [String(place.line)] : [string(place.domain), String(place.line)];
}

/** Returns the condition of a check; `true` if it always holds. */
export function conditionOf(scope: Scope, condition: Condition): CExpression {
  switch (condition.kind) {
    case 'holds':
      return expressionOf(scope, condition.value);
    case 'inDomain':
      return isInDomain(scope, condition.domain, expressionOf(scope, condition.value), condition.value.range);
    case 'precondition': {
      const { needs } = emissionOf(condition.monomer);
      return all(needs?.(applicationOf(scope, condition.args, { kind: 'integer' })) ?? []);
    }
    case 'hasRoom': {
      const variable = scope.nameOf(condition.variable);
      scope.reads.add(variable);
      const count = condition.variable.type.kind === 'bytes' ? 'size' : 'count';
      return compared(primary(`${variable}.${count}`), '<', integer(condition.limit));
    }
  }
}
