import { BOUNDARY } from './boundary.js';
import { CALENDAR } from './calendar.js';
import { CHECKSUMS } from './checksums.js';
import { CODECS } from './codecs.js';
import { DECISIONS } from './decisions.js';
import { DIGESTS } from './digests.js';
import { ERRORS } from './errors.js';
import { INTEGERS } from './integers.js';
import { KECCAK } from './keccak.js';
import { NETWORK } from './network.js';
import { PARAMS } from './params.js';
import { SEARCH } from './search.js';
import { SEQUENCES } from './sequences.js';
import { SOURCES } from './sources.js';
import { TEXT } from './text.js';

/** Helpers of the emitted code, as JavaScript. Only the helpers that a circuit uses are emitted, in this order. */
export const PIECES = {
  ...ERRORS,
  ...BOUNDARY,
  ...PARAMS,
  ...DECISIONS,
  ...INTEGERS,
  ...SEQUENCES,
  ...TEXT,
  ...SEARCH,
  ...CODECS,
  ...CHECKSUMS,
  ...DIGESTS,
  ...KECCAK,
  ...CALENDAR,
  ...NETWORK,
  ...SOURCES,
};

export type RuntimePiece = keyof typeof PIECES;
