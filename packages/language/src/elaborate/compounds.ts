import { TYPE_NESTING } from '@kirchhoff/kernel/limits';
import type { Span } from '../diagnostics/diagnostic.js';
import type { GraphBuilder } from './builder.js';
import { heightOf } from './type-height.js';
import { type Compound, isErrorType, partsOf, type TypeTerm, Variable } from './type-term.js';

/**
 * Returns the type of a compound value; the error type if one of its parts is. Types that are nested too deep are reported, and
 * the error type too.
 */
export function compound(builder: GraphBuilder, term: Compound, span: Span): TypeTerm {
  if (partsOf(term).some(isErrorType)) return new Variable(true);
  const height = heightOf(term, null, builder.reports.constraints) ?? 0;
  if (height <= TYPE_NESTING) return term;
  builder.reports.error('nested-too-deep', span, `lists, records and options nest to ${TYPE_NESTING}`);
  return new Variable(true);
}
