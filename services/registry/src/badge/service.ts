import type { Assurance } from '@kirchhoff/coherence';
import type { Circuit } from '../circuits/circuit.js';
import type { CircuitLookup } from '../circuits/lookup.js';

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

/** The default of a badge's left half. */
export const DEFAULT_LABEL = 'kirchhoff';

const MAX_LENGTH = 60;
const GRAPHEMES = new Intl.Segmenter();
/**
 * Control characters, unpaired surrogates, noncharacters, and characters that change the text direction, which would affect the
 * text around the label. Joiners stay: emoji and Persian need them.
 */
const DROPPED = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * Makes the label of a request fit to be shown: at most 60 whole characters, without spaces at the ends and without invisible
 * characters. An empty label leaves the left half out.
 */
export function labelOf(asked: string | undefined): string {
  if (asked === undefined) return DEFAULT_LABEL;
  const text = asked
    .replaceAll(/[\t\n\r]+/g, ' ')
    .replaceAll(DROPPED, '')
    .trim();
  if (Array.from(text).length <= MAX_LENGTH) return text;
  let kept = '';
  let length = 1;
  for (const { segment } of GRAPHEMES.segment(text)) {
    length += Array.from(segment).length;
    if (length > MAX_LENGTH) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

export class Badges {
  readonly #circuits: CircuitLookup;

  constructor(circuits: CircuitLookup) {
    this.#circuits = circuits;
  }

  /** Returns the state of a circuit's badge; `unknown` also for a circuit that is withdrawn or hidden from the account. */
  async find(pid: string, accountId: string | undefined): Promise<BadgeState> {
    const found = await this.#circuits.find(pid, accountId);
    return found.kind === 'found' ? stateOf(found.circuit) : { kind: 'unknown' };
  }
}

function stateOf({ certified, certifiedAt, phiC, assurance }: Circuit): BadgeState {
  if (phiC === null) return { kind: 'uncertified' };
  return certified && certifiedAt !== null ? { kind: 'certified', phiC, assurance, certifiedAt } : { kind: 'open', phiC };
}
