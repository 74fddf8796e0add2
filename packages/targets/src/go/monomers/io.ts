import { BYTES_LENGTH, TEXT_LENGTH } from '@kirchhoff/coherence';
import { binary, call, integer, length, name, slice } from '../expression.js';
import { argument, type Emission, type Emissions, isBetween, lengthAt, optionPiece, piece } from './emission.js';

type ByteOrder = 'BigEndian' | 'LittleEndian';

function reader(order: ByteOrder, bits: 16 | 32): Emission {
  return {
    needs: (a) => {
      const last = binary(call('int64', lengthAt(a, 0)), '-', integer(bits / 8));
      return [...isBetween(a, 1, 0, null), binary(argument(a, 1), '<=', last)];
    },
    write: (a) => call('int64', call(`binary.${order}.Uint${bits}`, slice(argument(a, 0), argument(a, 1), null))),
  };
}

function writer(order: ByteOrder, bits: 16 | 32): Emission {
  return {
    needs: (a) => isBetween(a, 0, 0, 2 ** bits - 1),
    write: (a) => call(`binary.${order}.AppendUint${bits}`, name('nil'), call(`uint${bits}`, argument(a, 0))),
  };
}

/** The io family, by name. */
export const IO = {
  PARSE_INT: optionPiece('parseInteger'),
  FORMAT_INT: { write: (a) => call('strconv.FormatInt', argument(a, 0), integer(10)) },
  PARSE_HEX: piece('parseHex'),
  FORMAT_HEX: {
    needs: (a) => [binary(lengthAt(a, 0), '<=', integer(TEXT_LENGTH / 2))],
    write: (a) => call('hex.EncodeToString', argument(a, 0)),
  },
  PARSE_BASE64: piece('parseBase64'),
  FORMAT_BASE64: {
    needs: (a) => [binary(lengthAt(a, 0), '<=', integer((TEXT_LENGTH / 4) * 3))],
    write: (a) => call('base64.StdEncoding.EncodeToString', argument(a, 0)),
  },
  UTF8_ENCODE: {
    needs: (a) => [binary(length(argument(a, 0)), '<=', integer(BYTES_LENGTH))],
    write: (a) => call('[]byte', argument(a, 0)),
  },
  UTF8_DECODE: piece('decodeUTF8'),
  READ_U16_BE: reader('BigEndian', 16),
  READ_U32_BE: reader('BigEndian', 32),
  READ_U16_LE: reader('LittleEndian', 16),
  READ_U32_LE: reader('LittleEndian', 32),
  WRITE_U16_BE: writer('BigEndian', 16),
  WRITE_U32_BE: writer('BigEndian', 32),
  WRITE_U16_LE: writer('LittleEndian', 16),
  WRITE_U32_LE: writer('LittleEndian', 32),
} satisfies Emissions;
