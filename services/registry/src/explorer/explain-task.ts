import { type ClosureError, closureDomains, evidenceOf } from '@kirchhoff/coherence';
import type { CircuitExplanation, OpenPlace, ShownGraph, ShownPromise } from '@kirchhoff/explorer';
import { collapsedParts, openPart, type ProgramView } from '@kirchhoff/pictures';
import type { GraphSubject, ShownCircuit } from '../graph/task.js';

/**
 * Says what is proven of a circuit, by its source and its certificate, for the page of the circuit.
 *
 * @param part the part of the graph that is open; `undefined` for the whole graph
 */
export function explain({ program, view }: ShownCircuit, subject: GraphSubject, part: string | undefined): string {
  const { version, certificate, openResult } = subject;
  const [graph] = program.core.graphs;
  const [map] = program.sourceMap.graphs;
  if (graph === undefined || map === undefined) throw new Error('a circuit without a graph');
  const evidence = certificate === undefined ? undefined : evidenceOf(certificate)?.graphs[0];
  const byPromise = new Map(
    closureDomains(graph).flatMap((domain, index) => {
      const by = evidence?.[index];
      return domain.kind === 'contract' && domain.of === 'ensure' && by !== undefined ? [[domain.ensure, by] as const] : [];
    }),
  );
  // Promises with one condition are proven once; each is listed by the words of its author.
  const promises = map.ensures.flatMap((first, index): readonly ShownPromise[] =>
    [first, ...(map.sameEnsures[index] ?? [])].map(({ domain, line, file }) => ({
      words: domain,
      line: file === undefined ? line : null,
      evidence: byPromise.get(index) ?? null,
    })),
  );
  const explanation: CircuitExplanation = {
    version,
    promises,
    requires: map.requires.map(({ domain }) => domain),
    obligations: [...program.core.graphs, ...program.core.components].reduce((sum, each) => sum + closureDomains(each).length, 0),
    cost: program.cost,
    open: openResult === undefined ? [] : errorsIn(openResult).map(placeOf),
    graph: graphWith(view, part),
  };
  return JSON.stringify(explanation);
}

function graphWith(view: ProgramView, address: string | undefined): ShownGraph | undefined {
  if (address === undefined) return { opened: null, parts: collapsedParts(view) };
  const part = openPart(view, address);
  if (part === undefined) return undefined;
  const { title, before, after } = part;
  return { opened: { address, title, before, after }, parts: collapsedParts(part.view) };
}

/** Decodes the errors of a stored result (`resultBytes`). */
function errorsIn(result: Uint8Array): readonly ClosureError[] {
  const { errors }: { readonly errors: readonly ClosureError[] } = JSON.parse(new TextDecoder().decode(result));
  return errors;
}

function placeOf({ domain, line, file, message, counterexample, component }: ClosureError): OpenPlace {
  return {
    domain,
    line: file === undefined ? line : null,
    message,
    counterexample: counterexample === undefined ? null : JSON.stringify(counterexample),
    component: component ?? null,
  };
}
