import type { Graph } from '@kirchhoff/kernel/graph/graph';
import { writeGraph } from '../canonical-json.js';
import type { CanonicalSink } from '../canonical-sink.js';

/** The canonical form of a graph as a text. */
export function graphJson(graph: Graph, componentHash: (component: number) => string): string {
  const sink = new TextSink();
  writeGraph(sink, graph, componentHash);
  return sink.text;
}

class TextSink implements CanonicalSink {
  text = '';

  write(text: string): void {
    this.text += text;
  }

  bytes(bytes: Uint8Array): void {
    this.text += Buffer.from(bytes).toString();
  }

  quoted(integer: number): void {
    this.text += `"${integer}"`;
  }
}
