import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { formatSource } from '../syntax/format.js';
import { parseSource } from '../syntax/parse.js';

export type Formatting =
  /** `changed`: the layout differs from that of the source. */
  | { readonly ok: true; readonly source: string; readonly changed: boolean }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Formats a program, or a file for others to use, in the canonical layout (docs/language/formatter.md). The text has only to parse.
 * Never throws; takes linear time.
 */
export function format(text: string): Formatting {
  const program = parseSource(text);
  const parsed = program.file === null ? parseSource(text, { role: 'used' }) : program;
  if (parsed.file === null) return { ok: false, diagnostics: program.diagnostics.filter(({ severity }) => severity === 'error') };
  const source = formatSource(parsed.file, text);
  return { ok: true, source, changed: source !== text };
}
