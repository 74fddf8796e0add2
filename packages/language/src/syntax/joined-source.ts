import type { Part } from './place.js';

/** The text that a program is read from: a source, with the files that it uses before it. */
export interface JoinedSource {
  readonly text: string;
  /** The files that the lines of `text` were written in; empty where it is a source alone. */
  readonly parts: readonly Part[];
  /** By {@link usedName}: what each file uses of which other. */
  readonly used: ReadonlySet<string>;
}

/** No path has a space in it. `by` is `undefined` of the source itself. */
export function usedName(by: string | undefined, file: string, name: string): string {
  return `${by ?? ''} ${file} ${name}`;
}
