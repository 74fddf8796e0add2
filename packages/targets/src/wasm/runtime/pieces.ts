import { CORE } from './core.js';

/** All pieces by name. */
export const PIECES = { ...CORE } as const;
