import type { Problem } from '@kirchhoff/platform';

/** A representation of a circuit version (RFC 9110, 3.2), as exact bytes. */
export interface Rendition {
  readonly kind: 'rendition';
  /** A strong entity tag, derived from everything that the bytes depend on. */
  readonly tag: string;
  readonly octets: Uint8Array;
  /** File name for downloads; `undefined` for inline representations. */
  readonly fileName: string;
}

/** The client already has the representation of this tag: 304. */
export interface Unchanged {
  readonly kind: 'unchanged';
  readonly tag: string;
}

export type Rendered = { readonly kind: 'octets'; readonly octets: Uint8Array; readonly fileName: string } | Problem;
