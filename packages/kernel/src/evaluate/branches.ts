import type { Node, NodeId } from '../graph/graph.js';
import { type CodeLayout, type LayoutTask, newLabel } from './layout.js';

/** Translates arms to code with jumps: each function returns the tasks that lay out the rest of a node. */

/** `if`. */
export function translateSelect(
  layout: CodeLayout,
  id: NodeId,
  { condition, whenTrue, whenFalse }: Extract<Node, { op: 'select' }>,
): LayoutTask[] {
  const otherwise = newLabel();
  const end = newLabel();
  layout.emit({ do: 'branch', condition, when: false, to: otherwise });
  return [
    () => layout.region(whenTrue),
    () => {
      layout.emit({ do: 'copy', to: id, from: layout.resultOf(whenTrue) });
      layout.emit({ do: 'jump', to: end });
      layout.place(otherwise);
    },
    () => layout.region(whenFalse),
    () => {
      layout.emit({ do: 'copy', to: id, from: layout.resultOf(whenFalse) });
      layout.place(end);
    },
  ];
}

/** `and`, `or`, `implies`: a left side that determines the result jumps over the right one. */
export function translateShortCircuit(layout: CodeLayout, id: NodeId, node: Extract<Node, { op: 'shortCircuit' }>): LayoutTask[] {
  const settled = newLabel();
  const end = newLabel();
  layout.emit({ do: 'branch', condition: node.left, when: node.connective === 'or', to: settled });
  return [
    () => layout.region(node.right),
    () => {
      layout.emit({ do: 'copy', to: id, from: layout.resultOf(node.right) });
      layout.emit({ do: 'jump', to: end });
      layout.place(settled);
      layout.emit({ do: 'set', to: id, value: node.connective !== 'and' });
      layout.place(end);
    },
  ];
}

/** `??`. */
export function translateUnwrapOr(layout: CodeLayout, id: NodeId, { option, otherwise }: Extract<Node, { op: 'unwrapOr' }>): LayoutTask[] {
  const none = newLabel();
  const end = newLabel();
  layout.emit({ do: 'open', option, to: id, none });
  layout.emit({ do: 'jump', to: end });
  layout.place(none);
  return [
    () => layout.region(otherwise),
    () => {
      layout.emit({ do: 'copy', to: id, from: layout.resultOf(otherwise) });
      layout.place(end);
    },
  ];
}

/** `match`: the arms in order, each under its pattern. */
export function translateMatch(layout: CodeLayout, id: NodeId, { subject, arms }: Extract<Node, { op: 'match' }>): LayoutTask[] {
  const end = newLabel();
  const tasks = arms.flatMap(({ pattern, region }) => {
    const otherwise = newLabel();
    return [
      () => {
        layout.emit({ do: 'fit', subject, pattern, bound: layout.bind(region, 1), otherwise });
        layout.region(region);
      },
      () => {
        layout.emit({ do: 'copy', to: id, from: layout.resultOf(region) });
        layout.emit({ do: 'jump', to: end });
        layout.place(otherwise);
      },
    ];
  });
  return [
    ...tasks,
    () => {
      layout.emit({ do: 'uncovered', node: id, subject });
      layout.place(end);
    },
  ];
}

/** A value under a condition; the condition is tested unless it holds by induction. */
export function translateHold(layout: CodeLayout, id: NodeId, { operand, condition, by }: Extract<Node, { op: 'hold' }>): LayoutTask[] {
  layout.emit({ do: 'copy', to: layout.bind(condition, 1), from: operand });
  return [
    () => layout.region(condition),
    () => {
      if (by === 'contract') layout.emit({ do: 'hold', condition: layout.resultOf(condition), from: operand, node: id });
      layout.emit({ do: 'copy', to: id, from: operand });
    },
  ];
}
