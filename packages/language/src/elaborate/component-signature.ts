import type { Domain } from '@kirchhoff/kernel/types/domain';
import type { ComponentItem, Name } from '../syntax/ast.js';

/** The signature of a component or a pinned circuit for its callers. `null` stands for a wrong domain, which has been reported. */
export interface Callee {
  /** Position among the components: first those of the source, then those of pinned circuits. */
  readonly index: number;
  readonly what: 'a component' | 'a pinned circuit';
  readonly name: Name;
  /** For messages. */
  readonly parameterNames: readonly string[];
  readonly parameters: readonly (Domain | null)[];
  readonly result: Domain | null;
  /** True if the pin could not be resolved, which has been reported: its signature is unknown. */
  readonly unresolved?: true;
}

/** A component of the source. */
export interface ComponentSignature extends Callee {
  readonly item: ComponentItem;
}
