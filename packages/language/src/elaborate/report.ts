import { DIAGNOSTICS } from '@kirchhoff/kernel/limits';
import type { DiagnosticCode } from '../diagnostics/codes.js';
import type { Diagnostic, Place, Span } from '../diagnostics/diagnostic.js';
import { DiagnosticSink } from '../diagnostics/sink.js';
import type { Name } from '../syntax/ast.js';
import { type JoinedSource, usedName } from '../syntax/joined-source.js';
import { ConstraintAgenda } from './constraint-agenda.js';
import { nearNameHint } from './near-name.js';

/** The cost of a node, in compared rows. */
export const STEPS_A_NODE = 30;
/** 100,000 nodes. */
const MAX_WRITTEN_OUT = 100_000 * STEPS_A_NODE;

export const TOO_MANY_FIELDS = 'these records have too many fields to be copied so often';
const TOO_LARGE_A_MATCH = 'this match is too large when each of its patterns is written out';

/** Collects the faults of a source that parses; repeated findings are reported once. */
export class Reports {
  /** The type inference of all graphs of the source. */
  readonly constraints = new ConstraintAgenda();
  private readonly sink: DiagnosticSink;
  private readonly seen = new Set<string>();
  private warnings = 0;
  private writtenOut = 0;
  private readonly bound = new Set<string>();

  constructor(private readonly source: JoinedSource) {
    this.sink = new DiagnosticSink(source.text);
  }

  get failed(): boolean {
    return this.sink.errors > 0;
  }

  /** True if further diagnostics would be dropped. */
  get full(): boolean {
    return this.sink.full;
  }

  /** Returns a hint at the intended name; `undefined` once the report is full, since the search takes time. */
  nearName(name: string, candidates: Iterable<string>): string | undefined {
    return this.full ? undefined : nearNameHint(name, candidates);
  }

  error(code: DiagnosticCode, span: Span, message: string, hint?: string): void {
    if (!this.full && this.isNew(code, span, message)) this.sink.error(code, span, message, hint);
  }

  warn(code: DiagnosticCode, span: Span, message: string, hint?: string): void {
    if (this.warnings >= DIAGNOSTICS || !this.isNew(code, span, message)) return;
    this.warnings += 1;
    this.sink.warning(code, span, message, hint);
  }

  /** Reports a name that is bound twice. Its uses are ambiguous, so that they are not reported. */
  duplicate(name: Name, message: string, hint: string): void {
    this.error('duplicate-name', name.span, message, hint);
    this.bound.add(name.text);
  }

  /** Counts the work for matches and copied records: compared rows, and {@link STEPS_A_NODE} for each duplicated node. */
  countWrittenOut(steps: number): void {
    this.writtenOut += steps;
  }

  /** Returns false beyond the limit, which is reported. */
  mayWriteOut(span: Span, message = TOO_LARGE_A_MATCH): boolean {
    if (this.writtenOut <= MAX_WRITTEN_OUT) return true;
    const hint = message === TOO_LARGE_A_MATCH ? 'give the values of its arms to components' : undefined;
    this.error('too-costly', span, message, hint);
    return false;
  }

  /** In the order of the source. */
  diagnostics(): readonly Diagnostic[] {
    return this.sink.diagnostics();
  }

  /** Reports a name of another file that the file of `at` does not list. */
  checkListed(name: string, declared: Span, at: Span): void {
    const { file } = declared;
    if (file === at.file || this.bound.has(name) || (file !== undefined && this.source.used.has(usedName(at.file, file, name)))) return;
    if (file === undefined) {
      const message = `'${name}' is declared in the source that uses this file, and a file knows only what it declares and uses itself`;
      this.error('unlisted-name', at, message, 'move it into a file that both use');
    } else {
      const message = `'${name}' is declared in ${file}, and no \`use\` of that file lists it here`;
      this.error('unlisted-name', at, message, `add it to the names: \`use "./…" ${name}\``);
    }
  }

  /** The place of a whole line, without leading blanks. */
  lineSpan({ file, line }: Place): Span {
    const { text: source, parts } = this.source;
    const first = parts.find((part) => part.file === file)?.firstLine ?? 1;
    let start = 0;
    for (let i = 1; i < first + line - 1; i += 1) start = source.indexOf('\n', start) + 1;
    const end = source.indexOf('\n', start);
    const text = source.slice(start, end < 0 ? undefined : end);
    const blanks = text.length - text.trimStart().length;
    const place = { offset: start + blanks, length: text.trim().length, line, column: blanks + 1 };
    return file === undefined ? place : { ...place, file };
  }

  /** The wires of a policy are elaborated once for every action: their faults are the same each time. */
  private isNew(code: DiagnosticCode, span: Span, message: string): boolean {
    const key = `${code} ${span.offset} ${message}`;
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    return true;
  }
}
