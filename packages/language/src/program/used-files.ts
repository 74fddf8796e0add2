import { parseSource } from '../syntax/parse.js';

/**
 * Returns the paths of the files that a text uses, as they are written: for callers that collect the files beside a source. Empty
 * if the text does not parse. Never throws.
 */
export function filesUsedBy(text: string): readonly string[] {
  const { file } = parseSource(text);
  // A file for others to use has no circuit, but a source must have one.
  const items = (file ?? parseSource(text, { role: 'used' }).file)?.items ?? [];
  return [...new Set(items.flatMap((item) => (item.item === 'useFile' ? [item.path] : [])))];
}

/** Returns true if the text parses and has no circuit or policy: a file for others to use. Never throws. */
export function isLibrary(text: string): boolean {
  return parseSource(text, { role: 'used' }).file !== null;
}
