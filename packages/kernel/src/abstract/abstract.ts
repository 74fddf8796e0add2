import * as lattice from './lattice.js';
import * as membership from './membership.js';
import * as views from './views.js';

/** Sets of values, with which the analysis computes. */
export type { Characters } from '../types/text-forms.js';
export * from './lattice.js';
export * from './membership.js';
export * from './views.js';

// The most used functions are exported as values: `export *` costs a getter call at every use.
export const isWithin = lattice.isWithin;
export const join = lattice.join;
export const meet = lattice.meet;
export const joinAll = lattice.joinAll;
export const isSequence = lattice.isSequence;
export const isOfType = membership.isOfType;
export const ofDomain = membership.ofDomain;
export const ofValue = membership.ofValue;
export const onlyValue = membership.onlyValue;
export const NEVER = views.NEVER;
export const TRUE = views.TRUE;
export const FALSE = views.FALSE;
export const INT64 = views.INT64;
export const ofRanges = views.ofRanges;
export const integers = views.integers;
export const boolean = views.boolean;
export const record = views.record;
export const option = views.option;
