import type { CorePattern, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import type { Place } from '../diagnostics/diagnostic.js';
import type { FieldOrder } from './field-order.js';

/**
 * The link from a core graph to one source: names and places for messages. It belongs to a version, never to a hash: two sources
 * with the same hash have their own source maps.
 */
export interface SourceMap {
  /** By index as in `Core.graphs`. */
  readonly graphs: readonly GraphMap[];
  /** By index as in `Core.components`. */
  readonly components: readonly GraphMap[];
}

export interface GraphMap extends Place {
  /** The name of the circuit or component, or the category of an action. */
  readonly name: string;
  readonly parameters: readonly PortPlace[];
  /**
   * By node id. `domain` is the innermost named wire around the node, inside a component with the component's name and a dot before
   * it. For a node in an ensure it is the ensure's name.
   */
  readonly nodes: readonly NamedPlace[];
  /** The places of the patterns of arms, by region; may be empty if there are none. Arms of pinned circuits are not in this source. */
  readonly arms: readonly (Place | undefined)[];
  /** The matches with conditions of this source, each as the list of its arms. */
  readonly guarded: readonly (readonly GuardedArm[])[];
  /** Each `if` of this source, and each call of MIN, MAX and CLAMP, once: a warning may call it superfluous. */
  readonly written: readonly NodeId[];
  readonly outputs: readonly PortPlace[];
  /** By index as in `Graph.requires` and `Graph.ensures`; the name is the author's text or the condition in canonical layout. */
  readonly requires: readonly NamedPlace[];
  readonly ensures: readonly NamedPlace[];
  /** By index as in `ensures`: the further statements with the same condition, in the order of the source. */
  readonly sameEnsures: readonly (readonly NamedPlace[])[];
}

/** A pattern with or without a condition, in a match with at least one condition. */
export interface GuardedArm extends Place {
  /** One for each matched value. */
  readonly patterns: readonly CorePattern[];
  /** The regions of its value; `null` if one of them is shared with an equal expression. */
  readonly regions: readonly RegionId[] | null;
}

export interface NamedPlace extends Place {
  readonly domain: string;
}

/** A parameter or output, with the order in which the source declares the fields of its records. */
export interface PortPlace extends NamedPlace {
  readonly order: FieldOrder;
}
