export * from './engine-host.js';
export * from './pins.js';
export * from './problems.js';
export type { NeedsPins, Read, Refused, ResolvedPins, SourceWork, StoredSource, Unreadable } from './source.js';
export * from './thread-pool.js';
