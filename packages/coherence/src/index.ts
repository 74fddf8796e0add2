export * from './integer.js';
export * from './domain.js';
export * from './limits.js';
