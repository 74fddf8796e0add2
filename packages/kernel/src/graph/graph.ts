import type { Domain, Kind } from '../types/domain.js';
import type { Int } from '../types/integer.js';
import type { Value } from '../values/value.js';

/**
 * The typed core graph: what a program means and nothing else. It is what is hashed, analysed, proven,
 * checked, evaluated and compiled. It carries no names but those of ports, fields and tags, and no places;
 * those are in the source map.
 *
 * A graph is a tree of regions (after the region trees of Regionalized Value State Dependence Graphs). A
 * region is evaluated whole and strictly, in the order of its nodes; only the regions that a node owns
 * (arms, right sides, bodies) wait for their condition. Node ids index `Graph.nodes`; a node's operands
 * have smaller ids and stand in its own region or one that encloses it; the nodes of a region that a node
 * owns have smaller ids than the owner. Regions may nest as deep as a source is long (each `else if` stands in the
 * `else` before it, each right side of a chain of `implies` in the one before): whoever walks them keeps a stack of
 * their own.
 */
export type NodeId = number;
export type RegionId = number;

export interface Core {
  /** The circuit, or the actions of a policy in their order. */
  readonly graphs: readonly Graph[];
  /**
   * The components that the graphs call, directly or not, each after those it calls and once
   * (`call.component` is an index into this list), then those that nothing calls. The latter mean nothing
   * to the hash but are proven all the same.
   */
  readonly components: readonly Graph[];
  /** How many of `components`, from the first, are called. */
  readonly calledComponents: number;
  /** What decides between the votes of the actions; absent where the core is a circuit's. */
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
  /** The graphs that it has an output in, ascending. */
  readonly actions: readonly number[];
}

export interface Graph {
  readonly role: 'circuit' | 'component' | 'action';
  /** Of a component that is a pinned circuit: the hash of that circuit, by which its callers refer to it. */
  readonly pin?: string;
  readonly parameters: readonly PortDomain[];
  readonly nodes: readonly Node[];
  /** `kinds[id]` is the kind of the value of node `id`. */
  readonly kinds: readonly Kind[];
  readonly regions: readonly Region[];
  /** In order; each is evaluated, and proven, under those before it. Their parent is `entry`. */
  readonly requires: readonly RegionId[];
  /** Holds the parameters only; the parent of `requires` and of `body`. */
  readonly entry: RegionId;
  readonly body: RegionId;
  readonly outputs: readonly Output[];
  /**
   * Evaluated after the body, each alone, in canonical order. Their parent is `body`. Of a component
   * `result` is the node of its one output.
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
  /** Null where nothing produces it. */
  readonly node: NodeId | null;
}

export interface Region {
  readonly parent: RegionId | null;
  /** The node that owns it: an arm's `match`, a body's loop; null for entry, body, requires and ensures. */
  readonly owner: NodeId | null;
  /** Its own nodes in canonical order, those of the regions that they own not included; literals and bound variables are among them. */
  readonly nodes: readonly NodeId[];
  /** What it gives; null for entry and body. */
  readonly result: NodeId | null;
}

export type Node =
  | { readonly op: 'parameter'; readonly index: number }
  /** What a region binds: an element, an accumulator, the content of `some`. Which, goes by the owner and `index`. */
  | { readonly op: 'bound'; readonly region: RegionId; readonly index: number }
  | { readonly op: 'literal'; readonly value: Value }
  | { readonly op: 'list'; readonly items: readonly NodeId[] }
  | { readonly op: 'record'; readonly fields: readonly { readonly name: string; readonly node: NodeId }[] }
  | { readonly op: 'some'; readonly value: NodeId }
  /** A strict application. `literals` is empty where the catalog wants none; else as long as the argument list, with the literal arguments at their positions and null where an operand stands (`operands` has the rest, in order). */
  | { readonly op: 'apply'; readonly monomer: number; readonly operands: readonly NodeId[]; readonly literals: readonly (Value | null)[] }
  /** MC_47. */
  | { readonly op: 'field'; readonly record: NodeId; readonly name: string }
  /** MC_48. */
  | { readonly op: 'select'; readonly condition: NodeId; readonly whenTrue: RegionId; readonly whenFalse: RegionId }
  /** MC_16, MC_17, MC_20: the right side is reached only where the left does not settle the result. */
  | { readonly op: 'shortCircuit'; readonly connective: 'and' | 'or' | 'implies'; readonly left: NodeId; readonly right: RegionId }
  /** MC_58: the default is reached only for `none`. */
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
   * The operand's value, of which a condition holds; no application. The condition binds the value at index 0. By `contract`
   * it has to: a run in which it is false fails there. By `induction` it does, since a fold was shown to keep it: the operand
   * is what the fold gives, or its accumulator at the start of a round (`isKept`).
   */
  | { readonly op: 'hold'; readonly operand: NodeId; readonly condition: RegionId; readonly by: 'contract' | 'induction' }
  /** MC_63; `component` is an index into `Core.components`. */
  | { readonly op: 'call'; readonly component: number; readonly arguments: readonly NodeId[] };

export type LoopSource =
  | { readonly over: 'value'; readonly node: NodeId }
  | { readonly over: 'range'; readonly lo: NodeId; readonly hi: NodeId };

/** A pattern that binds refers to the arm's region: `bind` directly under `some` is bound index 0; a `bind` of the whole subject is the subject itself and stands here as `any`. */
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
