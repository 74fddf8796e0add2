import { not } from '../lowered/conditions.js';
import { blocksOf, expressionsOf, partsOf } from '../lowered/free-variables.js';
import type { Expression, LoweredFunction, Statement } from '../lowered/program.js';
import { bare, isSelf } from './ownership.js';

/**
 * Returns the function without statements that have no effect in Rust, and without names that only pass a value on: a value that
 * replaces a variable can then grow in place.
 */
export function simplified(lowered: LoweredFunction): LoweredFunction {
  const uses = new Map<string, number>();
  const visit = (statement: Statement): void => {
    for (const expression of expressionsOf(statement)) count(uses, expression);
    for (const inner of blocksOf(statement)) inner.forEach(visit);
  };
  lowered.body.forEach(visit);
  return { ...lowered, body: block(lowered.body, uses) };
}

function count(uses: Map<string, number>, expression: Expression): void {
  if (expression.kind === 'variable') uses.set(expression.name, (uses.get(expression.name) ?? 0) + 1);
  for (const part of partsOf(expression)) count(uses, part);
}

function block(statements: readonly Statement[], uses: ReadonlyMap<string, number>): readonly Statement[] {
  const kept: Statement[] = [];
  for (const statement of statements) {
    if (statement.kind === 'assign' && isSelf(statement)) continue;
    const last = kept.at(-1);
    const passed = last === undefined ? null : passedOn(last, statement, uses);
    if (passed !== null) kept[kept.length - 1] = passed;
    else kept.push(inside(statement, uses));
    // Statements after a failure are never reached.
    if (statement.kind === 'fail') break;
  }
  return kept.filter(
    (statement) => statement.kind !== 'if' || statement.arms.some((arm) => arm.body.length > 0) || statement.otherwise.length > 0,
  );
}

function inside(statement: Statement, uses: ReadonlyMap<string, number>): Statement {
  switch (statement.kind) {
    case 'if': {
      const arms = statement.arms.map(({ condition, body }) => ({ condition, body: block(body, uses) }));
      const otherwise = block(statement.otherwise, uses);
      const [only] = arms;
      if (only === undefined || arms.length > 1 || only.body.length > 0 || otherwise.length === 0) return { ...statement, arms, otherwise };
      return { kind: 'if', arms: [{ condition: not(only.condition), body: otherwise }], otherwise: [] };
    }
    case 'forEach':
    case 'forRange':
      return { ...statement, body: block(statement.body, uses) };
    default:
      return statement;
  }
}

/** Returns one statement for a definition and the only use of its variable. */
function passedOn(definition: Statement, use: Statement, uses: ReadonlyMap<string, number>): Statement | null {
  if (definition.kind !== 'define' || uses.get(definition.variable.name) !== 1) return null;
  if (use.kind !== 'assign' && use.kind !== 'push' && use.kind !== 'return') return null;
  const value = bare(use.value);
  if (value.kind !== 'variable' || value.name !== definition.variable.name) return null;
  return { ...use, value: definition.value };
}
