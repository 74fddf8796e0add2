import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 as sha1Of } from '@noble/hashes/legacy.js';
import { sha256 as sha256Of, sha512 as sha512Of } from '@noble/hashes/sha2.js';
import { sha3_256 as sha3256Of } from '@noble/hashes/sha3.js';
import { NEVER } from '../../abstract/abstract.js';
import { within } from '../../abstract/arithmetic.js';
import { highest, lowest } from '../../abstract/ranges.js';
import { BYTES, INTEGER } from '../../types/domain.js';
import { bytesOf } from '../abstract-bytes.js';
import { bytesAt, integerWithin } from '../arguments.js';
import { monomer, type Row, type Semantics } from '../monomer.js';
import { literalParameter, overload, parameter } from '../overloads.js';
import { rangesAt } from '../views.js';
import { READS } from '../work.js';

/** SHA1 to HKDF_SHA256: bytes of which only the length is known. */

const OF_BYTES = [overload({ octets: BYTES }, BYTES)];
const OF_KEY_AND_BYTES = [overload({ key: BYTES, octets: BYTES }, BYTES)];

export const sha1 = digest(20, { overloads: OF_BYTES, reference: (args) => sha1Of(bytesAt(args, 0)) });
export const sha256 = digest(32, { overloads: OF_BYTES, reference: (args) => sha256Of(bytesAt(args, 0)) });
export const sha512 = digest(64, { overloads: OF_BYTES, reference: (args) => sha512Of(bytesAt(args, 0)) });
export const sha3256 = digest(32, { overloads: OF_BYTES, reference: (args) => sha3256Of(bytesAt(args, 0)) });

export const hmacSha256 = digest(32, {
  overloads: OF_KEY_AND_BYTES,
  reference: (args) => hmac(sha256Of, bytesAt(args, 0), bytesAt(args, 1)),
});
export const hmacSha512 = digest(64, {
  overloads: OF_KEY_AND_BYTES,
  reference: (args) => hmac(sha512Of, bytesAt(args, 0), bytesAt(args, 1)),
});

/** The literal n gives the length of the result. */
export const hkdfSha256 = bytesOnly({
  overloads: [
    {
      parameters: [
        parameter('ikm', BYTES),
        parameter('salt', BYTES),
        parameter('info', BYTES),
        literalParameter('n', INTEGER, { kind: 'integer', lo: 1, hi: 255 }),
      ],
      result: BYTES,
    },
  ],
  reference: (args) => {
    const n = integerWithin(args, 3, 1, 255);
    return n === undefined ? undefined : hkdf(sha256Of, bytesAt(args, 0), bytesAt(args, 1), bytesAt(args, 2), n);
  },
  transfer: (args) => {
    const lengths = within(rangesAt(args, 3), 1, 255);
    return lengths.length === 0 ? NEVER : bytesOf(Number(lowest(lengths)), Number(highest(lengths)));
  },
});

function digest(length: number, row: Pick<Row, 'overloads' | 'reference'>): Semantics {
  return bytesOnly({ ...row, transfer: () => bytesOf(length, length) });
}

function bytesOnly(row: Pick<Row, 'overloads' | 'reference' | 'transfer'>): Semantics {
  return monomer({
    ...row,
    work: READS,
    precondition: null,
    few: 'run',
    related: null,
    refine: null,
    facts: null,
    linear: null,
    smt: null,
  });
}
