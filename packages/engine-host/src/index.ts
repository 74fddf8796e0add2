export * from './engine-host.js';
export * from './pins.js';
export * from './problems.js';
export type { NeedsPins, Read, RefusedSource, ResolvedPins, SourceWork, StoredSource, Unreadable } from './source.js';
export * from './thread-pool.js';
