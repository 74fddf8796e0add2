import * as fc from 'fast-check';
import {
  all,
  asserted,
  BINDING,
  binary,
  call,
  coalesce,
  conditional,
  element,
  equal,
  integer,
  type JsExpression,
  member,
  method,
  not,
  object,
  primary,
  spreadable,
  string,
  unary,
  variable,
} from '../ecmascript/expression.js';
import { inDialect } from '../ecmascript/marks.js';

/** Names of any length, so that lines break at every place. */
const NAMES = ['a', 'x0', 'total', 'measurement', 'reading_of_the_sensor', 'the_last_temperature_of_the_day', 'Limits'] as const;
const METHODS = ['at', 'slice', 'indexOf', 'concatenatedWithAllOthers'] as const;
const TYPES = [
  'number',
  'readonly string[]',
  'number | null',
  'ReadonlyArray<number | null>',
  '{ readonly some: Reading } | null',
] as const;

const OPERATORS = [
  ['+', 'additive'],
  ['-', 'additive'],
  ['*', 'multiplicative'],
  ['%', 'multiplicative'],
  ['<<', 'shift'],
  ['&', 'bitAnd'],
  ['|', 'bitOr'],
] as const satisfies readonly (readonly [string, keyof typeof BINDING])[];

const name = fc.constantFrom(...NAMES).map((each) => variable(each, 'other'));
const literal = fc.oneof(
  fc.integer({ min: -20, max: 2_000_000 }).map((each) => integer(each, 'number')),
  fc.constantFrom('', 'red', 'a domain does not hold what the circuit promises to all its readers').map(string),
  fc.constant(primary('null', 'other')),
);

/** Truth values, other values, objects that have members, and lists of arguments. */
interface Sorts {
  readonly truth: JsExpression;
  readonly value: JsExpression;
  readonly receiver: JsExpression;
  readonly args: readonly JsExpression[];
}

const { truth, value, receiver } = fc.letrec<Sorts>((tie: fc.LetrecTypedTie<Sorts>) => {
  const inner = tie('value');
  const condition = tie('truth');
  const owner = tie('receiver');
  const args = tie('args');
  return {
    args: fc.array(fc.oneof(inner, inner, condition), { maxLength: 4 }),
    truth: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      name,
      fc.tuple(inner, fc.constantFrom('<' as const, '>=' as const), inner).map(([left, operator, right]) => {
        return binary(left, operator, right, 'relational', 'other');
      }),
      fc
        .tuple(inner, fc.constantFrom('===' as const, '!==' as const), inner)
        .map(([left, operator, right]) => equal(left, operator, right)),
      fc.array(condition, { minLength: 1, maxLength: 4 }).map(all),
      fc.tuple(condition, condition).map(([left, right]) => binary(left, '||', right, 'or', 'other')),
      condition.map(not),
      fc.tuple(owner, fc.constantFrom('includes', 'has'), args).map(([object_, called, given]) => method(object_, called, given, 'other')),
      fc.tuple(name, condition).map(([list, body]) => primary(`${list.text}.every((item) => ${bodyOf(body)})`, 'other')),
    ),
    value: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      literal,
      owner,
      owner,
      fc.tuple(inner, fc.constantFrom(...OPERATORS), inner).map(([left, [operator, level], right]) => {
        return binary(left, operator, right, level, 'other');
      }),
      fc.tuple(condition, inner, inner).map((parts) => conditional(...parts)),
      fc.tuple(owner, inner).map(([option, otherwise]) => coalesce(option, otherwise, 'other')),
      args.map((items) => primary(`[${items.map(({ text }) => text).join(', ')}]`, 'other')),
      fc.tuple(owner, inner).map(([list, item]) => primary(`[...${spreadable(list)}, ${item.text}]`, 'other')),
      fc.tuple(inner, condition).map(([first, second]) => {
        return object([
          { name: 'a', value: first },
          { name: 'reading', value: second },
        ]);
      }),
      owner.map((operand) => unary('-', operand)),
      fc.tuple(owner, fc.constantFrom(...TYPES)).map(([operand, type]) => asserted(operand, type)),
    ),
    receiver: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      name,
      fc.tuple(name, args).map(([callee, given]) => call(callee.text, given, 'other')),
      fc.tuple(owner, fc.constantFrom(...METHODS), args).map(([object_, called, given]) => method(object_, called, given, 'other')),
      fc.tuple(owner, fc.constantFrom('length', 'some', 'owner')).map(([object_, field]) => member(object_, field, 'other')),
      fc.tuple(name, inner).map(([list, index]) => element(list, index, 'other')),
      fc.tuple(condition, owner, owner).map((parts) => conditional(...parts)),
    ),
  };
});

/** Returns the body of an arrow function. An expression that begins with an object would be a block. */
function bodyOf({ text, binding }: JsExpression): string {
  if (/^[^\w']*\{/.test(text)) return 'item';
  return binding === BINDING.conditional ? `(${text})` : text;
}

/** Longer lines nest more deeply than those that the emitter writes. */
const MAX_LENGTH = 450;

/** Generates statements and heads of blocks with random expressions, as the emitter writes them: each one line, without its block. */
export const randomLine: fc.Arbitrary<string> = fc
  .oneof(
    value.map(({ text }) => `return ${text};`),
    truth.map(({ text }) => `return ${text};`),
    value.map(({ text }) => `const reading = ${text};`),
    truth.map(({ text }) => `let reading: boolean = ${text};`),
    value.map(({ text }) => `let reading: ReadonlyArray<Reading | null> = ${text};`),
    value.map(({ text }) => `readings_of_the_day[total] = ${text};`),
    receiver.map(({ text }) => `total += ${text};`),
    truth.map(({ text }) => `checkThat(${text}, 16, 'it does not hold');`),
    truth.map(({ text }) => `if (${text}) {`),
    truth.map(({ text }) => `if (${text}) throw new Fault(16, 'the reading is no reading of the day');`),
    receiver.map(({ text }) => `for (const reading of ${text}) {`),
  )
  .map((line) => inDialect(line, 'wide'))
  .filter((line) => line.length <= MAX_LENGTH);
