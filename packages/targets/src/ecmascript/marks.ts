/**
 * JavaScript is TypeScript without its types. Both are written as one text, in which each piece of types stands between two marks.
 * The marks are outside ASCII, and what authors write reaches the text in printable ASCII only, so that they are unambiguous.
 */

/**
 * The language of an emitted module. In `wide` TypeScript, some integers inside other values are bigints, so that all of them have
 * the type `Integer`; else they are numbers.
 */
export type Dialect = 'javascript' | 'typescript' | 'wide';

/** Stands for the type of an integer inside another value. */
const INTEGER = '¤';

/** Returns text that only TypeScript has. */
export function typed(text: string): string {
  return `«${text}»`;
}

/** Returns text that only wide TypeScript has. */
export function typedIfWide(text: string): string {
  return `‹${text}›`;
}

/** Any mark. Most texts have none. */
const MARK = /[^ -~\n]/;

/** Returns marked text in a language. */
export function inDialect(text: string, dialect: Dialect): string {
  if (!MARK.test(text)) return text;
  switch (dialect) {
    case 'javascript':
      return text.replaceAll(/«[^»]*»|‹[^›]*›/g, '');
    case 'typescript':
      return text.replaceAll(/‹[^›]*›|[«»]/g, '').replaceAll(INTEGER, 'number');
    case 'wide':
      return text.replaceAll(/[«»‹›]/g, '').replaceAll(INTEGER, 'Integer');
  }
}
