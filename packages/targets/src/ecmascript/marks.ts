/**
 * JavaScript is TypeScript without its types. Both are written as one text, in which each piece of types stands between two marks.
 * The marks are outside ASCII, and what authors write reaches the text in printable ASCII only, so that they are unambiguous.
 */

/** The language of an emitted module. */
export type Dialect = 'javascript' | 'typescript';

/** Stands for the type of an integer inside another value, which depends on the whole module: see {@link withInteger}. */
export const INTEGER = '¤';

/** Returns text that only TypeScript has. */
export function typed(text: string): string {
  return `«${text}»`;
}

/** Returns text that only TypeScript has, and only if some integer inside another value may be a bigint. */
export function typedIfWide(text: string): string {
  return `«‹${text}›»`;
}

/** Returns marked text in a language. For TypeScript, {@link withInteger} completes it. */
export function inDialect(text: string, dialect: Dialect): string {
  return dialect === 'typescript' ? text.replaceAll(/[«»]/g, '') : text.replaceAll(/«[^»]*»/g, '');
}

/** Completes TypeScript: integers inside other values are numbers, or numbers and bigints. */
export function withInteger(text: string, isWide: boolean): string {
  return isWide
    ? text.replaceAll(/[‹›]/g, '').replaceAll(INTEGER, 'Integer')
    : text.replaceAll(/‹[^›]*›/g, '').replaceAll(INTEGER, 'number');
}
