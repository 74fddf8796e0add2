/** Names of Python that authors' names must not hide: keywords, and what the emitted code uses itself. */
export const RESERVED: readonly string[] = [
  ...'and as assert async await break class continue def del elif else except finally for from global if import in is'.split(' '),
  ...'lambda nonlocal not or pass raise return try while with yield'.split(' '),
  ...'abs all any bool bytearray bytes dict divmod enumerate frozenset int isinstance len list map max min next object ord range'.split(
    ' ',
  ),
  ...'reversed set sorted str sum super tuple type zip'.split(' '),
  ...'base64 binascii datetime hashlib hmac math re zlib'.split(' '),
];

/** Further names that the code uses if the circuit has entropy sources. */
export const RESERVED_FOR_SOURCES: readonly string[] = ['host', 'os', 'secrets', 'time', 'uuid'];

/** Names of classes that a record of an author must not have. */
export const RESERVED_CLASSES: readonly string[] =
  'Any DomainError Exception Fault GuardError Host NamedTuple None Optional StopIteration True False UnicodeDecodeError ValueError'.split(
    ' ',
  );

/** Returns a name as Python writes it: a reserved one gets an underscore, as PEP 8 recommends. */
export function allowed(name: string): string {
  return RESERVED.includes(name) ? `${name}_` : name;
}

/** Returns the name of a class for a name of an author: `two_records` becomes `TwoRecords`. */
export function className(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z0-9]*)/g, (_, word: string) => word.charAt(0).toUpperCase() + word.slice(1)).replaceAll('_', '');
}
