import type { Domain } from '../domain.js';
import type { ComponentItem } from '../syntax/ast.js';

/** What callers see of a component. A null domain was wrong, which has been said. */
export interface ComponentSignature {
  /** Position among the components of the source. */
  readonly index: number;
  readonly item: ComponentItem;
  readonly parameters: readonly (Domain | null)[];
  readonly result: Domain | null;
}
