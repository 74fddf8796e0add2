import { OptionValue } from '@kirchhoff/coherence';
import { partsOf } from '../lowered/free-variables.js';
import type { Expression } from '../lowered/program.js';

/**
 * The conditions under which the statements of a function stand, as far as TypeScript narrows types by them. It refuses a test of
 * a value that is already known to differ, though no program is wrong for it; and it needs no assertion for a tested option.
 */
export class Narrowing {
  /** The numbers of enclosing tests of a value, by its text. */
  private readonly tested = new Map<string, number>();
  /** The numbers of enclosing conditions that an option has a content, by its text. */
  private readonly present = new Map<string, number>();

  /** The number of enclosing conditions whose outcome TypeScript knows: it narrows no type in what it never reaches. */
  private decided = 0;
  /** Variables with one value, whose type is that value. */
  private readonly fixed = new Set<string>();

  isTested(text: string): boolean {
    return (this.tested.get(text) ?? 0) > 0 || this.fixed.has(text);
  }

  /** A test of an option that is always absent leaves no type of a content. */
  isPresent(text: string): boolean {
    return (this.present.get(text) ?? 0) > 0 && !this.fixed.has(text) && this.decided === 0;
  }

  /** Notes that all assignments give a variable the same value. */
  fix(text: string): void {
    this.fixed.add(text);
  }

  /** Returns the value of `write`, which writes what is only reached if these tests have this outcome. */
  under<T>(tests: Tests, outcome: boolean, write: () => T): T {
    const tested = outcome ? tests.whenTrue : tests.whenFalse;
    const present = outcome ? tests.present : tests.absent;
    add(this.tested, tested, 1);
    add(this.present, present, 1);
    if (tests.isDecided) this.decided += 1;
    const written = write();
    if (tests.isDecided) this.decided -= 1;
    add(this.tested, tested, -1);
    add(this.present, present, -1);
    return written;
  }

  /** Notes that from here on the tests have failed. */
  after(tests: Tests): void {
    add(this.tested, tests.whenFalse, 1);
    add(this.present, tests.absent, 1);
    if (tests.isDecided) this.decided += 1;
  }
}

function add(counts: Map<string, number>, texts: readonly string[], count: number): void {
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + count);
}

/** The values of which a condition says something, by their texts. */
export interface Tests {
  /** Values whose type is narrower if the condition is true, and if it is false. */
  readonly whenTrue: readonly string[];
  readonly whenFalse: readonly string[];
  /** Options that have a content if the condition is true, and if it is false. */
  readonly present: readonly string[];
  readonly absent: readonly string[];
  /** True if TypeScript may know the outcome. */
  readonly isDecided: boolean;
}

export const NO_TESTS: Tests = { whenTrue: [], whenFalse: [], present: [], absent: [], isDecided: false };

type TextOf = (expression: Expression) => string | null;

/** Returns the tests of a condition. `textOf`: the text of a variable or a field; null for other expressions. */
export function testsOf(condition: Expression, textOf: TextOf): Tests {
  return {
    whenTrue: narrowedIf(condition, true, textOf),
    whenFalse: narrowedIf(condition, false, textOf),
    present: presentIf(condition, true, textOf),
    absent: presentIf(condition, false, textOf),
    isDecided: hasOneValue(condition),
  };
}

/** Returns the values whose type may be narrower if a condition has this outcome. */
function narrowedIf(condition: Expression, outcome: boolean, textOf: TextOf): readonly string[] {
  switch (condition.kind) {
    case 'not':
      return narrowedIf(condition.operand, !outcome, textOf);
    case 'and':
    case 'or':
      return [condition.left, condition.right].flatMap((side) => narrowedIf(side, outcome, textOf));
    case 'isSome':
      return textsOf([condition.option], textOf);
    case 'equals':
      return textsOf(outcome || isUnion(condition.value) ? [condition.value] : [], textOf);
    case 'apply': {
      const isEquality = condition.monomer === 'EQ' || condition.monomer === 'NE' || condition.monomer === 'XOR';
      if (!isEquality) return condition.args.flatMap((arg) => bothIf(arg, textOf));
      const areEqual = outcome === (condition.monomer === 'EQ');
      return textsOf(
        condition.args.filter((arg) => areEqual || isUnion(arg)),
        textOf,
      );
    }
    case 'conditional':
      return partsOf(condition).flatMap((part) => bothIf(part, textOf));
    default:
      return condition.type.kind === 'boolean' ? textsOf([condition], textOf) : [];
  }
}

function bothIf(condition: Expression, textOf: TextOf): readonly string[] {
  return condition.type.kind === 'boolean' ? [true, false].flatMap((outcome) => narrowedIf(condition, outcome, textOf)) : [];
}

/** TypeScript excludes one value only from a union. */
function isUnion({ type }: Expression): boolean {
  return type.kind === 'boolean' || type.kind === 'option';
}

function textsOf(expressions: readonly Expression[], textOf: TextOf): readonly string[] {
  return expressions.map(textOf).filter((text) => text !== null);
}

/** Returns the options that have a content if a condition has this outcome. */
function presentIf(condition: Expression, outcome: boolean, textOf: TextOf): readonly string[] {
  switch (condition.kind) {
    case 'not':
      return presentIf(condition.operand, !outcome, textOf);
    case 'and':
    case 'or':
      if (outcome !== (condition.kind === 'and')) return [];
      return [condition.left, condition.right].flatMap((side) => presentIf(side, outcome, textOf));
    case 'isSome': {
      const text = outcome ? textOf(condition.option) : null;
      return text === null ? [] : [text];
    }
    default:
      return [];
  }
}

/** Returns true if TypeScript may know the only value of a truth value or an option: it reckons with literals. */
export function hasOneValue(expression: Expression): boolean {
  switch (expression.kind) {
    case 'narrowed':
      return hasOneValue(expression.value);
    case 'literal':
      return typeof expression.value === 'boolean' || (expression.value instanceof OptionValue && expression.value.content === undefined);
    case 'not':
      return hasOneValue(expression.operand);
    case 'and':
    case 'or':
      return hasOneValue(expression.left) || hasOneValue(expression.right);
    case 'apply':
      return expression.monomer === 'NOT' && expression.args.some(hasOneValue);
    case 'conditional':
      return hasOneValue(expression.whenTrue) && hasOneValue(expression.whenFalse);
    default:
      return false;
  }
}
