import { DIGESTS } from './digests.js';
import { ERRORS } from './errors.js';
import { NUMBERS } from './numbers.js';
import { SEQUENCES } from './sequences.js';
import { SOURCES } from './sources.js';
import { SYSTEM } from './system.js';
import { TEXTS } from './texts.js';

/** All pieces of the runtime by name. */
export const PIECES = { ...ERRORS, ...TEXTS, ...NUMBERS, ...DIGESTS, ...SEQUENCES, ...SYSTEM, ...SOURCES };

export type RuntimePiece = keyof typeof PIECES;
