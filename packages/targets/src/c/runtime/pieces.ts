import { CORE } from './core.js';
import { DIGESTS } from './digests.js';
import { NUMBERS } from './numbers.js';
import { SYSTEM } from './system.js';
import { TEXTS } from './texts.js';

/** All pieces of the runtime by name. Each comes after those that it uses, except for some that {@link Runtime} orders. */
export const PIECES = { ...CORE, ...NUMBERS, ...TEXTS, ...SYSTEM, ...DIGESTS };

export type RuntimePiece = keyof typeof PIECES;
