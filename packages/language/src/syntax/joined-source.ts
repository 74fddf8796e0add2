import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Part } from './place.js';

/** The text that a program is read from: a source, with the files that it uses before it. */
export interface JoinedSource {
  readonly text: string;
  /** The files of the lines of `text`; empty for a source without files. */
  readonly parts: readonly Part[];
  /** By {@link usedName}: what each file uses of which other. */
  readonly used: ReadonlySet<string>;
}

/** A diagnostic about the text by itself; one about a file that is no part of it is left as it is. */
export function asOfText(diagnostic: Diagnostic, parts: readonly Part[]): Diagnostic {
  const { file, ...rest } = diagnostic;
  const part = parts.find((each) => each.file === file);
  return part === undefined ? diagnostic : { ...rest, line: part.firstLine + rest.line - 1 };
}

/** No path has a space in it. `by` is `undefined` of the source itself. */
export function usedName(by: string | undefined, file: string, name: string): string {
  return `${by ?? ''} ${file} ${name}`;
}
