import { BOUNDARY } from './boundary.js';
import { ERRORS } from './errors.js';
import { NUMBERS } from './numbers.js';
import { SEQUENCES } from './sequences.js';
import { SOURCES } from './sources.js';
import { SYSTEM } from './system.js';
import { TEXTS } from './texts.js';

/** All pieces of the runtime by name. Constants come before the functions that use them. */
export const PIECES = { ...ERRORS, ...TEXTS, ...NUMBERS, ...SEQUENCES, ...SYSTEM, ...SOURCES, ...BOUNDARY };

export type RuntimePiece = keyof typeof PIECES;
