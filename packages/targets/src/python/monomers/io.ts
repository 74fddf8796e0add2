import { BYTES_LENGTH, TEXT_LENGTH } from '@kirchhoff/coherence';
import { binary, call, compared, integer, method, primary, slice } from '../expression.js';
import { argument, type Emission, type Emissions, isBetween, lengthAt, piece } from './emission.js';

type ByteOrder = 'big' | 'little';

function reader(order: ByteOrder, size: number): Emission {
  return {
    needs: (a) => {
      const last = binary(lengthAt(a, 0), '-', integer(size), 'additive');
      return [isBetween(a, 1, 0, null), compared(argument(a, 1), '<=', last)];
    },
    write: (a) => {
      const index = argument(a, 1);
      const end = /^\d+$/.test(index.text) ? integer(Number(index.text) + size) : binary(index, '+', integer(size), 'additive');
      return call('int.from_bytes', slice(argument(a, 0), index, end), primary(`"${order}"`));
    },
  };
}

function writer(order: ByteOrder, size: number): Emission {
  return {
    needs: (a) => [isBetween(a, 0, 0, 256 ** size - 1)],
    write: (a) => method(argument(a, 0), 'to_bytes', integer(size), primary(`"${order}"`)),
  };
}

/** The io family, by name. */
export const IO = {
  PARSE_INT: piece('_parse_integer'),
  FORMAT_INT: { write: (a) => call('str', argument(a, 0)) },
  PARSE_HEX: piece('_parse_hex'),
  FORMAT_HEX: {
    needs: (a) => [compared(lengthAt(a, 0), '<=', integer(TEXT_LENGTH / 2))],
    write: (a) => method(argument(a, 0), 'hex'),
  },
  PARSE_BASE64: piece('_parse_base64'),
  FORMAT_BASE64: {
    needs: (a) => [compared(lengthAt(a, 0), '<=', integer((TEXT_LENGTH / 4) * 3))],
    write: (a) => method(call(`${a.module('base64')}.b64encode`, argument(a, 0)), 'decode'),
  },
  UTF8_ENCODE: {
    needs: (a) => [compared(call('len', method(argument(a, 0), 'encode')), '<=', integer(BYTES_LENGTH))],
    write: (a) => method(argument(a, 0), 'encode'),
  },
  UTF8_DECODE: piece('_decode_utf8'),
  READ_U16_BE: reader('big', 2),
  READ_U32_BE: reader('big', 4),
  READ_U16_LE: reader('little', 2),
  READ_U32_LE: reader('little', 4),
  WRITE_U16_BE: writer('big', 2),
  WRITE_U32_BE: writer('big', 4),
  WRITE_U16_LE: writer('little', 2),
  WRITE_U32_LE: writer('little', 4),
} satisfies Emissions;
