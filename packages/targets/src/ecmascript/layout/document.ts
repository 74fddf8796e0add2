/**
 * Documents: text with the places at which it may be broken into lines. The pieces are those of Prettier's documents
 * (https://github.com/prettier/prettier/blob/main/commands.md), which Biome's formatter has too; in turn they come from Wadler's
 * "A prettier printer".
 */
export type Document = string | readonly Document[] | Line | Indent | Group | IfBroken | Fill;

/** A space, an empty text (`soft`) or a new line, if its group is broken; always a new line if it is `hard`. */
interface Line {
  readonly kind: 'line';
  readonly mode: 'space' | 'soft' | 'hard';
}

/** Contents whose lines are indented. `ifBroken`: only if this other group is broken. */
interface Indent {
  readonly kind: 'indent';
  readonly contents: Document;
  readonly ifBroken: Group | null;
}

/** Contents that stand on one line if they fit there; else all lines directly in them are broken. */
export interface Group {
  readonly kind: 'group';
  readonly contents: Document;
  /** True if the group is broken even if it would fit. */
  readonly isBroken: boolean;
  /** True if the groups around it are broken, even if it is not. */
  readonly breaksAround: boolean;
  /** Other contents, each tried after the one before it has not fit; the last one is broken. */
  readonly otherwise: readonly Document[];
}

/** One of two texts, according to the group around it or another one. */
interface IfBroken {
  readonly kind: 'ifBroken';
  readonly broken: Document;
  readonly flat: Document;
}

/** Items with as many of them on each line as fit. */
interface Fill {
  readonly kind: 'fill';
  readonly items: readonly string[];
}

export const LINE: Document = { kind: 'line', mode: 'space' };
export const SOFT_LINE: Document = { kind: 'line', mode: 'soft' };
export const HARD_LINE: Document = { kind: 'line', mode: 'hard' };

export function indent(contents: Document): Document {
  return { kind: 'indent', contents, ifBroken: null };
}

export function indentIfBroken(contents: Document, other: Group): Document {
  return { kind: 'indent', contents, ifBroken: other };
}

export function group(contents: Document, isBroken = false): Group {
  return { kind: 'group', contents, isBroken: isBroken || mustBreak(contents), breaksAround: false, otherwise: [] };
}

/** Returns a group of which one of several contents is printed: the first that fits up to a new line, else the last one, broken. */
export function firstOf(contents: Document, ...otherwise: readonly Document[]): Group {
  return { kind: 'group', contents, isBroken: false, breaksAround: mustBreak(contents), otherwise };
}

export function ifBroken(broken: Document, flat: Document): Document {
  return { kind: 'ifBroken', broken, flat };
}

export function fill(items: readonly string[]): Document {
  return { kind: 'fill', items };
}

export function join(separator: Document, parts: readonly Document[]): Document {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

/** Returns true if the document has more than one line wherever it stands, so that each group around it is broken. */
export function mustBreak(document: Document): boolean {
  if (typeof document === 'string') return false;
  if (!('kind' in document)) return document.some(mustBreak);
  switch (document.kind) {
    case 'line':
      return document.mode === 'hard';
    case 'indent':
      return mustBreak(document.contents);
    case 'group':
      return document.isBroken || document.breaksAround;
    case 'ifBroken':
    case 'fill':
      return false;
  }
}

/** Returns true if the document can have more than one line. */
export function canBreak(document: Document): boolean {
  if (typeof document === 'string') return false;
  if (!('kind' in document)) return document.some(canBreak);
  switch (document.kind) {
    case 'line':
    case 'fill':
      return true;
    case 'indent':
    case 'group':
      return canBreak(document.contents);
    case 'ifBroken':
      return canBreak(document.broken) || canBreak(document.flat);
  }
}
