import type { Int } from '@kirchhoff/kernel/types/integer';
import type { Span } from '../diagnostics/diagnostic.js';

/**
 * `text` is the effective text of the token: for a foreign spelling such as `&&` it is the intended one (`and`). Tokens of
 * different types never share a text, so the text alone identifies a keyword or symbol. Equal tokens may be one object: their places
 * are in {@link TokenPlaces}, by their index.
 */
interface TokenText {
  readonly text: string;
  /** True for the first token of a line. */
  readonly newlineBefore: boolean;
}

export type PlainKind = 'name' | 'capital' | 'keyword' | 'symbol' | 'wildcard' | 'end';

export type Token =
  | (TokenText & { readonly kind: PlainKind })
  /** A number without its sign, or a character; a magnitude beyond 2^64 is stored as 2^64. */
  | (TokenText & { readonly kind: 'integer'; readonly magnitude: Int })
  | (TokenText & { readonly kind: 'text'; readonly value: string })
  | (TokenText & { readonly kind: 'bytes'; readonly value: Uint8Array });

export interface Comment {
  /** From `//` to the end of the line, without white space at the end. */
  readonly text: string;
  readonly span: Span;
  /** True if code precedes it on its line. */
  readonly trailing: boolean;
}
