import { DIAGNOSTICS } from '@kirchhoff/kernel/limits';
import type { DiagnosticCode } from './codes.js';
import type { Diagnostic, Severity, Span } from './diagnostic.js';
import { placeOf } from './place.js';
import { showUnseen } from './unseen.js';

const SHOWN_CHARACTERS = 60;
/** A code point has at most two units. */
const LOOKED_AT = 2 * SHOWN_CHARACTERS + 2;

/** Collects the faults of one source: at most 100 errors and 100 warnings; further ones are dropped. */
export class DiagnosticSink {
  private readonly found: { readonly offset: number; readonly diagnostic: Diagnostic }[] = [];
  private readonly counts = { error: 0, warning: 0 };

  constructor(private readonly source: string) {}

  /** `message` is one sentence without a full stop: the fault and the expectation. */
  error(code: DiagnosticCode, span: Span, message: string, hint?: string): void {
    this.add('error', code, span, message, hint);
  }

  warning(code: DiagnosticCode, span: Span, message: string, hint?: string): void {
    this.add('warning', code, span, message, hint);
  }

  get errors(): number {
    return this.counts.error;
  }

  /** True if further errors would be dropped, so that the search for them can end. */
  get full(): boolean {
    return this.counts.error >= DIAGNOSTICS;
  }

  /** In the order of the source. */
  diagnostics(): readonly Diagnostic[] {
    return this.found.toSorted((a, b) => a.offset - b.offset).map((entry) => entry.diagnostic);
  }

  private add(severity: Severity, code: DiagnosticCode, span: Span, message: string, hint: string | undefined): void {
    if (this.counts[severity] >= DIAGNOSTICS) return;
    this.counts[severity] += 1;
    // Only the visible part of a huge token is read.
    const start = this.source.slice(span.offset, span.offset + Math.min(span.length, LOOKED_AT));
    const text = shorten(showUnseen(start));
    const diagnostic = { severity, code, message, ...placeOf(span), text, ...(hint === undefined ? {} : { hint }) };
    this.found.push({ offset: span.offset, diagnostic });
  }
}

/** At most 60 code points, the last one an ellipsis if the text was cut off. */
export function shorten(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text;
  const characters = Array.from(text.slice(0, LOOKED_AT));
  return characters.length <= SHOWN_CHARACTERS ? text : `${characters.slice(0, SHOWN_CHARACTERS - 1).join('')}…`;
}
