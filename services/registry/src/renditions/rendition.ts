import type { Problem } from '@kirchhoff/platform';

/** What was made of a version of a circuit, octet for octet. */
export interface Rendition {
  readonly kind: 'rendition';
  /** A strong entity tag: of all that the octets depend on. */
  readonly tag: string;
  readonly octets: Uint8Array;
  /** What the file is called, where it is one. */
  readonly fileName: string;
}

/** The caller has the octets of this tag. */
export interface Unchanged {
  readonly kind: 'unchanged';
  readonly tag: string;
}

export type Rendered = { readonly kind: 'octets'; readonly octets: Uint8Array; readonly fileName: string } | Problem;
