/** Sets of values: what the analysis computes with. */
export * from './lattice.js';
export * from './membership.js';
export * from './views.js';
