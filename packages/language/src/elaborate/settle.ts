import { KIND_NESTING, KIND_PARTS } from '@kirchhoff/kernel/limits';
import { INTEGER, type Kind } from '@kirchhoff/kernel/types/domain';
import type { Span } from '../diagnostics/diagnostic.js';
import type { GraphBuilder } from './builder.js';
import type { Variable } from './kind-term.js';
import { SettledKinds } from './settled-kinds.js';
import { unreachableArms } from './unreachable-arms.js';

/**
 * Ends the inference of a graph: an open application takes the first overload that fits; then every node has a type, or there is
 * a diagnostic. Warns of arms that can never match.
 */
export function settleKinds(builder: GraphBuilder): readonly Kind[] {
  for (const decide of builder.openApplications) decide();
  const kinds = new Settling(builder).kinds();
  warnUnreachable(builder);
  return kinds;
}

class Settling {
  private readonly settled = new SettledKinds();
  /** The open variables that have been reported, by the end of their chain. */
  private readonly reported = new Set<Variable>();
  private tooDeep = false;
  private size = 0;

  constructor(private readonly builder: GraphBuilder) {}

  kinds(): readonly Kind[] {
    const { draft, reports } = this.builder;
    const kinds = draft.terms.map((_, node) => this.kindOf(node));
    const place = draft.spans.at(-1);
    if (place === undefined || reports.failed) return kinds;
    if (reports.kindWork.tooDeep) this.reportTooDeep(place);
    if (reports.kindWork.exhausted || this.size > KIND_PARTS || this.settled.written > KIND_PARTS) {
      reports.error(
        'too-costly',
        place,
        'the kinds of the values of this source are too large to compare',
        'records of fewer fields cost less',
      );
    }
    return kinds;
  }

  /** Another type replaces a missing one; the graph is not used then. */
  private kindOf(node: number): Kind {
    const { draft } = this.builder;
    if (this.tooDeep) return INTEGER;
    const kind = this.settled.of(draft.term(node));
    const span = draft.spans[node];
    if (kind !== null && kind.kind !== 'variable') {
      this.size += this.settled.sizeOf(kind);
      return kind;
    }
    if (span === undefined) return INTEGER;
    if (kind === null) this.reportTooDeep(span);
    else if (!kind.poisoned) this.reportOpen(kind, node, span);
    return INTEGER;
  }

  private reportTooDeep(span: Span): void {
    const { reports } = this.builder;
    if (!this.tooDeep && !reports.failed) reports.error('nested-too-deep', span, `lists, records and options nest to ${KIND_NESTING}`);
    this.tooDeep = true;
  }

  private reportOpen(variable: Variable, node: number, place: Span): void {
    const { reports } = this.builder;
    if (this.reported.has(variable) || reports.kindWork.exhausted || reports.kindWork.tooDeep) return;
    this.reported.add(variable);
    const [tag, span] = variable.tags?.entries().next().value ?? [null, place];
    const what = tag === null ? this.openThing(node) : `which enum the tag '.${tag}' is of`;
    reports.error('undetermined-kind', span, `nothing says ${what}`, 'state the domain of the wire: name: D = …');
  }

  private openThing(node: number): string {
    const at = this.builder.draft.nodes[node];
    if (at?.op === 'list') return 'what the elements of this empty list would be';
    return at?.op === 'literal' ? "which option this 'none' is of" : 'which kind this is';
  }
}

function warnUnreachable(builder: GraphBuilder): void {
  for (const match of builder.matches) {
    const patterns = match.arms.map((each) => each.pattern);
    for (const arm of unreachableArms(patterns, match.subject)) {
      const span = match.arms[arm]?.span;
      if (span !== undefined)
        builder.reports.warn('unreachable-arm', span, 'this arm can never match: the arms before it take every such value');
    }
  }
}
