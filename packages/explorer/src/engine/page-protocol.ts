import type { Application } from '../catalog/apply-monomer.js';

/** A question of a page to its worker. */
export type PageQuestion = { readonly kind: 'apply'; readonly number: number; readonly name: string; readonly texts: readonly string[] };

export type PageAnswer = { readonly kind: 'applied'; readonly number: number; readonly application: Application };
