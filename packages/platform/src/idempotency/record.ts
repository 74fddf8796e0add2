import type { Rendered } from '../http/rendered.js';

/** What a request is known by: with the same three, and the same digest, it is the same request. */
export interface RequestIdentity {
  /** The account, or `address:` and the group of addresses of a caller without one. */
  readonly scope: string;
  /** Method and path template. */
  readonly route: string;
  /** Digest of the client's key. */
  readonly key: string;
  readonly requestDigest: Uint8Array<ArrayBuffer>;
}

/** The right to run a request. Who holds it no longer (it lasts a minute) changes nothing. */
export interface Claim {
  readonly identity: RequestIdentity;
  /** Of the first run, also for those after it. */
  readonly seed: Uint8Array;
  readonly leaseUntil: Date;
}

/** What is kept of an answer: itself, or of one that carried a secret what it was the secret of. */
export type Kept =
  | { readonly kind: 'answer'; readonly rendered: Rendered }
  | { readonly kind: 'secret'; readonly keyId: string | undefined };

/** What asking to run a request came to. */
export type Claiming =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'kept'; readonly kept: Kept }
  | { readonly kind: 'running' }
  | { readonly kind: 'mismatch' };

/** Where requests that may be repeated are recorded. */
export interface IdempotencyStore {
  claim(identity: RequestIdentity): Promise<Claiming>;
  /** Keeps the answer for repeats. Changes nothing where the claim was lost. */
  finish(claim: Claim, kept: Kept): Promise<void>;
  /** Lets a repeat run at once, with the same seed: what this run may have written is found by it. */
  release(claim: Claim): Promise<void>;
}
