import { BOOLEAN } from '../lowered/conditions.js';
import { blocksOf, definedBy, expressionsOf, freeVariables, partsOf } from '../lowered/free-variables.js';
import type { Expression, LoweredFunction, LoweredProgram, Statement, Typed, Variable } from '../lowered/program.js';
import { Names } from '../plan/names.js';
import { at } from '../plan/plan.js';
import { MAX_PARAMETERS } from './types.js';

/**
 * Divides long functions into methods: Java limits a method to 64 KB of code, and its just-in-time compiler leaves those of more
 * than 8,000 bytes to the interpreter. A function is cut into parts, each of which ends with a call of the next; a long block in
 * it becomes a function first.
 */

/** The variables of a function that many of its parts share: they are the fields of one object. */
export interface Frame {
  readonly variables: ReadonlyMap<string, Variable>;
  /** The number of the frame in the program. */
  readonly number: number;
}

export interface JavaFunction extends LoweredFunction {
  /** True for a part of the circuit, which returns the outputs. */
  readonly returnsOutputs: boolean;
  readonly frame: Frame | null;
  /** True if its caller made the frame. */
  readonly takesFrame: boolean;
  /** The function of which it is a part, or itself. */
  readonly origin: LoweredFunction;
}

/** Limit for the estimated bytes of a method. */
const MAX_COST = 5_000;

/** Limit for the estimated bytes of a statement with blocks. */
const MAX_STATEMENT = 1_500;

/** A shorter block stays in its place. */
const MIN_BLOCK = 60;

/** Returns the functions of a program, each followed by its parts. */
export function splitFunctions({ functions }: LoweredProgram): readonly JavaFunction[] {
  const names = new Names(functions.map(({ name }) => name));
  let frames = 0;
  const split: JavaFunction[] = [];
  const pending: LoweredFunction[] = [];
  for (const lowered of functions) {
    pending.push(lowered);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const division = new Division(next, lowered, names, (frames += 1));
      split.push(...division.parts());
      pending.push(...division.extracted);
    }
  }
  return split;
}

class Division {
  readonly extracted: LoweredFunction[] = [];
  private readonly variables: Names;

  constructor(
    private readonly lowered: LoweredFunction,
    private readonly origin: LoweredFunction,
    private readonly names: Names,
    private readonly frameNumber: number,
  ) {
    const used: string[] = lowered.parameters.map(({ name }) => name);
    const visit = (statement: Statement): void => {
      const variable = definedBy(statement);
      if (variable !== null) used.push(variable.name);
      for (const block of blocksOf(statement)) block.forEach(visit);
    };
    lowered.body.forEach(visit);
    this.variables = new Names(used);
  }

  /** Returns the function and its parts. */
  parts(): readonly JavaFunction[] {
    if (costOfBlock(this.lowered.body) <= MAX_COST) return [this.whole(this.lowered.body)];
    const body = this.bounded(sunk(this.lowered.body), new Set());
    const chunks = chunksOf(body);
    if (chunks.length === 1) return [this.whole(body)];
    const flat = this.chained(chunks, null);
    if (flat.slice(1).every(({ parameters }) => parameters.length <= MAX_PARAMETERS / 2)) return flat;
    const shared = new Map(flat.slice(1).flatMap(({ parameters }) => parameters.map((each) => [each.name, each] as const)));
    return this.chained(chunks, { variables: shared, number: this.frameNumber });
  }

  private whole(body: readonly Statement[]): JavaFunction {
    return { ...this.lowered, body, returnsOutputs: this.lowered.role === 'circuit', frame: null, takesFrame: false, origin: this.origin };
  }

  /** Makes a part of each chunk. All parts but the first take the variables that they and later ones read. */
  private chained(chunks: readonly (readonly Statement[])[], frame: Frame | null): readonly JavaFunction[] {
    const made: JavaFunction[] = [];
    let next: JavaFunction | null = null;
    for (let index = chunks.length - 1; index >= 0; index -= 1) {
      const body: readonly Statement[] = next === null ? at(chunks, index) : [...at(chunks, index), continuation(next)];
      next = index === 0 ? { ...this.whole(body), frame } : this.part(body, index, frame);
      made.push(next);
    }
    return made.toReversed();
  }

  private part(body: readonly Statement[], index: number, frame: Frame | null): JavaFunction {
    const parameters = freeVariables(body).filter(({ name }) => frame?.variables.has(name) !== true);
    const { name, result } = this.lowered;
    return {
      role: 'part',
      // Each division numbers its parts itself.
      name: this.partNames.get(index) ?? this.newName(index, name),
      parameters,
      result,
      takesPlace: readsCallerPlace(body),
      body,
      returnsOutputs: this.returnsOutputs,
      frame,
      takesFrame: frame !== null,
      origin: this.origin,
    };
  }

  private readonly partNames = new Map<number, string>();

  private newName(index: number, name: string): string {
    const made = this.names.fresh(`${name}_part`);
    this.partNames.set(index, made);
    return made;
  }

  private get returnsOutputs(): boolean {
    return this.lowered.role === 'circuit';
  }

  /** Returns a block in which no statement is long. `unset`: variables around the block that have no value yet. */
  private bounded(block: readonly Statement[], unset: ReadonlySet<string>): readonly Statement[] {
    const open = new Set(unset);
    return block.map((statement) => {
      if (statement.kind === 'declare' && statement.initial === null) open.add(statement.variable.name);
      const bounded = costOf(statement) > MAX_STATEMENT ? this.withShortBlocks(statement, open) : statement;
      if (statement.kind !== 'declare') for (const name of assignedIn([statement])) open.delete(name);
      return bounded;
    });
  }

  private withShortBlocks(statement: Statement, unset: ReadonlySet<string>): Statement {
    const short = (block: readonly Statement[]): readonly Statement[] => {
      const bounded = this.bounded(sunk(block), unset);
      return costOfBlock(bounded) > MIN_BLOCK ? this.extract(bounded, unset) : bounded;
    };
    switch (statement.kind) {
      case 'if':
        return {
          ...statement,
          arms: statement.arms.map(({ condition, body }) => ({ condition, body: short(body) })),
          otherwise: short(statement.otherwise),
        };
      case 'forEach':
      case 'forRange':
        return { ...statement, body: short(statement.body) };
      default:
        return statement;
    }
  }

  /** Makes a function of a block, and returns the block that calls it. */
  private extract(block: readonly Statement[], unset: ReadonlySet<string>): readonly Statement[] {
    const last = block.at(-1);
    if (last === undefined || last.kind === 'fail') return block;
    if (returns(block)) {
      if (this.returnsOutputs) return block;
      return [continuation(this.functionOf(block, this.lowered.result))];
    }
    const before = block.slice(0, -1);
    const [arm] = last.kind === 'if' && last.arms.length === 1 && last.otherwise.length === 0 ? last.arms : [];
    if (last.kind === 'if' && arm !== undefined && (leaves(arm.body) || arm.body[0]?.kind === 'push')) {
      const holds = this.result(before, arm.condition, 'holds');
      return [holds.define, { ...last, arms: [{ condition: holds.variable, body: arm.body }] }];
    }
    if (last.kind === 'push') {
      const pushed = this.result(before, last.value, 'element');
      return [pushed.define, { ...last, value: pushed.variable }];
    }
    const [assigned, another] = assignedIn(block);
    const variable = assigned === undefined ? undefined : variableNamed(block, assigned);
    if (variable === undefined || another !== undefined) return block;
    const opening: readonly Statement[] = unset.has(variable.name) ? [{ kind: 'declare', variable, initial: null }] : [];
    const made = this.functionOf([...opening, ...block, { kind: 'return', value: variable }], variable);
    return [{ kind: 'assign', variable, value: callOf(made, variable) }];
  }

  /** Makes a function that returns a value after some statements. */
  private result(
    before: readonly Statement[],
    value: Expression,
    wanted: string,
  ): { readonly define: Statement; readonly variable: Variable } {
    const variable: Variable = { kind: 'variable', name: this.variables.fresh(wanted), type: value.type, range: value.range };
    const made = this.functionOf([...before, { kind: 'return', value }], value);
    return { define: { kind: 'define', variable, value: callOf(made, value) }, variable };
  }

  private functionOf(body: readonly Statement[], result: Typed | null): LoweredFunction {
    const made: LoweredFunction = {
      role: 'part',
      name: this.names.fresh(`${this.lowered.name}_part`),
      parameters: freeVariables(body),
      result,
      takesPlace: readsCallerPlace(body),
      body,
    };
    this.extracted.push(made);
    return made;
  }
}

function continuation(next: LoweredFunction): Statement {
  return { kind: 'return', value: callOf(next, next.result ?? BOOLEAN) };
}

function callOf(callee: LoweredFunction, { type, range }: Typed): Expression {
  return { kind: 'call', callee, args: callee.parameters, place: callee.takesPlace ? 'caller' : null, type, range };
}

/** Moves each declaration without a value to the statement that gives it the first one. */
function sunk(block: readonly Statement[]): readonly Statement[] {
  const waiting = new Map<string, Statement>();
  const moved: Statement[] = [];
  for (const statement of block) {
    if (statement.kind === 'declare' && statement.initial === null) {
      waiting.set(statement.variable.name, statement);
      continue;
    }
    if (waiting.size > 0) {
      for (const name of assignedIn([statement])) {
        const declaration = waiting.get(name);
        if (declaration !== undefined) moved.push(declaration);
        waiting.delete(name);
      }
    }
    moved.push(statement);
  }
  return [...moved, ...waiting.values()];
}

/** Divides statements where the estimated bytes add up. A declaration stays with what follows, a collection is whole. */
function chunksOf(block: readonly Statement[]): readonly (readonly Statement[])[] {
  const chunks: Statement[][] = [[]];
  let cost = 0;
  let open = 0;
  let isBound = false;
  for (const statement of block) {
    const added = costOf(statement);
    if (cost + added > MAX_COST && cost > 0 && !isBound) {
      chunks.push([]);
      cost = 0;
    }
    chunks.at(-1)?.push(statement);
    cost += added;
    if (statement.kind === 'collect') open += 1;
    if (statement.kind === 'collected') open -= 1;
    isBound = open > 0 || (statement.kind === 'declare' && statement.initial === null);
  }
  return chunks;
}

/** Returns the names of the variables that a block assigns and does not define. */
function assignedIn(block: readonly Statement[]): ReadonlySet<string> {
  const assigned = new Set<string>();
  const defined = new Set<string>();
  const visit = (statement: Statement): void => {
    if (statement.kind === 'assign') assigned.add(statement.variable.name);
    const variable = definedBy(statement);
    if (variable !== null) defined.add(variable.name);
    for (const inner of blocksOf(statement)) inner.forEach(visit);
  };
  block.forEach(visit);
  return new Set([...assigned].filter((name) => !defined.has(name)));
}

function variableNamed(block: readonly Statement[], name: string): Variable | undefined {
  for (const statement of block) {
    if (statement.kind === 'assign' && statement.variable.name === name) return statement.variable;
    for (const inner of blocksOf(statement)) {
      const found = variableNamed(inner, name);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function some(block: readonly Statement[], test: (statement: Statement) => boolean, entersLoops: boolean): boolean {
  return block.some((statement) => {
    if (test(statement)) return true;
    if (!entersLoops && (statement.kind === 'forEach' || statement.kind === 'forRange')) return false;
    return blocksOf(statement).some((inner) => some(inner, test, entersLoops));
  });
}

function returns(block: readonly Statement[]): boolean {
  return some(block, ({ kind }) => kind === 'return' || kind === 'returnOutputs', true);
}

function leaves(block: readonly Statement[]): boolean {
  return some(block, ({ kind }) => kind === 'break', false);
}

function readsCallerPlace(block: readonly Statement[]): boolean {
  return some(
    block,
    (statement) => {
      if ((statement.kind === 'check' || statement.kind === 'fail') && statement.place === 'caller') return true;
      return expressionsOf(statement).some((expression) => expression.kind === 'call' && expression.place === 'caller');
    },
    true,
  );
}

function costOfBlock(block: readonly Statement[]): number {
  let cost = 0;
  for (const statement of block) cost += costOf(statement);
  return cost;
}

const costs = new WeakMap<Statement, number>();

/** Estimates the bytes of a statement. */
function costOf(statement: Statement): number {
  const known = costs.get(statement);
  if (known !== undefined) return known;
  let cost = statement.kind === 'check' || statement.kind === 'fail' || statement.kind === 'require' ? 30 : 6;
  if (statement.kind === 'check' && statement.condition.kind === 'inDomain') cost += 20;
  if (statement.kind === 'forEach' || statement.kind === 'forRange') cost += 40;
  for (const expression of expressionsOf(statement)) cost += costOfExpression(expression);
  for (const block of blocksOf(statement)) cost += 3 + costOfBlock(block);
  costs.set(statement, cost);
  return cost;
}

function costOfExpression(expression: Expression): number {
  let cost = expression.kind === 'variable' || expression.kind === 'narrowed' ? 2 : 6;
  if (expression.kind === 'list') cost += 6 * expression.items.length;
  for (const part of partsOf(expression)) cost += costOfExpression(part);
  return cost;
}
