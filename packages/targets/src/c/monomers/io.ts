import { BYTES_LENGTH, TEXT_LENGTH } from '@kirchhoff/coherence';
import { binary, type CExpression, call, cast, compared, integer, member } from '../expression.js';
import { type Application, argument, type Emission, type Emissions, isBetween, making, piece } from './emission.js';

type ByteOrder = 'big' | 'little';

function sizeAt(application: Application, index: number): CExpression {
  return cast('int64_t', member(argument(application, index), 'size'));
}

function bytesOf(order: ByteOrder, size: 2 | 4): readonly number[] {
  const places = Array.from({ length: size }, (_, index) => index);
  return order === 'big' ? places.toReversed() : places;
}

/** Functions of the circuit's file, since they depend on the width and the order of the bytes. */
function reader(order: ByteOrder, size: 2 | 4): Emission {
  return {
    needs: (a) => [isBetween(a, 1, 0, null), compared(argument(a, 1), '<=', binary(sizeAt(a, 0), '-', integer(size), 'additive'))],
    write: (a) => {
      const name = `kir_read_u${8 * size}_${order === 'big' ? 'be' : 'le'}`;
      const bytes = a.types.nameOf({ kind: 'bytes' });
      const parts = bytesOf(order, size).map((shift, place) => {
        const byte = `(int64_t)bytes.data[at${place === 0 ? '' : ` + ${place}`}]`;
        return shift === 0 ? byte : `${byte} << ${8 * shift}`;
      });
      a.runtime.custom(name, () => `static int64_t ${name}(${bytes} bytes, int64_t at) {\n  return ${parts.join(' | ')};\n}`);
      return call(name, ...a.args);
    },
  };
}

function writer(order: ByteOrder, size: 2 | 4): Emission {
  return {
    needs: (a) => [isBetween(a, 0, 0, 256 ** size - 1)],
    write: (a) => {
      const name = `kir_write_u${8 * size}_${order === 'big' ? 'be' : 'le'}`;
      const bytes = a.types.nameOf({ kind: 'bytes' });
      const parts = bytesOf(order, size).map((shift) => `(uint8_t)${shift === 0 ? 'value' : `(value >> ${8 * shift})`}`);
      const copy = a.runtime.use('kir_copy');
      a.runtime.custom(
        name,
        () => `static ${bytes} ${name}(kir_run *run, int64_t value) {
  const uint8_t data[] = {${parts.join(', ')}};
  return (${bytes}){.data = ${copy}(run, data, sizeof data), .size = sizeof data};
}`,
      );
      return call(name, a.run(), argument(a, 0));
    },
  };
}

/** The io family, by name. */
export const IO = {
  PARSE_INT: piece('kir_parse_integer'),
  FORMAT_INT: making('kir_format_integer'),
  PARSE_HEX: making('kir_parse_hex'),
  FORMAT_HEX: making('kir_format_hex', (a) => [compared(sizeAt(a, 0), '<=', integer(TEXT_LENGTH / 2))]),
  PARSE_BASE64: making('kir_parse_base64'),
  FORMAT_BASE64: making('kir_format_base64', (a) => [compared(sizeAt(a, 0), '<=', integer((TEXT_LENGTH / 4) * 3))]),
  UTF8_ENCODE: piece('kir_encode_utf8', (a) => [compared(sizeAt(a, 0), '<=', integer(BYTES_LENGTH))]),
  UTF8_DECODE: piece('kir_decode_utf8'),
  READ_U16_BE: reader('big', 2),
  READ_U32_BE: reader('big', 4),
  READ_U16_LE: reader('little', 2),
  READ_U32_LE: reader('little', 4),
  WRITE_U16_BE: writer('big', 2),
  WRITE_U32_BE: writer('big', 4),
  WRITE_U16_LE: writer('little', 2),
  WRITE_U32_LE: writer('little', 4),
} satisfies Emissions;
