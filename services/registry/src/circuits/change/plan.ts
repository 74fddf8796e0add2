import type { Visibility } from '../circuit.js';

/** The properties of a circuit that its owner sets. */
export interface CircuitText {
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly source: string;
}

/** The changes that an owner requests; absent properties stay as they are. */
export type CircuitChange = Readonly<Partial<CircuitText>>;

/** A source that must be read before a change is made. */
export interface SourceNeed {
  readonly source: string;
  /** True if the version will be public: then it may pin public circuits only. */
  readonly publicOnly: boolean;
}

/** The result of comparing the requested changes with the circuit. */
export interface Plan {
  /** The circuit after the change. */
  readonly after: CircuitText;
  /** The properties that change; empty if there is no change. */
  readonly changed: readonly (keyof CircuitText)[];
  /** True if the circuit becomes visible to everybody. */
  readonly opened: boolean;
  /** `undefined` if the source was already read as required. */
  readonly need: SourceNeed | undefined;
}

const MEMBERS = ['name', 'description', 'visibility', 'source'] as const;

/** Compares the requested changes with the circuit. A new source must be read, and so must a source that becomes public. */
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

/** Returns whether the source that was read meets the need. */
export function meets(need: SourceNeed | undefined, read: SourceNeed | undefined): boolean {
  return need === undefined || (need.source === read?.source && need.publicOnly === read.publicOnly);
}
