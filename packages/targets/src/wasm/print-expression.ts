import type { MonomerName, Type, Value } from '@kirchhoff/coherence';
import type { Blamed, Condition, Expression, LoweredFunction } from '../lowered/program.js';
import { all, FALSE, not, TRUE, type Wat } from './assembler/wat.js';
import { isInDomain } from './domains.js';
import type { FunctionLocals } from './function-locals.js';
import { contentOf, HEAD, isAddress, load, SLOT, shiftOf, someOf, stackType, store, storeElement } from './layout.js';
import { type Application, between, i32 } from './monomers/emission.js';
import { emissionOf } from './monomers/index.js';
import type { Failure, Shared } from './shared.js';
import { equal, indexOf } from './values.js';

/** A function of the module, as its callers need it. */
export interface WatFunction {
  readonly name: string;
  /** True if it takes the address of its arguments: engines allow 1,000 parameters. */
  readonly takesRecord: boolean;
  /** The messages of the checks whose place the caller gives, in their order. */
  readonly callerMessages: readonly string[];
}

/** One function, as its expressions need it. */
export interface Scope {
  readonly shared: Shared;
  readonly locals: FunctionLocals;
  readonly functions: ReadonlyMap<LoweredFunction, WatFunction>;
}

/** Prints an expression. Expressions are shallow, and types nest to a limit, so that this may recurse. */
export function expressionOf(scope: Scope, expression: Expression): Wat {
  const { shared } = scope;
  switch (expression.kind) {
    case 'variable':
      return scope.locals.get(expression);
    case 'literal':
      return constant(shared, expression.value, expression.type);
    case 'list':
      return listOf(scope, expression);
    case 'record':
      return recordOf(scope, expression);
    case 'some': {
      const value = expressionOf(scope, expression.value);
      const word = constantWord(value);
      const isCell = word !== null && !isAddress(expression.value.type);
      return isCell ? i32(shared.data.slots([word])) : someOf(expression.value.type, value);
    }
    case 'field': {
      const { type } = expression.record;
      if (type.kind !== 'record') throw new TypeError(`a ${type.kind} has no fields`);
      const index = type.fields.findIndex(({ name }) => name === expression.name);
      return load(expression.type, expressionOf(scope, expression.record), SLOT * index);
    }
    case 'apply':
      return emissionOf(expression.monomer).write(applicationOf(scope, expression.args, expression.type));
    case 'narrowed':
      return expressionOf(scope, expression.value);
    case 'call':
      return callOf(scope, expression);
    case 'conditional': {
      const condition = expressionOf(scope, expression.condition);
      const [whenTrue, whenFalse] = [expressionOf(scope, expression.whenTrue), expressionOf(scope, expression.whenFalse)];
      return choice(expression.type, condition, whenTrue, whenFalse);
    }
    case 'and':
      return choice(BOOLEAN, expressionOf(scope, expression.left), expressionOf(scope, expression.right), FALSE);
    case 'or':
      return choice(BOOLEAN, expressionOf(scope, expression.left), TRUE, expressionOf(scope, expression.right));
    case 'not':
      return not(expressionOf(scope, expression.operand));
    case 'orElse': {
      const option = repeated(scope, expressionOf(scope, expression.option), 'i32');
      const otherwise = expressionOf(scope, expression.otherwise);
      return choice(expression.type, option.first, contentOf(expression.option.type, option.again), otherwise);
    }
    case 'isSome':
      return ['i32.ne', expressionOf(scope, expression.option), i32(0)];
    case 'content':
      return contentOf(expression.option.type, expressionOf(scope, expression.option));
    case 'between':
      return between(expression.lo, expressionOf(scope, expression.value), expression.hi);
    case 'equals': {
      const { type } = expression.value;
      return equal(shared, type, expressionOf(scope, expression.value), constant(shared, expression.literal, type));
    }
  }
}

const BOOLEAN: Type = { kind: 'boolean' };

function choice(type: Type, condition: Wat, whenTrue: Wat, whenFalse: Wat): Wat {
  return ['if', ['result', stackType(type)], condition, ['then', whenTrue], ['else', whenFalse]];
}

export function constant(shared: Shared, value: Value, type: Type): Wat {
  return [`${stackType(type)}.const`, String(shared.data.wordOf(value, type))];
}

function repeated({ locals }: Scope, value: Wat, type: 'i32' | 'i64'): { readonly first: Wat; readonly again: Wat } {
  const isAtom = typeof value !== 'string' && ['local.get', 'i32.const', 'i64.const'].includes(String(value[0]));
  if (isAtom) return { first: value, again: value };
  const name = locals.temporary(type);
  return { first: ['local.tee', name, value], again: ['local.get', name] };
}

/** Returns the word of a constant; `null` for other instructions. */
function constantWord(instruction: Wat): bigint | null {
  const isConstant = typeof instruction !== 'string' && (instruction[0] === 'i32.const' || instruction[0] === 'i64.const');
  return isConstant ? BigInt(String(instruction[1])) : null;
}

/** Returns the words of constants; `null` if not all are. */
function constantWords(instructions: readonly Wat[]): readonly bigint[] | null {
  const words = instructions.flatMap((each) => constantWord(each) ?? []);
  return words.length === instructions.length ? words : null;
}

/** A list of constants is a constant itself. */
function listOf(scope: Scope, { items, type }: Extract<Expression, { kind: 'list' }>): Wat {
  const address = scope.locals.temporary('i32');
  const shift = shiftOf(type);
  const elements = items.map((item) => expressionOf(scope, item));
  const words = constantWords(elements);
  if (words !== null) return i32(scope.shared.data.elements(words, type));
  const stores = elements.map((element, index) => storeElement(type, ['local.get', address], element, HEAD + index * 2 ** shift));
  const made: Wat = ['call', '$new_sequence', i32(items.length), i32(0), i32(items.length * 2 ** shift)];
  return ['block', ['result', 'i32'], ['local.set', address, made], ...stores, ['local.get', address]];
}

function recordOf(scope: Scope, { fields }: Extract<Expression, { kind: 'record' }>): Wat {
  return slotsOf(
    scope,
    fields.map(({ value }) => value),
  );
}

/** Returns the address of memory with the values, each in a slot: new memory unless all are constants. */
export function slotsOf(scope: Scope, values: readonly Expression[]): Wat {
  const address = scope.locals.temporary('i32');
  const slots = values.map((value) => ({ type: value.type, content: expressionOf(scope, value) }));
  const words = constantWords(slots.map(({ content }) => content));
  if (words !== null) return i32(scope.shared.data.slots(words));
  const stores = slots.map(({ type, content }, index) => store(type, ['local.get', address], content, SLOT * index));
  const made: Wat = ['call', '$alloc', i32(SLOT * values.length)];
  return ['block', ['result', 'i32'], ['local.set', address, made], ...stores, ['local.get', address]];
}

function callOf(scope: Scope, { callee, args, place }: Extract<Expression, { kind: 'call' }>): Wat {
  const { name, takesRecord, callerMessages } = functionOf(scope, callee);
  const given = takesRecord ? [slotsOf(scope, args)] : args.map((arg) => expressionOf(scope, arg));
  if (place === null) return ['call', name, ...given];
  if (place === 'caller') throw new Error('a call has a place of its own');
  const failures = callerMessages.map((message) => failureAt(place, message));
  return ['call', name, ...given, i32(scope.shared.failuresInOrder(failures))];
}

function functionOf({ functions }: Scope, lowered: LoweredFunction): WatFunction {
  const found = functions.get(lowered);
  if (found === undefined) throw new Error(`${lowered.name} is called before it is written`);
  return found;
}

/** Returns a failure at a place of the source. */
export function failureAt(place: Exclude<Blamed, 'caller'>, message: string): Failure {
  const { domain, line, file } = place;
  return { kind: 'place', domain, line, message: file === undefined ? message : `${message} (${file})` };
}

function applicationOf(scope: Scope, args: readonly Expression[], result: Type): Application {
  const { shared } = scope;
  return {
    args: args.map((arg) => expressionOf(scope, arg)),
    typed: args,
    result,
    use: (piece) => `$${piece}`,
    equal: (type, a, b) => equal(shared, type, a, b),
    indexOf: (sequence, list, wanted) => indexOf(shared, sequence, list, wanted),
    repeated: (value, type) => repeated(scope, value, type),
  };
}

/** Returns the condition of a check; `TRUE` if it always holds. */
export function conditionOf(scope: Scope, condition: Condition): Wat {
  switch (condition.kind) {
    case 'holds':
      return expressionOf(scope, condition.value);
    case 'inDomain':
      return isInDomain(scope.shared, condition.domain, expressionOf(scope, condition.value), condition.value.range);
    case 'precondition':
      return precondition(scope, condition.monomer, condition.args);
    case 'hasRoom':
      return ['i32.lt_u', ['i32.load', scope.locals.get(condition.variable)], i32(condition.limit)];
  }
}

function precondition(scope: Scope, monomer: MonomerName, args: readonly Expression[]): Wat {
  const { needs } = emissionOf(monomer);
  return needs === undefined ? TRUE : all(needs(applicationOf(scope, args, { kind: 'integer' })));
}
