import { CALENDAR } from './calendar.js';
import { CHECKSUMS } from './checksums.js';
import { CODECS } from './codecs.js';
import { DIGESTS } from './digests.js';
import { HMAC } from './hmac.js';
import { KECCAK } from './keccak.js';
import { NETWORK } from './network.js';
import { NUMBERS } from './numbers.js';
import type { PieceSource } from './piece.js';
import { SEARCH } from './search.js';
import { SEQUENCES } from './sequences.js';
import { SORTING } from './sorting.js';
import { TEXT_FORMS } from './text-forms.js';
import { TEXTS } from './texts.js';
import { VERSIONS } from './versions.js';

const TABLE = {
  ...NUMBERS,
  ...SEQUENCES,
  ...SORTING,
  ...TEXTS,
  ...SEARCH,
  ...CODECS,
  ...CHECKSUMS,
  ...DIGESTS,
  ...HMAC,
  ...KECCAK,
  ...CALENDAR,
  ...NETWORK,
  ...TEXT_FORMS,
  ...VERSIONS,
};

/** All pieces of the runtime, by name. */
export const PIECES: ReadonlyMap<string, PieceSource> = new Map<string, PieceSource>(Object.entries(TABLE));
