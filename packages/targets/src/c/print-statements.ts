import { INT64_MAX, LIST_LENGTH, type Type } from '@kirchhoff/coherence';
import { blocksOf, definedBy } from '../lowered/free-variables.js';
import type { Blamed, Expression, Statement, Variable } from '../lowered/program.js';
import { at } from '../plan/plan.js';
import type { Width } from '../plan/widths.js';
import { type CExpression, isAtom, isTrue, not, stored } from './expression.js';
import { string } from './literal.js';
import { boundsOf } from './monomers/emission.js';
import { sequenceOf } from './operations.js';
import { conditionOf, expressionOf, placeArguments, type Scope, storedIn } from './print-expression.js';
import type { Writer } from './writer.js';

type Loop = Extract<Statement, { kind: 'forEach' | 'forRange' }>;

/** An output as a member, with its width; 64 if it is no integer. */
interface OutputMember {
  readonly name: string;
  readonly width: Width;
}

/** Prints the body of one function. */
export class StatementPrinter {
  private readonly declarations: { readonly name: string; readonly line: number }[] = [];
  /** The arrays that collections fill, and the sources of loops that have a name of their own. */
  private readonly collections = new Map<string, string>();
  private readonly sources = new Map<Statement, string>();

  constructor(
    private readonly scope: Scope,
    private readonly writer: Writer,
    /** The members of the outputs, and the statement after they are written; null in other functions than the circuit. */
    private readonly outputs: { readonly members: readonly OutputMember[]; readonly end: readonly string[] } | null,
  ) {}

  /** Prints the whole body. Variables that are never read say so, since compilers warn about them. */
  body(statements: readonly Statement[]): void {
    this.block(statements);
    for (const { name, line } of this.declarations) {
      if (!this.scope.reads.has(name)) this.writer.follow(line, `(void)${name};`);
    }
  }

  private block(statements: readonly Statement[]): void {
    for (const [index, statement] of statements.entries()) this.statement(statement, statements[index + 1]);
  }

  private statement(statement: Statement, next: Statement | undefined): void {
    const { writer } = this;
    switch (statement.kind) {
      case 'define':
        return this.declare(statement.variable, `const ${this.declared(statement.variable)} = ${this.text(statement.value)};`);
      case 'declare': {
        const initial = statement.initial === null ? '' : ` = ${this.text(statement.initial)}`;
        return this.declare(statement.variable, `${this.declared(statement.variable)}${initial};`);
      }
      case 'assign':
        return this.assign(statement.variable, statement.value);
      case 'if':
        return this.branches(statement);
      case 'forEach':
        return this.forEach(statement);
      case 'forRange':
        return this.forRange(statement);
      case 'break':
        return writer.line('break;');
      case 'collect':
        return this.collect(statement.variable, next);
      case 'push': {
        const { type } = statement.variable;
        const { items, count } = sequenceOf(this.scope, type);
        const name = this.scope.nameOf(statement.variable);
        const value = type.kind === 'bytes' ? `(uint8_t)${this.text(statement.value)}` : storedIn(this.scope, type, statement.value);
        return writer.line(`${this.itemsOf(statement.variable, items)}[${name}.${count}++] = ${value};`);
      }
      case 'collected':
        return;
      case 'check':
        return this.unless(conditionOf(this.scope, statement.condition), () => this.failure(statement.place, statement.message));
      case 'fail':
        return writer.line(this.failure(statement.place, statement.message));
      case 'require':
        return this.unless(this.expression(statement.condition), () => {
          const refuse = this.scope.runtime.use('kir_refuse');
          return this.scope.stop((error) => `${refuse}(${error}, NULL, ${string(statement.message)})`);
        });
      case 'return':
        return writer.line(`return ${this.text(statement.value)};`);
      case 'returnOutputs':
        return this.returnOutputs(statement.values);
    }
  }

  private expression(expression: Expression): CExpression {
    return expressionOf(this.scope, expression);
  }

  private text(expression: Expression): string {
    return this.expression(expression).text;
  }

  private declare(variable: Variable, text: string): void {
    this.writer.line(text);
    this.declarations.push({ name: this.scope.nameOf(variable), line: this.writer.last });
  }

  private declared(variable: Variable): string {
    return `${this.scope.types.nameOf(variable.type)} ${this.scope.nameOf(variable)}`;
  }

  /** Writes an assignment, as a compound one for a number that grows. */
  private assign(variable: Variable, value: Expression): void {
    const name = this.scope.nameOf(variable);
    const whole = bare(value);
    const text = this.text(value);
    if (text === name) return;
    if (whole.kind === 'apply') {
      const [grown, added] = whole.args;
      const operator = COMPOUND[whole.monomer];
      if (operator !== undefined && grown !== undefined && added !== undefined && isVariable(bare(grown), variable)) {
        const amount = this.text(added);
        const isPlain = text === `${name} ${operator} ${amount}`;
        if (isPlain && amount === '1' && operator === '+') return this.writer.line(`${name}++;`);
        if (isPlain) return this.writer.line(`${name} ${operator}= ${amount};`);
      }
    }
    this.writer.line(`${name} = ${text};`);
  }

  private branches({ arms, otherwise }: Extract<Statement, { kind: 'if' }>): void {
    const { writer } = this;
    for (const [index, { condition, body }] of arms.entries()) {
      const head = `if (${this.text(condition)}) {`;
      if (index === 0) writer.open(head);
      else writer.turn(`} else ${head}`);
      this.block(body);
    }
    if (arms.length === 0) return this.block(otherwise);
    if (otherwise.length > 0) {
      writer.turn('} else {');
      this.block(otherwise);
    }
    writer.close();
  }

  /** Returns the name of a loop's source, which is evaluated once. */
  private sourceOf(loop: Extract<Loop, { kind: 'forEach' }>): string {
    const known = this.sources.get(loop);
    if (known !== undefined) return known;
    const source = this.expression(loop.source);
    const name = isAtom(source) ? source.text : this.scope.fresh('source');
    if (!isAtom(source)) this.writer.line(`const ${this.scope.types.nameOf(loop.source.type)} ${name} = ${source.text};`);
    this.sources.set(loop, name);
    return name;
  }

  private forEach(loop: Extract<Loop, { kind: 'forEach' }>): void {
    const { scope, writer } = this;
    const { element, source, body } = loop;
    const parts = sequenceOf(scope, source.type);
    const whole = this.sourceOf(loop);
    const index = scope.fresh('i');
    writer.open(`for (size_t ${index} = 0; ${index} < ${whole}.${parts.count}; ${index}++) {`);
    const head = writer.last;
    if (element !== null) this.declare(element, `const ${this.declared(element)} = ${whole}.${parts.items}[${index}];`);
    this.round(body, head);
    writer.close();
  }

  /** The end may be the greatest integer, which must not be exceeded. */
  private forRange({ element, lo, hi, body }: Extract<Loop, { kind: 'forRange' }>): void {
    const { scope, writer } = this;
    const index = element === null ? scope.fresh('i') : scope.nameOf(element);
    const [from, to] = [this.text(lo), this.text(hi)];
    const bounds = boundsOf(hi.range);
    if (bounds !== null && bounds.hi < INT64_MAX) {
      writer.open(`for (int64_t ${index} = ${from}; ${index} <= ${to}; ${index}++) {`);
      this.round(body, writer.last);
      return writer.close();
    }
    const more = scope.fresh('more');
    writer.line(`bool ${more} = ${from} <= ${to};`);
    writer.open(`for (int64_t ${index} = ${from}; ${more}; ${index} += ${more}) {`);
    const head = writer.last;
    writer.line(`${more} = ${index} < ${to};`);
    this.round(body, head);
    writer.close();
  }

  /** Prints the body of a loop, whose head is a line. If no memory that it takes is used later, each round frees its own. */
  private round(body: readonly Statement[], head: number): void {
    const { scope, writer } = this;
    this.block(body);
    if (!keepsNoMemory(body) || !ALLOCATING.test(writer.since(head))) return;
    const mark = scope.fresh('mark');
    const run = scope.run().text;
    writer.precede(head, `const ${scope.runtime.use('kir_mark')} ${mark} = ${scope.runtime.use('kir_mark_of')}(${run});`);
    writer.line(`${scope.runtime.use('kir_rewind')}(${run}, ${mark});`);
  }

  /** A collection has room for as many elements as the loop has steps. */
  private collect(variable: Variable, loop: Statement | undefined): void {
    const { scope, writer } = this;
    const { name, element, items, count } = sequenceOf(scope, variable.type);
    const allocate = scope.runtime.use('kir_allocate');
    const own = scope.fresh(`${scope.nameOf(variable)}_items`);
    this.collections.set(variable.name, own);
    const room = this.roomOf(loop);
    writer.line(`${element} *${own} = ${allocate}(${scope.run().text}, ${room} * sizeof *${own});`);
    this.declare(variable, `${name} ${scope.nameOf(variable)} = {.${items} = ${own}, .${count} = 0};`);
  }

  private itemsOf(variable: Variable, items: string): string {
    return this.collections.get(variable.name) ?? `${this.scope.nameOf(variable)}.${items}`;
  }

  private roomOf(loop: Statement | undefined): string {
    const { runtime } = this.scope;
    if (loop?.kind === 'forEach') {
      const { count } = sequenceOf(this.scope, loop.source.type);
      return `${this.sourceOf(loop)}.${count}`;
    }
    if (loop?.kind !== 'forRange') throw new Error('a collection without its loop');
    runtime.custom(
      'kir_room',
      () => `// Returns the number of elements from lo to hi that a list can have.
static size_t kir_room(int64_t lo, int64_t hi) {
  const uint64_t steps = lo > hi ? 0 : (uint64_t)hi - (uint64_t)lo;
  return lo > hi ? 0 : (steps < ${LIST_LENGTH} ? (size_t)steps + 1 : ${LIST_LENGTH});
}`,
    );
    return `kir_room(${this.text(loop.lo)}, ${this.text(loop.hi)})`;
  }

  private unless(condition: CExpression, failure: () => string): void {
    if (isTrue(condition)) return;
    this.writer.open(`if (${not(condition).text}) {`);
    this.writer.line(failure());
    this.writer.close();
  }

  private failure(place: Blamed, message: string): string {
    const file = place === 'caller' ? undefined : place.file;
    const text = string(file === undefined ? message : `${message} (${file})`);
    const fail = this.scope.runtime.use(this.scope.error === 'Fault' ? 'kir_fault' : 'kir_guard');
    return this.scope.stop((error) => `${fail}(${[error, ...placeArguments(this.scope, place), text].join(', ')})`);
  }

  private returnOutputs(values: readonly Expression[]): void {
    if (this.outputs === null) throw new Error('only a circuit returns outputs');
    const { members, end } = this.outputs;
    for (const [index, value] of values.entries()) {
      const { name, width } = at(members, index);
      const written = this.expression(value);
      this.writer.line(`outputs->${name} = ${(width === 32 ? stored(written) : written).text};`);
    }
    for (const line of end) this.writer.line(line);
  }
}

/** A call that may take memory of the run. */
const ALLOCATING = /\b(?!kir_stop\b)\w+\(run[,)]/;

/** Returns true if statements leave only values without memory of their own to the statements after them. */
function keepsNoMemory(statements: readonly Statement[], own: ReadonlySet<string> = new Set()): boolean {
  const inner = new Set(own);
  return statements.every((statement) => {
    const defined = definedBy(statement);
    if (defined !== null) inner.add(defined.name);
    if (statement.kind === 'assign' && !inner.has(statement.variable.name) && hasMemory(statement.variable.type)) return false;
    if (statement.kind === 'push' && !inner.has(statement.variable.name) && hasMemory(statement.value.type)) return false;
    return blocksOf(statement).every((block) => keepsNoMemory(block, inner));
  });
}

/** Returns true for a type whose values have a pointer. */
function hasMemory(type: Type): boolean {
  if (type.kind === 'record') return type.fields.some((field) => hasMemory(field.type));
  if (type.kind === 'option') return hasMemory(type.value);
  return type.kind === 'list' || type.kind === 'text' || type.kind === 'bytes';
}

/** Returns the expression without what is known of its value, which has no form of its own in C. */
function bare(expression: Expression): Expression {
  return expression.kind === 'narrowed' ? bare(expression.value) : expression;
}

function isVariable(expression: Expression, { name }: Variable): boolean {
  return expression.kind === 'variable' && expression.name === name;
}

const COMPOUND: Readonly<Partial<Record<string, string>>> = { ADD: '+', SUB: '-', MUL: '*' };
