import type { Span } from '../diagnostics/diagnostic.js';
import type { Reports } from './report.js';

/** What the language has and this version of the engine does not prove yet: such a source is refused, never answered wrongly. */
export type Unsupported = 'bytes' | 'lists' | 'records' | 'options' | 'loops' | 'pinned circuits';

export function reportUnsupported(reports: Reports, span: Span, what: Unsupported): void {
  reports.error('not-supported', span, `${what} are not supported by this version of the engine`);
}

export function reportUnsupportedMonomer(reports: Reports, span: Span, name: string): void {
  reports.error('not-supported', span, `${name} is not supported by this version of the engine`);
}
