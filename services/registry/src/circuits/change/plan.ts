import type { Visibility } from '../circuit.js';

/** The properties of a circuit that its owner writes. */
export interface CircuitText {
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly source: string;
}

/** The wish of an owner; an absent property stays as it is. */
export type CircuitChange = Readonly<Partial<CircuitText>>;

/** A source that has to be read before a change may be made. */
export interface SourceNeed {
  readonly source: string;
  /** For what everybody will see: it pins only what everybody sees. */
  readonly publicOnly: boolean;
}

/** The outcome of comparing a wish with the circuit. */
export interface Plan {
  /** The circuit after it. */
  readonly after: CircuitText;
  /** The properties that will differ; empty without a difference. */
  readonly changed: readonly (keyof CircuitText)[];
  /** True if the circuit becomes visible to everybody. */
  readonly opened: boolean;
  /** Undefined where the source has been read as it has to be. */
  readonly need: SourceNeed | undefined;
}

const MEMBERS = ['name', 'description', 'visibility', 'source'] as const;

/** Compares a wish with the circuit. A new source has to be read, and so has one that becomes public. */
export function planChange(before: CircuitText, change: CircuitChange): Plan {
  const after: CircuitText = {
    name: change.name ?? before.name,
    description: change.description ?? before.description,
    visibility: change.visibility ?? before.visibility,
    source: change.source ?? before.source,
  };
  const changed = MEMBERS.filter((member) => after[member] !== before[member]);
  const opened = before.visibility === 'private' && after.visibility === 'public';
  const need = changed.includes('source') || opened ? { source: after.source, publicOnly: after.visibility === 'public' } : undefined;
  return { after, changed, opened, need };
}

/** Returns whether the source that was read is the one that is needed. */
export function meets(need: SourceNeed | undefined, read: SourceNeed | undefined): boolean {
  return need === undefined || (need.source === read?.source && need.publicOnly === read.publicOnly);
}
