import { KIND_NESTING } from '@kirchhoff/kernel/limits';
import type { Span } from '../diagnostics/diagnostic.js';
import type { GraphBuilder } from './builder.js';
import { heightOf } from './kind-height.js';
import { type Compound, isPoisoned, partsOf, type Term, Variable } from './kind-term.js';

/**
 * Returns the type of a compound value; poisoned if one of its parts is. Types that are nested too deep are reported, and
 * poisoned too.
 */
export function compound(builder: GraphBuilder, term: Compound, span: Span): Term {
  if (partsOf(term).some(isPoisoned)) return new Variable(true);
  const height = heightOf(term, null, builder.reports.kindWork) ?? 0;
  if (height <= KIND_NESTING) return term;
  builder.reports.error('nested-too-deep', span, `lists, records and options nest to ${KIND_NESTING}`);
  return new Variable(true);
}
