import { INT64_MAX } from '@kirchhoff/coherence';
import { changeOf, type ListChange, ownedLists } from '../lowered/owned-lists.js';
import type { Blamed, Expression, Statement, Variable } from '../lowered/program.js';
import { asInt, asLong, type Form, isTrue, type JavaExpression, not, placed } from './expression.js';
import { string } from './literal.js';
import { boundsOf } from './monomers/emission.js';
import { conditionOf, expressionOf, formOf, placeArguments, type Scope, standalone } from './print-expression.js';
import type { Frame } from './split.js';
import type { Writer } from './writer.js';

/** The class of a circuit's outputs. */
export interface OutputsClass {
  readonly name: string;
  /** The forms of the values, in the order of the outputs. */
  readonly forms: readonly Form[];
  /** The fields of a class without a constructor: Java allows 255 parameters. */
  readonly fields: readonly string[] | null;
}

const INT_MAX = 2 ** 31 - 1;

/** Prints the body of one method. */
export class StatementPrinter {
  /** The lists that change in place. */
  private readonly owned = new Set<string>();

  constructor(
    private readonly scope: Scope,
    private readonly writer: Writer,
    private readonly outputs: OutputsClass,
    private readonly frame: Frame | null,
    private readonly result: Form | null,
    private readonly freshName: (wanted: string) => string,
  ) {}

  /** Writes the statements of the method. */
  body(statements: readonly Statement[]): void {
    for (const name of ownedLists(statements)) this.owned.add(name);
    this.block(statements);
  }

  /** Writes statements, and returns false if none can follow: Java refuses what is never reached. */
  private block(statements: readonly Statement[]): boolean {
    for (const statement of statements) {
      if (!this.statement(statement)) return false;
    }
    return true;
  }

  private statement(statement: Statement): boolean {
    switch (statement.kind) {
      case 'define':
        this.define(statement.variable, statement.value);
        return true;
      case 'declare':
        if (statement.initial !== null && this.isOwned(statement.variable)) this.defineList(statement.variable, statement.initial);
        else if (statement.initial !== null) this.define(statement.variable, statement.initial);
        else if (!this.isShared(statement.variable)) {
          this.writer.line(`${this.typeOf(statement.variable)} ${this.name(statement.variable)};`);
        }
        return true;
      case 'assign':
        this.assign(statement.variable, statement.value);
        return true;
      case 'if':
        return this.branches(statement);
      case 'forEach':
        this.forEach(statement);
        return true;
      case 'forRange':
        this.forRange(statement);
        return true;
      case 'break':
        this.writer.line('break;');
        return false;
      case 'collect':
        this.collect(statement.variable);
        return true;
      case 'push':
        this.push(statement.variable, statement.value);
        return true;
      case 'collected':
        this.collected(statement.variable);
        return true;
      case 'check':
        this.unless(conditionOf(this.scope, statement.condition), this.failure(statement.place, statement.message));
        return true;
      case 'fail':
        this.writer.line(this.failure(statement.place, statement.message));
        return false;
      case 'require': {
        const error = this.scope.runtime.use('DomainError');
        this.unless(this.expression(statement.condition), `throw new ${error}(null, "", ${string(statement.message)});`);
        return true;
      }
      case 'return': {
        const value = this.expression(statement.value);
        this.writer.line(`return ${this.result === null ? value.text : placed(value, this.result).text};`);
        return false;
      }
      case 'returnOutputs':
        this.returnOutputs(statement.values);
        return false;
    }
  }

  private expression(expression: Expression): JavaExpression {
    return expressionOf(this.scope, expression);
  }

  private name(variable: Variable): string {
    return this.scope.nameOf(variable);
  }

  private isShared({ name }: Variable): boolean {
    return this.frame?.variables.has(name) === true;
  }

  private formOf(variable: Variable): Form {
    return this.scope.forms.get(variable.name) ?? formOf(variable);
  }

  private typeOf(variable: Variable): string {
    const form = this.formOf(variable);
    return form === 'int' ? 'int' : this.scope.types.textOf(variable.type);
  }

  private define(variable: Variable, value: Expression): void {
    const { text } = placed(this.expression(value), this.formOf(variable));
    const head = this.isShared(variable) ? '' : `${this.typeOf(variable)} `;
    this.writer.line(`${head}${this.name(variable)} = ${text};`);
  }

  /** True for a list that changes in place. The fields of a frame are seen by several methods. */
  private isOwned(variable: Variable): boolean {
    return this.owned.has(variable.name) && !this.isShared(variable);
  }

  /** Defines a list that changes, which is a copy. */
  private defineList(variable: Variable, value: Expression): void {
    const list = this.scope.runtime.import('java.util.ArrayList');
    const { text } = this.expression(value);
    const initial = text === 'List.of()' ? '' : text;
    this.writer.line(`${this.typeOf(variable)} ${this.name(variable)} = new ${list}<>(${initial});`);
  }

  private changeList(name: string, change: ListChange): void {
    switch (change.change) {
      case 'append':
        return this.writer.line(`${name}.add(${asLong(this.expression(change.element)).text});`);
      case 'extend':
        return this.writer.line(`${name}.addAll(${this.expression(change.list).text});`);
      case 'set': {
        const [index, element] = [asInt(this.expression(change.index)), asLong(this.expression(change.element))];
        return this.writer.line(`${name}.set(${index.text}, ${element.text});`);
      }
    }
  }

  /** Writes an assignment, as a compound one for a number that grows. */
  private assign(variable: Variable, value: Expression): void {
    const name = this.name(variable);
    const change = this.isOwned(variable) ? changeOf(variable, value) : null;
    if (change !== null) return this.changeList(name, change);
    const { text } = placed(this.expression(value), this.formOf(variable));
    if (text === name) return;
    if (text === `${name} + 1`) return this.writer.line(`${name}++;`);
    this.writer.line(`${name} = ${text};`);
  }

  private branches({ arms, otherwise }: Extract<Statement, { kind: 'if' }>): boolean {
    let completes = arms.length === 0 || otherwise.length === 0;
    for (const [index, { condition, body }] of arms.entries()) {
      const head = `if (${this.expression(condition).text}) {`;
      if (index === 0) this.writer.open(head);
      else this.writer.reopen(`} else ${head}`);
      completes = this.block(body) || completes;
    }
    if (arms.length === 0) return this.block(otherwise);
    if (otherwise.length > 0) {
      this.writer.reopen('} else {');
      completes = this.block(otherwise) || completes;
    }
    this.writer.close();
    return completes;
  }

  private forEach({ element, source, body }: Extract<Statement, { kind: 'forEach' }>): void {
    const iterated = standalone(this.scope, source).text;
    const isBytes = source.type.kind === 'bytes';
    if (isBytes) {
      const each = this.freshName('each');
      this.writer.open(`for (byte ${each} : ${iterated}.values) {`);
      if (element !== null) {
        this.scope.forms.set(element.name, 'int');
        this.writer.line(`int ${this.name(element)} = ${each} & 0xFF;`);
      }
    } else {
      const type = source.type.kind === 'list' ? source.type.element : source.type;
      if (element !== null && type.kind === 'integer') this.scope.forms.set(element.name, 'long');
      const name = element === null ? this.freshName('each') : this.name(element);
      this.writer.open(`for (${this.scope.types.textOf(type)} ${name} : ${iterated}) {`);
    }
    this.block(body);
    this.writer.close();
  }

  /** The loop never steps beyond the greatest integer of its variable. */
  private forRange({ element, lo, hi, body }: Extract<Statement, { kind: 'forRange' }>): void {
    const [from, to] = [this.expression(lo), this.expression(hi)];
    const most = boundsOf(hi.range)?.hi ?? INT64_MAX;
    const isInt = from.form === 'int' && to.form === 'int' && most < INT_MAX;
    const name = element === null ? this.freshName('i') : this.name(element);
    if (element !== null) this.scope.forms.set(element.name, isInt ? 'int' : 'long');
    const type = isInt ? 'int' : 'long';
    if (most < INT64_MAX) {
      this.writer.open(`for (${type} ${name} = ${from.text}; ${name} <= ${to.text}; ${name}++) {`);
      this.block(body);
      this.writer.close();
      return;
    }
    const rest = this.freshName('rest');
    this.writer.open(`if (${from.text} <= ${to.text}) {`);
    this.writer.line(`long ${rest} = ${to.text} - ${asLong(from).text};`);
    this.writer.open(`for (long ${name} = ${from.text}; ${rest} >= 0; ${name}++, ${rest}--) {`);
    this.block(body);
    this.writer.close();
    this.writer.close();
  }

  private collect(variable: Variable): void {
    const { runtime, types } = this.scope;
    if (variable.type.kind === 'bytes') {
      const builder = this.builder(variable);
      return this.writer.line(`${runtime.import('java.io.ByteArrayOutputStream')} ${builder} = new ByteArrayOutputStream();`);
    }
    const list = runtime.import('java.util.ArrayList');
    const head = this.isShared(variable) ? '' : `${types.textOf(variable.type)} `;
    this.writer.line(`${head}${this.name(variable)} = new ${list}<>();`);
  }

  private readonly builders = new Map<string, string>();

  /** Returns the name of the stream that collects bytes. */
  private builder({ name }: Variable): string {
    const found = this.builders.get(name) ?? this.freshName('collected');
    this.builders.set(name, found);
    return found;
  }

  private push(variable: Variable, value: Expression): void {
    const pushed = this.expression(value);
    if (variable.type.kind === 'bytes') return this.writer.line(`${this.builder(variable)}.write(${placed(pushed, 'int').text});`);
    this.writer.line(`${this.name(variable)}.add(${asLong(pushed).text});`);
  }

  private collected(variable: Variable): void {
    const name = this.name(variable);
    if (variable.type.kind !== 'bytes') return this.writer.line(`${name} = List.copyOf(${name});`);
    const head = this.isShared(variable) ? '' : 'Bytes ';
    this.writer.line(`${head}${name} = new ${this.scope.runtime.use('Bytes')}(${this.builder(variable)}.toByteArray());`);
  }

  private unless(condition: JavaExpression, failure: string): void {
    if (isTrue(condition)) return;
    this.writer.open(`if (${not(condition).text}) {`);
    this.writer.line(failure);
    this.writer.close();
  }

  private failure(place: Blamed, message: string): string {
    const file = place === 'caller' ? undefined : place.file;
    const text = string(file === undefined ? message : `${message} (${file})`);
    return `throw new ${this.scope.runtime.use(this.scope.error)}(${[...placeArguments(this.scope, place), text].join(', ')});`;
  }

  private returnOutputs(values: readonly Expression[]): void {
    const { name, forms, fields } = this.outputs;
    const written = values.map((value, index) => placed(this.expression(value), forms[index] ?? 'other').text);
    if (fields === null) return this.writer.line(`return new ${name}(${written.join(', ')});`);
    const outputs = this.freshName('outputs');
    this.writer.line(`${name} ${outputs} = new ${name}();`);
    for (const [index, text] of written.entries()) this.writer.line(`${outputs}.${fields[index]} = ${text};`);
    this.writer.line(`return ${outputs};`);
  }
}
