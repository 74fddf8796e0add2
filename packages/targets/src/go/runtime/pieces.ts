import { CRYPTO_PIECES } from './crypto.js';
import { ERRORS } from './errors.js';
import { NUMBERS } from './numbers.js';
import { SEQUENCES } from './sequences.js';
import { SOURCE_PIECES } from './sources.js';
import { SYSTEM_PIECES } from './system.js';
import { TEXTS } from './texts.js';

/** All pieces of the runtime by name, in the order in which they are written. */
export const PIECES = { ...ERRORS, ...NUMBERS, ...SEQUENCES, ...TEXTS, ...CRYPTO_PIECES, ...SYSTEM_PIECES, ...SOURCE_PIECES };

export type RuntimePiece = keyof typeof PIECES;
