import type { Assurance } from '@kirchhoff/coherence';

/** The state that a badge shows. */
export type BadgeState =
  | { readonly kind: 'certified'; readonly phiC: number; readonly assurance: Assurance | null; readonly certifiedAt: Date }
  | { readonly kind: 'open'; readonly phiC: number }
  | { readonly kind: 'uncertified' }
  | { readonly kind: 'unknown' };

/** The text and the colour on the right half. */
export interface BadgeFace {
  readonly message: string;
  readonly colour: string;
}

/** Dark enough for white text at 4.5 : 1 (WCAG 2.2, 1.4.3). */
const GREEN = '#1a7f37';
const RED = '#b42318';
const GREY = '#62676d';

/** The face of a badge. The φ of a certified circuit has at least one decimal: 1.0. */
export function faceOf(state: BadgeState): BadgeFace {
  switch (state.kind) {
    case 'certified':
      return { message: `φ ${phi(state.phiC)} · ${state.certifiedAt.toISOString().slice(0, 10)}`, colour: GREEN };
    case 'open':
      return { message: `φ ${phi(state.phiC)} · open`, colour: RED };
    case 'uncertified':
      return { message: 'not certified', colour: GREY };
    case 'unknown':
      return { message: 'unknown', colour: GREY };
  }
}

function phi(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}
