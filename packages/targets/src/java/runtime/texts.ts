import type { PieceSource } from './piece.js';

/** Texts, whose length and places count code points, and their conversions. */
export const TEXTS = {
  lengthOf: {
    code: `
private static int lengthOf(String text) {
  return text.codePointCount(0, text.length());
}
`,
  },
  compareTexts: {
    code: `
/**
 * Compares by code point. The code points above U+FFFF begin with units below those of U+E000.
 */
private static int compareTexts(String left, String right) {
  int length = Math.min(left.length(), right.length());
  for (int i = 0; i < length; i++) {
    char a = left.charAt(i);
    char b = right.charAt(i);
    if (a != b) {
      if (Character.isSurrogate(a) != Character.isSurrogate(b)) {
        return Character.isSurrogate(a) ? 1 : -1;
      }
      return a - b;
    }
  }
  return left.length() - right.length();
}
`,
  },
  substring: {
    code: `
private static String substring(String text, long from, long to) {
  int start = text.offsetByCodePoints(0, (int) from);
  return text.substring(start, text.offsetByCodePoints(start, (int) (to - from)));
}
`,
  },
  indexIn: {
    imports: ['java.util.Optional'],
    code: `
private static Optional<Long> indexIn(String text, String part) {
  int index = text.indexOf(part);
  return index < 0 ? Optional.empty() : Optional.of((long) text.codePointCount(0, index));
}
`,
  },
  upper: {
    code: `
/**
 * Only ASCII letters change, so that no result depends on a version of Unicode.
 */
private static String upper(String text) {
  char[] units = text.toCharArray();
  for (int i = 0; i < units.length; i++) {
    if (units[i] >= 'a' && units[i] <= 'z') {
      units[i] -= 32;
    }
  }
  return new String(units);
}
`,
  },
  lower: {
    code: `
/**
 * Only ASCII letters change, so that no result depends on a version of Unicode.
 */
private static String lower(String text) {
  char[] units = text.toCharArray();
  for (int i = 0; i < units.length; i++) {
    if (units[i] >= 'A' && units[i] <= 'Z') {
      units[i] += 32;
    }
  }
  return new String(units);
}
`,
  },
  isSpace: {
    code: `
private static boolean isSpace(char unit) {
  return unit == ' ' || (unit >= '\\t' && unit <= '\\r');
}
`,
  },
  trimmed: {
    uses: ['isSpace'],
    code: `
private static String trimmed(String text) {
  int start = 0;
  int end = text.length();
  while (start < end && isSpace(text.charAt(start))) {
    start++;
  }
  while (start < end && isSpace(text.charAt(end - 1))) {
    end--;
  }
  return text.substring(start, end);
}
`,
  },
  occurrences: {
    code: `
private static long occurrences(String text, String part) {
  long count = 0;
  for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
    count++;
  }
  return count;
}
`,
  },
  split: {
    imports: ['java.util.ArrayList', 'java.util.List'],
    code: `
private static List<String> split(String text, String separator) {
  List<String> parts = new ArrayList<>();
  int start = 0;
  for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, start)) {
    parts.add(text.substring(start, at));
    start = at + separator.length();
  }
  parts.add(text.substring(start));
  return List.copyOf(parts);
}
`,
  },
  joinedLength: {
    imports: ['java.util.List'],
    uses: ['lengthOf'],
    code: `
private static long joinedLength(List<String> texts, String separator) {
  long length = Math.max(0, texts.size() - 1L) * lengthOf(separator);
  for (String text : texts) {
    length += lengthOf(text);
  }
  return length;
}
`,
  },
  padStart: {
    uses: ['lengthOf'],
    code: `
private static String padStart(String text, long length, String pad) {
  return pad.repeat((int) Math.max(0, length - lengthOf(text))) + text;
}
`,
  },
  codeAt: {
    code: `
private static int codeAt(String text, long index) {
  return text.codePointAt(text.offsetByCodePoints(0, (int) index));
}
`,
  },
  matchesGlob: {
    code: `
/**
 * Matches a pattern: * is any run, ? one code point, and a backslash quotes.
 */
private static boolean matchesGlob(String text, String pattern) {
  // A wildcard is a negative number.
  int[] wanted = new int[pattern.length()];
  int count = 0;
  boolean isQuoted = false;
  for (int code : pattern.codePoints().toArray()) {
    if (!isQuoted && code == '\\\\') {
      isQuoted = true;
      continue;
    }
    wanted[count] = !isQuoted && (code == '*' || code == '?') ? -code : code;
    count++;
    isQuoted = false;
  }
  int[] given = text.codePoints().toArray();
  int at = 0;
  int step = 0;
  int runAt = 0;
  int runStep = -1;
  while (at < given.length) {
    int next = step < count ? wanted[step] : 0;
    if (step < count && next == -'*') {
      runStep = step;
      runAt = at;
      step++;
    } else if (step < count && (next == given[at] || next == -'?')) {
      at++;
      step++;
    } else if (runStep >= 0) {
      // Only the last run may have to be longer.
      runAt++;
      at = runAt;
      step = runStep + 1;
    } else {
      return false;
    }
  }
  while (step < count && wanted[step] == -'*') {
    step++;
  }
  return step == count && !isQuoted;
}
`,
  },
  parseInteger: {
    imports: ['java.util.Optional'],
    code: `
/**
 * Reads an optional minus and ASCII digits, within 64 bits.
 */
private static Optional<Long> parseInteger(String text) {
  boolean isNegative = text.startsWith("-");
  int start = isNegative ? 1 : 0;
  if (start == text.length()) {
    return Optional.empty();
  }
  // A negative number can be the least integer.
  long value = 0;
  for (int i = start; i < text.length(); i++) {
    int digit = text.charAt(i) - '0';
    if (digit < 0 || digit > 9 || value < Long.MIN_VALUE / 10) {
      return Optional.empty();
    }
    long shifted = value * 10;
    if (shifted < Long.MIN_VALUE + digit) {
      return Optional.empty();
    }
    value = shifted - digit;
  }
  if (isNegative) {
    return Optional.of(value);
  }
  return value == Long.MIN_VALUE ? Optional.empty() : Optional.of(-value);
}
`,
  },
  parseHex: {
    imports: ['java.util.HexFormat', 'java.util.Optional'],
    uses: ['Bytes'],
    code: `
/**
 * Reads digits of either case.
 */
private static Optional<Bytes> parseHex(String text) {
  if (text.length() % 2 != 0 || !text.chars().allMatch(HexFormat::isHexDigit)) {
    return Optional.empty();
  }
  return Optional.of(Bytes.ofHex(text));
}
`,
  },
  parseBase64: {
    imports: ['java.util.Base64', 'java.util.Optional'],
    uses: ['Bytes', 'formatBase64'],
    code: `
/**
 * Reads RFC 4648, section 4, padded; unused bits have to be zero.
 */
private static Optional<Bytes> parseBase64(String text) {
  try {
    Bytes bytes = new Bytes(Base64.getDecoder().decode(text));
    return formatBase64(bytes).equals(text) ? Optional.of(bytes) : Optional.empty();
  } catch (IllegalArgumentException error) {
    return Optional.empty();
  }
}
`,
  },
  formatBase64: {
    imports: ['java.util.Base64'],
    uses: ['Bytes'],
    code: `
private static String formatBase64(Bytes bytes) {
  return Base64.getEncoder().encodeToString(bytes.values);
}
`,
  },
  encodeUtf8: {
    imports: ['java.nio.charset.StandardCharsets'],
    uses: ['Bytes'],
    code: `
private static Bytes encodeUtf8(String text) {
  return new Bytes(text.getBytes(StandardCharsets.UTF_8));
}
`,
  },
  decodeUtf8: {
    imports: [
      'java.nio.ByteBuffer',
      'java.nio.charset.CharacterCodingException',
      'java.nio.charset.StandardCharsets',
      'java.util.Optional',
    ],
    uses: ['Bytes'],
    code: `
private static Optional<String> decodeUtf8(Bytes bytes) {
  try {
    ByteBuffer buffer = ByteBuffer.wrap(bytes.values);
    return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(buffer).toString());
  } catch (CharacterCodingException error) {
    return Optional.empty();
  }
}
`,
  },
  readBytes: {
    uses: ['Bytes'],
    code: `
/**
 * Reads an integer of some bytes, the greatest byte first.
 */
private static long readBytes(Bytes bytes, long index, int size) {
  long value = 0;
  for (int i = 0; i < size; i++) {
    value = value << 8 | bytes.at((int) index + i);
  }
  return value;
}
`,
  },
  readReversed: {
    uses: ['Bytes'],
    code: `
/**
 * Reads an integer of some bytes, the least byte first.
 */
private static long readReversed(Bytes bytes, long index, int size) {
  long value = 0;
  for (int i = size - 1; i >= 0; i--) {
    value = value << 8 | bytes.at((int) index + i);
  }
  return value;
}
`,
  },
  writeBytes: {
    uses: ['Bytes'],
    code: `
/**
 * Writes an integer in some bytes, the greatest byte first.
 */
private static Bytes writeBytes(long value, int size) {
  byte[] written = new byte[size];
  for (int i = 0; i < size; i++) {
    written[i] = (byte) (value >> 8 * (size - 1 - i));
  }
  return new Bytes(written);
}
`,
  },
  writeReversed: {
    uses: ['Bytes'],
    code: `
/**
 * Writes an integer in some bytes, the least byte first.
 */
private static Bytes writeReversed(long value, int size) {
  byte[] written = new byte[size];
  for (int i = 0; i < size; i++) {
    written[i] = (byte) (value >> 8 * i);
  }
  return new Bytes(written);
}
`,
  },
  isText: {
    code: `
/**
 * Checks for a text without lone surrogates, whose number of code points lies between both ends.
 */
static boolean isText(String text, int lo, int hi) {
  int count = 0;
  for (int i = 0; i < text.length(); i++) {
    char unit = text.charAt(i);
    if (Character.isSurrogate(unit)) {
      i++;
      boolean isPaired = i < text.length() && Character.isSurrogatePair(unit, text.charAt(i));
      if (!isPaired) {
        return false;
      }
    }
    count++;
  }
  return count >= lo && count <= hi;
}
`,
  },
  hasOnly: {
    code: `
/**
 * Checks that each code point lies in one of the ranges, which are pairs of ends.
 */
private static boolean hasOnly(String text, int[] ranges) {
  for (int i = 0; i < text.length(); i++) {
    int code = text.codePointAt(i);
    boolean isIn = false;
    for (int j = 0; j < ranges.length && !isIn; j += 2) {
      isIn = code >= ranges[j] && code <= ranges[j + 1];
    }
    if (!isIn) {
      return false;
    }
    i += Character.charCount(code) - 1;
  }
  return true;
}
`,
  },
  isHostname: {
    code: `
/**
 * Checks for labels in lower case without Punycode; the last begins with a letter.
 */
static boolean isHostname(String text) {
  if (text.length() > 253) {
    return false;
  }
  String[] labels = text.split("[.]", -1);
  for (String label : labels) {
    boolean isLabel = label.matches("[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");
    if (!isLabel || label.startsWith("xn--")) {
      return false;
    }
  }
  return labels[labels.length - 1].charAt(0) >= 'a';
}
`,
  },
  isIpv4: {
    uses: ['parseAddress'],
    code: `
static boolean isIpv4(String text) {
  return parseAddress(text).isPresent();
}
`,
  },
  isIpv6: {
    imports: ['java.util.ArrayList', 'java.util.Collections', 'java.util.List'],
    code: `
/**
 * Checks for the one spelling of RFC 5952: eight groups, zeros shortened.
 */
static boolean isIpv6(String text) {
  if (text.length() > 39 || !text.matches("[0-9a-f:]+")) {
    return false;
  }
  String[] halves = text.split("::", -1);
  if (halves.length > 2) {
    return false;
  }
  List<String> groups = new ArrayList<>();
  for (String half : halves) {
    if (!half.isEmpty()) {
      Collections.addAll(groups, half.split(":", -1));
    }
  }
  int missing = 8 - groups.size();
  if (halves.length == 2 ? missing < 1 : missing != 0) {
    return false;
  }
  int before = halves[0].isEmpty() ? 0 : halves[0].split(":", -1).length;
  groups.addAll(before, Collections.nCopies(missing, "0"));
  int longest = 0;
  int start = 0;
  int zeros = 0;
  for (int i = 0; i < 8; i++) {
    String group = groups.get(i);
    if (!group.matches("0|[1-9a-f][0-9a-f]{0,3}")) {
      return false;
    }
    zeros = group.equals("0") ? zeros + 1 : 0;
    if (zeros > longest) {
      longest = zeros;
      start = i + 1 - zeros;
    }
  }
  if (longest < 2) {
    return text.equals(String.join(":", groups));
  }
  String first = String.join(":", groups.subList(0, start));
  String last = String.join(":", groups.subList(start + longest, 8));
  return text.equals(first + "::" + last);
}
`,
  },
  isPath: {
    code: `
/**
 * Checks for an absolute path of unescaped characters without empty or dot segments.
 */
static boolean isPath(String text) {
  if (text.length() > 4095 || !text.matches("/[+-:=@-Z_a-z~]*")) {
    return false;
  }
  if (text.equals("/")) {
    return true;
  }
  for (String segment : text.substring(1).split("/", -1)) {
    if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
      return false;
    }
  }
  return true;
}
`,
  },
  parseAddress: {
    imports: ['java.util.Optional'],
    code: `
/**
 * Reads a dotted quad of numbers 0 to 255 without leading zeros.
 */
private static Optional<Long> parseAddress(String text) {
  String[] parts = text.length() > 15 ? new String[0] : text.split("[.]", -1);
  if (parts.length != 4) {
    return Optional.empty();
  }
  long address = 0;
  for (String part : parts) {
    if (!part.matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(part) > 255) {
      return Optional.empty();
    }
    address = address << 8 | Integer.parseInt(part);
  }
  return Optional.of(address);
}
`,
  },
  isInNetwork: {
    code: `
private static boolean isInNetwork(long network, long bits, long address) {
  return network >> 32 - bits == address >> 32 - bits;
}
`,
  },
  formatAddress: {
    code: `
private static String formatAddress(long address) {
  return (address >> 24) + "." + (address >> 16 & 255) + "." + (address >> 8 & 255) + "." + (address & 255);
}
`,
  },
} as const satisfies Record<string, PieceSource>;
