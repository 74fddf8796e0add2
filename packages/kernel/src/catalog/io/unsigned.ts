import { BYTES_LENGTH } from '../../limits.js';
import type { Value } from '../../values/value.js';
import { bytesAt, integerWithin } from '../arguments.js';

/** Unsigned integers of two or four octets in bytes. */
export interface Layout {
  readonly size: 2 | 4;
  readonly littleEndian: boolean;
}

/** The reference of a READ: arguments octets and i; undefined where the octets do not reach. */
export function reader({ size, littleEndian }: Layout): (args: readonly Value[]) => Value | undefined {
  return (args) => {
    const octets = bytesAt(args, 0);
    const i = integerWithin(args, 1, 0, BYTES_LENGTH);
    if (i === undefined || i + size > octets.length) return undefined;
    const view = new DataView(octets.buffer, octets.byteOffset + i, size);
    return size === 2 ? view.getUint16(0, littleEndian) : view.getUint32(0, littleEndian);
  };
}

/** The reference of a WRITE: argument n; undefined where it does not fit. */
export function writer({ size, littleEndian }: Layout): (args: readonly Value[]) => Value | undefined {
  return (args) => {
    const n = integerWithin(args, 0, 0, 2 ** (8 * size) - 1);
    if (n === undefined) return undefined;
    const octets = new Uint8Array(size);
    const view = new DataView(octets.buffer);
    if (size === 2) view.setUint16(0, n, littleEndian);
    else view.setUint32(0, n, littleEndian);
    return octets;
  };
}
