import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { SourcePart } from './place.js';

/** The whole text of a program: the files that a source uses, and then the source. */
export interface JoinedSource {
  readonly text: string;
  /** The files of the lines of `text`; empty for a source without files. */
  readonly parts: readonly SourcePart[];
  /** By {@link usedName}: the names that each file uses from each other file. */
  readonly used: ReadonlySet<string>;
}

/** Converts a diagnostic to one about the text alone; a diagnostic about a file outside of it is unchanged. */
export function asOfText(diagnostic: Diagnostic, parts: readonly SourcePart[]): Diagnostic {
  const { file, ...rest } = diagnostic;
  const part = parts.find((each) => each.file === file);
  return part === undefined ? diagnostic : { ...rest, line: part.firstLine + rest.line - 1 };
}

/** Paths contain no space. `by` is `undefined` for the source itself. */
export function usedName(by: string | undefined, file: string, name: string): string {
  return `${by ?? ''} ${file} ${name}`;
}
