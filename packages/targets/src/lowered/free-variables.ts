import type { Condition, ConditionalArm, Expression, Statement, Variable } from './program.js';

/** The empty list of parts or blocks. It is shared, since every pass asks every expression. */
const NONE: readonly never[] = [];

/** Returns the variables that statements read but do not define, in the order of their first use. */
export function freeVariables(statements: readonly Statement[]): readonly Variable[] {
  const defined = new Set<string>();
  const read = new Map<string, Variable>();
  const use = (expression: Expression): void => {
    if (expression.kind === 'variable') read.set(expression.name, read.get(expression.name) ?? expression);
    else for (const part of partsOf(expression)) use(part);
  };
  const visit = (statement: Statement): void => {
    for (const expression of expressionsOf(statement)) use(expression);
    const variable = definedBy(statement);
    if (variable !== null) defined.add(variable.name);
    for (const block of blocksOf(statement)) block.forEach(visit);
  };
  statements.forEach(visit);
  return [...read.values()].filter(({ name }) => !defined.has(name));
}

/** Returns the variable that a statement introduces. */
export function definedBy(statement: Statement): Variable | null {
  switch (statement.kind) {
    case 'define':
    case 'declare':
    case 'collect':
      return statement.variable;
    case 'forEach':
    case 'forRange':
      return statement.element;
    default:
      return null;
  }
}

/** Returns the blocks inside a statement. */
export function blocksOf(statement: Statement): readonly (readonly Statement[])[] {
  switch (statement.kind) {
    case 'if': {
      const blocks = statement.arms.map(bodyOf);
      blocks.push(statement.otherwise);
      return blocks;
    }
    case 'forEach':
    case 'forRange':
      return [statement.body];
    default:
      return NONE;
  }
}

function bodyOf({ body }: ConditionalArm): readonly Statement[] {
  return body;
}

/** Returns the expressions that a statement itself evaluates. */
export function expressionsOf(statement: Statement): readonly Expression[] {
  switch (statement.kind) {
    case 'define':
    case 'return':
      return [statement.value];
    case 'assign':
      return [statement.variable, statement.value];
    case 'declare':
      return statement.initial === null ? NONE : [statement.initial];
    case 'push':
      return [statement.variable, statement.value];
    case 'if':
      return statement.arms.map(({ condition }) => condition);
    case 'forEach':
      return [statement.source];
    case 'forRange':
      return [statement.lo, statement.hi];
    case 'check':
      return inCondition(statement.condition);
    case 'require':
      return [statement.condition];
    case 'returnOutputs':
      return statement.values;
    case 'break':
    case 'collect':
    case 'collected':
    case 'fail':
      return NONE;
  }
}

function inCondition(condition: Condition): readonly Expression[] {
  switch (condition.kind) {
    case 'holds':
    case 'inDomain':
      return [condition.value];
    case 'precondition':
      return condition.args;
    case 'hasRoom':
      return [condition.variable];
  }
}

/** Returns the expressions inside an expression. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'variable':
    case 'literal':
      return NONE;
    case 'list':
      return expression.items;
    case 'record':
      return expression.fields.map(({ value }) => value);
    case 'some':
    case 'narrowed':
    case 'between':
    case 'equals':
      return [expression.value];
    case 'field':
      return [expression.record];
    case 'apply':
    case 'call':
      return expression.args;
    case 'conditional':
      return [expression.condition, expression.whenTrue, expression.whenFalse];
    case 'and':
    case 'or':
      return [expression.left, expression.right];
    case 'not':
      return [expression.operand];
    case 'orElse':
      return [expression.option, expression.otherwise];
    case 'isSome':
    case 'content':
      return [expression.option];
  }
}
