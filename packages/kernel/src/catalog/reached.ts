import { NEVER } from '../abstract/abstract.js';
import type { Analysis } from './monomer.js';
import { isUnreached, narrowed, whereReached } from './views.js';

/**
 * An analysis from functions that are asked only where every argument (and the result) is reached. Its `refine`
 * is given what remains of each argument, which it meets with the argument.
 */
export function onReached({ transfer, need, related, refine, facts, contentFacts }: Analysis): Analysis {
  return {
    transfer: (args) => (isUnreached(args) ? NEVER : transfer(args)),
    ...(need && { need: whereReached(need) }),
    ...(related && { related: (args, relations) => (isUnreached(args) ? NEVER : related(args, relations)) }),
    ...(refine && {
      refine: (result, args) => {
        const unreached = result.kind === 'never' || isUnreached(args);
        return unreached ? args.map(() => NEVER) : narrowed(args, refine(result, args));
      },
    }),
    ...(facts && { facts: (args, result) => (result.kind === 'never' || isUnreached(args) ? [] : facts(args, result)) }),
    ...(contentFacts && { contentFacts: (args) => (isUnreached(args) ? [] : contentFacts(args)) }),
  };
}
