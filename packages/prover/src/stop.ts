import { MAX_CERTIFICATE_BYTES } from '@kirchhoff/kernel/limits';
import type { Place } from '@kirchhoff/language/diagnostics/diagnostic';
import { lineOf } from '@kirchhoff/language/diagnostics/place';
import type { SourceMap } from '@kirchhoff/language/program/source-map';
import { type DomainFinding, isProvable } from './pass.js';
import { type Proof, partsOf, type SearchedGraph } from './proof.js';

/** The reason why a proof, or a part of its search, was given up although it might have succeeded. */
export type Stop = 'work' | 'sums' | 'cases' | 'solver' | 'checking' | 'certificate';

/** The limit that was exceeded, and a remedy. */
const STOPS: Readonly<Record<Stop, { readonly reason: string; readonly help: string }>> = {
  work: {
    reason: 'the steps of work that a proof may take are used up',
    help: 'split the program, or move repeated code into a component',
  },
  sums: {
    reason: 'the steps of work that sums of inequalities may take are used up',
    help: 'state fewer bounds that depend on several wires, or narrower domains of these wires',
  },
  cases: {
    reason: 'the steps of work that cases may take are used up',
    help: 'distinguish the cases with `if` or `match`, or state narrower domains of inputs',
  },
  solver: {
    reason: 'the steps that a solver may take are used up',
    help: 'state narrower domains of the wires before it, so that the solver has less to prove',
  },
  checking: {
    reason: 'its proof takes more steps to check than a check may take',
    help: 'split the program, or move repeated code into a component',
  },
  certificate: {
    reason: `its certificate would be longer than ${MAX_CERTIFICATE_BYTES} bytes`,
    help: 'split the program, or move repeated code into a component',
  },
};

/**
 * Returns the reason for giving up at a place in words, with the line that took most of the work, and a remedy; '' if the proof
 * was not given up.
 */
export function describeStop(proof: Proof, sourceMap: SourceMap): (place: Place) => string {
  if (proof.stop === null) return () => '';
  const { reason, help } = STOPS[proof.stop];
  const dearest = dearestLine(proof, sourceMap);
  if (dearest === null) return () => `${reason}; ${help}`;
  return (place) => `${reason}; ${lineOf(place) === dearest ? 'this line' : dearest} takes most of the work; ${help}`;
}

/**
 * Returns the proof without the evidence of its most expensive closure domain, since the proof as a whole cannot be certified.
 */
export function giveUp(proof: Proof, stop: Stop): Proof {
  let most = -1;
  let dearest: DomainFinding | undefined;
  for (const { graph, findings } of partsOf(proof)) {
    const steps = proof.meter.places.get(graph);
    for (const finding of findings) {
      if (!isProvable(finding.domain)) continue;
      const taken = 'node' in finding.domain ? (steps?.[finding.domain.node] ?? 0) : 0;
      if (taken <= most) continue;
      most = taken;
      dearest = finding;
    }
  }
  const reopen = (proven: SearchedGraph): SearchedGraph => ({
    ...proven,
    findings: proven.findings.map((finding) => (finding === dearest ? { ...finding, evidence: null } : finding)),
  });
  return { ...proof, components: proof.components.map(reopen), graphs: proof.graphs.map(reopen), stop };
}

/** Returns the line with the most work in words; the first of several. Null if there is no such line. */
function dearestLine({ meter, components, graphs }: Proof, sourceMap: SourceMap): string | null {
  const lines = new Map<string, number>();
  const add = (graph: (typeof graphs)[number], map: SourceMap['graphs'][number] | undefined): void => {
    meter.places.get(graph.graph)?.forEach((steps, node) => {
      const place: Place | undefined = map?.nodes[node];
      if (steps <= 0 || place === undefined) return;
      const line = lineOf(place);
      lines.set(line, (lines.get(line) ?? 0) + steps);
    });
  };
  components.forEach((component, index) => add(component, sourceMap.components[index]));
  graphs.forEach((graph, index) => add(graph, sourceMap.graphs[index]));
  const dearest = [...lines].reduce<readonly [string, number] | null>(
    (best, each) => (best === null || each[1] > best[1] ? each : best),
    null,
  );
  return dearest?.[0] ?? null;
}
