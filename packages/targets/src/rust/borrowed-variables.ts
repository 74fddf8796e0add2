import { blocksOf, definedBy } from '../lowered/free-variables.js';
import type { Expression, Statement, Variable } from '../lowered/program.js';

/** The value of an expression that belongs to nothing, such as the list of a loop that is made for it. */
const TEMPORARY = '';

/** A variable, and the blocks that enclose its definition, the outermost first. */
interface Place {
  readonly by: Statement['kind'];
  readonly blocks: readonly number[];
}

/** A declared variable. */
interface Candidate extends Place {
  /** The variables in whose values its values lie. */
  readonly roots: Set<string>;
}

/**
 * Returns the declared variables whose values are all parts of others that outlive them and never change, with the owners of these
 * values. Such a variable can borrow: an assignment in a loop would else copy a list in each round, where the evaluator shares it.
 *
 * `isBorrowable`: true for an expression whose value is part of a variable's. `isCopied`: true for a variable whose values are copied.
 * Variables that the statements do not define are parameters, which outlive all.
 */
export function borrowedVariables(
  statements: readonly Statement[],
  isBorrowable: (expression: Expression) => boolean,
  isCopied: (variable: Variable) => boolean,
): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, Place>();
  const candidates = new Map<string, Candidate>();
  /** The variables in whose values the value of a defined variable or of an element lies. */
  const origins = new Map<string, readonly string[]>();
  const rootsOf = (value: Expression): readonly string[] =>
    isBorrowable(value) ? variablesIn(value).flatMap((name) => origins.get(name) ?? [name]) : [TEMPORARY];
  const give = (name: string, value: Expression): void => {
    const candidate = candidates.get(name);
    if (candidate === undefined || isVariable(value, name)) return;
    for (const root of rootsOf(value)) candidate.roots.add(root);
  };

  let count = 0;
  const visit = (block: readonly Statement[], outer: readonly number[]): void => {
    const blocks = [...outer, (count += 1)];
    for (const statement of block) {
      const variable = definedBy(statement);
      if (variable !== null && !isCopied(variable)) {
        const { name } = variable;
        places.set(name, { by: statement.kind, blocks });
        if (statement.kind === 'define' && isBorrowable(statement.value)) origins.set(name, rootsOf(statement.value));
        if (statement.kind === 'forEach') origins.set(name, rootsOf(statement.source));
        if (statement.kind === 'declare') candidates.set(name, { by: 'declare', blocks, roots: new Set() });
        if (statement.kind === 'declare' && statement.initial !== null) give(name, statement.initial);
      }
      if (statement.kind === 'assign') give(statement.variable.name, statement.value);
      for (const inner of blocksOf(statement)) visit(inner, blocks);
    }
  };
  visit(statements, []);

  /** Returns all roots, those of roots included. */
  const reachedFrom = (candidate: Candidate): ReadonlySet<string> => {
    const reached = new Set(candidate.roots);
    for (const root of reached) for (const next of candidates.get(root)?.roots ?? []) reached.add(next);
    return reached;
  };
  /** Returns true if the values of a root stay where they are as long as the candidate lives. */
  const outlives = (root: string, { blocks }: Candidate): boolean => {
    if (root === TEMPORARY) return false;
    const place = places.get(root);
    if (place === undefined || candidates.has(root)) return true;
    return place.by !== 'declare' && place.blocks.every((block, depth) => blocks[depth] === block);
  };
  // A variable that cannot borrow is an owner that changes, from which no other may borrow: until nothing changes.
  for (let before = -1; before !== candidates.size; ) {
    before = candidates.size;
    for (const [name, candidate] of candidates) {
      // One without roots has literals only, and is as cheap as an owner.
      const isBorrowed = candidate.roots.size > 0 && [...reachedFrom(candidate)].every((root) => outlives(root, candidate));
      if (!isBorrowed) candidates.delete(name);
    }
  }
  const owners = (candidate: Candidate) => new Set([...reachedFrom(candidate)].filter((root) => !candidates.has(root)));
  return new Map([...candidates].map(([name, each]) => [name, owners(each)]));
}

/** Returns the variables in whose values the value of a borrowable expression lies. */
function variablesIn(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'variable':
      return [expression.name];
    case 'narrowed':
      return variablesIn(expression.value);
    case 'field':
      return variablesIn(expression.record);
    case 'content':
      return variablesIn(expression.option);
    case 'conditional':
      return [...variablesIn(expression.whenTrue), ...variablesIn(expression.whenFalse)];
    case 'orElse':
      return [...variablesIn(expression.option), ...variablesIn(expression.otherwise)];
    case 'apply':
      return expression.args.slice(0, 1).flatMap(variablesIn);
    default:
      return [];
  }
}

function isVariable(expression: Expression, name: string): boolean {
  if (expression.kind === 'narrowed') return isVariable(expression.value, name);
  return expression.kind === 'variable' && expression.name === name;
}
