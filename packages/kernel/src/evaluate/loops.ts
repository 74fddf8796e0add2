import type { LoopSource, Node, NodeId } from '../graph/graph.js';
import type { Domain } from '../types/domain.js';
import type { Label, Register } from './instruction.js';
import { type CodeLayout, type LayoutTask, newLabel } from './layout.js';

/**
 * `map`, `filter`, `any`, `all`, `count`: rounds over the source; `any` and `all` leave at the first element that determines the
 * result.
 */
export function translateLoop(layout: CodeLayout, id: NodeId, node: Extract<Node, { op: 'loop' }>): LayoutTask[] {
  const element = layout.bind(node.body, 1);
  const count = layout.newRegister();
  const end = newLabel();
  layout.emit({ do: 'set', to: count, value: 0 });
  const { loop, again } = rounds(layout, node.source, element, end);
  const body = () => layout.region(node.body);
  const result = layout.resultOf(node.body);
  switch (node.loop) {
    case 'map':
    case 'filter': {
      const as = layout.graph.types[id]?.kind === 'bytes' ? 'bytes' : 'list';
      return [
        body,
        () => {
          if (node.loop === 'filter') layout.emit({ do: 'branch', condition: result, when: false, to: again });
          layout.emit({ do: 'gather', loop, from: node.loop === 'filter' ? element : result, node: id, as });
          layout.emit({ do: 'jump', to: again });
          layout.place(end);
          layout.emit({ do: 'gathered', loop, to: id, as });
        },
      ];
    }
    case 'any':
    case 'all': {
      const settling = node.loop === 'any';
      const done = newLabel();
      return [
        body,
        () => {
          layout.emit({ do: 'branch', condition: result, when: !settling, to: again });
          layout.emit({ do: 'set', to: id, value: settling });
          layout.emit({ do: 'jump', to: done });
          layout.place(end);
          layout.emit({ do: 'set', to: id, value: !settling });
          layout.place(done);
        },
      ];
    }
    case 'count':
      return [
        body,
        () => {
          layout.emit({ do: 'branch', condition: result, when: false, to: again });
          layout.emit({ do: 'increment', register: count });
          layout.emit({ do: 'jump', to: again });
          layout.place(end);
          layout.emit({ do: 'copy', to: id, from: count });
        },
      ];
  }
}

/** `fold`: the accumulator is kept in a register of its own. */
export function translateFold(layout: CodeLayout, id: NodeId, node: Extract<Node, { op: 'fold' }>): LayoutTask[] {
  const accumulator = layout.bind(node.body, 2);
  const end = newLabel();
  accumulate(layout, id, accumulator, node.initial, node.domain);
  const { again } = rounds(layout, node.source, accumulator + 1, end);
  return [
    () => layout.region(node.body),
    () => {
      accumulate(layout, id, accumulator, layout.resultOf(node.body), node.domain);
      layout.emit({ do: 'jump', to: again });
      layout.place(end);
      layout.emit({ do: 'copy', to: id, from: accumulator });
    },
  ];
}

function accumulate(layout: CodeLayout, id: NodeId, accumulator: Register, from: Register, domain: Domain | null): void {
  if (domain !== null) layout.emit({ do: 'check', from, domain, reason: 'stated', node: id });
  layout.emit({ do: 'copy', to: accumulator, from });
}

/** The head of a loop and the label of its next round; `end` is the target after the last element. */
function rounds(layout: CodeLayout, source: LoopSource, element: Register, end: Label): { readonly loop: number; readonly again: Label } {
  const loop = layout.newLoop();
  layout.emit({ do: 'start', loop, source });
  const again = newLabel();
  layout.place(again);
  layout.emit({ do: 'next', loop, to: element, end });
  return { loop, again };
}
