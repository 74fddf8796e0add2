import type { Graph } from '@kirchhoff/kernel/graph/graph';
import { writeGraph } from '../canonical-json.js';

/** The canonical form of a graph as a text. */
export function graphJson(graph: Graph, componentHash: (component: number) => string): string {
  let text = '';
  const write = (piece: string): void => {
    text += piece;
  };
  writeGraph({ write }, graph, componentHash);
  return text;
}
