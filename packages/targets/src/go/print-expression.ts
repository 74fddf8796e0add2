import type { Type } from '@kirchhoff/coherence';
import { partsOf } from '../lowered/free-variables.js';
import type { Blamed, Condition, Expression, LoweredFunction, Variable } from '../lowered/program.js';
import type { Names } from '../plan/names.js';
import { at } from '../plan/plan.js';
import { type Width, widthOf } from '../plan/widths.js';
import { isInDomain, type Shared } from './domains.js';
import {
  all,
  and,
  between,
  binary,
  call,
  type GoExpression,
  integer,
  isConstant,
  isFalse,
  length,
  name,
  not,
  or,
  putInto,
  readFrom,
  selector,
  textOf,
} from './expression.js';
import { list, literalOf, record, some, string } from './literal.js';
import { type Application, boundsOf } from './monomers/emission.js';
import { emissionOf } from './monomers/index.js';
import { localName } from './names.js';

/** A function, as its callers need it. */
export interface GoFunction {
  readonly name: string;
  /** True if it returns an error beside its result. */
  readonly fails: boolean;
  /** True if its first parameter is the host of the entropy sources. */
  readonly takesHost: boolean;
}

/** The state of one function. */
export interface Scope extends Shared {
  readonly error: 'Fault' | 'GuardError';
  readonly functions: ReadonlyMap<LoweredFunction, GoFunction>;
  /** Returns the name of a variable. */
  readonly nameOf: (variable: Variable) => string;
  /** The names of the parameters for the place that the caller gave. */
  readonly callerPlace: readonly string[];
  /** Returns the names of another function, which avoid those of the package. */
  readonly newNames: () => Names;
  /** Declares a function that chooses between two values; returns its name. */
  readonly declareChoice: (write: (name: string) => string) => string;
  /** Declares a variable of the package that has a constant value; returns its name. */
  readonly declareTable: (value: string) => string;
}

/** A list or bytes of so many elements are a variable of the package, which nothing changes, and not made by each call. */
const TABLE_LENGTH = 8;

/** Returns true for a constant list or bytes that is a variable of the package. */
export function isTable(expression: Expression): boolean {
  if (expression.kind === 'list')
    return expression.items.length >= TABLE_LENGTH && expression.items.every(({ kind }) => kind === 'literal');
  if (expression.kind !== 'literal') return false;
  return typeof expression.value === 'object' && 'length' in expression.value && expression.value.length >= TABLE_LENGTH;
}

/** Returns an expression as a part of a list, an option or a record, of which `part` is the field. */
export function partOf(scope: Scope, whole: Type, part: string | null, expression: Expression): GoExpression {
  const written = expressionOf(scope, expression);
  const isWide = whole.kind === 'bytes' || expression.type.kind !== 'integer';
  return isWide ? written : placed(scope, scope.types.widthInside(whole, part), expression, written);
}

/**
 * Returns an integer for a place of a width. Go refuses a constant that the place does not hold: it stands where its domain does not
 * hold either, so that no input computes it.
 */
export function placed({ use }: Scope, width: Width, { range }: Expression, written: GoExpression): GoExpression {
  const isHeld = width === 64 || widthOf(boundsOf(range)) === 32;
  return isHeld || !isConstant(written) ? putInto(width, written) : call(`${use('unreachable')}[int32]`);
}

/** Returns a part of a list, an option or a record, of which `part` is the field, as a value. */
function partRead(scope: Scope, whole: Type, part: string | null, type: Type, written: GoExpression): GoExpression {
  return type.kind === 'integer' ? readFrom(scope.types.widthInside(whole, part), written) : written;
}

/** Returns an expression. Expressions nest only a few levels. */
export function expressionOf(scope: Scope, expression: Expression): GoExpression {
  switch (expression.kind) {
    case 'variable':
      return name(scope.nameOf(expression));
    case 'literal': {
      const literal = literalOf(expression.value, expression.type, scope);
      return isTable(expression) ? name(scope.declareTable(textOf(literal))) : literal;
    }
    case 'list': {
      const items = list(
        expression.items.map((each) => partOf(scope, expression.type, null, each)),
        expression.type,
        scope,
      );
      return isTable(expression) ? name(scope.declareTable(textOf(items))) : items;
    }
    case 'record': {
      const fields = expression.fields.map((field) => ({
        name: field.name,
        value: partOf(scope, expression.type, field.name, field.value),
      }));
      return record(fields, expression.type, scope);
    }
    case 'some':
      return some(partOf(scope, expression.type, null, expression.value), expression.type, scope);
    case 'field': {
      const { fields } = scope.types.recordOf(expression.record.type);
      const read = selector(expressionOf(scope, expression.record), fields.get(expression.name) ?? expression.name);
      return partRead(scope, expression.record.type, expression.name, expression.type, read);
    }
    case 'apply':
      return applied(scope, expression);
    case 'narrowed':
      return expressionOf(scope, expression.value);
    case 'call':
      return callOf(scope, expression);
    case 'conditional':
      return choice(scope, expression);
    case 'and':
      return and(expressionOf(scope, expression.left), expressionOf(scope, expression.right));
    case 'or':
      return or(expressionOf(scope, expression.left), expressionOf(scope, expression.right));
    case 'not':
      return not(expressionOf(scope, expression.operand));
    case 'orElse':
      return orElse(scope, expression);
    case 'isSome':
      return selector(expressionOf(scope, expression.option), 'Valid');
    case 'content':
      return partRead(scope, expression.option.type, null, expression.type, selector(expressionOf(scope, expression.option), 'Value'));
    case 'between':
      return between(expression.lo, expressionOf(scope, expression.value), expression.hi);
    case 'equals': {
      const { type } = expression.value;
      return scope.types.equal(type, expressionOf(scope, expression.value), literalOf(expression.literal, type, scope));
    }
  }
}

/** Go evaluates constants as it compiles, and refuses those that cannot be. No input computes such a value. */
function applied(scope: Scope, { monomer, args, type }: Extract<Expression, { kind: 'apply' }>): GoExpression {
  const emission = emissionOf(monomer);
  const application = applicationOf(scope, args, type);
  if (args.some((arg) => bare(arg).kind === 'literal') || application.args.some(isConstant)) {
    const needs = emission.needs?.({ ...application, use: (piece) => piece }) ?? [];
    if (needs.some(isFalse)) return call(`${scope.use('unreachable')}[${scope.types.text(type)}]`);
  }
  const written = emission.write(application);
  const isNarrow = emission.makesOption === true && scope.types.widthInside(type) === 32;
  return isNarrow ? call(scope.use('narrowOption'), written) : written;
}

function orElse(scope: Scope, { option, otherwise, type }: Extract<Expression, { kind: 'orElse' }>): GoExpression {
  const [given, fallback] = [expressionOf(scope, option), expressionOf(scope, otherwise)];
  const isNarrow = type.kind === 'integer' && scope.types.widthInside(option.type) === 32;
  return call(scope.use(isNarrow ? 'orElseWide' : 'orElse'), given, fallback);
}

/** Returns the expression without what is known of its value, which has no form of its own in Go. */
export function bare(expression: Expression): Expression {
  return expression.kind === 'narrowed' ? bare(expression.value) : expression;
}

export function applicationOf(scope: Scope, args: readonly Expression[], result: Application['result']): Application {
  return {
    args: args.map((arg) => expressionOf(scope, arg)),
    part: (index, whole) => partOf(scope, whole, null, at(args, index)),
    typed: args,
    result,
    types: scope.types,
    use: scope.use,
  };
}

/** Go has no conditional expression: inside another expression it is a function of the variables that it reads. */
function choice(scope: Scope, expression: Extract<Expression, { kind: 'conditional' }>): GoExpression {
  const variables = new Map<string, Variable>();
  const visit = (part: Expression): void => {
    if (part.kind === 'variable') variables.set(part.name, part);
    else for (const inner of partsOf(part)) visit(inner);
  };
  visit(expression);
  const names = scope.newNames();
  const parameters = new Map([...variables.keys()].map((variable) => [variable, names.fresh(localName(variable))]));
  const inside: Scope = { ...scope, nameOf: (variable) => parameters.get(variable.name) ?? variable.name };
  const [condition, whenTrue, whenFalse] = [expression.condition, expression.whenTrue, expression.whenFalse].map((part) =>
    textOf(expressionOf(inside, part)),
  );
  const read = [...variables.values()];
  const typed = read.map((variable) => `${inside.nameOf(variable)} ${scope.types.text(variable.type)}`);
  const chosen = scope.declareChoice((own) => {
    const head = `func ${own}(${typed.join(', ')}) ${scope.types.text(expression.type)} {`;
    return `${head}\n\tif ${condition} {\n\t\treturn ${whenTrue}\n\t}\n\treturn ${whenFalse}\n}`;
  });
  return call(chosen, ...read.map((variable) => name(scope.nameOf(variable))));
}

function callOf(scope: Scope, { callee, args, place }: Extract<Expression, { kind: 'call' }>): GoExpression {
  const { name: own, takesHost } = functionOf(scope, callee);
  const given = args.map((arg) => expressionOf(scope, arg));
  return call(own, ...(takesHost ? [name('host')] : []), ...given, ...(place === null ? [] : placeArguments(scope, place).map(name)));
}

export function functionOf({ functions }: Pick<Scope, 'functions'>, lowered: LoweredFunction): GoFunction {
  const found = functions.get(lowered);
  if (found === undefined) throw new Error(`${lowered.name} is called before it is written`);
  return found;
}

/** Returns the place of an error: a fault names a line, a guard also the closure domain. */
export function placeArguments(scope: Scope, place: Blamed): readonly string[] {
  if (place === 'caller') return scope.callerPlace;
  return scope.error === 'Fault' ? [String(place.line)] : [string(place.domain), String(place.line)];
}

/** Returns the condition of a check; `true` if it always holds. */
export function conditionOf(scope: Scope, condition: Condition): GoExpression {
  switch (condition.kind) {
    case 'holds':
      return expressionOf(scope, condition.value);
    case 'inDomain':
      return isInDomain(scope, condition.domain, expressionOf(scope, condition.value), condition.value.range, 'circuit');
    case 'precondition': {
      const application = applicationOf(scope, condition.args, { kind: 'integer' });
      return all(emissionOf(condition.monomer).needs?.(application) ?? []);
    }
    case 'hasRoom':
      return binary(length(name(scope.nameOf(condition.variable))), '<', integer(condition.limit));
  }
}
