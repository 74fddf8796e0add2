import type { Node } from '@kirchhoff/kernel/graph/graph';

/** Returns true if the node is an application of a monomer. Literals, constructors and stated domains are not. */
export function isApplication(node: Node): boolean {
  switch (node.op) {
    case 'apply':
    case 'field':
    case 'select':
    case 'shortCircuit':
    case 'unwrapOr':
    case 'match':
    case 'loop':
    case 'fold':
    case 'narrow':
    case 'call':
      return true;
    case 'parameter':
    case 'bound':
    case 'literal':
    case 'list':
    case 'record':
    case 'some':
    case 'state':
    case 'hold':
      return false;
  }
}
