import { ParsedScript, parse, type SExpression, type SmtValue, vectorWidth } from '@kirchhoff/kernel/smt/script-evaluator';

export type FinderVerdict = 'sat' | 'unsat' | 'unknown';

/**
 * Finds models by branch and prune: constants range over intervals, assertions are evaluated with interval arithmetic and three
 * truth values, and undecided boxes are split. It decides the queries of small programs in milliseconds without a solver. It
 * reads only their text.
 *
 * Constants of an uninterpreted sort are elements, which are tried up to renaming. An `Int` is searched up to 2^80 on both sides
 * of 0. A quotient by 0 is any value, so that an assertion that depends on it counts as satisfied.
 *
 * @param most number of boxes to examine; beyond it the verdict is `unknown`
 */
export function verdictOf(text: string, most: number): FinderVerdict {
  const found = modelOf(text, most);
  return typeof found === 'string' ? found : 'sat';
}

/** Returns the values of integer, vector and Boolean constants, vectors as unsigned integers; a verdict if no model is found. */
export function modelOf(text: string, most: number): ReadonlyMap<string, bigint | boolean> | Exclude<FinderVerdict, 'sat'> {
  const script = new Script(text);
  const boxes = [new Box(script, new Map(), script.assertions)];
  for (let looked = 0; looked < most; looked += 1) {
    const box = boxes.pop();
    if (box === undefined) return 'unsat';
    const parts = box.parts();
    if (parts === null) return box.values();
    boxes.push(...parts);
  }
  return 'unknown';
}

/** The remaining integers; for a vector, in two's complement. */
interface Range {
  readonly lo: bigint;
  readonly hi: bigint;
  /** The width in bits; `undefined` for an `Int`. */
  readonly width: number | undefined;
}

/** The known part of a value: a range, a Boolean, or the name of an element; `undefined` for an unknown Boolean or element. */
type Known = Range | boolean | string | undefined;

type Term = (box: Box) => Known;

/** A constant, or the size of an element. */
interface Variable {
  readonly sort: SExpression;
  readonly any: Known;
}

const MAX_BITS = 80n;

class Script {
  private readonly variables = new Map<string, Variable>();
  private readonly definitions = new Map<string, Term>();
  private readonly functions = new Map<string, SExpression>();
  readonly assertions: Term[] = [];

  constructor(text: string) {
    for (const line of text.split('\n').filter((each) => each !== '')) {
      const [command, name, a, b, c] = listOf(parse(line));
      if (command === 'assert') this.assertions.push(this.compiled(name));
      else if (command === 'declare-const') this.variables.set(nameOf(name), { sort: a ?? '', any: anyOf(a) });
      else if (command === 'define-fun') this.definitions.set(nameOf(name), memoized(this.compiled(c)));
      else if (command === 'declare-fun') this.functions.set(nameOf(name), b ?? '');
      else if (command !== 'declare-sort' && command !== 'check-sat') throw new Error(`not read: ${line}`);
    }
  }

  /** A constant, or the size of an element, by its name. */
  variable(name: string): Variable {
    const known = this.variables.get(name);
    if (known === undefined) throw new Error(`${name} is not declared`);
    return known;
  }

  constants(): readonly string[] {
    return [...this.variables.keys()];
  }

  private compiled(expression: SExpression | undefined): Term {
    if (typeof expression === 'string') return this.atom(expression);
    const [head, ...rest] = listOf(expression);
    if (head === '_') return constantly(numeral(rest));
    if (typeof head === 'object') return resized(head, this.compiled(rest[0]));
    const name = nameOf(head);
    const args = rest.map((each) => this.compiled(each));
    const sort = this.functions.get(name);
    return sort === undefined ? applied(name, args) : this.size(name, sort, argument(args, 0));
  }

  private atom(name: string): Term {
    if (name === 'true' || name === 'false') return constantly(name === 'true');
    if (/^\d+$/.test(name)) return constantly(exactly(BigInt(name), undefined));
    const definition = this.definitions.get(name);
    if (definition !== undefined) return definition;
    this.variable(name);
    return (box) => box.read(name);
  }

  private size(name: string, sort: SExpression, of: Term): Term {
    const any = anyOf(sort);
    return (box) => {
      const element = of(box);
      if (typeof element !== 'string') return any;
      const variable = `${name} ${element}`;
      this.variables.set(variable, { sort, any });
      return box.read(variable);
    };
  }
}

/** The known part of each variable, and the assertions that are still undecided. */
class Box {
  readonly memo = new Map<Term, Known>();
  private readonly met = new Set<string>();

  constructor(
    private readonly script: Script,
    private readonly known: ReadonlyMap<string, Known>,
    private readonly open: readonly Term[],
  ) {}

  read(name: string): Known {
    this.met.add(name);
    return this.known.get(name) ?? this.script.variable(name).any;
  }

  /**
   * Returns boxes that together have the same models: an empty list if an assertion is false, `null` if no variable can be split.
   */
  parts(): readonly Box[] | null {
    const open = this.open.filter((assertion) => assertion(this) !== true);
    if (open.some((assertion) => assertion(this) === false)) return [];
    if (open.length === 0) return null;
    const [name] = [...this.undecided(open)].toSorted((a, b) => this.weight(a) - this.weight(b));
    if (name === undefined) return null;
    return this.splits(name).map((value) => new Box(this.script, new Map(this.known).set(name, value), open));
  }

  /** Returns the variables of undecided assertions that have more than one value. */
  private undecided(open: readonly Term[]): ReadonlySet<string> {
    this.memo.clear();
    this.met.clear();
    for (const assertion of open) assertion(this);
    return new Set([...this.met].filter((name) => isOpen(this.read(name))));
  }

  /** Elements are decided first, since sizes are known only for elements; then the variables with the fewest values. */
  private weight(name: string): number {
    const value = this.read(name);
    return typeof value === 'object' ? (value.hi - value.lo).toString(2).length : 0;
  }

  /** Returns one value of each constant except elements. */
  values(): ReadonlyMap<string, bigint | boolean> {
    return new Map(
      this.script.constants().flatMap((name): [string, bigint | boolean][] => {
        const value = this.read(name);
        if (typeof value === 'object') return [[name, value.width === undefined ? value.lo : BigInt.asUintN(value.width, value.lo)]];
        return this.script.variable(name).sort === 'Bool' ? [[name, value === true]] : [];
      }),
    );
  }

  private splits(name: string): readonly Known[] {
    const { sort } = this.script.variable(name);
    const value = this.read(name);
    if (typeof value === 'object') return halvesOf(value);
    if (sort === 'Bool') return [false, true];
    const prefix = `${nameOf(sort)}.`;
    const used = new Set([...this.known.values()].filter((each) => typeof each === 'string' && each.startsWith(prefix)));
    // Unused elements are interchangeable.
    return [...used, `${prefix}${used.size}`];
  }
}

function isOpen(value: Known): boolean {
  return typeof value === 'object' ? !isPoint(value) : value === undefined;
}

function memoized(term: Term): Term {
  return (box) => {
    if (!box.memo.has(term)) box.memo.set(term, term(box));
    return box.memo.get(term);
  };
}

function constantly(value: Known): Term {
  return () => value;
}

function applied(name: string, args: readonly Term[]): Term {
  switch (name) {
    case 'and':
      return (box) => settled(args, box, false);
    case 'or':
      return (box) => settled(args, box, true);
    case '=>':
      return (box) => {
        const premise = argument(args, 0)(box);
        if (premise === false) return true;
        const conclusion = argument(args, 1)(box);
        return conclusion === true || premise === true ? conclusion : undefined;
      };
    case 'ite':
      return (box) => {
        const condition = argument(args, 0)(box);
        if (condition !== undefined) return argument(args, condition === true ? 1 : 2)(box);
        return eitherOf(argument(args, 1)(box), argument(args, 2)(box));
      };
    default:
      return (box) =>
        applyTo(
          name,
          args.map((each) => each(box)),
        );
  }
}

/** Returns the deciding value if one argument has it; the other value if all arguments have that. */
function settled(args: readonly Term[], box: Box, settling: boolean): Known {
  let result: Known = !settling;
  for (const each of args) {
    const value = each(box);
    if (value === settling) return settling;
    if (value === undefined) result = undefined;
  }
  return result;
}

function eitherOf(a: Known, b: Known): Known {
  if (typeof a === 'object' && typeof b === 'object') return { lo: least(a.lo, b.lo), hi: greatest(a.hi, b.hi), width: a.width };
  return a === b ? a : undefined;
}

function applyTo(name: string, args: readonly Known[]): Known {
  if (name === '=') return isSame(args[0], args[1]);
  if (name === 'distinct') {
    const pairs = args.flatMap((a, index) => args.slice(index + 1).map((b) => isSame(a, b)));
    return pairs.includes(true) ? false : pairs.includes(undefined) ? undefined : true;
  }
  if (name === 'not') return args[0] === undefined ? undefined : !args[0];
  const [a, b, ...more] = args.map(rangeOf);
  if (a === undefined) throw new Error(`${name} of no argument`);
  if (b === undefined) return subtract(exactly(0n, a.width), a);
  if (name === '+' || name === '*') return [b, ...more].reduce(name === '+' ? add : multiply, a);
  return ofTwo(name, a, b);
}

function isSame(a: Known, b: Known): boolean | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  if (a.hi < b.lo || b.hi < a.lo) return false;
  return isPoint(a) && isPoint(b) ? true : undefined;
}

function ofTwo(name: string, a: Range, b: Range): Known {
  switch (name) {
    case '<':
    case 'bvslt':
      return a.hi < b.lo ? true : a.lo >= b.hi ? false : undefined;
    case '<=':
    case 'bvsle':
      return a.hi <= b.lo ? true : a.lo > b.hi ? false : undefined;
    case '-':
    case 'bvsub':
      return subtract(a, b);
    case 'bvadd':
      return add(a, b);
    case 'bvmul':
      return multiply(a, b);
  }
  const isByZero = (name === 'div' || name === 'mod') && b.lo <= 0n && 0n <= b.hi;
  if (isPoint(a) && isPoint(b) && !isByZero) return meaningOf([name, literalOf(a), literalOf(b)]);
  // Quotients by positive divisors are monotonic. A non-negative vector is the same integer with or without a sign.
  if (b.lo > 0n && (name === 'div' || a.lo >= 0n)) {
    if (['div', 'bvudiv', 'bvsdiv'].includes(name))
      return { lo: floor(a.lo, a.lo < 0n ? b.lo : b.hi), hi: floor(a.hi, a.hi < 0n ? b.hi : b.lo), width: a.width };
    if (['mod', 'bvurem', 'bvsrem', 'bvsmod'].includes(name)) return a.hi < b.lo ? a : { lo: 0n, hi: b.hi - 1n, width: a.width };
  }
  return full(a.width);
}

function floor(a: bigint, b: bigint): bigint {
  return a < 0n ? -((b - 1n - a) / b) : a / b;
}

function resized([, name, a, b]: readonly SExpression[], of: Term): Term {
  return (box) => {
    const value = rangeOf(of(box));
    const width = name === 'extract' ? Number(a) - Number(b) + 1 : (value.width ?? 0) + Number(a);
    const isSorted = name === 'extract' ? Number(a) < (value.width ?? 0) && Number(b) <= Number(a) : Number(a) >= 0;
    if (!isSorted) throw new Error(`${String(name)} ${String(a)} of ${String(value.width)} bits`);
    if (isPoint(value))
      return meaningOf([['_', name ?? '', ...[a ?? [], b ?? []].filter((each) => typeof each === 'string')], literalOf(value)]);
    const isKept = name === 'sign_extend' || (name === 'zero_extend' && value.lo >= 0n) || (b === '0' && fits({ ...value, width }));
    return isKept ? { ...value, width } : full(width);
  };
}

function add(a: Range, b: Range): Range {
  return wrapped({ lo: a.lo + b.lo, hi: a.hi + b.hi, width: a.width });
}

function subtract(a: Range, b: Range): Range {
  return wrapped({ lo: a.lo - b.hi, hi: a.hi - b.lo, width: a.width });
}

function multiply(a: Range, b: Range): Range {
  const corners = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
  return wrapped({ lo: corners.reduce(least), hi: corners.reduce(greatest), width: a.width });
}

/** Reduces modulo 2^width; any vector if the range does not fit and is not one integer. */
function wrapped(range: Range): Range {
  if (range.width === undefined || fits(range)) return range;
  return isPoint(range) ? exactly(BigInt.asIntN(range.width, range.lo), range.width) : full(range.width);
}

function fits({ lo, hi, width = 0 }: Range): boolean {
  return BigInt.asIntN(width, lo) === lo && BigInt.asIntN(width, hi) === hi;
}

/** Returns two halves of a range, of similar length when written out. */
function halvesOf(range: Range): readonly Range[] {
  const { lo, hi } = range;
  const middle = lo < 0n && hi >= 0n ? -1n : lo >= 0n ? middleOf(lo, hi) : -middleOf(-hi, -lo) - 1n;
  return [
    { ...range, hi: middle },
    { ...range, lo: middle + 1n },
  ];
}

/** Returns an integer of at least `lo` and less than `hi`. */
function middleOf(lo: bigint, hi: bigint): bigint {
  const [few, many] = [lo.toString(2).length, hi.toString(2).length];
  return many - few > 2 ? 2n ** BigInt((few + many) >> 1) : (lo + hi) / 2n;
}

function anyOf(sort: SExpression | undefined): Known {
  if (sort === 'Int') return full(undefined);
  const width = sort === undefined ? undefined : vectorWidth(sort);
  return width === undefined ? undefined : full(width);
}

function full(width: number | undefined): Range {
  const end = 2n ** (width === undefined ? MAX_BITS : BigInt(width - 1));
  return { lo: -end, hi: width === undefined ? end : end - 1n, width };
}

function exactly(value: bigint, width: number | undefined): Range {
  return { lo: value, hi: value, width };
}

function isPoint({ lo, hi }: Range): boolean {
  return lo === hi;
}

function rangeOf(value: Known): Range {
  if (typeof value !== 'object') throw new Error('no integer');
  return value;
}

/** `bv5 8`, without the first underscore. */
function numeral([digits, width]: readonly SExpression[]): Range {
  return exactly(BigInt.asIntN(Number(width), BigInt(nameOf(digits).slice('bv'.length))), Number(width));
}

function literalOf({ lo, width }: Range): SExpression {
  if (width !== undefined) return ['_', `bv${BigInt.asUintN(width, lo)}`, String(width)];
  return lo < 0n ? ['-', String(-lo)] : String(lo);
}

/** Returns the value of a term without constants, computed by the script evaluator. */
function meaningOf(expression: SExpression): Range {
  const value: SmtValue = CLOSED.value(expression);
  if (typeof value === 'bigint') return exactly(value, undefined);
  if (typeof value !== 'object') throw new Error('no integer');
  return exactly(BigInt.asIntN(value.width, value.bits), value.width);
}

const noConstant = (): SmtValue => {
  throw new Error('a term without constants has one');
};
const CLOSED = new ParsedScript('').under(noConstant, noConstant);

function argument(args: readonly Term[], index: number): Term {
  const found = args[index];
  if (found === undefined) throw new Error('an argument is missing');
  return found;
}

function listOf(expression: SExpression | undefined): readonly SExpression[] {
  if (typeof expression !== 'object') throw new Error('no list');
  return expression;
}

function nameOf(expression: SExpression | undefined): string {
  if (typeof expression !== 'string') throw new Error('no name');
  return expression;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function greatest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
