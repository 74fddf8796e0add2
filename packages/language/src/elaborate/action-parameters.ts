import { type Domain, kindOf } from '@kirchhoff/kernel/types/domain';
import type { Span } from '../diagnostics/diagnostic.js';
import type { ActionSyntax, RuleSyntax } from '../syntax/ast.js';
import { describe } from './kind-term.js';
import type { Reports } from './report.js';
import { sameKind } from './same-kind.js';

/** An action with the domains of its params; null where a domain was wrong, which has been said. */
export interface Action {
  readonly syntax: ActionSyntax;
  readonly domains: ReadonlyMap<string, Domain | null>;
}

/** Holds rules to the params that all of their actions have, of one kind in all of them. */
export class ActionParameters {
  /** The rule whose condition is being read; null for the wires before the rules. */
  rule: RuleSyntax | null = null;
  private readonly checked = new Map<RuleSyntax, Set<string>>();

  constructor(
    private readonly actions: readonly Action[],
    private readonly actionsOf: ReadonlyMap<RuleSyntax, readonly number[]>,
    private readonly reports: Reports,
  ) {}

  /** Looks at a name that is read; `current` is the action for which it is read. */
  check(current: Action, name: string, span: Span): void {
    const domain = current.domains.get(name);
    if (domain === undefined) return;
    const { rule } = this;
    if (rule === null) {
      const message = `a wire before the rules is the same for every action: it may not name the param '${name}'`;
      this.reports.error('unknown-name', span, message, 'name it in the condition of a rule');
      return;
    }
    const names = this.checked.get(rule) ?? new Set();
    this.checked.set(rule, names);
    if (names.has(name) || domain === null) return;
    names.add(name);
    for (const position of this.actionsOf.get(rule) ?? []) this.compare(current, this.actions[position], name, span);
  }

  /** Reports an unbound name that is a parameter of another action of the rule; false if it is not. */
  explainUnbound(current: Action, name: string, span: Span): boolean {
    const others = this.rule === null ? [] : (this.actionsOf.get(this.rule) ?? []);
    if (!others.some((position) => this.actions[position]?.domains.has(name) === true)) return false;
    this.reportLacking(current, name, span);
    return true;
  }

  private reportLacking(action: Action, name: string, span: Span): void {
    const message = `the action '${action.syntax.category}' that this rule is on has no param '${name}'`;
    this.reports.error('unknown-name', span, message, 'a rule may use the params that all of its actions have');
  }

  private compare(current: Action, other: Action | undefined, name: string, span: Span): void {
    if (other === undefined || other === current) return;
    const here = current.domains.get(name);
    const there = other.domains.get(name);
    if (there === undefined) {
      this.reportLacking(other, name, span);
    } else if (here !== undefined && here !== null && there !== null && !sameKind(kindOf(here), kindOf(there))) {
      const kinds = `${describe(kindOf(here))} for '${current.syntax.category}' and ${describe(kindOf(there))} for '${other.syntax.category}'`;
      this.reports.error('kind-mismatch', span, `the param '${name}' is ${kinds}`, 'write a rule for each');
    }
  }
}
