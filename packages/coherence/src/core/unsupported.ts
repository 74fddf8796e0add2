import type { Span } from '../diagnostics/diagnostic.js';
import type { Reports } from './report.js';

/** A monomer that this version of the engine does not prove yet: a source with one is refused, never answered wrongly. */
export function reportUnsupportedMonomer(reports: Reports, span: Span, name: string): void {
  reports.error('not-supported', span, `${name} is not supported by this version of the engine`);
}
