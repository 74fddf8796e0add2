/** Words that are no names of variables, methods and components of records. */
const KEYWORDS: readonly string[] = [
  ...'abstract assert boolean break byte case catch char class const continue default do double else enum extends final'.split(' '),
  ...'finally float for goto if implements import instanceof int interface long native new package private protected public'.split(' '),
  ...'return short static strictfp super switch synchronized this throw throws transient try void volatile while'.split(' '),
  ...'true false null var yield record sealed permits non'.split(' '),
];

/** Methods of `Object`, which neither a component of a record nor a method of a circuit may hide. */
const METHODS: readonly string[] = 'clone equals finalize getClass hashCode notify notifyAll toString wait'.split(' ');

/** Names of Java that authors' names must not be. */
export const RESERVED: readonly string[] = [...KEYWORDS, ...METHODS, 'compute', 'main'];

/** Names of types that a class of an author must not have. */
export const RESERVED_CLASSES: readonly string[] = [
  ...'ArithmeticException ArrayList Arrays BigInteger Boolean Bytes ByteArrayOutputStream Byte CRC32 Character'.split(' '),
  ...'CharacterCodingException Collections Comparator DateTimeException DomainError Error Exception Fault'.split(' '),
  ...'GuardError Host IllegalArgumentException Inputs Instant Integer Iterable LocalDate Long Main Mac MessageDigest'.split(' '),
  ...'Math Matcher Object Objects Optional Outputs Override Pattern RuntimeException SecretKeySpec SecureRandom Set'.split(' '),
  ...'StandardCharsets String StringBuilder System Throwable UUID Void List Map Number Record Enum Frame Constants'.split(' '),
  ...'BiFunction Builder Base64 HexFormat Adler32 Checksum ChronoUnit Codes Json Thread Process Class Module Package'.split(' '),
  ...'LinkedHashMap Locale BufferedInputStream Parser TreeSet Supplier InterruptedException'.split(' '),
  ...'Iterator Runnable Short Float Double Cloneable Comparable CharSequence Appendable Readable StrictMath'.split(' '),
  ...'IllegalStateException NoSuchAlgorithmException SuppressWarnings'.split(' '),
  ...'GeneralSecurityException ByteBuffer InputStream OutputStream PrintStream IOException Function'.split(' '),
];

/** Returns a name in the style of variables and methods: `two_records` becomes `twoRecords`. */
export function memberName(name: string): string {
  const written = name.replaceAll(/(?<=[a-z0-9])_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return RESERVED.includes(written) || GENERATED.test(written) ? `${written}_` : written;
}

/** Methods about domains, which have numbers. */
const GENERATED = /^(?:is|read|encode|decode)(?:List|Record|Option|Text|Tag)\d+$|^check\d+$/;

/** Returns a name in the style of classes: `two_records` becomes `TwoRecords`. */
export function className(name: string): string {
  const written = name
    .replaceAll(/(?:^|_)([a-z0-9]*)/g, (_, word: string) => word.charAt(0).toUpperCase() + word.slice(1))
    .replaceAll('_', '');
  // Classes of the emitted code have numbers.
  return /^(?:Constants|Frame)\d+$/.test(written) ? `${written}Value` : written;
}

/** Returns a name in the style of constants. Tags and ports have small letters only, so that different names stay different. */
export function constantName(name: string): string {
  return name.toUpperCase();
}
