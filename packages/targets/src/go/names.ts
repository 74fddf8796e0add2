/** Initialisms that Go writes in one case (staticcheck, ST1003). */
const INITIALISMS: ReadonlySet<string> = new Set(
  'acl api ascii cpu css dns eof guid html http https id ip json qps ram rpc sla smtp sql ssh tcp tls ttl udp ui gid uid uuid uri url utf8'.split(
    ' ',
  ),
);

const KEYWORDS =
  'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var';
const PREDECLARED =
  'any append bool byte cap clear close comparable complex complex64 complex128 copy delete error false float32 float64 imag int int8 int16 int32 int64 iota len make max min new nil panic print println real recover rune string true uint uint8 uint16 uint32 uint64 uintptr';
const PACKAGES =
  'adler32 base64 big binary bits bytes crc32 errors fmt hex hmac math os rand sha1 sha256 sha512 sort strconv strings subtle time utf8';
/** Names that functions use themselves. */
const LOCALS = 'callerDomain callerLine each equalOutputs err host in init main out';

/** Names that no variable of an author has: those of the language, of packages, and those that the emitted code uses itself. */
export const RESERVED: readonly string[] = [KEYWORDS, PREDECLARED, PACKAGES, LOCALS].flatMap((list) => list.split(' '));

const RESERVED_SET: ReadonlySet<string> = new Set(RESERVED);

/** Names of declarations that belong to domains and types, and are numbered. */
const DECLARED = /^(?:check|civil|is|equal|clone|zip|choose|matches|characters|tags|constant)[A-Z][A-Za-z]*\d+$/;

function words(name: string): readonly string[] {
  return name.split('_').filter((word) => word !== '');
}

function capitalized(word: string): string {
  return INITIALISMS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);
}

/** Returns an exported name for a name of an author: `card_id` becomes `CardID`. */
export function exportedName(name: string): string {
  return words(name).map(capitalized).join('');
}

/** Returns the name of a variable or of a function inside the package: `card_id` becomes `cardID`. */
export function localName(name: string): string {
  const [first = 'value', ...rest] = words(name);
  const local = [first, ...rest.map(capitalized)].join('');
  return RESERVED_SET.has(local) || DECLARED.test(local) ? `${local}_` : local;
}

/** Names of folders with a meaning for the go command. */
const FOLDERS: ReadonlySet<string> = new Set([
  'internal',
  'jsonlines',
  'main',
  'testdata',
  'vendor',
  'documentation',
  'cmd',
  'std',
  'all',
  'builtin',
]);

/** Returns the name of a package, which is also that of its folder: lower case, without underscores. */
export function packageName(circuit: string): string {
  const name = circuit.replaceAll('_', '');
  return RESERVED_SET.has(name) || FOLDERS.has(name) ? `${name}circuit` : name;
}
