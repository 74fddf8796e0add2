import { type Domain, typeOf } from '@kirchhoff/kernel/types/domain';
import type { Span } from '../diagnostics/diagnostic.js';
import type { ActionSyntax, PromiseSyntax, RuleSyntax } from '../syntax/ast.js';
import { namesOf } from '../syntax/binders.js';
import type { Reports } from './report.js';
import { sameType } from './same-type.js';
import { describe } from './type-term.js';

/** An action with the domains of its params; `null` for a wrong domain, which has been reported. */
export interface DeclaredAction {
  readonly syntax: ActionSyntax;
  readonly domains: ReadonlyMap<string, Domain | null>;
}

/** The part that is being read: the wires of the policy, those of the action, or the condition of a rule or promise. */
export type ReadingPart = 'policy wires' | 'action wires' | RuleSyntax | PromiseSyntax;

/** Checks that rules and promises name only params and wires of all their actions, and that such a param has one type in all of them. */
export class ActionParameters {
  reading: ReadingPart = 'policy wires';
  private readonly checked = new Map<ReadingPart, Set<string>>();
  /** By action: the names of its wires. */
  private readonly wires: readonly ReadonlySet<string>[];
  private readonly positions: ReadonlyMap<DeclaredAction, number>;

  constructor(
    private readonly actions: readonly DeclaredAction[],
    private readonly actionsOf: ReadonlyMap<RuleSyntax | PromiseSyntax, readonly number[]>,
    private readonly reports: Reports,
  ) {
    this.positions = new Map(actions.map((action, position) => [action, position]));
    this.wires = actions.map(({ syntax }) => new Set(syntax.wires.flatMap(({ binder }) => namesOf(binder).map(({ text }) => text))));
  }

  /** Checks a name that is read; `current` is the action for which it is read. */
  check(current: DeclaredAction, name: string, span: Span): void {
    const { reading } = this;
    if (reading === 'action wires') return;
    if (!this.hasName(this.positions.get(current) ?? -1, name)) return;
    const domain = current.domains.get(name);
    if (reading === 'policy wires') {
      const message = `a wire before the rules is the same for every action: it may not name the param '${name}'`;
      this.reports.error('unknown-name', span, message, 'name it in the condition of a rule, or in a wire of its action');
      return;
    }
    const names = this.checked.get(reading) ?? new Set();
    this.checked.set(reading, names);
    if (names.has(name) || domain === null) return;
    names.add(name);
    for (const other of this.actionsOf.get(reading) ?? []) this.compare(current, other, name, span);
  }

  /** Reports an unbound name that another action of the rule has as a param or wire; false if none has. */
  explainUnbound(current: DeclaredAction, name: string, span: Span): boolean {
    const others = typeof this.reading === 'string' ? [] : (this.actionsOf.get(this.reading) ?? []);
    if (!others.some((position) => this.hasName(position, name))) return false;
    this.reportLacking(current, name, span);
    return true;
  }

  private reportLacking(action: DeclaredAction, name: string, span: Span): void {
    const isRule = typeof this.reading !== 'string' && 'verdict' in this.reading;
    const what = isRule ? 'rule' : 'promise';
    const message = `the action '${action.syntax.category}' that this ${what} is on has no param '${name}'`;
    this.reports.error('unknown-name', span, message, `a ${what} may use the params and wires that all of its actions have`);
  }

  private hasName(position: number, name: string): boolean {
    return this.actions[position]?.domains.has(name) === true || this.wires[position]?.has(name) === true;
  }

  private compare(current: DeclaredAction, position: number, name: string, span: Span): void {
    const other = this.actions[position];
    if (other === undefined || other === current) return;
    if (!this.hasName(position, name)) {
      this.reportLacking(other, name, span);
      return;
    }
    const here = current.domains.get(name);
    const there = other.domains.get(name);
    // The type of a wire is inferred at its use: the condition is read again for each action.
    if (here !== undefined && here !== null && there !== undefined && there !== null && !sameType(typeOf(here), typeOf(there))) {
      const kinds = `${describe(typeOf(here))} for '${current.syntax.category}' and ${describe(typeOf(there))} for '${other.syntax.category}'`;
      this.reports.error('kind-mismatch', span, `the param '${name}' is ${kinds}`, 'write a rule for each');
    }
  }
}
