import type { Visibility } from '../circuit.js';

/** What a circuit says of itself. */
export interface CircuitText {
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly source: string;
}

/** What its owner wants changed; what is not named stays. */
export type CircuitChange = Readonly<Partial<CircuitText>>;

/** A source that has to be read before a change may be made. */
export interface SourceNeed {
  readonly source: string;
  /** For what everybody will see: it pins only what everybody sees. */
  readonly publicOnly: boolean;
}

/** What a change comes to. */
export interface Plan {
  /** The circuit after it. */
  readonly after: CircuitText;
  /** What will be different; nothing where all is as it was. */
  readonly changed: readonly (keyof CircuitText)[];
  /** Whether everybody will see what only its owner saw. */
  readonly opened: boolean;
  /** Undefined where the source has been read as it has to be. */
  readonly need: SourceNeed | undefined;
}

const MEMBERS = ['name', 'description', 'visibility', 'source'] as const;

/** Compares what is wanted with what is there. Another source has to be read, and one that is opened to everybody again. */
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

/** Whether what was read is what has to be. */
export function meets(need: SourceNeed | undefined, read: SourceNeed | undefined): boolean {
  return need === undefined || (need.source === read?.source && need.publicOnly === read.publicOnly);
}
