import type { Refutation } from '@kirchhoff/kernel/certificate/format';
import type { Core, Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import type { Loops } from '@kirchhoff/kernel/graph/inline';
import { parameterViews } from '@kirchhoff/kernel/rules/parameters';
import type { Summary } from '@kirchhoff/kernel/rules/state';
import type { Effort } from './linear/effort.js';
import { LinearObligations } from './linear/obligations.js';
import { type DomainFinding, Pass, type ProvableDomain } from './pass.js';
import { type Wanted, wantedOf } from './wanted.js';
import type { ProvingWork } from './work.js';

/** The work to compute one polynomial of a node. */
export const POLYNOMIAL_STEPS = 8;

/** A graph with open closure domains, and what all searches for their evidence share. */
export interface SumTask {
  readonly core: Core;
  readonly graph: Graph;
  /** Summaries of the components before the graph. */
  readonly summaries: readonly Summary[];
  readonly work: ProvingWork;
}

/** A pass with sums of inequalities, and its findings for the given closure domains, in their order. */
export interface Summed {
  readonly pass: Pass;
  readonly findings: readonly DomainFinding[];
}

/**
 * Tries sums of inequalities for closure domains in one pass; if some remain open, in another pass that also bounds the integers
 * on which they depend; and as long as bounds were short of steps, in further ones with more steps for each. Returns the pass that
 * leaves the fewest open. At least `reserve` steps of the work remain.
 */
export function closeBySums(
  { core, graph, summaries, work }: SumTask,
  domains: readonly ProvableDomain[],
  loops: Loops,
  effort: Effort,
  reserve: number,
): Summed {
  const meter = work.linear;
  meter.spend(POLYNOMIAL_STEPS * graph.nodes.length, graph, null);
  const found = work.refutations.get(graph) ?? new Map<string, Refutation>();
  work.refutations.set(graph, found);
  const obligations = new LinearObligations(meter, meter.left - reserve, effort, found);
  const parameters = parameterViews(graph);
  const asked = new Set(domains.flatMap((domain) => ('node' in domain ? [domain.node] : [])));
  const find = (wanted?: ReadonlyMap<NodeId, Wanted>): Summed => {
    const pass = new Pass(core, graph, parameters, summaries, meter, obligations, asked, wanted);
    return { pass, findings: domains.map((domain) => pass.find(domain)) };
  };
  const first = find();
  const wanted = wantedOf(
    core,
    graph,
    openOf(first.findings) === 0 ? [] : first.findings.filter(isBeyondClaims).map(({ domain }) => domain),
    loops,
    domains,
  );
  let best = wanted.size === 0 ? first : fewer(first, find(wanted));
  while (openOf(best.findings) > 0 && obligations.extend()) best = fewer(best, find(wanted));
  if (obligations.isOver) work.stop ??= 'sums';
  return best;
}

function fewer(before: Summed, after: Summed): Summed {
  return openOf(after.findings) < openOf(before.findings) ? after : before;
}

function isOpen({ evidence }: DomainFinding): boolean {
  return evidence === null;
}

/** Returns true for a domain that the claims alone do not close: bounds in it may narrow the claims on which others rest. */
function isBeyondClaims({ evidence }: DomainFinding): boolean {
  return evidence === null || evidence.by === 'linear';
}

export function openOf(findings: readonly DomainFinding[]): number {
  return findings.filter(isOpen).length;
}
