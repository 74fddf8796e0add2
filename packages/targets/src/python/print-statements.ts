import { expressionsOf, partsOf } from '../lowered/free-variables.js';
import { changeOf, ownedLists } from '../lowered/owned-lists.js';
import type { Blamed, Expression, Statement, Variable } from '../lowered/program.js';
import { BINDING, isTrue, item, not, type PyExpression, within } from './expression.js';
import { string } from './literal.js';
import { rangeOf } from './monomers/sequences.js';
import { conditionOf, expressionOf, functionOf, placeArguments, type Scope } from './print-expression.js';
import type { Writer } from './writer.js';

type Loop = Extract<Statement, { kind: 'forEach' | 'forRange' }>;

/** The class of a circuit's outputs, and its fields in the order of the outputs. */
export interface OutputsClass {
  readonly name: string;
  readonly fields: readonly string[];
}

/** Prints the body of one function. */
export class StatementPrinter {
  private owned: ReadonlySet<string> = new Set();

  constructor(
    private readonly scope: Scope,
    private readonly writer: Writer,
    private readonly outputs: OutputsClass | null,
  ) {}

  body(statements: readonly Statement[]): void {
    this.owned = ownedLists(statements);
    this.block(statements);
  }

  private block(statements: readonly Statement[]): void {
    const before = this.writer.count;
    for (let index = 0; index < statements.length; ) index += this.fused(statements, index) ?? this.single(statements, index);
    if (this.writer.count === before) this.writer.line('pass');
  }

  private nested(head: string, statements: readonly Statement[]): void {
    this.writer.open(head);
    this.block(statements);
    this.writer.close();
  }

  private single(statements: readonly Statement[], index: number): number {
    const statement = statements[index];
    if (statement !== undefined) this.statement(statement);
    return 1;
  }

  private statement(statement: Statement): void {
    switch (statement.kind) {
      case 'define':
        return this.assign(statement.variable, statement.value);
      case 'declare':
        return this.declare(statement);
      case 'assign':
        return this.assign(statement.variable, statement.value);
      case 'if':
        return this.branches(statement);
      case 'forEach':
      case 'forRange':
        return this.nested(`${this.head(statement)}:`, statement.body);
      case 'break':
        return this.writer.line('break');
      case 'collect':
        return this.writer.line(`${this.name(statement.variable)} = ${statement.variable.type.kind === 'bytes' ? 'bytearray()' : '[]'}`);
      case 'push':
        return this.writer.line(`${this.name(statement.variable)}.append(${item(this.expression(statement.value))})`);
      case 'collected':
        if (statement.variable.type.kind !== 'bytes') return;
        return this.writer.line(`${this.name(statement.variable)} = bytes(${this.name(statement.variable)})`);
      case 'check':
        return this.unless(conditionOf(this.scope, statement.condition), this.failure(statement.place, statement.message));
      case 'fail':
        return this.writer.line(this.failure(statement.place, statement.message));
      case 'require': {
        const error = this.scope.runtime.use('DomainError');
        return this.unless(this.expression(statement.condition), `raise ${error}(None, "", ${string(statement.message).text})`);
      }
      case 'return': {
        const value = this.expression(statement.value);
        return this.writer.line(`return ${item(value)}`);
      }
      case 'returnOutputs':
        return this.returnOutputs(statement.values);
    }
  }

  private expression(expression: Expression): PyExpression {
    return expressionOf(this.scope, expression);
  }

  private name(variable: Variable): string {
    return this.scope.nameOf(variable);
  }

  /** A list that changes in place is a new one. */
  private declare({ variable, initial }: Extract<Statement, { kind: 'declare' }>): void {
    if (initial === null) return;
    if (!this.owned.has(variable.name) || initial.kind === 'list') return this.assign(variable, initial);
    const { text } = this.expression(initial);
    this.writer.line(`${this.name(variable)} = ${text === '[]' ? text : `list(${text})`}`);
  }

  /** Writes an assignment, as an augmented one for a number or a text that grows: these are never modified in place. */
  private assign(variable: Variable, value: Expression): void {
    const name = this.name(variable);
    if (this.owned.has(variable.name) && this.change(variable, value)) return;
    const whole = bare(value);
    if (whole.kind === 'apply') {
      const [grown, added] = whole.args;
      const operator = AUGMENTED[whole.monomer];
      if (operator !== undefined && grown !== undefined && added !== undefined && isVariable(bare(grown), variable)) {
        return this.writer.line(`${name} ${operator} ${this.expression(added).text}`);
      }
    }
    const { text } = this.expression(value);
    if (text !== name) this.writer.line(`${name} = ${text}`);
  }

  /** Writes a change in place; returns false if the assignment is none. */
  private change(variable: Variable, value: Expression): boolean {
    const change = changeOf(variable, value);
    const name = this.name(variable);
    switch (change?.change) {
      case undefined:
        return false;
      case 'append':
        this.writer.line(`${name}.append(${item(this.expression(change.element))})`);
        return true;
      case 'extend':
        this.writer.line(`${name}.extend(${item(this.expression(change.list))})`);
        return true;
      case 'set':
        this.writer.line(`${name}[${item(this.expression(change.index))}] = ${this.expression(change.element).text}`);
        return true;
    }
  }

  private branches({ arms, otherwise }: Extract<Statement, { kind: 'if' }>): void {
    for (const [index, { condition, body }] of arms.entries()) {
      this.nested(`${index === 0 ? 'if' : 'elif'} ${item(this.expression(condition))}:`, body);
    }
    if (arms.length === 0) this.block(otherwise);
    else if (otherwise.length > 0) this.nested('else:', otherwise);
  }

  /** Returns the head of a loop without its colon. `least`: the least binding of its source, which is more in a comprehension. */
  private head(statement: Loop, least: number = BINDING.conditional): string {
    const element = statement.element === null ? '_' : this.name(statement.element);
    if (statement.kind === 'forEach') return `for ${element} in ${within(this.expression(statement.source), least)}`;
    return `for ${element} in ${rangeOf(this.expression(statement.lo), this.expression(statement.hi)).text}`;
  }

  private unless(condition: PyExpression, failure: string): void {
    if (isTrue(condition)) return;
    this.writer.open(`if ${item(not(condition))}:`);
    this.writer.line(failure);
    this.writer.close();
  }

  private failure(place: Blamed, message: string): string {
    const file = place === 'caller' ? undefined : place.file;
    const text = string(file === undefined ? message : `${message} (${file})`).text;
    return `raise ${this.scope.runtime.use(this.scope.error)}(${[...placeArguments(this.scope, place), text].join(', ')})`;
  }

  private returnOutputs(values: readonly Expression[]): void {
    if (this.outputs === null) throw new Error('only a circuit returns outputs');
    const { name, fields } = this.outputs;
    const written = values.map((value, index) => `${fields[index]}=${item(this.expression(value))}`);
    this.writer.line(`return ${name}(${written.join(', ')})`);
  }

  /** Prints a loop that only collects, counts or searches as one expression; returns the number of statements, or null. */
  private fused(statements: readonly Statement[], index: number): number | null {
    const [first, loop, end] = [statements[index], statements[index + 1], statements[index + 2]];
    if (first === undefined || loop === undefined || (loop.kind !== 'forEach' && loop.kind !== 'forRange')) return null;
    if (this.waits(loop.body)) return null;
    if (first.kind === 'collect' && end?.kind === 'collected') return this.comprehension(first, loop) ? 3 : null;
    if (first.kind === 'declare' && first.initial?.kind === 'literal') return this.reduction(first, first.initial.value, loop) ? 2 : null;
    return null;
  }

  private comprehension({ variable }: Extract<Statement, { kind: 'collect' }>, loop: Loop): boolean {
    const filtered = onlyArm(loop.body);
    const body = filtered?.body ?? loop.body;
    const [define, push] = body.length === 2 ? body : [null, body[0]];
    if (body.length > 2 || push?.kind !== 'push' || push.variable.name !== variable.name) return false;
    // A value that has a name only to be pushed needs none.
    const isNamed = define?.kind === 'define' && isVariable(push.value, define.variable);
    if (define !== null && !isNamed) return false;
    const pushed = isNamed ? define.value : push.value;
    const condition = filtered === null ? '' : ` if ${conditionText(this.expression(filtered.condition))}`;
    const value = item(this.expression(pushed));
    const isWhole = condition === '' && loop.element !== null && value === this.name(loop.element);
    const head = this.head(loop, isWhole ? BINDING.conditional : BINDING.or);
    const source = head.slice(head.indexOf(' in ') + 4);
    const text = isWhole ? `list(${source})` : `[${value} ${head}${condition}]`;
    const bytes = isWhole ? `bytes(${source})` : `bytes(${text})`;
    this.writer.line(`${this.name(variable)} = ${variable.type.kind === 'bytes' ? bytes : text}`);
    return true;
  }

  private reduction({ variable }: Extract<Statement, { kind: 'declare' }>, initial: unknown, loop: Loop): boolean {
    const arm = onlyArm(loop.body);
    const [assign, leave] = arm?.body ?? [];
    if (arm === null || assign?.kind !== 'assign' || assign.variable.name !== variable.name) return false;
    const head = this.head(loop, BINDING.or);
    const condition = this.expression(arm.condition);
    if (leave?.kind === 'break' && arm.body.length === 2 && assign.value.kind === 'literal') {
      const isAny = initial === false;
      const each = isAny ? condition : not(condition);
      this.writer.line(`${this.name(variable)} = ${isAny ? 'any' : 'all'}(${item(each)} ${head})`);
      return true;
    }
    const { value } = assign;
    if (arm.body.length !== 1 || initial !== 0 || value.kind !== 'apply' || value.monomer !== 'ADD') return false;
    const [counter, one] = value.args;
    if (counter === undefined || !isVariable(counter, variable) || one?.kind !== 'literal' || one.value !== 1) return false;
    this.writer.line(`${this.name(variable)} = sum(1 ${head} if ${conditionText(condition)})`);
    return true;
  }

  /** Returns true if a statement calls a generator: it must not stand in a comprehension. */
  private waits(body: readonly Statement[]): boolean {
    return body.some((statement) => {
      const nested = statement.kind === 'if' ? statement.arms.flatMap((arm) => arm.body) : [];
      return expressionsOf(statement).some((expression) => callsSteps(this.scope, expression)) || this.waits(nested);
    });
  }
}

/** Returns the expression without what is known of its value, which has no form of its own in Python. */
function bare(expression: Expression): Expression {
  return expression.kind === 'narrowed' ? bare(expression.value) : expression;
}

function isVariable(expression: Expression, { name }: Variable): boolean {
  return expression.kind === 'variable' && expression.name === name;
}

const AUGMENTED: Readonly<Partial<Record<string, string>>> = { ADD: '+=', SUB: '-=', MUL: '*=', CONCAT: '+=' };

/** The condition of a comprehension is followed by nothing, but a conditional expression in it needs parentheses. */
function conditionText(condition: PyExpression): string {
  return within(condition, BINDING.or);
}

function onlyArm(body: readonly Statement[]): { readonly condition: Expression; readonly body: readonly Statement[] } | null {
  const [only] = body;
  if (body.length !== 1 || only?.kind !== 'if' || only.arms.length !== 1 || only.otherwise.length > 0) return null;
  return only.arms[0] ?? null;
}

function callsSteps(scope: Scope, expression: Expression): boolean {
  if (expression.kind === 'call' && functionOf(scope, expression.callee).isSteps) return true;
  return partsOf(expression).some((part) => callsSteps(scope, part));
}
