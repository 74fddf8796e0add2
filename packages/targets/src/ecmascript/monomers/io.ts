import { BYTES_LENGTH, type MonomerName, TEXT_LENGTH } from '@kirchhoff/coherence';
import { binary, call, integer, type JsExpression } from '../expression.js';
import { type Application, argument, type Emission, isAtLeast, isAtMost, isBetween, numberAt, piece } from './emission.js';
import { lengthAt } from './sequences.js';

function reader(name: 'readBigEndian' | 'readLittleEndian', size: number): Emission {
  return {
    gives: 'other',
    needs: (application) => {
      const last = binary(lengthAt(application, 0), '-', integer(size, 'number'), 'additive', 'number');
      const index = argument(application, 1);
      return [isAtLeast(index, 0), binary(index, '<=', last, 'relational', 'other')];
    },
    plain: (application) =>
      call(application.runtime.use(name), [argument(application, 0), numberAt(application, 1), integer(size, 'number')], 'number'),
  };
}

function writer(name: 'writeBigEndian' | 'writeLittleEndian', size: number): Emission {
  return {
    gives: 'other',
    needs: (application) => isBetween(argument(application, 0), 0, 256 ** size - 1),
    plain: (application) => call(application.runtime.use(name), [numberAt(application, 0), integer(size, 'number')], 'other'),
  };
}

function atMostBytes(most: number): (application: Application) => readonly JsExpression[] {
  return (application) => [isAtMost(lengthAt(application, 0), most)];
}

/** The io family, by name. */
export const IO = {
  PARSE_INT: piece('parseInteger', 'other'),
  FORMAT_INT: { gives: 'other', plain: (application) => call('String', [argument(application, 0)], 'other') },
  PARSE_HEX: piece('fromHex', 'other'),
  FORMAT_HEX: piece('toHex', 'other', atMostBytes(TEXT_LENGTH / 2)),
  PARSE_BASE64: piece('fromBase64', 'other'),
  FORMAT_BASE64: piece('toBase64', 'other', atMostBytes((TEXT_LENGTH / 4) * 3)),
  UTF8_ENCODE: piece('toUtf8', 'other', (application) => [
    isAtMost(call(application.runtime.use('utf8Length'), [argument(application, 0)], 'number'), BYTES_LENGTH),
  ]),
  UTF8_DECODE: piece('fromUtf8', 'other'),
  READ_U16_BE: reader('readBigEndian', 2),
  READ_U32_BE: reader('readBigEndian', 4),
  READ_U16_LE: reader('readLittleEndian', 2),
  READ_U32_LE: reader('readLittleEndian', 4),
  WRITE_U16_BE: writer('writeBigEndian', 2),
  WRITE_U32_BE: writer('writeBigEndian', 4),
  WRITE_U16_LE: writer('writeLittleEndian', 2),
  WRITE_U32_LE: writer('writeLittleEndian', 4),
} satisfies Partial<Record<MonomerName, Emission>>;
