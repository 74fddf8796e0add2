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

  isTested(text: string): boolean {
    return (this.tested.get(text) ?? 0) > 0;
  }

  isPresent(text: string): boolean {
    return (this.present.get(text) ?? 0) > 0;
  }

  /** Returns the value of `write`, which writes what is only reached if these tests have this outcome. */
  under<T>(tests: Tests, outcome: boolean, write: () => T): T {
    const tested = outcome ? tests.all : tests.lasting;
    const present = outcome ? tests.present : tests.absent;
    add(this.tested, tested, 1);
    add(this.present, present, 1);
    const written = write();
    add(this.tested, tested, -1);
    add(this.present, present, -1);
    return written;
  }

  /** Notes that from here on the tests have failed. */
  after(tests: Tests): void {
    add(this.tested, tests.lasting, 1);
    add(this.present, tests.absent, 1);
  }
}

function add(counts: Map<string, number>, texts: readonly string[], count: number): void {
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + count);
}

/** The values that a condition tests, by their texts. */
export interface Tests {
  readonly all: readonly string[];
  /** The values about which a false condition says something too. */
  readonly lasting: readonly string[];
  /** The options that have a content if the condition is true. */
  readonly present: readonly string[];
  /** The options that have a content if the condition is false. */
  readonly absent: readonly string[];
}

/** Returns the tests of a condition. `textOf`: the text of a variable or a field; null for other expressions. */
export function testsOf(condition: Expression, textOf: (expression: Expression) => string | null): Tests {
  const all: string[] = [];
  const lasting: string[] = [];
  const note = (expression: Expression, lasts: boolean): void => {
    const text = textOf(expression);
    if (text === null) return;
    all.push(text);
    if (lasts) lasting.push(text);
  };
  const visit = (expression: Expression, isNegated: boolean): void => {
    switch (expression.kind) {
      case 'equals':
        return note(expression.value, isNegated);
      case 'isSome':
        return note(expression.option, true);
      case 'not':
        return visit(expression.operand, true);
      case 'apply':
        if (expression.monomer === 'EQ' || expression.monomer === 'NE' || expression.monomer === 'XOR') {
          for (const arg of expression.args) note(arg, isNegated || expression.monomer !== 'EQ');
        }
        break;
      default:
        if (expression.type.kind === 'boolean') note(expression, true);
    }
    for (const part of partsOf(expression)) visit(part, isNegated);
  };
  visit(condition, false);
  return { all, lasting, present: presentIf(condition, true, textOf), absent: presentIf(condition, false, textOf) };
}

/** Returns the options that have a content if a condition has this outcome. */
function presentIf(condition: Expression, outcome: boolean, textOf: (expression: Expression) => string | null): readonly string[] {
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
