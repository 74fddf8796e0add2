import type { Problem } from '@kirchhoff/platform';

/** The rendition of a circuit version, byte for byte. */
export interface Rendition {
  readonly kind: 'rendition';
  /** A strong entity tag: of all that the octets depend on. */
  readonly tag: string;
  readonly octets: Uint8Array;
  /** Name of the file, if it is one. */
  readonly fileName: string;
}

/** The caller has the octets of this tag. */
export interface Unchanged {
  readonly kind: 'unchanged';
  readonly tag: string;
}

export type Rendered = { readonly kind: 'octets'; readonly octets: Uint8Array; readonly fileName: string } | Problem;
