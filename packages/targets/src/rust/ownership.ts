import { blocksOf, definedBy, expressionsOf, partsOf } from '../lowered/free-variables.js';
import type { Expression, LoweredFunction, Statement, Variable } from '../lowered/program.js';
import { borrowedVariables } from './borrowed-variables.js';
import type { RsTypes } from './types.js';

/**
 * The form of a variable. `value`: it is copied, or owns its value. `reference`: it borrows a `String`, `Vec`, struct or `Option`.
 * `slice`: it is a `&str` or a slice.
 */
export type Holding = 'value' | 'reference' | 'slice';

/** The use of a function's variables: who owns values, and the last uses of those that are not copied. */
export class Ownership {
  private readonly holdings = new Map<string, Holding>();
  /** The owned variables from which a variable borrows. */
  private readonly roots = new Map<string, ReadonlySet<string>>();
  private readonly movable = new Map<Statement, ReadonlySet<string>>();
  private readonly assigned = new Map<string, number>();
  private readonly used = new Set<string>();
  /** The parts that are needed later: a variable, or one of its fields. */
  private live = new Map<string, number>();

  constructor(
    private readonly types: RsTypes,
    lowered: LoweredFunction,
  ) {
    const borrows = lowered.role !== 'circuit';
    for (const parameter of lowered.parameters) this.holdings.set(parameter.name, borrows ? this.borrowed(parameter) : 'value');
    const borrowed = borrowedVariables(
      lowered.body,
      (expression) => this.isBorrowable(expression),
      ({ type }) => types.isCopied(type),
    );
    for (const [name, roots] of borrowed) this.roots.set(name, roots);
    this.define(lowered.body);
    this.walk(lowered.body);
  }

  holdingOf({ name }: Variable): Holding {
    return this.holdings.get(name) ?? 'value';
  }

  /** Returns true if a variable has to be mutable: it is assigned again, or grows. */
  isMutable({ name }: Variable): boolean {
    return (this.assigned.get(name) ?? 0) > 0;
  }

  /** Returns true if some expression reads a variable. */
  isUsed({ name }: Pick<Variable, 'name'>): boolean {
    return this.used.has(name);
  }

  /** Returns the variables and fields (`name` or `name.field`) whose last use is in a statement: it may move them. */
  movedBy(statement: Statement): ReadonlySet<string> {
    return this.movable.get(statement) ?? NOTHING;
  }

  private borrowed({ type }: Variable): Holding {
    if (this.types.isCopied(type)) return 'value';
    return isSliced(type) ? 'slice' : 'reference';
  }

  /** Finds the holdings of all variables. */
  private define(statements: readonly Statement[]): void {
    for (const statement of statements) {
      if (statement.kind === 'define' && !this.types.isCopied(statement.variable.type) && this.isBorrowable(statement.value)) {
        this.holdings.set(statement.variable.name, isSliced(statement.variable.type) ? 'slice' : 'reference');
        this.roots.set(statement.variable.name, new Set(this.rootsOf(statement.value)));
      }
      if (statement.kind === 'forEach' && statement.element !== null && !this.types.isCopied(statement.element.type)) {
        this.holdings.set(statement.element.name, 'reference');
        this.roots.set(statement.element.name, new Set(this.rootsOf(statement.source)));
      }
      if (statement.kind === 'declare' && this.roots.has(statement.variable.name)) {
        this.holdings.set(statement.variable.name, isSliced(statement.variable.type) ? 'slice' : 'reference');
      }
      if (statement.kind === 'assign' && !isSelf(statement)) this.count(statement.variable);
      if (statement.kind === 'push') this.count(statement.variable);
      for (const block of blocksOf(statement)) this.define(block);
    }
  }

  private count({ name }: Variable): void {
    this.assigned.set(name, (this.assigned.get(name) ?? 0) + 1);
  }

  /** Returns true if the value of an expression is part of one that outlives the statement, so that a name may borrow it. */
  isBorrowable(expression: Expression): boolean {
    switch (expression.kind) {
      case 'variable':
        return true;
      case 'literal':
        return isStaticLiteral(expression);
      case 'narrowed':
        return this.isBorrowable(expression.value);
      case 'field':
        return this.isBorrowable(expression.record);
      case 'content':
        return this.isBorrowable(expression.option);
      case 'conditional':
        return this.isBorrowable(expression.whenTrue) && this.isBorrowable(expression.whenFalse);
      case 'orElse':
        return this.isBorrowable(expression.option) && this.isBorrowable(expression.otherwise);
      case 'apply': {
        const [first] = expression.args;
        return BORROWING.has(expression.monomer) && first !== undefined && this.isBorrowable(first);
      }
      default:
        return false;
    }
  }

  /** Returns the owned variables in whose values the value of an expression lies. */
  private rootsOf(expression: Expression): readonly string[] {
    if (expression.kind === 'variable') {
      return [...(this.roots.get(expression.name) ?? [expression.name])];
    }
    return partsOf(expression).flatMap((part) => this.rootsOf(part));
  }

  /** Walks backward, and finds the last uses. */
  private walk(statements: readonly Statement[]): void {
    for (const statement of statements.toReversed()) this.step(statement);
  }

  private step(statement: Statement): void {
    switch (statement.kind) {
      case 'if': {
        const after = this.live;
        const merged = new Map<string, number>();
        for (const block of blocksOf(statement)) {
          this.live = new Map(after);
          this.walk(block);
          for (const [key, count] of this.live) merged.set(key, Math.max(count, merged.get(key) ?? 0));
        }
        this.live = merged;
        break;
      }
      case 'forEach':
      case 'forRange':
        this.loop(statement);
        break;
      case 'assign':
        if (!this.types.isCopied(statement.variable.type)) this.kill(statement.variable.name);
        break;
      default:
        break;
    }
    const defined = definedBy(statement);
    if (defined !== null && !this.types.isCopied(defined.type)) this.kill(defined.name);
    this.uses(statement);
  }

  /** At the end of a loop's body, everything that it reads from outside is needed again. */
  private loop(statement: Extract<Statement, { kind: 'forEach' | 'forRange' }>): void {
    const after = this.live;
    const again = new Map(after);
    const own = new Set<string>();
    const visit = (inner: Statement): void => {
      for (const key of this.keysOf(inner)) again.set(key, 1);
      const defined = definedBy(inner);
      if (defined !== null) own.add(defined.name);
      for (const nested of blocksOf(inner)) nested.forEach(visit);
    };
    statement.body.forEach(visit);
    for (const key of again.keys()) if (own.has(key.split('.')[0] ?? '')) again.delete(key);
    this.live = again;
    this.walk(statement.body);
    for (const [key, count] of after) this.live.set(key, count);
  }

  private kill(name: string): void {
    for (const key of this.live.keys()) if (key === name || key.startsWith(`${name}.`)) this.live.delete(key);
  }

  private uses(statement: Statement): void {
    const keys = this.keysOf(statement);
    const moved = keys.filter((key) => keys.filter((other) => overlaps(key, other)).length === 1 && !this.isLive(key));
    if (moved.length > 0) this.movable.set(statement, new Set(moved));
    for (const key of keys) this.live.set(key, 1);
  }

  private isLive(key: string): boolean {
    for (const live of this.live.keys()) if (overlaps(live, key)) return true;
    return false;
  }

  /** Returns the uses in a statement, without those in its blocks, of values that are not copied. */
  private keysOf(statement: Statement): readonly string[] {
    const keys: string[] = [];
    const add = (name: string, field: string | null): void => {
      this.used.add(name);
      const roots = this.roots.get(name);
      if (roots !== undefined) keys.push(...roots);
      else keys.push(field === null ? name : `${name}.${field}`);
    };
    const visit = (expression: Expression): void => {
      if (expression.kind === 'variable') {
        if (this.types.isCopied(expression.type)) this.used.add(expression.name);
        else add(expression.name, null);
      } else if (expression.kind === 'field') {
        const record = bare(expression.record);
        if (record.kind === 'variable' && !this.types.isCopied(record.type)) add(record.name, expression.name);
        else visit(record);
      } else for (const part of partsOf(expression)) visit(part);
    };
    const expressions = statement.kind === 'assign' || statement.kind === 'push' ? [statement.value] : expressionsOf(statement);
    expressions.forEach(visit);
    return keys;
  }
}

const NOTHING: ReadonlySet<string> = new Set();

/** Monomers whose result is a part of their first argument. */
const BORROWING: ReadonlySet<string> = new Set(['GET', 'SLICE', 'TAKE', 'DROP', 'SUBSTRING', 'TRIM']);

/** Returns the expression without what is known of its value, which has no form of its own in Rust. */
export function bare(expression: Expression): Expression {
  return expression.kind === 'narrowed' ? bare(expression.value) : expression;
}

/** Returns true for an assignment of a variable to itself. */
export function isSelf({ variable, value }: Extract<Statement, { kind: 'assign' }>): boolean {
  const inner = bare(value);
  return inner.kind === 'variable' && inner.name === variable.name;
}

export function isSliced({ kind }: Variable['type']): boolean {
  return kind === 'text' || kind === 'bytes' || kind === 'list';
}

function isStaticLiteral({ value, type }: Extract<Expression, { kind: 'literal' }>): boolean {
  if (type.kind === 'text' || type.kind === 'bytes') return true;
  return type.kind === 'list' && type.element.kind !== 'text' && Array.isArray(value) && value.length > 0 && value.every(isScalar);
}

function isScalar(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' || typeof value === 'string';
}

function overlaps(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}
