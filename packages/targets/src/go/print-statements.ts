import { INT64_MAX, type Type } from '@kirchhoff/coherence';
import type { Blamed, Expression, Statement, Variable } from '../lowered/program.js';
import { at } from '../plan/plan.js';
import type { Width } from '../plan/widths.js';
import { binary, type GoExpression, isFalse, isTrue, isUntyped, length, name, not, readsOf, textOf, typed } from './expression.js';
import { type Facts, growsIn } from './facts.js';
import { string } from './literal.js';
import { boundsOf } from './monomers/emission.js';
import { isSource } from './monomers/index.js';
import { bare, conditionOf, expressionOf, functionOf, partOf, placeArguments, placed, type Scope } from './print-expression.js';
import type { Writer } from './writer.js';

type Loop = Extract<Statement, { kind: 'forEach' | 'forRange' }>;

/** The result of one function. */
export interface Returned {
  /** The result, or `Outputs{}` of the circuit, beside an error. */
  readonly zero: string;
  /** The fields of the outputs, with the widths of those that are integers; null for other functions. */
  readonly outputs: readonly { readonly field: string; readonly width: Width }[] | null;
  /** True if the function returns an error too. */
  readonly fails: boolean;
}

/** The values whose variables are not read. */
export type Unread = ReadonlySet<string>;

/** Prints the body of one function. */
export class StatementPrinter {
  /** True once a statement has returned an error. */
  hasFailed = false;
  /** The names that the printed expressions read. */
  readonly read = new Set<string>();
  /** The variables that statements define. */
  readonly defined = new Set<string>();

  constructor(
    private readonly scope: Scope,
    private readonly writer: Writer,
    private readonly returned: Returned,
    private readonly facts: Facts,
    private readonly unread: Unread,
    private readonly write: (variable: Variable) => string,
    private readonly fresh: (wanted: string) => string,
  ) {}

  /** Prints statements up to the first that ends the function; returns true if there is one. */
  block(statements: readonly Statement[]): boolean {
    for (const [index, statement] of statements.entries()) {
      if (this.statement(statement, statements, index)) return true;
    }
    return false;
  }

  /** Prints a statement. Returns true if the next one is not reached. */
  private statement(statement: Statement, around: readonly Statement[], index: number): boolean {
    switch (statement.kind) {
      case 'define':
        this.define(statement.variable, statement.value, growsIn(around, index));
        return false;
      case 'declare':
        this.declare(statement.variable, statement.initial);
        return false;
      case 'assign':
        this.assign(statement.variable, statement.value);
        return false;
      case 'if':
        return this.branches(statement);
      case 'forEach':
      case 'forRange':
        this.loop(statement);
        return false;
      case 'break':
        this.writer.line('break');
        return false;
      case 'collect':
        this.collect(statement.variable, around[index + 1]);
        return false;
      case 'push':
        this.push(statement.variable, statement.value);
        return false;
      case 'collected':
        return false;
      case 'check':
        return this.unless(conditionOf(this.scope, statement.condition), () => this.failure(statement.place, statement.message));
      case 'fail':
        this.fail(this.failure(statement.place, statement.message));
        return true;
      case 'require': {
        const error = () => `&${this.scope.use('DomainError')}{Message: ${string(statement.message)}}`;
        return this.unless(this.expression(statement.condition), error);
      }
      case 'return':
        this.returnValue(statement.value);
        return true;
      case 'returnOutputs':
        this.returnOutputs(statement.values);
        return true;
    }
  }

  /** Returns the text of an expression, whose variables are read. */
  private text(expression: GoExpression): string {
    return textOf(this.noted(expression));
  }

  private noted(expression: GoExpression): GoExpression {
    readsOf(expression, this.read);
    return expression;
  }

  private expression(expression: Expression): GoExpression {
    return expressionOf(this.scope, expression);
  }

  private isUnread({ name: own }: Variable): boolean {
    this.defined.add(own);
    return this.unread.has(own);
  }

  private define(variable: Variable, value: Expression, grows: boolean): void {
    const unread = this.isUnread(variable);
    if (this.canFail(value)) return this.ask(unread ? '_' : this.write(variable), value, ':=');
    if (unread) return;
    const whole = bare(value);
    if (whole.kind === 'conditional') return this.choose(variable, whole);
    const grown = grows ? this.grown(value) : null;
    const text = this.text(typed(grown ?? this.expression(value)));
    this.writer.line(`${this.write(variable)} := ${text}`);
  }

  /** Returns the extension of a list in its own memory, for a list that nothing else reads from here on. */
  private grown(value: Expression): GoExpression | null {
    const whole = bare(value);
    if (whole.kind !== 'apply') return null;
    const [list, added] = whole.args;
    if (list === undefined || added === undefined) return null;
    const isJoin = whole.monomer === 'JOIN';
    const element = isJoin ? this.expression(added) : partOf(this.scope, list.type, null, added);
    const one: GoExpression = !isJoin && whole.type.kind === 'bytes' ? byte(element) : element;
    return { kind: 'call', callee: 'append', args: [this.expression(list), one], spread: isJoin };
  }

  /** Defines a variable by a condition; the values are pure, so that a short one may stand before it. */
  private choose(variable: Variable, { condition, whenTrue, whenFalse }: Extract<Expression, { kind: 'conditional' }>): void {
    const own = this.write(variable);
    const last = bare(whenFalse);
    if (last.kind === 'literal' || last.kind === 'variable') {
      const first = this.clippedIfGrowing(variable, whenFalse);
      this.writer.line(`${own} := ${this.text(typed(first))}`);
      this.writer.open(`if ${this.text(this.expression(condition))} {`);
    } else {
      this.writer.line(`var ${own} ${this.scope.types.text(variable.type)}`);
      this.writer.open(`if ${this.text(this.expression(condition))} {`);
    }
    this.writer.line(`${own} = ${this.text(this.clippedIfGrowing(variable, whenTrue))}`);
    if (last.kind !== 'literal' && last.kind !== 'variable') {
      this.writer.between('} else {');
      this.writer.line(`${own} = ${this.text(this.clippedIfGrowing(variable, whenFalse))}`);
    }
    this.writer.close();
  }

  private declare(variable: Variable, initial: Expression | null): void {
    if (this.isUnread(variable)) return;
    const own = this.write(variable);
    if (initial === null) return this.writer.line(`var ${own} ${this.scope.types.text(variable.type)}`);
    const whole = bare(initial);
    if (whole.kind === 'conditional') return this.choose(variable, whole);
    const value = this.clippedIfGrowing(variable, initial);
    this.writer.line(`${own} := ${this.text(typed(value))}`);
  }

  /** A list that grows in its own memory begins with memory that nothing else extends. */
  private clippedIfGrowing(variable: Variable, value: Expression): GoExpression {
    const expression = this.expression(value);
    if (!this.facts.growing.has(variable.name) || expression.kind === 'composite') return expression;
    return { kind: 'call', callee: this.scope.use('clippedList'), args: [expression], spread: false };
  }

  private assign(variable: Variable, value: Expression): void {
    const unread = this.isUnread(variable);
    if (this.canFail(value)) {
      const next = unread ? '_' : this.fresh(`${this.write(variable)}Next`);
      this.ask(next, value, ':=');
      if (unread) return;
      const isGrowing = this.facts.growing.has(variable.name);
      this.writer.line(`${this.write(variable)} = ${isGrowing ? `${this.scope.use('clippedList')}(${next})` : next}`);
      return;
    }
    if (unread) return;
    const own = this.write(variable);
    const whole = bare(value);
    if (whole.kind === 'variable' && whole.name === variable.name) return;
    if (whole.kind === 'conditional') {
      return this.assignEither(variable, whole);
    }
    if (whole.kind === 'apply') {
      const [grown, added] = whole.args.map(bare);
      const operator = AUGMENTED[whole.monomer];
      if (grown?.kind === 'variable' && grown.name === variable.name && added !== undefined) {
        if (this.facts.growing.has(variable.name) && (whole.monomer === 'APPEND' || whole.monomer === 'JOIN')) {
          return this.writer.line(`${own} = ${this.text(this.grown(value) ?? this.expression(value))}`);
        }
        if (operator !== undefined) {
          // The variable is read in the expression too.
          this.read.add(own);
          const by = this.text(this.expression(added));
          const isStep = by === '1' && whole.monomer !== 'MUL';
          return this.writer.line(isStep ? `${own}${operator.charAt(0)}${operator.charAt(0)}` : `${own} ${operator} ${by}`);
        }
      }
    }
    this.writer.line(`${own} = ${this.text(this.clippedIfGrowing(variable, value))}`);
  }

  private assignEither(variable: Variable, { condition, whenTrue, whenFalse }: Extract<Expression, { kind: 'conditional' }>): void {
    const arms = [{ condition, body: [{ kind: 'assign', variable, value: whenTrue }] as const }];
    this.branches({ kind: 'if', arms, otherwise: [{ kind: 'assign', variable, value: whenFalse }] });
  }

  private canFail(value: Expression): boolean {
    const whole = bare(value);
    return whole.kind === 'call' ? functionOf(this.scope, whole.callee).fails : whole.kind === 'apply' && isSource(whole.monomer);
  }

  /** Writes a call that can fail, and passes its error on. */
  private ask(own: string, value: Expression, operator: ':='): void {
    this.hasFailed = true;
    const asked = this.text(this.expression(value));
    if (own === '_') this.writer.open(`if _, err := ${asked}; err != nil {`);
    else {
      this.writer.line(`${own}, err ${operator} ${asked}`);
      this.writer.open('if err != nil {');
    }
    this.writer.line(`return ${this.returned.zero}, err`);
    this.writer.close();
  }

  /** An arm after arms that all end the function needs no `else`. */
  private branches({ arms, otherwise }: Extract<Statement, { kind: 'if' }>): boolean {
    let isOpen = false;
    let ends = true;
    let hasLast = false;
    for (const { condition, body } of arms) {
      const written = this.expression(condition);
      if (isFalse(written)) continue;
      if (isTrue(written)) {
        ends = this.last(body, isOpen) && ends;
        hasLast = true;
        break;
      }
      if (isOpen) this.writer.between(`} else if ${this.text(written)} {`);
      else this.writer.open(`if ${this.text(written)} {`);
      const hasEnded = this.block(body);
      ends &&= hasEnded;
      if (hasEnded && !isOpen) this.writer.close();
      else isOpen = true;
    }
    if (hasLast) return ends;
    if (otherwise.length === 0) {
      if (isOpen) this.writer.close();
      return false;
    }
    return this.last(otherwise, isOpen) && ends;
  }

  private last(body: readonly Statement[], isOpen: boolean): boolean {
    if (!isOpen) return this.block(body);
    this.writer.between('} else {');
    const ends = this.block(body);
    this.writer.close();
    return ends;
  }

  private loop(statement: Loop): void {
    const { element, body } = statement;
    const isRead = element !== null && !this.isUnread(element);
    if (statement.kind === 'forEach') {
      const source = this.text(this.expression(statement.source));
      const { type } = statement.source;
      const isNarrow = type.kind === 'bytes' || (element?.type.kind === 'integer' && this.scope.types.widthInside(type) === 32);
      const each = isNarrow ? 'each' : isRead ? this.write(element) : '';
      this.writer.open(isRead ? `for _, ${each} := range ${source} {` : `for range ${source} {`);
      if (isRead && isNarrow) this.writer.line(`${this.write(element)} := int64(each)`);
      this.block(body);
      return this.writer.close();
    }
    const index = isRead ? this.write(element) : this.fresh('i');
    const lo = this.text(typed(this.expression(statement.lo)));
    const hi = this.noted(this.expression(statement.hi));
    this.writer.open(`for ${index} := ${lo}; ${textOf(binary(name(index), '<=', hi))}; ${index}++ {`);
    const ends = this.block(body);
    // The index would wrap after the greatest integer.
    if (!ends && boundsOf(statement.hi.range).hi === INT64_MAX) {
      this.writer.open(`if ${textOf(binary(name(index), '==', hi))} {`);
      this.writer.line('break');
      this.writer.close();
    }
    this.writer.close();
  }

  private collect(variable: Variable, next: Statement | undefined): void {
    if (this.isUnread(variable)) return;
    const own = this.write(variable);
    const type = this.scope.types.text(variable.type);
    const count = next === undefined ? null : this.count(variable, next);
    this.writer.line(count === null ? `var ${own} ${type}` : `${own} := make(${type}, 0, ${count})`);
  }

  /** Returns the number of elements that a loop pushes, if it is known at its start. */
  private count(variable: Variable, next: Statement): string | null {
    if (next.kind !== 'forEach') return null;
    const last = next.body.at(-1);
    if (last?.kind !== 'push' || last.variable.name !== variable.name) return null;
    const source = this.expression(next.source);
    return source.kind === 'atom' || source.kind === 'selector' ? this.text(length(source)) : null;
  }

  private push(variable: Variable, value: Expression): void {
    if (this.isUnread(variable)) return;
    const whole = bare(value);
    if (whole.kind === 'conditional') {
      const { condition, whenTrue, whenFalse } = whole;
      const arms = [{ condition, body: [{ kind: 'push', variable, value: whenTrue }] as const }];
      this.branches({ kind: 'if', arms, otherwise: [{ kind: 'push', variable, value: whenFalse }] });
      return;
    }
    const own = this.write(variable);
    const pushed = partOf(this.scope, variable.type, null, value);
    const element = variable.type.kind === 'bytes' ? byte(pushed) : pushed;
    this.writer.line(`${own} = ${textOf({ kind: 'call', callee: 'append', args: [name(own), this.noted(element)], spread: false })}`);
  }

  private unless(condition: GoExpression, error: () => string): boolean {
    if (isTrue(condition)) return false;
    if (isFalse(condition)) {
      this.fail(error());
      return true;
    }
    this.writer.open(`if ${this.text(not(condition))} {`);
    this.fail(error());
    this.writer.close();
    return false;
  }

  private fail(error: string): void {
    this.hasFailed = true;
    this.writer.line(`return ${this.returned.zero}, ${error}`);
  }

  private failure(place: Blamed, message: string): string {
    const file = place === 'caller' ? undefined : place.file;
    const text = string(file === undefined ? message : `${message} (${file})`);
    const [first = '', second] = placeArguments(this.scope, place);
    const where = second === undefined ? `Line: ${first}` : `Domain: ${first}, Line: ${second}`;
    return `&${this.scope.use(this.scope.error)}{${where}, Message: ${text}}`;
  }

  private returnValue(value: Expression): void {
    const whole = bare(value);
    if (whole.kind === 'conditional') {
      this.writer.open(`if ${this.text(this.expression(whole.condition))} {`);
      this.returnValue(whole.whenTrue);
      this.writer.close();
      return this.returnValue(whole.whenFalse);
    }
    const text = this.text(this.expression(value));
    if (!this.canFail(value)) return this.writer.line(`return ${text}${this.returned.fails ? ', nil' : ''}`);
    this.hasFailed = true;
    this.writer.line(`return ${text}`);
  }

  /** A caller may change what it gets: outputs share no memory with inputs, with each other and with constants. */
  private returnOutputs(values: readonly Expression[]): void {
    const { outputs } = this.returned;
    if (outputs === null) throw new Error('only a circuit returns outputs');
    const written = values.map((value, index) => {
      const { field, width } = at(outputs, index);
      return { field, text: this.text(value.type.kind === 'integer' ? this.placed(width, value) : this.own(value)) };
    });
    const short = written.map(({ field, text }) => `${field}: ${text}`).join(', ');
    if (short.length <= MAX_OUTPUTS_LENGTH) return this.writer.line(`return Outputs{${short}}, nil`);
    this.writer.line('var out Outputs');
    for (const { field, text } of written) this.writer.line(`out.${field} = ${text}`);
    this.writer.line('return out, nil');
  }

  private placed(width: Width, value: Expression): GoExpression {
    return placed(this.scope, width, value, this.expression(value));
  }

  private own(value: Expression): GoExpression {
    const whole = bare(value);
    const expression = this.expression(value);
    const isMade = whole.kind === 'variable' ? this.facts.fresh.has(whole.name) : expression.kind === 'composite';
    const isNew = isMade && !this.sharesElements(whole.type);
    return isNew ? expression : this.scope.types.cloned(value.type, expression);
  }

  private sharesElements(type: Type): boolean {
    return type.kind !== 'bytes' && !(type.kind === 'list' && !this.scope.types.shares(type.element));
  }
}

const MAX_OUTPUTS_LENGTH = 80;

const AUGMENTED: Readonly<Partial<Record<string, string>>> = { ADD: '+=', SUB: '-=', MUL: '*=', CONCAT: '+=' };

function byte(value: GoExpression): GoExpression {
  return isUntyped(value) ? value : { kind: 'call', callee: 'byte', args: [value], spread: false };
}
