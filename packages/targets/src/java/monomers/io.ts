import { BYTES_LENGTH, TEXT_LENGTH } from '@kirchhoff/coherence';
import { binary, call, compared, integer, method } from '../expression.js';
import { argument, type Emission, type Emissions, isBetween, lengthAt, piece } from './emission.js';

function reader(name: 'readBytes' | 'readReversed', size: number): Emission {
  return {
    needs: (a) => {
      const last = binary(lengthAt(a, 0), '-', integer(size), 'additive', 'int');
      return [isBetween(a, 1, 0, null), compared(argument(a, 1), '<=', last)];
    },
    write: (a) => call(a.use(name), [...a.args, integer(size)], 'long'),
  };
}

function writer(name: 'writeBytes' | 'writeReversed', size: number): Emission {
  return {
    needs: (a) => [isBetween(a, 0, 0, 256 ** size - 1)],
    write: (a) => call(a.use(name), [...a.args, integer(size)]),
  };
}

/** The io family, by name. */
export const IO = {
  PARSE_INT: piece('parseInteger', 'other'),
  FORMAT_INT: { write: (a) => call(argument(a, 0).form === 'int' ? 'Integer.toString' : 'Long.toString', a.args) },
  PARSE_HEX: piece('parseHex', 'other'),
  FORMAT_HEX: {
    needs: (a) => [compared(lengthAt(a, 0), '<=', integer(TEXT_LENGTH / 2))],
    write: (a) => method(argument(a, 0), 'toString', []),
  },
  PARSE_BASE64: piece('parseBase64', 'other'),
  FORMAT_BASE64: {
    needs: (a) => [compared(lengthAt(a, 0), '<=', integer((TEXT_LENGTH / 4) * 3))],
    write: (a) => call(a.use('formatBase64'), a.args),
  },
  UTF8_ENCODE: {
    needs: (a) => [compared(method(call(a.use('encodeUtf8'), a.args), 'length', [], 'int'), '<=', integer(BYTES_LENGTH))],
    write: (a) => call(a.use('encodeUtf8'), a.args),
  },
  UTF8_DECODE: piece('decodeUtf8', 'other'),
  READ_U16_BE: reader('readBytes', 2),
  READ_U32_BE: reader('readBytes', 4),
  READ_U16_LE: reader('readReversed', 2),
  READ_U32_LE: reader('readReversed', 4),
  WRITE_U16_BE: writer('writeBytes', 2),
  WRITE_U32_BE: writer('writeBytes', 4),
  WRITE_U16_LE: writer('writeReversed', 2),
  WRITE_U32_LE: writer('writeReversed', 4),
} satisfies Emissions;
