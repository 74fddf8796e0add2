import type { Abstract } from '../abstract/abstract.js';

/** How the operations that give an option are read backward. */

/** What remains of the arguments, `ofSome` the content, where the result is known not to be none; all of them where it may be. */
export function whereSome(result: Abstract, ofSome: (content: Abstract) => readonly Abstract[]): readonly Abstract[] {
  if (result.kind !== 'option') throw new Error('the result is no option');
  return result.none ? [] : ofSome(result.some);
}
