import { MONOMERS, monomerAt } from '@kirchhoff/coherence';
import { blocksOf, expressionsOf, partsOf } from '../lowered/free-variables.js';
import type { Expression, LoweredFunction, Statement } from '../lowered/program.js';

/** Facts about a function that follow from its statements and its calls. */
export interface CallFacts {
  /** True if it asks an entropy source, or calls a function that does. */
  readonly asks: boolean;
  /** True if it has a check, or calls a function that may fail. */
  readonly fails: boolean;
  /** The functions that it calls, once each. */
  readonly callees: ReadonlySet<LoweredFunction>;
}

const SOURCES: ReadonlySet<string> = new Set(MONOMERS.filter((_, index) => monomerAt(index).effect === 'source').map(({ name }) => name));

/** The calls and checks of a program. */
export class ProgramFacts {
  private readonly facts = new Map<LoweredFunction, CallFacts>();
  private readonly asked = new Set<string>();
  private hasChecks = false;

  /** Takes the functions in an order in which each one only calls earlier ones. */
  constructor(functions: readonly LoweredFunction[]) {
    for (const lowered of functions) this.facts.set(lowered, this.factsOf(lowered));
  }

  of(lowered: LoweredFunction): CallFacts {
    const found = this.facts.get(lowered);
    if (found === undefined) throw new Error(`no facts about ${lowered.name}`);
    return found;
  }

  /** The names of the entropy sources that the program asks, sorted. */
  get sources(): readonly string[] {
    return [...this.asked].toSorted();
  }

  /** True if some function checks a condition. */
  get checks(): boolean {
    return this.hasChecks;
  }

  private factsOf(lowered: LoweredFunction): CallFacts {
    const callees = new Set<LoweredFunction>();
    let [asks, fails] = [false, false];
    const use = (expression: Expression): void => {
      if (expression.kind === 'call') callees.add(expression.callee);
      if (expression.kind === 'apply' && SOURCES.has(expression.monomer)) {
        this.asked.add(expression.monomer);
        asks = true;
      }
      for (const part of partsOf(expression)) use(part);
    };
    const visit = (statement: Statement): void => {
      if (statement.kind === 'check' || statement.kind === 'fail') fails = true;
      for (const expression of expressionsOf(statement)) use(expression);
      for (const block of blocksOf(statement)) block.forEach(visit);
    };
    lowered.body.forEach(visit);
    this.hasChecks ||= fails;
    const called = [...callees].map((callee) => this.of(callee));
    return {
      asks: asks || called.some((callee) => callee.asks),
      fails: fails || asks || called.some((callee) => callee.fails),
      callees,
    };
  }
}
