import type { MonomerName } from '@kirchhoff/coherence';

/** Names of monomers in other languages, for people who search by these words; the most usual name first. */
export const CALLED: readonly (readonly [names: readonly MonomerName[], words: readonly string[]])[] = [
  [
    ['DIV', 'FLOOR_DIV', 'MULDIV', 'MULDIV_EVEN'],
    ['division', 'divide', 'quotient'],
  ],
  [
    ['MOD', 'FLOOR_MOD'],
    ['modulo', 'modulus', 'remainder', 'rest'],
  ],
  [
    ['MUL', 'MULDIV', 'MULDIV_EVEN', 'MUL_WRAP'],
    ['multiplication', 'multiply', 'times', 'product'],
  ],
  [
    ['ADD', 'SUM'],
    ['addition', 'plus'],
  ],
  [
    ['SUB', 'NEG'],
    ['subtraction', 'minus'],
  ],
  [['NEG'], ['negate', 'negative']],
  [['ABS'], ['absolute']],
  [['POW'], ['power', 'exponent', 'exponentiation']],
  [['ISQRT'], ['sqrt', 'root']],
  [
    ['MULDIV_EVEN', 'MULDIV', 'FLOOR_DIV'],
    ['rounding', 'round', 'rounded', 'percent', 'percentage'],
  ],
  [
    ['CLAMP', 'MIN', 'MAX'],
    ['bound', 'limit'],
  ],
  [['MIN'], ['minimum', 'least', 'smallest']],
  [['MAX'], ['maximum', 'greatest', 'largest']],
  [['SELECT'], ['if', 'else', 'ternary']],
  [['MATCH'], ['switch', 'case', 'pattern']],
  [
    ['FOLD', 'MAP', 'FILTER'],
    ['loop', 'reduce', 'accumulate', 'for'],
  ],
  [
    ['LENGTH', 'TEXT_LENGTH'],
    ['len', 'length', 'size'],
  ],
  [
    ['GET', 'GET_OR', 'INDEX_OF', 'FIND'],
    ['index', 'element', 'nth'],
  ],
  [
    ['CONCAT', 'JOIN', 'JOIN_TEXT'],
    ['concat', 'concatenate', 'concatenation'],
  ],
  [['APPEND'], ['push']],
  [
    ['SUBSTRING', 'SLICE'],
    ['substr', 'substring'],
  ],
  [['UPPER'], ['uppercase', 'capital', 'capitals']],
  [['LOWER'], ['lowercase']],
  [['TRIM'], ['strip', 'whitespace']],
  [['PAD_START'], ['padding', 'pad']],
  [['STARTS_WITH', 'CIDR_CONTAINS'], ['prefix']],
  [['ENDS_WITH'], ['suffix']],
  [['MATCHES_GLOB'], ['regex', 'wildcard', 'glob']],
  [['CODE_AT'], ['character', 'char']],
  [
    ['SHA256', 'SHA512', 'SHA3_256', 'SHA1', 'FNV1A_32', 'MURMUR3_32'],
    ['hash', 'hashing', 'digest'],
  ],
  [['CRC32', 'CRC16', 'ADLER32', 'LUHN', 'MOD97'], ['checksum']],
  [
    ['HMAC_SHA256', 'HMAC_SHA512'],
    ['mac', 'signature', 'sign'],
  ],
  [
    ['EQ', 'NE', 'LT', 'LE', 'GT', 'GE', 'COMPARE_SEMVER', 'EQUAL_CT'],
    ['compare', 'comparison'],
  ],
  [
    ['EQ', 'NE', 'EQUAL_CT'],
    ['equal', 'equality', 'equals'],
  ],
  [
    ['GT', 'GE', 'MAX'],
    ['greater', 'more'],
  ],
  [
    ['LT', 'LE', 'MIN'],
    ['less', 'fewer'],
  ],
  [['UNWRAP_OR'], ['null', 'undefined', 'optional', 'default']],
  [['NARROW'], ['cast', 'assert']],
  [['REQUIRE'], ['precondition']],
  [['ENSURE'], ['postcondition', 'promise', 'invariant']],
  [
    ['DAYS_FROM_CIVIL', 'CIVIL_FROM_DAYS', 'PARSE_DATE', 'FORMAT_DATE', 'ADD_MONTHS', 'WEEKDAY', 'DAYS_IN_MONTH', 'IS_LEAP_YEAR'],
    ['date', 'calendar', 'day'],
  ],
  [
    ['ADD_MONTHS', 'DAYS_IN_MONTH'],
    ['month', 'months'],
  ],
  [['NOW'], ['time', 'clock']],
  [
    ['CIDR_CONTAINS', 'PARSE_IPV4', 'FORMAT_IPV4'],
    ['ip', 'network', 'subnet'],
  ],
  [['COMPARE_SEMVER'], ['version']],
  [['LUHN'], ['card']],
  [['MOD97'], ['iban']],
  [['TEXT_LENGTH', 'CONCAT', 'SUBSTRING', 'SPLIT', 'JOIN_TEXT', 'REPLACE', 'FORMAT_INT', 'PARSE_INT'], ['string']],
  [
    ['PARSE_INT', 'PARSE_HEX', 'PARSE_DATE', 'PARSE_IPV4'],
    ['number', 'integer', 'parse'],
  ],
  [['SHL', 'SHR'], ['shift']],
  [
    ['SUM', 'COUNT'],
    ['average', 'mean', 'total'],
  ],
  [['ANY'], ['some', 'exists']],
  [['ALL'], ['every']],
  [
    ['LENGTH', 'GET', 'MAP', 'FILTER', 'FOLD', 'SORT', 'SUM', 'APPEND', 'SLICE'],
    ['array', 'list'],
  ],
];

/** The monomers of each word in lower case, each with its position among them. */
export const USUAL_WORDS: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  CALLED.flatMap(([names, words]) =>
    words.map((word) => [word, new Map<string, number>(names.map((name, place) => [name, place]))] as const),
  ),
);
