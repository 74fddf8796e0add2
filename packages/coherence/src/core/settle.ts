import type { Span } from '../diagnostics/diagnostic.js';
import { INTEGER, type Kind } from '../domain.js';
import type { GraphBuilder } from './builder.js';
import { kindOfTerm, prune, type Variable } from './kind-term.js';
import { unreachableArms } from './unreachable-arms.js';

/**
 * Ends the inference of a graph: what is still open takes the first overload that fits; then every node has a
 * kind, or there is a diagnostic. Warns of arms that can never match.
 */
export function settleKinds(builder: GraphBuilder): readonly Kind[] {
  for (const decide of builder.openApplications) decide();
  const kinds = builder.draft.terms.map((_, node) => settleKind(builder, node));
  for (const match of builder.matches) {
    const subject = prune(match.subject);
    const tags = subject.kind === 'enumeration' ? subject.tags : null;
    for (const arm of unreachableArms(
      match.arms.map((each) => each.pattern),
      tags,
    )) {
      const span = match.arms[arm]?.span;
      if (span !== undefined)
        builder.reports.warn('unreachable-arm', span, 'this arm can never match: the arms before it take every such value');
    }
  }
  return kinds;
}

function settleKind(builder: GraphBuilder, node: number): Kind {
  const term = prune(builder.draft.term(node));
  const kind = kindOfTerm(term);
  if (kind !== null) return kind;
  const span = builder.draft.spans[node];
  if (term.kind === 'variable' && !term.poisoned && span !== undefined) reportOpen(builder, term, span);
  // Stands in for a kind that is missing; the graph is not used then.
  return INTEGER;
}

function reportOpen(builder: GraphBuilder, variable: Variable, place: Span): void {
  const [tag, span] = variable.tags?.entries().next().value ?? [null, place];
  const what = tag === null ? 'which kind this is' : `which enum the tag '.${tag}' is of`;
  builder.reports.error('undetermined-kind', span, `nothing says ${what}`, 'state the domain of the wire: name: D = …');
}
