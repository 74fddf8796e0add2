import { TYPE_NESTING, TYPE_PARTS } from '@kirchhoff/kernel/limits';
import { INTEGER, type Type } from '@kirchhoff/kernel/types/domain';
import type { Span } from '../diagnostics/diagnostic.js';
import type { GraphBuilder } from './builder.js';
import { SettledTypes } from './settled-types.js';
import type { Variable } from './type-term.js';
import { unreachableArms } from './unreachable-arms.js';

/**
 * Ends the inference of a graph: an open application takes the first overload that fits; then every node has a type, or there is
 * a diagnostic. Warns of arms that can never match.
 */
export function settleTypes(builder: GraphBuilder): readonly Type[] {
  for (const decide of builder.openApplications) decide();
  const types = new Settling(builder).types();
  warnUnreachable(builder);
  return types;
}

class Settling {
  private readonly settled = new SettledTypes();
  /** The open variables that have been reported, by the end of their chain. */
  private readonly reported = new Set<Variable>();
  private tooDeep = false;
  private size = 0;

  constructor(private readonly builder: GraphBuilder) {}

  types(): readonly Type[] {
    const { draft, reports } = this.builder;
    this.size = draft.shared;
    const types = draft.terms.map((_, node) => this.typeOf(node));
    const place = draft.spans.at(-1);
    if (place === undefined || reports.failed) return types;
    if (reports.constraints.tooDeep) this.reportTooDeep(place);
    if (reports.constraints.exhausted || this.size > TYPE_PARTS || this.settled.written > TYPE_PARTS) {
      reports.error(
        'too-costly',
        place,
        'the types of the values of this source are too large to compare',
        'records of fewer fields cost less',
      );
    }
    return types;
  }

  /** Another type replaces a missing one; the graph is not used then. */
  private typeOf(node: number): Type {
    const { draft } = this.builder;
    if (this.tooDeep) return INTEGER;
    const type = this.settled.of(draft.term(node));
    const span = draft.spans[node];
    if (type !== null && type.kind !== 'variable') {
      this.size += this.settled.sizeOf(type);
      return type;
    }
    if (span === undefined) return INTEGER;
    if (type === null) this.reportTooDeep(span);
    else if (!type.isError) this.reportOpen(type, node, span);
    return INTEGER;
  }

  private reportTooDeep(span: Span): void {
    const { reports } = this.builder;
    if (!this.tooDeep && !reports.failed) reports.error('nested-too-deep', span, `lists, records and options nest to ${TYPE_NESTING}`);
    this.tooDeep = true;
  }

  private reportOpen(variable: Variable, node: number, place: Span): void {
    const { reports } = this.builder;
    if (this.reported.has(variable) || reports.constraints.exhausted || reports.constraints.tooDeep) return;
    this.reported.add(variable);
    const [tag, span] = variable.tags?.entries().next().value ?? [null, place];
    const what = tag === null ? this.openThing(node) : `which enum the tag '.${tag}' is of`;
    reports.error('undetermined-kind', span, `nothing says ${what}`, 'state the domain of the wire: name: D = …');
  }

  private openThing(node: number): string {
    const at = this.builder.draft.nodes[node];
    if (at?.op === 'list') return 'what the elements of this empty list would be';
    return at?.op === 'literal' ? "which option this 'none' is of" : 'which type this is';
  }
}

function warnUnreachable(builder: GraphBuilder): void {
  for (const match of builder.matches) {
    for (const arm of unreachableArms(match.patterns, match.subject)) {
      const span = match.spans[arm];
      if (span !== undefined)
        builder.reports.warn('unreachable-arm', span, 'this arm can never match: the arms before it take every such value');
    }
  }
}
