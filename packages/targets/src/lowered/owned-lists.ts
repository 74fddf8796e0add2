import type { Type } from '@kirchhoff/coherence';
import { blocksOf, expressionsOf, partsOf } from './free-variables.js';
import type { Expression, Statement, Variable } from './program.js';

/** An assignment that gives a list one more element, further elements, or another element at an index. */
export type ListChange =
  | { readonly change: 'append'; readonly element: Expression }
  | { readonly change: 'extend'; readonly list: Expression }
  | { readonly change: 'set'; readonly index: Expression; readonly element: Expression };

/**
 * Returns the names of the list variables that a target may change in place: mostly accumulators of folds. Such a variable starts
 * with a list that no other variable has, for which a target copies an initial value that is not new. Until its last change it is
 * only assigned changes of itself, and nothing else keeps the list. So no other value changes with it.
 */
export function ownedLists(body: readonly Statement[]): ReadonlySet<string> {
  const owned = new Set<string>();
  const pending: (readonly Statement[])[] = [body];
  for (let block = pending.pop(); block !== undefined; block = pending.pop()) {
    for (const [index, statement] of block.entries()) {
      pending.push(...blocksOf(statement));
      if (statement.kind !== 'declare' || statement.initial === null || statement.variable.type.kind !== 'list') continue;
      if (isOwned(statement.variable, block.slice(index + 1))) owned.add(statement.variable.name);
    }
  }
  return owned;
}

/** Returns the change that an assignment makes to its own variable; `null` if it is none. */
export function changeOf({ name }: Variable, value: Expression): ListChange | null {
  const whole = bare(value);
  if (whole.kind !== 'apply') return null;
  const [list, first, second] = whole.args;
  if (list === undefined || first === undefined) return null;
  const changed = bare(list);
  if (changed.kind !== 'variable' || changed.name !== name) return null;
  switch (whole.monomer) {
    case 'APPEND':
      return { change: 'append', element: first };
    case 'JOIN':
      return { change: 'extend', list: first };
    case 'SET':
      return second === undefined ? null : { change: 'set', index: first, element: second };
    default:
      return null;
  }
}

/** `rest`: the statements of the block after the declaration. Uses after the last one with a change are free. */
function isOwned(variable: Variable, rest: readonly Statement[]): boolean {
  const last = rest.findLastIndex((statement) => changes(variable, [statement]));
  return last >= 0 && rest.slice(0, last + 1).every((statement) => keepsToItself(variable, statement));
}

function changes(variable: Variable, statements: readonly Statement[]): boolean {
  return statements.some((statement) => {
    if (statement.kind === 'assign' && statement.variable.name === variable.name && changeOf(variable, statement.value) !== null)
      return true;
    return blocksOf(statement).some((block) => changes(variable, block));
  });
}

function keepsToItself(variable: Variable, statement: Statement): boolean {
  if (statement.kind === 'assign' && statement.variable.name === variable.name) {
    const change = changeOf(variable, statement.value);
    if (change === null) return isVariable(bare(statement.value), variable);
    const parts =
      change.change === 'append' ? [change.element] : change.change === 'extend' ? [change.list] : [change.index, change.element];
    return parts.every((part) => readsOnly(variable, part));
  }
  // A loop must not change the list that it runs over.
  if (statement.kind === 'forEach' && mentions(variable, statement.source)) {
    if (!isVariable(bare(statement.source), variable) || changes(variable, statement.body)) return false;
  } else if (statement.kind === 'check') {
    if (!expressionsOf(statement).every((each) => isVariable(bare(each), variable) || readsOnly(variable, each))) return false;
  } else if (!expressionsOf(statement).every((each) => readsOnly(variable, each))) return false;
  return blocksOf(statement).every((block) => block.every((inner) => keepsToItself(variable, inner)));
}

/** Returns true if no part of the value of an expression can be the list itself. */
function readsOnly(variable: Variable, expression: Expression): boolean {
  if (expression.kind === 'variable') return expression.name !== variable.name;
  if ((expression.kind === 'apply' || expression.kind === 'call') && !hasList(expression.type)) {
    return expression.args.every((arg) => isVariable(bare(arg), variable) || readsOnly(variable, arg));
  }
  return partsOf(expression).every((part) => readsOnly(variable, part));
}

function mentions(variable: Variable, expression: Expression): boolean {
  return isVariable(expression, variable) || partsOf(expression).some((part) => mentions(variable, part));
}

function hasList(type: Type): boolean {
  switch (type.kind) {
    case 'list':
      return true;
    case 'record':
      return type.fields.some((field) => hasList(field.type));
    case 'option':
      return hasList(type.value);
    default:
      return false;
  }
}

function isVariable(expression: Expression, { name }: Variable): boolean {
  return expression.kind === 'variable' && expression.name === name;
}

/** Returns the expression without what is known of its value. */
function bare(expression: Expression): Expression {
  return expression.kind === 'narrowed' ? bare(expression.value) : expression;
}
