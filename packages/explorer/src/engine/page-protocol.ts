import type { Assurance, Comparison } from '@kirchhoff/coherence';
import type { Application } from '../catalog/apply-monomer.js';

/** A source with the circuits that it pins, each after its own pins. */
export interface CompleteSource {
  readonly source: string;
  readonly pinned: readonly { readonly pin: string; readonly source: string }[];
}

/** A question of a page to its worker. */
export type PageQuestion =
  | { readonly kind: 'apply'; readonly number: number; readonly name: string; readonly texts: readonly string[] }
  /** The pins that a source names. */
  | { readonly kind: 'pins'; readonly number: number; readonly source: string }
  | {
      readonly kind: 'check';
      readonly number: number;
      readonly subject: CompleteSource;
      readonly certificate: Uint8Array;
      /** True on a page that may run a solver: its queries are asked again. */
      readonly withSolver: boolean;
    }
  | { readonly kind: 'compare'; readonly number: number; readonly old: CompleteSource; readonly new: CompleteSource };

/** The outcome of a check of a certificate, step by step. */
export type CheckAnswer =
  | { readonly kind: 'unreadable'; readonly message: string }
  | {
      readonly kind: 'checked';
      /** The hash of the source, as worked out here. */
      readonly hash: string;
      readonly bytes: number;
      readonly verified: number;
      readonly total: number;
      readonly assurance: Assurance | null;
      /** The first thing that does not follow; null if the certificate is valid. */
      readonly refusal: string | null;
      /** True if the rest needs a solver, which was not asked. */
      readonly needsSolver: boolean;
    };

export type PageAnswer = { readonly number: number } & (
  | { readonly kind: 'applied'; readonly application: Application }
  | { readonly kind: 'pins'; readonly pins: readonly { readonly id: string; readonly hash: string }[] }
  | { readonly kind: 'check'; readonly check: CheckAnswer }
  | { readonly kind: 'comparison'; readonly comparison: Comparison | null }
  | { readonly kind: 'failed'; readonly message: string }
);
