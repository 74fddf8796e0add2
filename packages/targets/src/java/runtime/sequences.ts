import type { PieceSource } from './piece.js';

const LIST = ['java.util.List'];
const BUILT = ['java.util.ArrayList', 'java.util.List'];

/** Lists and bytes, which never change. */
export const SEQUENCES = {
  getOr: {
    imports: LIST,
    code: `
private static <T> T getOr(List<T> list, long index, T otherwise) {
  return index >= 0 && index < list.size() ? list.get((int) index) : otherwise;
}
`,
  },
  byteOr: {
    uses: ['Bytes'],
    code: `
private static long byteOr(Bytes bytes, long index, long otherwise) {
  return index >= 0 && index < bytes.length() ? bytes.at((int) index) : otherwise;
}
`,
  },
  withElement: {
    imports: BUILT,
    code: `
/**
 * Returns a copy with one element replaced.
 */
private static <T> List<T> withElement(List<T> list, int index, T element) {
  List<T> copy = new ArrayList<>(list);
  copy.set(index, element);
  return List.copyOf(copy);
}
`,
  },
  withByte: {
    uses: ['Bytes'],
    code: `
/**
 * Returns a copy with one byte replaced.
 */
private static Bytes withByte(Bytes bytes, int index, int value) {
  byte[] copy = bytes.toArray();
  copy[index] = (byte) value;
  return new Bytes(copy);
}
`,
  },
  appended: {
    imports: BUILT,
    code: `
private static <T> List<T> appended(List<T> list, T element) {
  List<T> longer = new ArrayList<>(list.size() + 1);
  longer.addAll(list);
  longer.add(element);
  return List.copyOf(longer);
}
`,
  },
  appendedByte: {
    uses: ['Bytes'],
    imports: ['java.util.Arrays'],
    code: `
private static Bytes appendedByte(Bytes bytes, int value) {
  byte[] longer = Arrays.copyOf(bytes.values, bytes.length() + 1);
  longer[bytes.length()] = (byte) value;
  return new Bytes(longer);
}
`,
  },
  joined: {
    imports: BUILT,
    code: `
private static <T> List<T> joined(List<List<T>> lists) {
  List<T> all = new ArrayList<>();
  for (List<T> list : lists) {
    all.addAll(list);
  }
  return List.copyOf(all);
}
`,
  },
  joinedBytes: {
    uses: ['Bytes'],
    imports: ['java.util.Arrays'],
    code: `
private static Bytes joinedBytes(Bytes left, Bytes right) {
  byte[] both = Arrays.copyOf(left.values, left.length() + right.length());
  System.arraycopy(right.values, 0, both, left.length(), right.length());
  return new Bytes(both);
}
`,
  },
  slice: {
    imports: LIST,
    code: `
private static <T> List<T> slice(List<T> list, long from, long to) {
  return List.copyOf(list.subList((int) from, (int) to));
}
`,
  },
  take: {
    imports: LIST,
    uses: ['slice'],
    code: `
private static <T> List<T> take(List<T> list, long count) {
  return slice(list, 0, Math.min(count, list.size()));
}
`,
  },
  drop: {
    imports: LIST,
    uses: ['slice'],
    code: `
private static <T> List<T> drop(List<T> list, long count) {
  return slice(list, Math.min(count, list.size()), list.size());
}
`,
  },
  sliceBytes: {
    uses: ['Bytes'],
    imports: ['java.util.Arrays'],
    code: `
private static Bytes sliceBytes(Bytes bytes, long from, long to) {
  return new Bytes(Arrays.copyOfRange(bytes.values, (int) from, (int) to));
}
`,
  },
  takeBytes: {
    uses: ['sliceBytes'],
    code: `
private static Bytes takeBytes(Bytes bytes, long count) {
  return sliceBytes(bytes, 0, Math.min(count, bytes.length()));
}
`,
  },
  dropBytes: {
    uses: ['sliceBytes'],
    code: `
private static Bytes dropBytes(Bytes bytes, long count) {
  return sliceBytes(bytes, Math.min(count, bytes.length()), bytes.length());
}
`,
  },
  reversed: {
    imports: [...BUILT, 'java.util.Collections'],
    code: `
private static <T> List<T> reversed(List<T> list) {
  List<T> copy = new ArrayList<>(list);
  Collections.reverse(copy);
  return List.copyOf(copy);
}
`,
  },
  reversedBytes: {
    uses: ['Bytes'],
    code: `
private static Bytes reversedBytes(Bytes bytes) {
  int length = bytes.length();
  byte[] copy = new byte[length];
  for (int i = 0; i < length; i++) {
    copy[i] = bytes.values[length - 1 - i];
  }
  return new Bytes(copy);
}
`,
  },
  find: {
    imports: ['java.util.List', 'java.util.Optional'],
    code: `
/**
 * Returns the first index of an element.
 */
private static Optional<Long> find(List<?> list, Object wanted) {
  int index = list.indexOf(wanted);
  return index < 0 ? Optional.empty() : Optional.of((long) index);
}
`,
  },
  findByte: {
    uses: ['Bytes'],
    imports: ['java.util.Optional'],
    code: `
/**
 * Returns the first index of a byte.
 */
private static Optional<Long> findByte(Bytes bytes, long wanted) {
  for (int i = 0; i < bytes.length(); i++) {
    if (bytes.at(i) == wanted) {
      return Optional.of((long) i);
    }
  }
  return Optional.empty();
}
`,
  },
  hasByte: {
    uses: ['findByte'],
    code: `
private static boolean hasByte(Bytes bytes, long wanted) {
  return findByte(bytes, wanted).isPresent();
}
`,
  },
  sorted: {
    imports: BUILT,
    code: `
private static List<Long> sorted(List<Long> list) {
  List<Long> copy = new ArrayList<>(list);
  copy.sort(null);
  return List.copyOf(copy);
}
`,
  },
  sortedTexts: {
    uses: ['compareTexts'],
    imports: BUILT,
    code: `
private static List<String> sortedTexts(List<String> list) {
  List<String> copy = new ArrayList<>(list);
  copy.sort((a, b) -> compareTexts(a, b));
  return List.copyOf(copy);
}
`,
  },
  sum: {
    imports: LIST,
    code: `
/**
 * Returns the sum. A partial sum may leave 64 bits and returns.
 */
private static long sum(List<Long> list) {
  long sum = 0;
  for (long each : list) {
    sum += each;
  }
  return sum;
}
`,
  },
  totalFits: {
    imports: LIST,
    code: `
/**
 * Adds the halves of the elements, whose sums are small.
 */
private static boolean totalFits(List<Long> list) {
  long high = 0;
  long low = 0;
  for (long each : list) {
    high += each >> 32;
    low += each & 0xFFFF_FFFFL;
  }
  high += low >> 32;
  return high == (int) high;
}
`,
  },
  range: {
    imports: BUILT,
    code: `
/**
 * Returns the integers from lo to hi.
 */
private static List<Long> range(long lo, long hi) {
  List<Long> all = new ArrayList<>();
  if (lo <= hi) {
    for (long i = 0; i <= hi - lo; i++) {
      all.add(lo + i);
    }
  }
  return List.copyOf(all);
}
`,
  },
  zipped: {
    imports: [...BUILT, 'java.util.function.BiFunction'],
    code: `
private static <A, B, C> List<C> zipped(List<A> left, List<B> right, BiFunction<A, B, C> pair) {
  int length = Math.min(left.size(), right.size());
  List<C> pairs = new ArrayList<>(length);
  for (int i = 0; i < length; i++) {
    pairs.add(pair.apply(left.get(i), right.get(i)));
  }
  return List.copyOf(pairs);
}
`,
  },
} as const satisfies Record<string, PieceSource>;
