import type { GraphBuilder } from './builder.js';
import { prune, type TypeTerm, type Variable } from './type-term.js';

/**
 * Calls `use` once the type of a term is known, or at once if it is known already; at the end of inference it is called with the
 * variable itself.
 */
export function whenKnown(builder: GraphBuilder, term: TypeTerm, use: (known: Exclude<TypeTerm, Variable> | Variable) => void): void {
  const at = prune(term);
  if (at.kind !== 'variable' || at.isError) {
    use(at);
    return;
  }
  let done = false;
  const again = (last: boolean) => {
    const now = prune(at);
    if (done || (!last && now.kind === 'variable' && !now.isError)) return;
    done = true;
    use(now);
  };
  at.waiting.push(() => again(false));
  builder.openApplications.push(() => again(true));
}
