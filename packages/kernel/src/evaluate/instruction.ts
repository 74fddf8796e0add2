import type { CorePattern, LoopSource, NodeId } from '../graph/graph.js';
import type { Domain } from '../types/domain.js';
import type { Value } from '../values/value.js';
import type { FaultReason } from './evaluation.js';

/** A register: a node's register is its id; the values that regions bind and loops keep have higher numbers. */
export type Register = number;

/** A position in the code, known once the translation has reached it. */
export interface Label {
  at: number;
}

/** The steps of a graph as flat code: nested regions (arms, bodies) become jumps, so that a run needs no stack for them. */
export type Instruction =
  | { readonly do: 'input'; readonly to: NodeId; readonly index: number }
  | { readonly do: 'set'; readonly to: Register; readonly value: Value }
  | { readonly do: 'copy'; readonly to: Register; readonly from: Register }
  | { readonly do: 'increment'; readonly register: Register }
  | { readonly do: 'list'; readonly to: Register; readonly items: readonly Register[] }
  | { readonly do: 'record'; readonly to: Register; readonly fields: readonly { readonly name: string; readonly node: NodeId }[] }
  | { readonly do: 'some'; readonly to: Register; readonly from: Register }
  | { readonly do: 'field'; readonly to: Register; readonly from: Register; readonly name: string }
  | {
      readonly do: 'apply';
      readonly to: NodeId;
      readonly monomer: number;
      readonly operands: readonly Register[];
      readonly literals: readonly (Value | null)[];
    }
  /** A fault with this reason at the node if the value lies outside the domain. */
  | { readonly do: 'check'; readonly from: Register; readonly domain: Domain; readonly reason: FaultReason; readonly node: NodeId }
  /** A fault at the node, which has this value, if the condition is false. */
  | { readonly do: 'hold'; readonly condition: Register; readonly from: Register; readonly node: NodeId }
  | { readonly do: 'jump'; readonly to: Label }
  /** Jumps if the condition is `when`. */
  | { readonly do: 'branch'; readonly condition: Register; readonly when: boolean; readonly to: Label }
  /** Copies the content of an option into `to`; jumps if the option has no content. */
  | { readonly do: 'open'; readonly option: Register; readonly to: Register; readonly none: Label }
  /** Copies the pattern's bound part into `bound`; jumps if the subject does not fit. */
  | { readonly do: 'fit'; readonly subject: Register; readonly pattern: CorePattern; readonly bound: Register; readonly otherwise: Label }
  | { readonly do: 'uncovered'; readonly node: NodeId; readonly subject: Register }
  | { readonly do: 'start'; readonly loop: number; readonly source: LoopSource }
  /** Copies the next element into `to`; jumps after the last element. */
  | { readonly do: 'next'; readonly loop: number; readonly to: Register; readonly end: Label }
  /** Adds one element to the result of the loop; a fault at the node beyond the limit of lists. */
  | { readonly do: 'gather'; readonly loop: number; readonly from: Register; readonly node: NodeId; readonly as: 'list' | 'bytes' }
  | { readonly do: 'gathered'; readonly loop: number; readonly to: NodeId; readonly as: 'list' | 'bytes' }
  | { readonly do: 'call'; readonly to: NodeId; readonly component: number; readonly arguments: readonly Register[] }
  | { readonly do: 'require'; readonly index: number; readonly condition: Register }
  /** From here on a fault of the graph that is run does not hide faults after `next`. */
  | { readonly do: 'section'; readonly next: Label }
  | { readonly do: 'output'; readonly index: number }
  | { readonly do: 'ensure'; readonly index: number; readonly condition: Register }
  | { readonly do: 'return' };

/** A graph ready to run. */
export interface Code {
  readonly instructions: readonly Instruction[];
  readonly registers: number;
  readonly loops: number;
}
