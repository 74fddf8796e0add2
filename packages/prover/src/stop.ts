import { MAX_CERTIFICATE_BYTES } from '@kirchhoff/kernel/limits';
import type { Place } from '@kirchhoff/language/diagnostics/diagnostic';
import { lineOf } from '@kirchhoff/language/diagnostics/place';
import type { SourceMap } from '@kirchhoff/language/program/source-map';
import { type Finding, isProvable } from './pass.js';
import { type Proof, type ProvenGraph, partsOf } from './proof.js';

/** Why a proof was given up although more of it might be found. */
export type Stop = 'work' | 'solver' | 'checking' | 'certificate';

const REASONS: Readonly<Record<Stop, string>> = {
  work: 'the steps of work that a proof may take are used up',
  solver: 'the steps that a solver may take are used up',
  checking: 'its proof takes more steps to check than a check may take',
  certificate: `its certificate would be longer than ${MAX_CERTIFICATE_BYTES} bytes`,
};

/** The reason in words, with the line that took most of the work; '' where nothing was given up. */
export function describeStop(proof: Proof, sourceMap: SourceMap): string {
  if (proof.stop === null) return '';
  const line = dearestLine(proof, sourceMap);
  return `${REASONS[proof.stop]}${line === null ? '' : `; ${line} takes most of the work`}`;
}

/** The proof without the evidence of the closure domain that took most work: as a whole it cannot be shown. */
export function giveUp(proof: Proof, stop: Stop): Proof {
  let most = -1;
  let dearest: Finding | undefined;
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
  const reopen = (proven: ProvenGraph): ProvenGraph => ({
    ...proven,
    findings: proven.findings.map((finding) => (finding === dearest ? { ...finding, evidence: null } : finding)),
  });
  return { ...proof, components: proof.components.map(reopen), graphs: proof.graphs.map(reopen), stop };
}

/** The line for which most work was done, in words; the first of equals. Null where none can be named. */
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
