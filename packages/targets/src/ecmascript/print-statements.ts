import { BOOLEAN } from '../lowered/conditions.js';
import { blocksOf, expressionsOf, partsOf } from '../lowered/free-variables.js';
import { changeOf, ownedLists } from '../lowered/owned-lists.js';
import type { Blamed, Condition, Expression, Statement, Typed, Variable } from '../lowered/program.js';
import { asserted, held, inside, isTrue, type JsExpression, not, spreadable, string, variable } from './expression.js';
import { inDialect, typed } from './marks.js';
import { hasOneValue } from './narrowing.js';
import { bare, conditionOf, errorArguments, expressionOf, type Fitting, preconditionOf, type Scope, testsIn } from './print-expression.js';
import { representationOf } from './representation.js';
import type { Writer } from './writer.js';

type Loop = Extract<Statement, { kind: 'forEach' | 'forRange' }>;
type Check = Extract<Statement, { kind: 'check' }>;

/** The writer of the outputs of a circuit, or of the votes of an action. */
export type OutputWriter = (values: readonly Expression[]) => void;

/** The name of an unused element. */
const UNREAD = 'anyItem';

/** Prints the body of one function. */
export class StatementPrinter {
  private owned: ReadonlySet<string> = new Set();

  constructor(
    private readonly scope: Scope,
    private readonly writer: Writer,
    private readonly result: Typed | null,
    private readonly writeOutputs: OutputWriter,
  ) {}

  body(statements: readonly Statement[]): void {
    this.owned = ownedLists(statements);
    for (const fixed of fixedVariables(statements)) this.scope.narrowing.fix(this.name(fixed));
    this.block(statements);
  }

  private block(statements: readonly Statement[]): void {
    for (const [index, statement] of statements.entries()) {
      if (statement.kind === 'check' && this.fitted(statement, statements[index + 1])) continue;
      this.statement(statement);
      this.scope.fitting = null;
    }
  }

  private statement(statement: Statement): void {
    const { writer } = this;
    switch (statement.kind) {
      case 'define':
        return this.define('const', statement.variable, statement.value);
      case 'declare': {
        const { variable: declared, initial } = statement;
        if (initial !== null && this.owned.has(declared.name)) return this.defineOwned(declared, initial);
        if (initial !== null) return this.define('let', declared, initial);
        return writer.line(`let ${this.name(declared)}${typed(`: ${this.typeOf(declared)}`)};`);
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
        return writer.line(`const ${this.listName(statement.variable)}${typed(`: ${this.growingType(statement.variable)}`)} = [];`);
      case 'push':
        return writer.line(
          `${this.listName(statement.variable)}.push(${inside(this.expression(statement.value), this.scope.runtime).text});`,
        );
      case 'collected':
        if (statement.variable.type.kind !== 'bytes') return;
        return writer.line(`const ${this.name(statement.variable)} = Uint8Array.from(${this.listName(statement.variable)});`);
      case 'check':
        return this.check(
          conditionOf(this.scope, statement.condition, (list) => this.listName(list)),
          statement,
        );
      case 'fail':
        return writer.line(`throw new ${this.scope.runtime.use(this.scope.error)}(${this.failure(statement).join(', ')});`);
      case 'require': {
        const error = this.scope.runtime.use('DomainError');
        const condition = not(this.expression(statement.condition));
        writer.line(`if (${condition.text}) throw new ${error}(null, '', ${string(statement.message).text});`);
        this.scope.narrowing.after(testsIn(this.scope, { kind: 'not', operand: statement.condition, ...BOOLEAN }));
        return undefined;
      }
      case 'return': {
        if (this.result === null) throw new Error('a return without a result');
        return writer.line(`return ${held(this.expression(statement.value), representationOf(this.result.range)).text};`);
      }
      case 'returnOutputs':
        return this.writeOutputs(statement.values);
    }
  }

  private expression(expression: Expression): JsExpression {
    return expressionOf(this.scope, expression);
  }

  private name(of: Variable): string {
    return this.scope.variable(of).text;
  }

  /** Returns the name of a list that grows. That of bytes is another than that of the bytes. */
  private listName(of: Variable): string {
    return of.type.kind === 'bytes' ? `${this.name(of)}List` : this.name(of);
  }

  private typeOf({ type, range, name }: Variable): string {
    return type.kind === 'integer' ? representationOf(range) : this.scope.runtime.types.inner(type, name);
  }

  /**
   * Defines a variable. Its type is written where TypeScript would infer a narrower one, or none: for parts of values, and for
   * literals.
   */
  private define(keyword: 'const' | 'let', of: Variable, value: Expression): void {
    const written = held(this.expression(value), representationOf(of.range));
    const isScalar = of.type.kind === 'integer' || of.type.kind === 'text';
    const isInferred = isScalar && (keyword === 'let' || INFERRED.has(bare(value).kind));
    const isYielded = written.text.startsWith('(yield');
    const type = isInferred && !isYielded ? '' : typed(`: ${this.typeOf(of)}`);
    this.writer.line(`${keyword} ${this.name(of)}${type} = ${this.widened(written, of, value).text};`);
  }

  /** TypeScript would take the value of a literal, or of a connective of literals, for the type of the variable. */
  private widened(value: JsExpression, of: Variable, expression: Expression): JsExpression {
    const isNarrow = value.text === 'null' || value.text === 'true' || value.text === 'false' || hasOneValue(expression);
    return isNarrow && of.type.kind !== 'record' && of.type.kind !== 'list' ? asserted(value, this.typeOf(of)) : value;
  }

  /** A list that changes in place is a new one. */
  private defineOwned(of: Variable, initial: Expression): void {
    const list = this.expression(initial);
    const { text } = list;
    const isNew = initial.kind === 'list' || text.startsWith('[]');
    const type = typed(`: ${this.growingType(of)}`);
    this.writer.line(`const ${this.name(of)}${type} = ${isNew ? inDialect(text, 'javascript') : `[...${spreadable(list)}]`};`);
  }

  /** Returns the type of a list or of bytes that grow. */
  private growingType({ type }: Variable): string {
    const element = type.kind === 'list' ? this.scope.runtime.types.inner(type.element) : 'number';
    return /^\w+$/.test(element) ? `${element}[]` : `Array<${element}>`;
  }

  /** Writes a change in place; returns false if the assignment is none. */
  private change(of: Variable, value: Expression): boolean {
    const change = changeOf(of, value);
    if (change === null) return false;
    const name = this.name(of);
    const { runtime } = this.scope;
    switch (change.change) {
      case 'append':
        this.writer.line(`${name}.push(${inside(this.expression(change.element), runtime).text});`);
        return true;
      case 'extend':
        this.writer.line(`for (const anyItem of ${this.expression(change.list).text}) ${name}.push(anyItem);`);
        return true;
      case 'set': {
        const index = held(this.expression(change.index), 'number');
        this.writer.line(`${name}[${index.text}] = ${inside(this.expression(change.element), runtime).text};`);
        return true;
      }
    }
  }

  private assign(to: Variable, value: Expression): void {
    const name = this.name(to);
    if (this.owned.has(to.name) && this.change(to, value)) return;
    const whole = bare(value);
    if (whole.kind === 'apply') {
      const [grown] = whole.args;
      const operator = AUGMENTED[whole.monomer];
      const start = operator === undefined ? '' : `${name} ${operator} `;
      const isOwn = grown !== undefined && bare(grown).kind === 'variable' && this.expression(bare(grown)).text === name;
      const { text, representation } = held(this.expression(value), representationOf(to.range));
      const isAugmented = isOwn && operator !== undefined && text.startsWith(start) && representation === representationOf(to.range);
      const [, added] = whole.args;
      if (isAugmented && added !== undefined && isSimple(text.slice(start.length))) {
        return this.writer.line(`${name} ${operator}= ${withoutTypedParentheses(text.slice(start.length))};`);
      }
      return this.writer.line(`${name} = ${text};`);
    }
    const { text } = held(this.expression(value), representationOf(to.range));
    if (text !== name) this.writer.line(`${name} = ${text};`);
  }

  private branches({ arms, otherwise }: Extract<Statement, { kind: 'if' }>): void {
    this.arm(arms, 0, otherwise);
    for (const { condition, body } of arms) if (leaves(body)) this.scope.narrowing.after(testsIn(this.scope, condition));
  }

  /** Prints an arm and those after it, whose conditions are reached only if its own is false. At most 40 follow one another. */
  private arm(arms: Extract<Statement, { kind: 'if' }>['arms'], index: number, otherwise: readonly Statement[]): void {
    const { writer, scope } = this;
    const arm = arms[index];
    if (arm === undefined) {
      if (otherwise.length === 0) return index === 0 ? undefined : writer.close('}');
      if (index === 0) return this.block(otherwise);
      writer.reopen('} else {');
      this.block(otherwise);
      return writer.close('}');
    }
    const head = `if (${this.expression(arm.condition).text}) {`;
    if (index === 0) writer.open(head);
    else writer.reopen(`} else ${head}`);
    const tests = testsIn(scope, arm.condition);
    scope.narrowing.under(tests, true, () => this.block(arm.body));
    scope.narrowing.under(tests, false, () => this.arm(arms, index + 1, otherwise));
  }

  private forEach({ element, source, body }: Extract<Loop, { kind: 'forEach' }>): void {
    const name = element === null ? UNREAD : this.name(element);
    const isWide = element !== null && representationOf(element.range) === 'bigint';
    const raw = isWide ? `${name}Item` : name;
    this.writer.open(`for (const ${raw} of ${this.expression(source).text}) {`);
    if (element !== null && isWide) {
      const converted = held(variable(raw, 'canonical'), 'bigint');
      this.writer.line(`const ${name} = ${converted.text};`);
      this.scope.define(element, { ...variable(name, 'bigint'), before: variable(raw, 'canonical') });
    } else if (element !== null && element.type.kind === 'integer')
      this.scope.define(element, { ...this.elementOf(name), isVariable: true });
    this.block(body);
    this.writer.close('}');
  }

  /** An integer of a list, which is a number by its range. */
  private elementOf(name: string): JsExpression {
    return held(variable(name, 'canonical'), 'number');
  }

  private forRange({ element, lo, hi, body }: Extract<Loop, { kind: 'forRange' }>): void {
    const { writer } = this;
    const ends = [this.expression(lo), this.expression(hi)];
    // A number would be rounded.
    const counted = ends.some(({ representation }) => representation === 'bigint') ? 'bigint' : 'number';
    const wanted = element === null ? counted : representationOf(element.range);
    const name = element === null ? UNREAD : this.name(element);
    const counter = wanted === counted ? name : `${name}Item`;
    const [from, to] = ends.map((end) => held(end, counted).text);
    const step = counted === 'bigint' ? '1n' : '1';
    writer.open(`for (let ${counter} = ${from}; ${counter} <= ${to}; ${counter} += ${step}) {`);
    if (counter !== name) writer.line(`const ${name} = ${held(variable(counter, counted), wanted).text};`);
    this.block(body);
    writer.close('}');
  }

  private check(condition: JsExpression, { place, message }: Check): void {
    if (isTrue(condition)) return;
    const check = this.scope.runtime.use(this.scope.error === 'Fault' ? 'checkThat' : 'guardThat');
    this.writer.line(`${check}(${[condition.text, ...this.failure({ place, message })].join(', ')});`);
  }

  private failure({ place, message }: { readonly place: Blamed; readonly message: string }): readonly string[] {
    return errorArguments(this.scope, place, message);
  }

  /** Writes the check of an operation so that the next statement, which computes it, checks its result; returns false if it cannot. */
  private fitted(statement: Check, next: Statement | undefined): boolean {
    const { condition } = statement;
    if (condition.kind !== 'precondition' || next === undefined || !computes(next, condition)) return false;
    const { needs, fits } = preconditionOf(this.scope, condition);
    if (fits === null) return false;
    this.check(needs, statement);
    this.scope.fitting = { args: condition.args, place: statement.place, message: statement.message } satisfies Fitting;
    return true;
  }
}

/** Expressions whose type is that of their values; others can have the type of two literals. */
const INFERRED: ReadonlySet<Expression['kind']> = new Set(['apply', 'call', 'content', 'field', 'variable'] as const);

const AUGMENTED: Readonly<Partial<Record<string, string>>> = { ADD: '+', SUB: '-', MUL: '*', CONCAT: '+' };

/** The right side of an operator is the same after its assignment operator only if it is one operand. */
function isSimple(marked: string): boolean {
  const text = inDialect(marked, 'javascript');
  return /^[\w.[\]]+$/.test(text) || /^[\w.]*\([^()]*\)$/.test(text);
}

/** Returns one operand without the parentheses that only TypeScript has around it. */
function withoutTypedParentheses(marked: string): string {
  return marked.replace(/^(?:«\(»(.*)«\)»|‹\(›(.*)‹\)›)$/, '$1$2');
}

/** Returns true if a block does not continue after its end. */
function leaves(body: readonly Statement[]): boolean {
  const last = body.at(-1);
  return last !== undefined && ['return', 'returnOutputs', 'fail', 'break'].includes(last.kind);
}

/** Returns true if a statement computes the checked operation whenever it runs, and just once. */
function computes(statement: Statement, { args }: Extract<Condition, { kind: 'precondition' }>): boolean {
  switch (statement.kind) {
    case 'define':
    case 'declare':
    case 'assign':
    case 'return':
    case 'push':
      return expressionsOf(statement).filter((expression) => holds(expression, args)).length === 1;
    default:
      return false;
  }
}

/** Returns the variables that are declared without a value, and whose assignments all have a value that TypeScript knows. */
function fixedVariables(statements: readonly Statement[]): readonly Variable[] {
  const declared = new Map<string, Variable>();
  const others = new Set<string>();
  const visit = (statement: Statement): void => {
    if (statement.kind === 'declare' && statement.initial === null) declared.set(statement.variable.name, statement.variable);
    if (statement.kind === 'assign' && !hasOneValue(statement.value)) others.add(statement.variable.name);
    for (const block of blocksOf(statement)) block.forEach(visit);
  };
  statements.forEach(visit);
  return [...declared.values()].filter(({ type, name }) => (type.kind === 'boolean' || type.kind === 'option') && !others.has(name));
}

function holds(expression: Expression, args: readonly Expression[]): boolean {
  switch (expression.kind) {
    case 'apply':
      return expression.args === args || expression.args.some((arg) => holds(arg, args));
    case 'conditional':
      return holds(expression.condition, args);
    case 'and':
    case 'or':
      return holds(expression.left, args);
    case 'orElse':
      return holds(expression.option, args);
    default:
      return partsOf(expression).some((part) => holds(part, args));
  }
}
