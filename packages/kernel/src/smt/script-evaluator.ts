/**
 * Evaluates the text of a query under values for its constants, by the semantics of SMT-LIB 2.6 (theories Core, Ints and
 * FixedSizeBitVectors). It supports the operators that the encoder writes. It reads only the text and is independent of the
 * encoder, so that it can detect faults of the encoder.
 */

/** A vector of bits, as an unsigned integer. */
export interface BitVector {
  readonly width: number;
  readonly bits: bigint;
}

/** A Boolean, an integer, a vector, or the name of an element of an uninterpreted sort. */
export type SmtValue = boolean | bigint | BitVector | string;

export type SExpression = string | readonly SExpression[];

/** Returns the value of a constant of a sort. */
export type ConstantValue = (name: string, sort: SExpression, evaluate: (text: string) => SmtValue) => SmtValue;

/** Returns the value of an uninterpreted unary function for an element, in the function's sort. */
export type FunctionValue = (name: string, element: string, sort: SExpression) => SmtValue;

interface Definition {
  readonly sort: SExpression;
  /** `null` for a constant without a definition. */
  readonly body: SExpression | null;
}

/** A parsed query, which can be evaluated under different values. */
export class ParsedScript {
  private readonly definitions = new Map<string, Definition>();
  private readonly functions = new Map<string, SExpression>();
  /** The assertions in the order of the text. */
  readonly assertions: readonly { readonly text: string; readonly formula: SExpression }[];

  constructor(text: string) {
    const assertions: { text: string; formula: SExpression }[] = [];
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const command = parse(line);
      const [name, a, b, c, d] = typeof command === 'string' ? [command] : command;
      if (name === 'assert' && a !== undefined) assertions.push({ text: line.slice('(assert '.length, -1), formula: a });
      else if (name === 'declare-const' && typeof a === 'string' && b !== undefined) this.definitions.set(a, { sort: b, body: null });
      else if (name === 'define-fun' && typeof a === 'string' && c !== undefined && d !== undefined)
        this.definitions.set(a, { sort: c, body: d });
      else if (name === 'declare-fun' && typeof a === 'string' && c !== undefined) this.functions.set(a, c);
      else if (name !== 'declare-sort' && name !== 'check-sat') throw new Error(`unknown command: ${line}`);
    }
    this.assertions = assertions;
  }

  /** Returns an evaluator under these values; it caches the values of definitions. */
  under(constants: ConstantValue, functions: FunctionValue): Evaluator {
    return new Evaluator(this.definitions, this.functions, constants, functions);
  }
}

export class Evaluator {
  private readonly known = new Map<string, SmtValue>();

  constructor(
    private readonly definitions: ReadonlyMap<string, Definition>,
    private readonly functions: ReadonlyMap<string, SExpression>,
    private readonly constants: ConstantValue,
    private readonly functionValue: FunctionValue,
  ) {}

  holds(formula: SExpression): boolean {
    return asBoolean(this.value(formula));
  }

  value(expression: SExpression): SmtValue {
    if (typeof expression === 'string') return this.atom(expression);
    const [head, ...rest] = expression;
    if (typeof head === 'object') return applyIndexed(head, this.value(rest[0] ?? ''));
    if (head === '_') return numeral(expression);
    if (head === undefined) throw new Error('an empty term');
    switch (head) {
      // These operators stop at the first argument that decides the result.
      case 'and':
        return rest.every((each) => this.holds(each));
      case 'or':
        return rest.some((each) => this.holds(each));
      case '=>':
        return !this.holds(rest[0] ?? '') || this.holds(rest[1] ?? '');
      case 'ite':
        return this.value((this.holds(rest[0] ?? '') ? rest[1] : rest[2]) ?? '');
      default:
        return this.applied(
          head,
          rest.map((each) => this.value(each)),
        );
    }
  }

  private applied(head: string, args: readonly SmtValue[]): SmtValue {
    const sort = this.functions.get(head);
    if (sort === undefined) return apply(head, args);
    const [element] = args;
    if (typeof element !== 'string') throw new Error(`${head} of no element`);
    return this.functionValue(head, element, sort);
  }

  private atom(name: string): SmtValue {
    if (name === 'true') return true;
    if (name === 'false') return false;
    if (/^\d+$/.test(name)) return BigInt(name);
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const definition = this.definitions.get(name);
    if (definition === undefined) throw new Error(`${name} is not declared`);
    const value =
      definition.body === null ? this.constants(name, definition.sort, (text) => this.value(parse(text))) : this.value(definition.body);
    this.known.set(name, value);
    return value;
  }
}

/** The width of a sort of vectors; `undefined` for another sort. */
export function vectorWidth(sort: SExpression): number | undefined {
  return typeof sort === 'object' && sort[0] === '_' && sort[1] === 'BitVec' ? Number(sort[2]) : undefined;
}

export function parse(text: string): SExpression {
  const tokens = text.match(/\(|\)|[^\s()]+/g) ?? [];
  const stack: SExpression[][] = [[]];
  for (const token of tokens) {
    if (token === '(') stack.push([]);
    else if (token === ')') {
      const done = stack.pop() ?? [];
      const outer = stack[stack.length - 1];
      if (outer === undefined) throw new Error('an unmatched closing parenthesis');
      outer.push(done);
    } else stack[stack.length - 1]?.push(token);
  }
  const [whole] = stack[0] ?? [];
  if (stack.length !== 1 || whole === undefined) throw new Error('an unmatched opening parenthesis, or an empty text');
  return whole;
}

/** `(_ bv5 8)`. */
function numeral(expression: readonly SExpression[]): SmtValue {
  const [, digits, width] = expression;
  if (typeof digits !== 'string' || !digits.startsWith('bv')) throw new Error('an indexed name is no numeral');
  return vector(BigInt(digits.slice(2)), Number(width));
}

function vector(bits: bigint, width: number): BitVector {
  return { width, bits: BigInt.asUintN(width, bits) };
}

function signed({ width, bits }: BitVector): bigint {
  return BigInt.asIntN(width, bits);
}

function applyIndexed(head: readonly SExpression[], value: SmtValue): SmtValue {
  const operand = asVector(value);
  const [, name, a, b] = head;
  switch (name) {
    case 'sign_extend':
      return vector(signed(operand), operand.width + Number(a));
    case 'zero_extend':
      return vector(operand.bits, operand.width + Number(a));
    case 'extract':
      return vector(operand.bits >> BigInt(Number(b)), Number(a) - Number(b) + 1);
    default:
      throw new Error(`unknown indexed operator: ${String(name)}`);
  }
}

function apply(head: string, args: readonly SmtValue[]): SmtValue {
  const [a, b] = args;
  if (a === undefined) throw new Error(`${head} of no argument`);
  switch (head) {
    case 'not':
      return !asBoolean(a);
    case '=':
      return args.every((each) => isSame(each, a));
    case 'distinct':
      return args.every((each, index) => args.every((other, place) => place <= index || !isSame(each, other)));
    case '+':
      return args.map(asInteger).reduce((sum, each) => sum + each);
    case '*':
      return args.map(asInteger).reduce((product, each) => product * each);
    case '-':
      return b === undefined ? -asInteger(a) : asInteger(a) - asInteger(b);
    default:
      if (b === undefined) throw new Error(`unknown operator: ${head}`);
      return typeof a === 'bigint' ? onIntegers(head, a, asInteger(b)) : onVectors(head, asVector(a), asVector(b));
  }
}

/** For Ints, `div` and `mod` by 0 may be any value; the evaluator gives 0 and the dividend. */
function onIntegers(head: string, a: bigint, b: bigint): SmtValue {
  switch (head) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case 'mod':
      return b === 0n ? a : euclideanRemainder(a, b);
    case 'div':
      return b === 0n ? 0n : (a - euclideanRemainder(a, b)) / b;
    default:
      throw new Error(`unknown operator: ${head}`);
  }
}

function euclideanRemainder(a: bigint, b: bigint): bigint {
  const rest = a % b;
  return rest >= 0n ? rest : rest + (b < 0n ? -b : b);
}

function onVectors(head: string, a: BitVector, b: BitVector): SmtValue {
  const { width } = a;
  if (width !== b.width) throw new Error(`${head} of vectors of ${width} and ${b.width} bits`);
  const of = (bits: bigint): BitVector => vector(bits, width);
  const [x, y] = [signed(a), signed(b)];
  switch (head) {
    case 'bvslt':
      return x < y;
    case 'bvsle':
      return x <= y;
    case 'bvadd':
      return of(a.bits + b.bits);
    case 'bvsub':
      return of(a.bits - b.bits);
    case 'bvmul':
      return of(a.bits * b.bits);
    case 'bvand':
      return of(a.bits & b.bits);
    case 'bvor':
      return of(a.bits | b.bits);
    case 'bvxor':
      return of(a.bits ^ b.bits);
    case 'bvshl':
      return b.bits >= BigInt(width) ? of(0n) : of(a.bits << b.bits);
    case 'bvlshr':
      return b.bits >= BigInt(width) ? of(0n) : of(a.bits >> b.bits);
    case 'bvudiv':
      return b.bits === 0n ? of(-1n) : of(a.bits / b.bits);
    case 'bvurem':
      return b.bits === 0n ? a : of(a.bits % b.bits);
    case 'bvsdiv':
      return b.bits === 0n ? of(x < 0n ? 1n : -1n) : of(x / y);
    case 'bvsrem':
      return b.bits === 0n ? a : of(x % y);
    case 'bvsmod':
      return b.bits === 0n ? a : of(((x % y) + y) % y);
    default:
      throw new Error(`unknown operator: ${head}`);
  }
}

function isSame(a: SmtValue, b: SmtValue): boolean {
  if (typeof a === 'object' && typeof b === 'object') return a.width === b.width && a.bits === b.bits;
  return a === b;
}

function asBoolean(value: SmtValue): boolean {
  if (typeof value !== 'boolean') throw new Error('no Boolean');
  return value;
}

function asInteger(value: SmtValue): bigint {
  if (typeof value !== 'bigint') throw new Error('no integer');
  return value;
}

function asVector(value: SmtValue): BitVector {
  if (typeof value !== 'object') throw new Error('no vector');
  return value;
}
