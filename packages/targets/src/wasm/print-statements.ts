import { changeOf, ownedLists } from '../lowered/owned-lists.js';
import type { Blamed, Expression, Statement, Variable } from '../lowered/program.js';
import { isTrue, not, type Wat } from './assembler/wat.js';
import { elementAddress, elementOf, HEAD, isScalar, loadElement, shiftOf, storeElement } from './layout.js';
import { i32, i64 } from './monomers/emission.js';
import { conditionOf, expressionOf, failureAt, type Scope, slotsOf } from './print-expression.js';

type Loop = Extract<Statement, { kind: 'forEach' | 'forRange' }>;

/** Returns the instructions that make the collection of a loop, before its rounds. */
type Collect = (rounds: Wat) => readonly Wat[];

/** Prints the body of one function. */
export class StatementPrinter {
  /** The messages of the checks whose place the caller gives. */
  readonly callerMessages: string[] = [];
  private loops = 0;
  private owned: ReadonlySet<string> = new Set();

  constructor(private readonly scope: Scope) {}

  /** Prints the whole body. */
  body(statements: readonly Statement[]): readonly Wat[] {
    this.owned = ownedLists(statements);
    return this.block(statements);
  }

  private block(statements: readonly Statement[]): readonly Wat[] {
    const instructions: Wat[] = [];
    let collected: Variable | null = null;
    for (const statement of statements) {
      const { locals } = this.scope;
      const held = locals.held();
      const printed = collected === null ? this.statement(statement) : this.collecting(collected, statement);
      for (const instruction of printed) instructions.push(instruction);
      locals.release(held);
      // A collection is printed with its loop, which is the next statement.
      collected = statement.kind === 'collect' ? statement.variable : null;
    }
    return instructions;
  }

  private statement(statement: Statement): readonly Wat[] {
    // About the bytes of its instructions. Their exact number is known at the end only.
    this.scope.shared.room.take(MIN_SIZE);
    const { locals } = this.scope;
    switch (statement.kind) {
      case 'define':
        return [locals.set(statement.variable, this.expression(statement.value))];
      case 'assign':
        return this.assign(statement.variable, statement.value);
      case 'declare': {
        const { variable, initial } = statement;
        if (initial === null) return [];
        const value = this.expression(initial);
        return [locals.set(variable, this.owned.has(variable.name) ? ownList(variable, value) : value)];
      }
      case 'if':
        return this.branches(statement);
      case 'forEach':
        return this.forEach(statement, () => []);
      case 'forRange':
        return this.forRange(statement, () => []);
      case 'break':
        return [['br', `$break.${this.loops}`]];
      case 'collect':
        return [];
      case 'push':
        return this.push(statement.variable, this.expression(statement.value));
      case 'collected':
        return [['call', '$collected', locals.get(statement.variable), i32(shiftOf(statement.variable.type))]];
      case 'check':
        return this.unless(conditionOf(this.scope, statement.condition), this.failure(statement.place, statement.message));
      case 'fail':
        return [['call', '$fail', this.failure(statement.place, statement.message)], ['unreachable']];
      case 'require': {
        const failure = i32(this.scope.shared.failure({ kind: 'require', message: statement.message }));
        return this.unless(this.expression(statement.condition), failure);
      }
      case 'return':
        return [['return', this.expression(statement.value)]];
      case 'returnOutputs':
        return [['return', slotsOf(this.scope, statement.values)]];
    }
  }

  /** Lists of this function alone change in place. */
  private assign(variable: Variable, value: Expression): readonly Wat[] {
    const { locals } = this.scope;
    const change = this.owned.has(variable.name) ? changeOf(variable, value) : null;
    switch (change?.change) {
      case undefined:
        return [locals.set(variable, this.expression(value))];
      case 'append': {
        const roomy: Wat = ['call', '$with_room', locals.get(variable), i32(shiftOf(variable.type))];
        return [locals.set(variable, roomy), ...this.push(variable, this.expression(change.element))];
      }
      case 'set': {
        const index: Wat = ['i32.wrap_i64', this.expression(change.index)];
        const address = elementAddress(variable.type, locals.get(variable), index);
        return [storeElement(variable.type, address, this.expression(change.element), HEAD)];
      }
      case 'extend':
        // A list that is joined with an empty one may be the other itself.
        return [locals.set(variable, ownList(variable, this.expression(value)))];
    }
  }

  private expression(expression: Expression): Wat {
    return expressionOf(this.scope, expression);
  }

  private branches({ arms, otherwise }: Extract<Statement, { kind: 'if' }>): readonly Wat[] {
    const printed = arms.map(({ condition, body }) => ({ condition: this.expression(condition), body: this.block(body) }));
    return printed.reduceRight<readonly Wat[]>(
      (rest, { condition, body }) => [['if', condition, ['then', ...body], ...(rest.length === 0 ? [] : [['else', ...rest]])]],
      this.block(otherwise),
    );
  }

  /** Makes room for as many elements as the loop can add. So the elements are stored without a test, and in one place. */
  private collecting(variable: Variable, loop: Statement | undefined): readonly Wat[] {
    const shift = i32(shiftOf(variable.type));
    const collect: Collect = (rounds) => {
      const capacity = this.scope.locals.temporary('i32');
      const made: Wat = ['call', '$new_sequence', i32(0), ['local.get', capacity], ['i32.shl', ['local.get', capacity], shift]];
      return [['local.set', capacity, rounds], this.scope.locals.set(variable, made)];
    };
    if (loop?.kind === 'forEach') return this.forEach(loop, collect);
    if (loop?.kind === 'forRange') return this.forRange(loop, collect);
    throw new Error('a collection without its loop');
  }

  private push(variable: Variable, value: Wat): readonly Wat[] {
    const { type } = variable;
    const collection = this.scope.locals.get(variable);
    const count: Wat = ['i32.load', collection];
    return [
      storeElement(type, elementAddress(type, collection, count), value, HEAD),
      ['i32.store', collection, ['i32.add', count, i32(1)]],
    ];
  }

  private forEach({ element, source, body }: Extract<Loop, { kind: 'forEach' }>, collect: Collect): readonly Wat[] {
    const { locals } = this.scope;
    const { type } = source;
    const [at, end] = [locals.temporary('i32'), locals.temporary('i32')];
    const bytes = i32(2 ** shiftOf(type));
    const start: readonly Wat[] = [
      ['local.set', at, this.expression(source)],
      ['local.set', end, elementAddress(type, ['local.get', at], ['i32.load', ['local.get', at]])],
      ...collect(['i32.load', ['local.get', at]]),
    ];
    const isAtEnd: Wat = ['i32.ge_u', ['local.get', at], ['local.get', end]];
    const taken = element === null ? [] : [locals.set(element, loadElement(type, ['local.get', at], HEAD))];
    const step: Wat = ['local.set', at, ['i32.add', ['local.get', at], bytes]];
    return this.loop(start, body, (label, inside) => [['br_if', label, isAtEnd], ...taken, step, ...inside], []);
  }

  /** The end may be the greatest integer, so that it is compared before each step. */
  private forRange({ element, lo, hi, body }: Extract<Loop, { kind: 'forRange' }>, collect: Collect): readonly Wat[] {
    const { locals } = this.scope;
    const [at, end] = [locals.temporary('i64'), locals.temporary('i64')];
    const start: readonly Wat[] = [
      ['local.set', at, this.expression(lo)],
      ['local.set', end, this.expression(hi)],
      ...collect(['call', '$range_capacity', ['local.get', at], ['local.get', end]]),
    ];
    const taken = element === null ? [] : [locals.set(element, ['local.get', at])];
    const isLast: Wat = ['i64.eq', ['local.get', at], ['local.get', end]];
    const step: Wat = ['local.set', at, ['i64.add', ['local.get', at], i64(1)]];
    const isEmpty: Wat = ['i64.gt_s', ['local.get', at], ['local.get', end]];
    return this.loop(start, body, (label, inside) => [...taken, ...inside, ['br_if', label, isLast], step], [isEmpty]);
  }

  /** Prints a loop. If no value that its body makes is used later, each round frees what it made. */
  private loop(
    start: readonly Wat[],
    body: readonly Statement[],
    round: (label: string, inside: readonly Wat[]) => readonly Wat[],
    skipped: readonly Wat[],
  ): readonly Wat[] {
    this.loops += 1;
    const [label, again] = [`$break.${this.loops}`, `$next.${this.loops}`];
    // Taken before the body is printed, which must not use it.
    const mark = keepsOnlyScalars(body) ? this.scope.locals.temporary('i32') : null;
    const inside = this.block(body);
    this.loops -= 1;
    const frees = mark !== null && inside.some(mayAllocate);
    const marked: readonly Wat[] = frees ? [['local.set', mark, ['global.get', '$free']]] : [];
    const freed: readonly Wat[] = frees ? [['global.set', '$free', ['local.get', mark]]] : [];
    const instructions = round(label, [...inside, ...freed]);
    const skip = skipped.map((condition): Wat => ['br_if', label, condition]);
    return [...start, ...marked, ['block', label, ...skip, ['loop', again, ...instructions, ['br', again]]], ...freed];
  }

  private unless(condition: Wat, failure: Wat): readonly Wat[] {
    return isTrue(condition) ? [] : [['if', not(condition), ['then', ['call', '$fail', failure]]]];
  }

  /** Returns the number of a failure. */
  private failure(place: Blamed, message: string): Wat {
    if (place !== 'caller') return i32(this.scope.shared.failure(failureAt(place, message)));
    this.callerMessages.push(message);
    return ['i32.add', ['local.get', '$caller.failures'], i32(this.callerMessages.length - 1)];
  }
}

const MIN_SIZE = 4;

function ownList({ type }: Variable, value: Wat): Wat {
  return ['call', '$own_list', value, i32(shiftOf(type))];
}

/** Returns true if instructions call a function that may take memory. */
function mayAllocate(instruction: Wat): boolean {
  if (typeof instruction === 'string') return false;
  if (instruction[0] === 'call' && instruction[1] !== '$fail') return true;
  return instruction.some(mayAllocate);
}

/** Returns true if the statements of a loop assign only scalars to variables from before the loop. */
function keepsOnlyScalars(body: readonly Statement[]): boolean {
  const own = new Set<string>();
  const visit = (statements: readonly Statement[]): boolean =>
    statements.every((statement) => {
      switch (statement.kind) {
        case 'define':
        case 'declare':
        case 'collect':
          own.add(statement.variable.name);
          return true;
        case 'assign':
          return own.has(statement.variable.name) || isScalar(statement.variable.type);
        case 'push':
          return own.has(statement.variable.name) || isScalar(elementOf(statement.variable.type));
        case 'if':
          return statement.arms.every((arm) => visit(arm.body)) && visit(statement.otherwise);
        case 'forEach':
        case 'forRange':
          return visit(statement.body);
        default:
          return true;
      }
    });
  return visit(body);
}
