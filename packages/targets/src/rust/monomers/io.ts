import { BYTES_LENGTH, TEXT_LENGTH } from '@kirchhoff/coherence';
import { array, binary, call, cast, compared, index, integer, method, type RsExpression } from '../expression.js';
import { type Application, type Emission, type Emissions, indexAt, isBetween, lengthAt, optionPiece, piece, sizeAt } from './emission.js';

type ByteOrder = 'be' | 'le';

/** Reads bytes from an index, which `size - 1` further ones follow. */
function reader(order: ByteOrder, size: 2 | 4): Emission {
  return {
    needs: (a) => {
      const last = binary(lengthAt(a, 0), '-', integer(size), 'additive');
      return [isBetween(a, 1, 0, null), compared(a.value(1), '<=', last)];
    },
    write: (a) => {
      const bytes = Array.from({ length: size }, (_, offset) => index(a.receiver(0), placeOf(a, offset)));
      return call('i64::from', call(`u${8 * size}::from_${order}_bytes`, array(bytes)));
    },
  };
}

function placeOf(application: Application, offset: number): RsExpression {
  const from = indexAt(application, 1);
  if (from.kind === 'atom' && /^\d+$/.test(from.text)) return integer(Number(from.text) + offset);
  return offset === 0 ? from : binary(from, '+', integer(offset), 'additive');
}

function writer(order: ByteOrder, size: 2 | 4): Emission {
  return {
    needs: (a) => [isBetween(a, 0, 0, 256 ** size - 1)],
    write: (a) => method(method(cast(a.value(0), `u${8 * size}`), `to_${order}_bytes`), 'to_vec'),
  };
}

/** The io family, by name. */
export const IO = {
  PARSE_INT: optionPiece('parse_integer'),
  FORMAT_INT: { write: (a) => method(a.value(0), 'to_string') },
  PARSE_HEX: piece('parse_hex'),
  FORMAT_HEX: {
    needs: (a) => [compared(sizeAt(a, 0), '<=', integer(TEXT_LENGTH / 2))],
    write: (a) => call(a.use('format_hex'), a.borrowed(0)),
  },
  PARSE_BASE64: piece('parse_base64'),
  FORMAT_BASE64: {
    needs: (a) => [compared(sizeAt(a, 0), '<=', integer((TEXT_LENGTH / 4) * 3))],
    write: (a) => call(a.use('format_base64'), a.borrowed(0)),
  },
  UTF8_ENCODE: {
    needs: (a) => [compared(sizeAt(a, 0), '<=', integer(BYTES_LENGTH))],
    write: (a) => call('Vec::from', a.strict(0)),
  },
  UTF8_DECODE: { write: (a) => method(call('String::from_utf8', a.value(0)), 'ok') },
  READ_U16_BE: reader('be', 2),
  READ_U32_BE: reader('be', 4),
  READ_U16_LE: reader('le', 2),
  READ_U32_LE: reader('le', 4),
  WRITE_U16_BE: writer('be', 2),
  WRITE_U32_BE: writer('be', 4),
  WRITE_U16_LE: writer('le', 2),
  WRITE_U32_LE: writer('le', 4),
} satisfies Emissions;
