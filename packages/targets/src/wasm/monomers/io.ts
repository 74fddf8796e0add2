import { BYTES_LENGTH, TEXT_LENGTH } from '@kirchhoff/coherence';
import { argument, type Emission, type Emissions, i64, isBetween, lengthAt, type Needs, piece } from './emission.js';

function isAtMost(length: number): Needs {
  return (a) => [['i64.le_u', lengthAt(a, 0), i64(length)]];
}

/** The index is at least the size of the integer below the length. */
function isPlace(size: 2 | 4): Needs {
  return (a) => [isBetween(a, 1, 0, null), ['i64.le_s', argument(a, 1), ['i64.sub', lengthAt(a, 0), i64(size)]]];
}

/** An integer that is little-endian, as memory is. */
function loaded(operator: string, size: 2 | 4): Emission {
  return {
    needs: isPlace(size),
    write: (a) => [operator, 'offset=8', ['i32.add', argument(a, 0), ['i32.wrap_i64', argument(a, 1)]]],
  };
}

function written(name: string, size: 2 | 4): Emission {
  return piece(name, (a) => [isBetween(a, 0, 0, 256 ** size - 1)]);
}

/** The io family, by name. */
export const IO = {
  PARSE_INT: piece('parse_integer'),
  FORMAT_INT: piece('format_integer'),
  PARSE_HEX: piece('parse_hex'),
  FORMAT_HEX: piece('format_hex', isAtMost(TEXT_LENGTH / 2)),
  PARSE_BASE64: piece('parse_base64'),
  FORMAT_BASE64: piece('format_base64', isAtMost((TEXT_LENGTH / 4) * 3)),
  // The first word of a text is its number of bytes.
  UTF8_ENCODE: piece('utf8_encode', isAtMost(BYTES_LENGTH)),
  UTF8_DECODE: piece('utf8_decode'),
  READ_U16_BE: piece('read_u16_be', isPlace(2)),
  READ_U32_BE: piece('read_u32_be', isPlace(4)),
  READ_U16_LE: loaded('i64.load16_u', 2),
  READ_U32_LE: loaded('i64.load32_u', 4),
  WRITE_U16_BE: written('write_u16_be', 2),
  WRITE_U32_BE: written('write_u32_be', 4),
  WRITE_U16_LE: written('write_u16_le', 2),
  WRITE_U32_LE: written('write_u32_le', 4),
} satisfies Emissions;
