import type { PieceSource } from './piece.js';

/** The calendar of the years 1 to 9999 in days since 1970-01-01, versions, and the entropy sources. */
export const SYSTEM = {
  isLeapYear: {
    code: `
private static boolean isLeapYear(long year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}
`,
  },
  daysInMonth: {
    uses: ['isLeapYear'],
    code: `
private static int daysInMonth(long year, long month) {
  if (month == 2) {
    return isLeapYear(year) ? 29 : 28;
  }
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}
`,
  },
  daysOf: {
    imports: ['java.time.LocalDate'],
    code: `
private static long daysOf(long year, long month, long day) {
  return LocalDate.of((int) year, (int) month, (int) day).toEpochDay();
}
`,
  },
  addMonths: {
    imports: ['java.time.LocalDate', 'java.util.Optional'],
    code: `
/**
 * Keeps the day of the month, or takes its last day; empty outside the calendar.
 */
private static Optional<Long> addMonths(long days, long months) {
  if (Math.abs(months / 12) > 10_000) {
    return Optional.empty();
  }
  LocalDate date = LocalDate.ofEpochDay(days).plusMonths(months);
  boolean isIn = date.getYear() >= 1 && date.getYear() <= 9999;
  return isIn ? Optional.of(date.toEpochDay()) : Optional.empty();
}
`,
  },
  parseDate: {
    imports: ['java.time.DateTimeException', 'java.time.LocalDate', 'java.util.Optional'],
    code: `
/**
 * Reads a real date of the form YYYY-MM-DD.
 */
private static Optional<Long> parseDate(String text) {
  if (!text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}") || text.startsWith("0000")) {
    return Optional.empty();
  }
  try {
    return Optional.of(LocalDate.parse(text).toEpochDay());
  } catch (DateTimeException error) {
    return Optional.empty();
  }
}
`,
  },
  isIdentifier: {
    code: `
/**
 * Checks for an identifier of a version: letters, digits and hyphens.
 */
private static boolean isIdentifier(String text) {
  return text.matches("[0-9A-Za-z-]+");
}
`,
  },
  isNumeric: {
    code: `
private static boolean isNumeric(String text) {
  return text.matches("[0-9]+");
}
`,
  },
  parseVersion: {
    imports: ['java.util.List', 'java.util.Optional'],
    uses: ['isIdentifier', 'isNumeric', 'isPlainNumber'],
    code: `
/**
 * Reads a version (Semantic Versioning 2.0.0) without its build metadata: its numbers, then the
 * identifiers of its pre-release.
 */
private static Optional<List<List<String>>> parseVersion(String text) {
  int plus = text.indexOf('+');
  String unbuilt = plus < 0 ? text : text.substring(0, plus);
  int minus = unbuilt.indexOf('-');
  List<String> core = List.of((minus < 0 ? unbuilt : unbuilt.substring(0, minus)).split("[.]", -1));
  List<String> build = plus < 0 ? List.of() : List.of(text.substring(plus + 1).split("[.]", -1));
  List<String> before =
      minus < 0 ? List.of() : List.of(unbuilt.substring(minus + 1).split("[.]", -1));
  boolean isVersion = core.size() == 3;
  for (String part : core) {
    isVersion = isVersion && isPlainNumber(part);
  }
  for (String part : before) {
    isVersion = isVersion && isIdentifier(part) && (!isNumeric(part) || isPlainNumber(part));
  }
  for (String part : build) {
    isVersion = isVersion && isIdentifier(part);
  }
  return isVersion ? Optional.of(List.of(core, before)) : Optional.empty();
}
`,
  },
  isPlainNumber: {
    uses: ['isNumeric'],
    code: `
private static boolean isPlainNumber(String text) {
  return isNumeric(text) && (text.length() == 1 || text.charAt(0) != '0');
}
`,
  },
  compareIdentifiers: {
    imports: ['java.util.List'],
    uses: ['isNumeric'],
    code: `
/**
 * Compares identifier by identifier. Numbers come before words, and may be of any length.
 */
private static int compareIdentifiers(List<String> left, List<String> right) {
  for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
    String a = left.get(i);
    String b = right.get(i);
    int order = Boolean.compare(isNumeric(b), isNumeric(a));
    if (order == 0 && isNumeric(a)) {
      order = Integer.compare(a.length(), b.length());
    }
    if (order == 0) {
      order = a.compareTo(b);
    }
    if (order != 0) {
      return order;
    }
  }
  return Integer.compare(left.size(), right.size());
}
`,
  },
  compareVersions: {
    imports: ['java.util.List', 'java.util.Optional'],
    uses: ['parseVersion', 'compareIdentifiers'],
    code: `
/**
 * Compares the precedence of two versions: -1, 0 or 1.
 */
private static Optional<Long> compareVersions(String left, String right) {
  Optional<List<List<String>>> first = parseVersion(left);
  Optional<List<List<String>>> second = parseVersion(right);
  if (first.isEmpty() || second.isEmpty()) {
    return Optional.empty();
  }
  List<List<String>> a = first.get();
  List<List<String>> b = second.get();
  int order = compareIdentifiers(a.get(0), b.get(0));
  if (order == 0) {
    // A release is higher than each of its pre-releases.
    order = Boolean.compare(a.get(1).isEmpty(), b.get(1).isEmpty());
  }
  if (order == 0) {
    order = compareIdentifiers(a.get(1), b.get(1));
  }
  return Optional.of((long) Integer.signum(order));
}
`,
  },
  now: {
    uses: ['DomainError', 'Host'],
    code: `
/**
 * Returns the milliseconds since 1970.
 */
private static long now(Host host) {
  long now = host.now();
  if (now < 0 || now > 253_402_300_799_999L) {
    throw new DomainError(null, "", "the clock is outside the years 1970 to 9999");
  }
  return now;
}
`,
  },
  random: {
    uses: ['DomainError', 'Host'],
    code: `
private static long random(Host host, long lo, long hi) {
  long value = host.random(lo, hi);
  if (value < lo || value > hi) {
    throw new DomainError(null, "", "the random integer is not in " + lo + " to " + hi);
  }
  return value;
}
`,
  },
  uuid: {
    uses: ['DomainError', 'Host'],
    code: `
private static String uuid(Host host) {
  String value = host.uuid();
  String digits = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
  if (value == null || !value.matches(digits)) {
    throw new DomainError(null, "", "the UUID is none of version 4");
  }
  return value;
}
`,
  },
  variable: {
    uses: ['DomainError', 'Host', 'isText'],
    imports: ['java.util.Optional'],
    code: `
/**
 * Returns a variable of the environment.
 */
private static Optional<String> variable(Host host, String name) {
  Optional<String> value = host.env(name);
  if (value == null || (value.isPresent() && !isText(value.get(), 0, 4096))) {
    String expected = " of the environment is no text of at most 4096 code points";
    throw new DomainError(null, "", "the variable " + name + expected);
  }
  return value;
}
`,
  },
  Host: { code: '' },
} as const satisfies Record<string, PieceSource>;

/** A method of the interface `Host`, with the classes that it imports. */
export interface HostMethod {
  readonly imports: readonly string[];
  readonly code: string;
}

/** The methods of the interface `Host`, by the name of the monomer. */
export const HOST_METHODS: Readonly<Record<string, HostMethod>> = {
  NOW: {
    imports: [],
    code: `
/**
 * Returns the milliseconds since 1970.
 */
default long now() {
  return System.currentTimeMillis();
}
`,
  },
  RANDOM: {
    imports: ['java.security.SecureRandom'],
    code: `
/**
 * Returns a uniform random integer from lo to hi.
 */
default long random(long lo, long hi) {
  SecureRandom source = new SecureRandom();
  if (hi == Long.MAX_VALUE) {
    return lo == Long.MIN_VALUE ? source.nextLong() : source.nextLong(lo - 1, hi) + 1;
  }
  return source.nextLong(lo, hi + 1);
}
`,
  },
  UUID: {
    imports: ['java.util.UUID'],
    code: `
/**
 * Returns a random UUID of version 4.
 */
default String uuid() {
  return UUID.randomUUID().toString();
}
`,
  },
  ENV: {
    imports: ['java.util.Optional'],
    code: `
/**
 * Returns a variable of the environment.
 */
default Optional<String> env(String name) {
  return Optional.ofNullable(System.getenv(name));
}
`,
  },
};
