import type { Domain, Type } from '../types/domain.js';
import type { Int } from '../types/integer.js';
import type { Value } from '../values/value.js';

/**
 * The typed core graph: the meaning of a program, without its spelling. The graph is hashed, analysed, proven, checked, evaluated
 * and compiled. Its only names are those of ports, fields and tags; source positions are in the source map.
 *
 * A graph is a tree of regions (after the region trees of Regionalized Value State Dependence Graphs). A region is evaluated
 * whole and strictly, in the order of its nodes. Only the regions that a node owns (arms, right sides, bodies) wait for their
 * condition. Node ids index `Graph.nodes`. A node's operands have smaller ids and are in its own region or an enclosing one. The
 * nodes of a region that a node owns have smaller ids than the owner.
 *
 * Regions may nest as deep as a source is long. For example, each `else if` is inside the `else` before it, and each right side
 * of a chain of `implies` is inside the one before. Code that walks regions must therefore keep its own stack instead of
 * recursing.
 */
export type NodeId = number;
export type RegionId = number;

export interface Core {
  /** The circuit, or the actions of a policy in order. */
  readonly graphs: readonly Graph[];
  /**
   * The components that the graphs call, directly or not, each once and after those it calls (`call.component` is an index). Then
   * follow the uncalled components. An uncalled component does not affect the hash, but it is proven too.
   */
  readonly components: readonly Graph[];
  /** The number of called components, which come first in `components`. */
  readonly calledComponents: number;
  /** The rule that combines the votes of the actions; absent in the core of a circuit. */
  readonly policy?: CorePolicy;
}

/** `categories` by index as in `Core.graphs`, `rules` in the order of the source. */
export interface CorePolicy {
  readonly categories: readonly string[];
  readonly rules: readonly CoreRule[];
  readonly default: 'allow' | 'review' | 'deny';
}

export interface CoreRule {
  readonly name: string;
  readonly verdict: 'allow' | 'review' | 'deny';
  /** The graphs that have an output of this category or rule, ascending. */
  readonly actions: readonly number[];
}

export interface Graph {
  readonly role: 'circuit' | 'component' | 'action';
  /** The hash of a component that is a pinned circuit; callers refer to the circuit by it. */
  readonly pin?: string;
  readonly parameters: readonly PortDomain[];
  readonly nodes: readonly Node[];
  /** `types[id]` is the type of the value of node `id`. */
  readonly types: readonly Type[];
  readonly regions: readonly Region[];
  /** Regions in order; each is evaluated, and proven, under those before it. Their parent is `entry`. */
  readonly requires: readonly RegionId[];
  /** Holds the parameters only; the parent of `requires` and of `body`. */
  readonly entry: RegionId;
  readonly body: RegionId;
  readonly outputs: readonly Output[];
  /**
   * Evaluated after the body, each alone, in canonical order. Their parent is `body`. In a component, `result` is the node of its
   * one output.
   */
  readonly ensures: readonly RegionId[];
}

/** A port of a circuit, or a parameter of a component or an action; the name is '' in a component, where only the position counts. */
export interface PortDomain {
  readonly name: string;
  readonly domain: Domain;
}

export interface Output {
  /** '' for the result of a component. */
  readonly name: string;
  readonly domain: Domain;
  /** `null` if no node produces the output. */
  readonly node: NodeId | null;
}

export interface Region {
  readonly parent: RegionId | null;
  /** The owning node: an arm's `match`, a body's loop; `null` for entry, body, requires and ensures. */
  readonly owner: NodeId | null;
  /** Its own nodes in canonical order, literals and bound variables included, without the nodes of the regions that they own. */
  readonly nodes: readonly NodeId[];
  /** The node of the region's result; `null` for entry and body. */
  readonly result: NodeId | null;
}

export type Node =
  | { readonly op: 'parameter'; readonly index: number }
  /** A value that a region binds: an element, an accumulator, the content of `some`. The owner and `index` determine which. */
  | { readonly op: 'bound'; readonly region: RegionId; readonly index: number }
  | { readonly op: 'literal'; readonly value: Value }
  | { readonly op: 'list'; readonly items: readonly NodeId[] }
  | { readonly op: 'record'; readonly fields: readonly { readonly name: string; readonly node: NodeId }[] }
  | { readonly op: 'some'; readonly value: NodeId }
  /**
   * A strict application. `literals` is empty if the catalog requires no literal. Otherwise it has one entry for each argument: a
   * literal argument, or `null` for an operand. `operands` has the operands in order.
   */
  | { readonly op: 'apply'; readonly monomer: number; readonly operands: readonly NodeId[]; readonly literals: readonly (Value | null)[] }
  /** MC_47. */
  | { readonly op: 'field'; readonly record: NodeId; readonly name: string }
  /** MC_48. */
  | { readonly op: 'select'; readonly condition: NodeId; readonly whenTrue: RegionId; readonly whenFalse: RegionId }
  /** MC_16, MC_17, MC_20: the right side is reached only if the left does not determine the result. */
  | { readonly op: 'shortCircuit'; readonly connective: 'and' | 'or' | 'implies'; readonly left: NodeId; readonly right: RegionId }
  /** MC_58: the default is evaluated only if the option has no content. */
  | { readonly op: 'unwrapOr'; readonly option: NodeId; readonly otherwise: RegionId }
  /** MC_49; the first arm whose pattern fits. */
  | { readonly op: 'match'; readonly subject: NodeId; readonly arms: readonly Arm[] }
  /** MC_50, 51, 53, 54, 55: the body binds the element at index 0. */
  | { readonly op: 'loop'; readonly loop: 'map' | 'filter' | 'any' | 'all' | 'count'; readonly source: LoopSource; readonly body: RegionId }
  /** MC_52: the body binds the accumulator at 0 and the element at 1. */
  | { readonly op: 'fold'; readonly source: LoopSource; readonly initial: NodeId; readonly domain: Domain | null; readonly body: RegionId }
  /** MC_60. */
  | { readonly op: 'narrow'; readonly operand: NodeId; readonly domain: Domain }
  /** A wire with a stated domain: the operand's value; no application. */
  | { readonly op: 'state'; readonly operand: NodeId; readonly domain: Domain }
  /**
   * The operand's value under a condition; no application. The condition binds the value at index 0. By `contract`, a run in
   * which it is false fails here. By `induction`, the condition holds because a fold was shown to preserve it. The operand is
   * then the result of the fold, or its accumulator at the start of a round (`isKept`).
   */
  | { readonly op: 'hold'; readonly operand: NodeId; readonly condition: RegionId; readonly by: 'contract' | 'induction' }
  /** MC_63; `component` is an index into `Core.components`. */
  | { readonly op: 'call'; readonly component: number; readonly arguments: readonly NodeId[] };

export type LoopSource =
  | { readonly over: 'value'; readonly node: NodeId }
  | { readonly over: 'range'; readonly lo: NodeId; readonly hi: NodeId };

/**
 * A pattern that binds refers to the arm's region. `bind` directly under `some` is bound index 0; a `bind` of the whole subject
 * is the subject itself and is written as `any`.
 */
export interface Arm {
  readonly pattern: CorePattern;
  readonly region: RegionId;
}

export type CorePattern =
  | { readonly pattern: 'any' }
  | { readonly pattern: 'tag'; readonly tag: string }
  /** A literal integer is a range of one. */
  | { readonly pattern: 'range'; readonly lo: Int; readonly hi: Int }
  | { readonly pattern: 'value'; readonly value: string | boolean | Uint8Array }
  | { readonly pattern: 'none' }
  | { readonly pattern: 'some'; readonly inner: CorePattern };
