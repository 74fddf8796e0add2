import type { NodeKind } from '../view/graph-view.js';

/** A line of a card, with a port where a wire ends at it. */
export interface Row {
  readonly text: string;
  readonly port: string | null;
}

/** The colour of a card: by the type of its node, and for an operation by the family of its monomer. */
export type Tone = NodeKind | 'closed' | 'arithmetic' | 'logic' | 'memory' | 'control' | 'io' | 'string' | 'crypto' | 'system';

/** A node as it is drawn. */
export interface Card {
  readonly id: string;
  /** The box that it stands in; null for the top. */
  readonly box: string | null;
  readonly tone: Tone;
  /** Above the label: the wire that it gives. */
  readonly heading: string;
  readonly label: string;
  /** Below the label: the domain of its value. */
  readonly note: string;
  /** Below the note: its value in the run of the counterexample; empty without one. */
  readonly value: string;
  /** Below that: the open closure domain; empty without one. */
  readonly open: string;
  readonly rows: readonly Row[];
  /** The ports at its left that are in no row, from the top. */
  readonly ports: readonly string[];
  /** All of it in words, uncut. */
  readonly title: string;
}

/** A drawn region, around nodes that are evaluated only if their owner asks for it. */
export interface Box {
  readonly id: string;
  readonly box: string | null;
  readonly label: string;
}

export interface Wire {
  readonly from: string;
  readonly to: string;
  /** The port of the card at its end. */
  readonly port: string;
  /** It carries one value after the other into a region. */
  readonly dashed: boolean;
}

/** One graph: the circuit, or a component. */
export interface Scene {
  readonly title: string;
  readonly cards: readonly Card[];
  readonly boxes: readonly Box[];
  readonly wires: readonly Wire[];
}
