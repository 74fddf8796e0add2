import type { NodeKind } from '../view/graph-view.js';

/** A row of a card, with a port if a wire ends at it. */
export interface Row {
  readonly text: string;
  readonly port: string | null;
}

/** The colour of a card: by the type of its node, and for an operation by the family of its monomer. */
export type Tone = NodeKind | 'closed' | 'arithmetic' | 'logic' | 'memory' | 'control' | 'io' | 'string' | 'crypto' | 'system';

/** The drawing of a node. */
export interface Card {
  readonly id: string;
  /** The enclosing box; null at the top level. */
  readonly box: string | null;
  readonly tone: Tone;
  /** Text above the label: the name of its wire. */
  readonly heading: string;
  readonly label: string;
  /** Text below the label: the domain of its value. */
  readonly note: string;
  /** Text below the note: its value in the run of the counterexample; empty without one. */
  readonly value: string;
  /** Text below the value: the open closure domain; empty without one. */
  readonly open: string;
  readonly rows: readonly Row[];
  /** Ports on the left side outside the rows, top to bottom. */
  readonly ports: readonly string[];
  /** The full text of the card. */
  readonly title: string;
}

/** A drawn region; its nodes are evaluated only on demand of its owner. */
export interface Box {
  readonly id: string;
  readonly box: string | null;
  readonly label: string;
}

export interface Wire {
  readonly from: string;
  readonly to: string;
  /** The port of the target card. */
  readonly port: string;
  /** True if it carries a sequence of values into a region. */
  readonly dashed: boolean;
}

/** The drawing of one graph: the circuit, or a component. */
export interface Scene {
  readonly title: string;
  readonly cards: readonly Card[];
  readonly boxes: readonly Box[];
  readonly wires: readonly Wire[];
}
