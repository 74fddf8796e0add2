import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import type { Board } from '@kirchhoff/kernel/rules/board';
import { argumentViews, monomerOf } from '@kirchhoff/kernel/rules/forward';
import { timesOf } from '@kirchhoff/kernel/rules/loops';
import { describe } from '@kirchhoff/language/diagnostics/describe';

/** What is known of the operands of a node at the point where it stands, in the words of a message. */
export function describeKnown(board: Board, id: NodeId): string {
  const node = nodeAt(board.graph, id);
  switch (node.op) {
    case 'apply': {
      const parameters = monomerOf(node).overloads[0]?.parameters ?? [];
      return argumentViews(board, id, node)
        .map((view, position) => `${parameters[position]?.name ?? position + 1} in ${describe(view)}`)
        .join(', ');
    }
    case 'narrow':
    case 'state':
      return describe(board.view(node.operand));
    case 'match':
      return describe(board.view(node.subject));
    case 'fold':
      return `${describe(board.view(node.initial))} at first and ${describe(board.resultView(node.body))} after a step`;
    case 'loop':
      return `up to ${timesOf(board, node.source).most}`;
    case 'call':
      return node.arguments.map((argument) => describe(board.view(argument))).join(', ');
    default:
      return describe(board.view(id));
  }
}
