import { INT64_MAX } from '@kirchhoff/coherence';
import type { Blamed, Expression, Statement, Variable } from '../lowered/program.js';
import { atom, binary, call, cast, integer, isTrue, method, not, type RsExpression, rangeOf } from './expression.js';
import { flat } from './flat.js';
import { string } from './literal.js';
import { boundsOf } from './monomers/emission.js';
import { bare, isSelf, isSliced } from './ownership.js';
import { borrowedOf, conditionOf, placeArguments, receiverFor, type Scope, strictOf, valueOf } from './print-expression.js';
import type { Writer } from './writer.js';

/** Prints the statements of one function. */
export class StatementPrinter {
  constructor(
    private readonly scope: Scope,
    private readonly writer: Writer,
    /** The names of the outputs; `null` if it is not the circuit. */
    private readonly outputs: readonly string[] | null,
    /** True if the function returns a `Result`. */
    private readonly fails: boolean,
  ) {}

  /** Prints the body of the function, whose value is that of its last expression. */
  body(statements: readonly Statement[]): void {
    for (const [index, statement] of statements.entries()) {
      if (index === statements.length - 1 && statement.kind === 'return') {
        this.scope.moved = this.scope.ownership.movedBy(statement);
        this.writer.statement('', this.result(statement.value), '');
      } else this.statement(statement, index === statements.length - 1);
      if (statement.kind === 'fail') return;
    }
  }

  private block(statements: readonly Statement[]): void {
    for (const statement of statements) {
      this.statement(statement, false);
      if (statement.kind === 'fail') return;
    }
  }

  private statement(statement: Statement, isLast: boolean): void {
    const { scope, writer } = this;
    scope.moved = scope.ownership.movedBy(statement);
    switch (statement.kind) {
      case 'define':
        return this.define(statement.variable, statement.value);
      case 'declare':
        return this.declare(statement.variable, statement.initial);
      case 'assign':
        return this.assign(statement);
      case 'if':
        return this.branches(statement);
      case 'forEach':
      case 'forRange':
        return this.loop(statement);
      case 'break':
        return writer.line('break;');
      case 'collect': {
        const type = scope.types.ownedOf(statement.variable.type);
        return writer.line(`let ${this.mutable(statement.variable)}${this.name(statement.variable)}: ${type} = Vec::new();`);
      }
      case 'push': {
        const value = valueOf(scope, statement.value);
        const pushed = statement.variable.type.kind === 'bytes' ? byte(value) : value;
        return writer.statement('', method(scope.nameOf(statement.variable), 'push', pushed), ';');
      }
      case 'collected':
        return;
      case 'check':
        return this.unless(conditionOf(scope, statement.condition), this.failure(statement.place, statement.message));
      case 'fail':
        return isLast
          ? writer.statement('', call('Err', this.failure(statement.place, statement.message)), '')
          : writer.statement('return', call('Err', this.failure(statement.place, statement.message)), ';');
      case 'require': {
        const refusal = this.converted(call(scope.runtime.use('unmet'), string(statement.message)));
        return this.unless(valueOf(scope, statement.condition), refusal);
      }
      case 'return':
        return writer.statement('return', this.result(statement.value), ';');
      case 'returnOutputs':
        return this.returnOutputs(statement.values);
    }
  }

  private name(variable: Variable): string {
    return flat(this.scope.nameOf(variable));
  }

  private mutable(variable: Variable): string {
    return this.scope.ownership.isMutable(variable) ? 'mut ' : '';
  }

  private result(value: Expression): RsExpression {
    const written = valueOf(this.scope, value);
    return this.fails ? call('Ok', written) : written;
  }

  /** Returns a `DomainError` as the error of this function. */
  private converted(refusal: RsExpression): RsExpression {
    return this.scope.runtime.has('FaultError') || this.scope.runtime.has('GuardedError') ? call('Error::Domain', refusal) : refusal;
  }

  private define(variable: Variable, value: Expression): void {
    const { scope, writer } = this;
    const { ownership, types } = scope;
    const name = ownership.isUsed(variable) ? this.name(variable) : `_${this.name(variable)}`;
    if (ownership.holdingOf(variable) === 'value') {
      const type = isUntyped(value) ? `: ${types.ownedOf(variable.type)}` : '';
      return writer.statement(`let ${name}${type} =`, valueOf(scope, value), ';');
    }
    const type = isSliced(variable.type) ? `: ${types.borrowedOf(variable.type)}` : '';
    const written = isSliced(variable.type) ? borrowedOf(scope, value) : strictOf(scope, value);
    writer.statement(`let ${name}${type} =`, written, ';');
  }

  private declare(variable: Variable, initial: Expression | null): void {
    const type = this.scope.types.ownedOf(variable.type);
    const name = this.name(variable);
    if (initial === null) return this.writer.line(`let ${name}: ${type};`);
    const needsType = isUntyped(initial);
    this.writer.statement(`let ${this.mutable(variable)}${name}${needsType ? `: ${type}` : ''} =`, valueOf(this.scope, initial), ';');
  }

  private assign(statement: Extract<Statement, { kind: 'assign' }>): void {
    if (isSelf(statement)) return;
    const { scope, writer } = this;
    const { variable, value } = statement;
    const name = scope.nameOf(variable);
    const whole = bare(value);
    const [grown, added] = whole.kind === 'apply' ? whole.args : [];
    if (whole.kind === 'apply' && grown !== undefined && added !== undefined && isVariable(bare(grown), variable)) {
      const operator = AUGMENTED[whole.monomer];
      if (operator !== undefined) return writer.statement(`${flat(name)} ${operator}`, valueOf(scope, added), ';');
      // It grows in place if the other part does not read it.
      if (scope.moved.has(variable.name) && this.grow(name, whole, added)) return;
    }
    writer.statement(`${flat(name)} =`, valueOf(scope, value), ';');
  }

  private grow(name: RsExpression, { monomer, args }: Extract<Expression, { kind: 'apply' }>, added: Expression): boolean {
    const { scope, writer } = this;
    switch (monomer) {
      case 'CONCAT':
        writer.statement('', method(name, 'push_str', borrowedOf(scope, added)), ';');
        return true;
      case 'JOIN':
        writer.statement('', method(name, 'extend_from_slice', borrowedOf(scope, added)), ';');
        return true;
      case 'APPEND': {
        const value = valueOf(scope, added);
        writer.statement('', method(name, 'push', args[0]?.type.kind === 'bytes' ? byte(value) : value), ';');
        return true;
      }
      case 'SET': {
        const [, place, element] = args;
        if (place === undefined || element === undefined) return false;
        const at = valueOf(scope, place);
        const index = at.kind === 'atom' && /^[\d_]+$/.test(at.text) ? at : cast(at, 'usize');
        const value = valueOf(scope, element);
        const written = args[0]?.type.kind === 'bytes' ? byte(value) : value;
        writer.statement(`${flat({ kind: 'index', receiver: name, index })} =`, written, ';');
        return true;
      }
      default:
        return false;
    }
  }

  private branches({ arms, otherwise }: Extract<Statement, { kind: 'if' }>): void {
    const { scope, writer } = this;
    const { moved } = scope;
    if (arms.length === 0) return this.block(otherwise);
    for (const [index, { condition, body }] of arms.entries()) {
      scope.moved = moved;
      if (index === 0) writer.openWith('if', valueOf(scope, condition));
      else writer.reopenWith('} else if', valueOf(scope, condition));
      this.block(body);
    }
    if (otherwise.length > 0) {
      writer.reopen('} else {');
      this.block(otherwise);
    }
    writer.close();
  }

  private loop(statement: Extract<Statement, { kind: 'forEach' | 'forRange' }>): void {
    const { writer } = this;
    const element = statement.element === null ? '_' : this.name(statement.element);
    if (statement.kind === 'forRange') writer.openWith(`for ${element} in`, this.range(statement));
    else this.openForEach(element, statement.element, statement.source);
    this.block(statement.body);
    writer.close();
  }

  /** A range without its end is the faster one. */
  private range({ lo, hi }: Extract<Statement, { kind: 'forRange' }>): RsExpression {
    const [first, last] = [valueOf(this.scope, lo), valueOf(this.scope, hi)];
    const bounds = boundsOf(hi.range);
    const isLiteral = last.kind === 'atom' && /^-?[\d_]+$/.test(last.text);
    if (bounds === null || bounds.hi >= INT64_MAX || isLiteral) return rangeOf(first, last);
    return binary(first, '..', binary(last, '+', integer(1), 'additive'), 'range');
  }

  private openForEach(name: string, element: Variable | null, source: Expression): void {
    const { scope, writer } = this;
    const isCopied = element === null || scope.types.isCopied(element.type);
    if (source.type.kind === 'bytes') {
      const iterated = method(receiverFor(scope, source), 'iter');
      const read = element === null ? iterated : method(method(iterated, 'copied'), 'map', atom('i64::from'));
      return writer.openWith(`for ${name} in`, read);
    }
    const over = borrowedOf(scope, source);
    // A reference to an array of few elements has to be iterated as one.
    writer.openWith(`for ${isCopied && element !== null ? `&${name}` : name} in`, over);
  }

  private unless(condition: RsExpression, failure: RsExpression): void {
    if (isTrue(condition)) return;
    this.writer.openWith('if', not(condition));
    this.writer.statement('return', call('Err', failure), ';');
    this.writer.close();
  }

  private failure(place: Blamed, message: string): RsExpression {
    const file = place === 'caller' ? undefined : place.file;
    const text = string(file === undefined ? message : `${message} (${file})`);
    const { scope } = this;
    const name = scope.runtime.use(scope.error === 'Fault' ? 'fault' : 'broken');
    return call(name, ...placeArguments(scope, place), text);
  }

  private returnOutputs(values: readonly Expression[]): void {
    if (this.outputs === null) throw new Error('only a circuit returns outputs');
    const { outputs, scope } = this;
    const fields = values.map((value, index) => [outputs[index] ?? '', valueOf(scope, value)] as const);
    this.writer.statement('', call('Ok', { kind: 'struct', name: 'Outputs', fields }), '');
  }
}

function byte(value: RsExpression): RsExpression {
  return value.kind === 'atom' && /^\d+$/.test(value.text) ? value : cast(value, 'u8');
}

function isVariable(expression: Expression, { name }: Variable): boolean {
  return expression.kind === 'variable' && expression.name === name;
}

const AUGMENTED: Readonly<Partial<Record<string, string>>> = { ADD: '+=', SUB: '-=', MUL: '*=' };

/** Returns true for an expression whose type Rust would not know: literals, and operations on them only. */
function isUntyped(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
      return true;
    case 'list':
      return expression.items.every(isUntyped);
    case 'some':
    case 'narrowed':
      return isUntyped(expression.value);
    case 'apply':
      return expression.args.every(isUntyped);
    case 'conditional':
      return isUntyped(expression.whenTrue) && isUntyped(expression.whenFalse);
    default:
      return false;
  }
}
