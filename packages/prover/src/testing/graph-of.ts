import type { Core, Graph } from '@kirchhoff/kernel/graph/graph';
import { read } from '@kirchhoff/language/program/read';

/** Returns the program of a source and its first graph. Throws if the source is wrong. */
export function graphOf(source: string): { readonly core: Core; readonly graph: Graph } {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const { core } = reading.program;
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('a program without a graph');
  return { core, graph };
}
