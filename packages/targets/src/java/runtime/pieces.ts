import { CRYPTO } from './crypto.js';
import { ERRORS } from './errors.js';
import { NUMBERS } from './numbers.js';
import { SEQUENCES } from './sequences.js';
import { SYSTEM } from './system.js';
import { TEXTS } from './texts.js';

/** All pieces of the runtime by name. */
export const PIECES = { ...ERRORS, ...TEXTS, ...NUMBERS, ...SEQUENCES, ...CRYPTO, ...SYSTEM };

export type RuntimePiece = keyof typeof PIECES;
