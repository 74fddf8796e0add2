import type { Place } from './diagnostic.js';

/** The place alone, without the name of the node. */
export function placeOf({ file, line, column }: Place): Place {
  return file === undefined ? { line, column } : { file, line, column };
}

/** `line 3`, or `line 3 of ./money.kir`. */
export function lineOf({ file, line }: Pick<Place, 'file' | 'line'>): string {
  return file === undefined ? `line ${line}` : `line ${line} of ${file}`;
}

/** The same for a message at `from`, which shows its own line. */
export function lineFrom(from: Pick<Place, 'file' | 'line'>, place: Pick<Place, 'file' | 'line'>): string {
  return from.file === place.file && from.line === place.line ? 'the same line' : lineOf(place);
}

/** Orders places: those of the source itself first, then file by file. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.file !== b.file) return (a.file ?? '') < (b.file ?? '') ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

/** A text that is equal exactly for the same place. */
export function placeKey({ file = '', line, column }: Place): string {
  return `${file}:${line}:${column}`;
}
