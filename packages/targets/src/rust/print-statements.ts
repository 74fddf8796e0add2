import { INT64_MAX } from '@kirchhoff/coherence';
import { blocksOf, expressionsOf, partsOf } from '../lowered/free-variables.js';
import type { Blamed, Expression, Statement, Variable } from '../lowered/program.js';
import { at } from '../plan/plan.js';
import type { Width } from '../plan/widths.js';
import { atom, binary, call, cast, conditional, integer, isTrue, method, not, putInto, type RsExpression, rangeOf } from './expression.js';
import { flat } from './flat.js';
import { ownedLiteral, string, variantOf } from './literal.js';
import { boundsOf } from './monomers/emission.js';
import { bare, isSelf, isSliced } from './ownership.js';
import {
  type BoundContent,
  borrowedOf,
  conditionOf,
  partOf,
  placeArguments,
  placeText,
  receiverFor,
  type Scope,
  strictOf,
  takenApart,
  valueOf,
} from './print-expression.js';
import type { Writer } from './writer.js';

type Choice = Extract<Statement, { kind: 'if' }>;

/** The variable whose value a choice is. */
interface Delivery {
  /** The text before the choice; empty if it is the value of a block. */
  readonly head: string;
  readonly variable: Variable;
}

/** A choice by an option, and the text of its place. */
interface Taken {
  readonly option: Expression;
  readonly place: string;
  readonly whenSome: readonly Statement[];
  readonly whenNone: readonly Statement[];
}

/** An output of the circuit: its name, and its width if it is an integer. */
export interface RsOutput {
  readonly name: string;
  readonly width: Width;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Prints the statements of one function. */
export class StatementPrinter {
  constructor(
    private readonly scope: Scope,
    private readonly writer: Writer,
    /** The names of the outputs; `null` if it is not the circuit. */
    private readonly outputs: readonly RsOutput[] | null,
    /** True if the function returns a `Result`. */
    private readonly fails: boolean,
  ) {}

  /** Prints the body of the function, whose value is that of its last expression. */
  body(statements: readonly Statement[]): void {
    const last = statements.at(-1);
    if (last?.kind !== 'return') return this.block(statements, true);
    this.block(statements.slice(0, -1), false);
    this.scope.moved = this.scope.ownership.movedBy(last);
    this.writer.statement('', this.result(last.value), '');
  }

  private block(statements: readonly Statement[], isBody = false): void {
    for (let index = 0; index < statements.length; index += 1) {
      const [statement, next] = [statements[index], statements[index + 1]];
      if (statement === undefined) return;
      if (statement.kind === 'declare' && statement.initial === null && next?.kind === 'if' && this.declaredBy(statement.variable, next)) {
        index += 1;
        continue;
      }
      this.statement(statement, isBody && index === statements.length - 1);
    }
  }

  /** Prints a choice as the value of a new variable; returns false if it has another form. */
  private declaredBy(variable: Variable, choice: Choice): boolean {
    if (!delivers(choice, variable)) return false;
    const head = `let ${this.name(variable)}${this.isTyped(variable) || needsType(choice) ? `: ${this.typeOf(variable)}` : ''} =`;
    const [arm] = choice.arms;
    if (choice.arms.length === 1 && arm !== undefined && arm.body.length === 1 && choice.otherwise.length === 1) {
      const [whenTrue, whenFalse] = [arm.body, choice.otherwise].map((body) => this.valueIn(body));
      if (whenTrue != null && whenFalse != null && this.patternOf(choice) === null) {
        this.writer.statement(head, conditional(this.conditionOf(choice, arm.condition), whenTrue, whenFalse), ';');
        return true;
      }
    }
    this.scope.moved = this.scope.ownership.movedBy(choice);
    if (
      !choice.arms.every(({ condition }, index) =>
        this.writer.fits(index === 0 ? `${head} if` : '} else if', valueOf(this.scope, condition), ' {'),
      )
    )
      return false;
    this.choice(choice, { head: `${head} `, variable });
    return true;
  }

  private conditionOf(choice: Choice, condition: Expression): RsExpression {
    this.scope.moved = this.scope.ownership.movedBy(choice);
    return valueOf(this.scope, condition);
  }

  /** Returns the value that the only statement of a body assigns. */
  private valueIn([statement]: readonly Statement[]): RsExpression | null {
    if (statement?.kind !== 'assign') return null;
    this.scope.moved = this.scope.ownership.movedBy(statement);
    return this.held(statement.variable, statement.value);
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
        return this.choice(statement, null);
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
        const value = partOf(scope, statement.variable.type, null, statement.value);
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
    const name = this.name(variable);
    if (ownership.holdingOf(variable) === 'value') {
      const type = isUntyped(value) ? `: ${types.ownedOf(variable.type)}` : '';
      return writer.statement(`let ${name}${type} =`, valueOf(scope, value), ';');
    }
    const type = isSliced(variable.type) ? `: ${types.borrowedOf(variable.type)}` : '';
    writer.statement(`let ${name}${type} =`, this.held(variable, value), ';');
  }

  /** Returns an expression as the value of a variable: of its own, or a reference. */
  private held(variable: Variable, value: Expression): RsExpression {
    if (this.scope.ownership.holdingOf(variable) === 'value') return valueOf(this.scope, value);
    return isSliced(variable.type) ? borrowedOf(this.scope, value) : strictOf(this.scope, value);
  }

  /** Returns the type of a variable. */
  private typeOf(variable: Variable): string {
    const { ownership, types } = this.scope;
    return ownership.holdingOf(variable) === 'value' ? types.ownedOf(variable.type) : types.borrowedOf(variable.type);
  }

  private declare(variable: Variable, initial: Expression | null): void {
    const type = this.typeOf(variable);
    const name = this.name(variable);
    if (initial === null) return this.writer.line(`let ${name}: ${type};`);
    const isTold = this.isTyped(variable) || isUntyped(initial);
    this.writer.statement(`let ${this.mutable(variable)}${name}${isTold ? `: ${type}` : ''} =`, this.held(variable, initial), ';');
  }

  /** Returns true if Rust has to be told the type: a reference to a list is one to its elements only then. */
  private isTyped(variable: Variable): boolean {
    return this.scope.ownership.holdingOf(variable) === 'slice';
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
    writer.statement(`${flat(name)} =`, this.held(variable, value), ';');
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
        const [list] = args;
        if (list === undefined) return false;
        const value = partOf(scope, list.type, null, added);
        writer.statement('', method(name, 'push', list.type.kind === 'bytes' ? byte(value) : value), ';');
        return true;
      }
      case 'SET': {
        const [list, place, element] = args;
        if (list === undefined || place === undefined || element === undefined) return false;
        const given = valueOf(scope, place);
        const index = given.kind === 'atom' && /^[\d_]+$/.test(given.text) ? given : cast(given, 'usize');
        const value = partOf(scope, list.type, null, element);
        const written = list.type.kind === 'bytes' ? byte(value) : value;
        writer.statement(`${flat({ kind: 'index', receiver: name, index })} =`, written, ';');
        return true;
      }
      default:
        return false;
    }
  }

  /**
   * Prints a choice: as a `match` if it compares one value, with a pattern if it takes an option apart, else with conditions. A
   * `delivery` makes it the value of a variable.
   */
  private choice(choice: Choice, delivery: Delivery | null): void {
    const { scope, writer } = this;
    const { arms, otherwise } = choice;
    if (arms.length === 0) return this.block(otherwise);
    const end = delivery !== null && delivery.head !== '' ? '};' : '}';
    if (this.matched(choice, delivery, end)) return;
    const pattern = this.patternOf(choice);
    if (pattern !== null) return this.withPattern(choice, pattern, delivery, end);
    const moved = scope.ownership.movedBy(choice);
    for (const [index, { condition, body }] of arms.entries()) {
      scope.moved = moved;
      if (index === 0) writer.openWith(`${delivery?.head ?? ''}if`, valueOf(scope, condition));
      else writer.reopenWith('} else if', valueOf(scope, condition));
      this.arm(body, delivery);
    }
    if (otherwise.length > 0) {
      writer.reopen('} else {');
      this.arm(otherwise, delivery);
    }
    writer.close(end);
  }

  /** Prints the body of an arm, whose last value is that of the block. */
  private arm(body: readonly Statement[], delivery: Delivery | null): void {
    if (delivery === null) return this.block(body);
    const { scope, writer } = this;
    const last = body.at(-1);
    this.block(body.slice(0, -1));
    if (last?.kind === 'assign') {
      scope.moved = scope.ownership.movedBy(last);
      writer.statement('', this.held(last.variable, last.value), '');
    } else if (last?.kind === 'if') this.choice(last, { head: '', variable: delivery.variable });
    else if (last !== undefined) this.statement(last, false);
  }

  /** Prints a choice that compares one value with several literals as a `match`; returns false if it is none. */
  private matched({ arms, otherwise }: Choice, delivery: Delivery | null, end: string): boolean {
    const { scope, writer } = this;
    const [first] = arms;
    if (arms.length < 2 || first?.condition.kind !== 'equals') return false;
    const subject = first.condition.value;
    const { type } = subject;
    if (type.kind !== 'enumeration' && type.kind !== 'integer') return false;
    scope.moved = NOTHING;
    const text = flat(valueOf(scope, subject));
    const literals = arms.map(({ condition }) =>
      condition.kind === 'equals' && flat(valueOf(scope, condition.value)) === text ? condition.literal : null,
    );
    if (literals.includes(null) || new Set(literals).size < literals.length) return false;
    const rest = type.kind === 'enumeration' ? type.tags.filter((tag) => !literals.includes(tag)) : [];
    if (type.kind === 'enumeration' && rest.length === 0) return false;
    const patterns = literals.map((literal) => (literal === null ? '_' : flat(ownedLiteral(literal, type, scope.types))));
    const [only] = rest;
    const last = rest.length === 1 && only !== undefined ? flat(variantOf(only, type, scope.types)) : '_';
    const bodies = [...arms.map(({ body }, index) => [patterns[index] ?? '_', body] as const), [last, otherwise] as const];
    const values = bodies.map(([pattern, body]) => {
      const value = delivery !== null && body.length === 1 ? this.valueIn(body) : null;
      return value === null ? null : writer.fits(`    ${pattern} =>`, value, ',') ? value : undefined;
    });
    if (values.includes(undefined)) return false;
    scope.moved = NOTHING;
    writer.openWith(`${delivery?.head ?? ''}match`, valueOf(scope, subject));
    for (const [index, [pattern, body]] of bodies.entries()) {
      const value = values[index];
      if (value != null) writer.statement(`${pattern} =>`, value, ',');
      else if (body.length === 0) writer.line(`${pattern} => {}`);
      else {
        writer.open(`${pattern} => {`);
        this.arm(body, delivery);
        writer.close();
      }
    }
    writer.close(end);
    return true;
  }

  /** Returns the option whose content one branch of a choice reads; null if there is none. */
  private patternOf({ arms, otherwise }: Choice): Taken | null {
    const [arm] = arms;
    if (arms.length !== 1 || arm === undefined) return null;
    const isNegated = arm.condition.kind === 'not';
    const test = arm.condition.kind === 'not' ? arm.condition.operand : arm.condition;
    if (test.kind !== 'isSome' || (isNegated && otherwise.length === 0)) return null;
    const whenSome = isNegated ? otherwise : arm.body;
    const place = placeText(this.scope, test.option);
    if (place === null || !whenSome.some((statement) => this.takes(statement, place))) return null;
    return { option: test.option, place, whenSome, whenNone: isNegated ? arm.body : otherwise };
  }

  /** Returns true if a statement reads the content of the option of a place. */
  private takes(statement: Statement, place: string): boolean {
    const visit = (expression: Expression): boolean => {
      if (expression.kind === 'content' && placeText(this.scope, expression.option) === place) return true;
      return partsOf(expression).some(visit);
    };
    return expressionsOf(statement).some(visit) || blocksOf(statement).some((inner) => inner.some((each) => this.takes(each, place)));
  }

  private withPattern(choice: Choice, { option, place, whenSome, whenNone }: Taken, delivery: Delivery | null, end: string): void {
    const { scope, writer } = this;
    scope.moved = scope.ownership.movedBy(choice);
    const name = scope.fresh(place.startsWith('inputs.') ? place.slice('inputs.'.length).replaceAll('.', '_') : 'content');
    const { value, bound } = takenApart(scope, option, name);
    const content: BoundContent = { bound, isRead: false };
    const start = writer.count;
    writer.openWith(`${delivery?.head ?? ''}if let Some(${name}) =`, value);
    scope.contents.set(place, content);
    this.arm(whenSome, delivery);
    scope.contents.delete(place);
    if (!content.isRead) writer.replace(start, `Some(${name})`, 'Some(_)');
    if (whenNone.length > 0) {
      writer.reopen('} else {');
      this.arm(whenNone, delivery);
    }
    writer.close(end);
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
    if (element !== null && element.type.kind === 'integer' && scope.types.widthInside(source.type) === 32) {
      const iterated = method(method(receiverFor(scope, source), 'iter'), 'copied');
      return writer.openWith(`for ${name} in`, method(iterated, 'map', atom('i64::from')));
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
    const fields = values.map((value, index) => {
      const { name, width } = at(outputs, index);
      const written = valueOf(scope, value);
      return [name, value.type.kind === 'integer' ? putInto(width, written) : written] as const;
    });
    this.writer.statement('', call('Ok', { kind: 'struct', name: 'Outputs', fields }), '');
  }
}

/** Returns true if each branch of a choice ends with an assignment of the variable, or fails. */
function delivers({ arms, otherwise }: Choice, variable: Variable): boolean {
  return [...arms.map(({ body }) => body), otherwise].every((body) => {
    const last = body.at(-1);
    const isLast = last?.kind === 'fail' || (last?.kind === 'assign' && last.variable.name === variable.name);
    return isLast || (last?.kind === 'if' && delivers(last, variable));
  });
}

/** Returns true if Rust would not know the type of a choice. */
function needsType({ arms, otherwise }: Choice): boolean {
  return [...arms.map(({ body }) => body), otherwise].every((body) => {
    const last = body.at(-1);
    if (last?.kind === 'assign') return isUntyped(last.value);
    return last?.kind === 'if' ? needsType(last) : true;
  });
}

function byte(value: RsExpression): RsExpression {
  return value.kind === 'atom' && /^\d+$/.test(value.text) ? value : cast(value, 'u8');
}

function isVariable(expression: Expression, { name }: Variable): boolean {
  return expression.kind === 'variable' && expression.name === name;
}

const AUGMENTED: Readonly<Partial<Record<string, string>>> = { ADD: '+=', SUB: '-=', MUL: '*=' };

/** The arguments that are places or numbers of bits or elements: they say nothing of the type of the result. */
const PLACES: Readonly<Partial<Record<string, readonly number[]>>> = {
  DROP: [1],
  FILL: [0],
  GET: [1],
  GET_OR: [1],
  SET: [1],
  SHL: [1],
  SHR: [1],
  SLICE: [1, 2],
  TAKE: [1],
};

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
      return expression.args.every((arg, index) => PLACES[expression.monomer]?.includes(index) === true || isUntyped(arg));
    case 'conditional':
      return isUntyped(expression.whenTrue) && isUntyped(expression.whenFalse);
    default:
      return false;
  }
}
