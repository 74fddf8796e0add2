import { lengthOf } from '@kirchhoff/kernel/monomers/relation';
import type { Type } from '@kirchhoff/kernel/types/domain';

/**
 * Returns the measure of an argument for differences: the integer itself, or the length of a text, bytes or list; empty for other
 * types.
 */
export function measuresOf(type: Type | undefined, position: number): readonly number[] {
  switch (type?.kind) {
    case 'integer':
      return [position];
    case 'text':
    case 'bytes':
    case 'list':
      return [lengthOf(position)];
    default:
      return [];
  }
}
