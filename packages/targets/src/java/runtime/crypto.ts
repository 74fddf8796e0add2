import type { PieceSource } from './piece.js';

/** Digests and checksums. */
export const CRYPTO = {
  digest: {
    imports: ['java.security.MessageDigest', 'java.security.NoSuchAlgorithmException'],
    uses: ['Bytes'],
    code: `
private static Bytes digest(String algorithm, Bytes bytes) {
  try {
    return new Bytes(MessageDigest.getInstance(algorithm).digest(bytes.values));
  } catch (NoSuchAlgorithmException error) {
    throw new IllegalStateException(error);
  }
}
`,
  },
  authenticated: {
    imports: ['java.security.GeneralSecurityException', 'java.security.MessageDigest', 'java.util.Arrays'],
    uses: ['Bytes'],
    code: `
/**
 * Returns the HMAC (RFC 2104) of the data. Its digest has blocks of the given size.
 */
private static byte[] authenticated(String algorithm, int block, byte[] key, byte[]... data) {
  try {
    MessageDigest digest = MessageDigest.getInstance(algorithm);
    byte[] padded = Arrays.copyOf(key.length > block ? digest.digest(key) : key, block);
    byte[] inner = new byte[block];
    byte[] outer = new byte[block];
    for (int i = 0; i < block; i++) {
      inner[i] = (byte) (padded[i] ^ 0x36);
      outer[i] = (byte) (padded[i] ^ 0x5C);
    }
    digest.update(inner);
    for (byte[] each : data) {
      digest.update(each);
    }
    byte[] hashed = digest.digest();
    digest.update(outer);
    return digest.digest(hashed);
  } catch (GeneralSecurityException error) {
    throw new IllegalStateException(error);
  }
}
`,
  },
  hmac: {
    uses: ['authenticated'],
    code: `
private static Bytes hmac(String algorithm, int block, Bytes key, Bytes data) {
  return new Bytes(authenticated(algorithm, block, key.values, data.values));
}
`,
  },
  hkdfSha256: {
    imports: ['java.util.Arrays'],
    uses: ['authenticated'],
    code: `
/**
 * Derives a key (RFC 5869).
 */
private static Bytes hkdfSha256(Bytes material, Bytes salt, Bytes info, long length) {
  byte[] key = authenticated("SHA-256", 64, salt.values, material.values);
  byte[] derived = new byte[(int) length];
  byte[] last = {};
  for (int at = 0, counter = 1; at < derived.length; at += 32, counter++) {
    last = authenticated("SHA-256", 64, key, last, info.values, new byte[] {(byte) counter});
    System.arraycopy(last, 0, derived, at, Math.min(32, derived.length - at));
  }
  return new Bytes(derived);
}
`,
  },
  crc16: {
    uses: ['Bytes'],
    code: `
/**
 * Returns the CRC-16/CCITT-FALSE of the bytes.
 */
private static int crc16(Bytes bytes) {
  int value = 0xFFFF;
  for (byte each : bytes.values) {
    value ^= (each & 0xFF) << 8;
    for (int bit = 0; bit < 8; bit++) {
      value = (value & 0x8000) != 0 ? value << 1 ^ 0x1021 : value << 1;
    }
    value &= 0xFFFF;
  }
  return value;
}
`,
  },
  checksum: {
    imports: ['java.util.zip.Checksum'],
    uses: ['Bytes'],
    code: `
private static long checksum(Checksum checksum, Bytes bytes) {
  checksum.update(bytes.values);
  return checksum.getValue();
}
`,
  },
  fnv1a: {
    uses: ['Bytes'],
    code: `
private static long fnv1a(Bytes bytes) {
  int value = 0x811C9DC5;
  for (byte each : bytes.values) {
    value = (value ^ (each & 0xFF)) * 0x01000193;
  }
  return Integer.toUnsignedLong(value);
}
`,
  },
  murmur3: {
    uses: ['Bytes'],
    code: `
/**
 * Returns the MurmurHash3 x86 32 of the bytes.
 */
private static long murmur3(Bytes bytes, long seed) {
  int value = (int) seed;
  int length = bytes.length();
  for (int start = 0; start < length; start += 4) {
    int word = 0;
    for (int i = Math.min(start + 4, length) - 1; i >= start; i--) {
      word = word << 8 | bytes.at(i);
    }
    value ^= Integer.rotateLeft(word * 0xCC9E2D51, 15) * 0x1B873593;
    if (start + 4 <= length) {
      value = Integer.rotateLeft(value, 13) * 5 + 0xE6546B64;
    }
  }
  value ^= length;
  value = (value ^ value >>> 16) * 0x85EBCA6B;
  value = (value ^ value >>> 13) * 0xC2B2AE35;
  return Integer.toUnsignedLong(value ^ value >>> 16);
}
`,
  },
  xorBytes: {
    uses: ['Bytes'],
    code: `
private static Bytes xorBytes(Bytes left, Bytes right) {
  byte[] mixed = left.toArray();
  for (int i = 0; i < mixed.length; i++) {
    mixed[i] ^= right.values[i];
  }
  return new Bytes(mixed);
}
`,
  },
  equalInConstantTime: {
    imports: ['java.security.MessageDigest'],
    uses: ['Bytes'],
    code: `
private static boolean equalInConstantTime(Bytes left, Bytes right) {
  return MessageDigest.isEqual(left.values, right.values);
}
`,
  },
  hasLuhnDigit: {
    code: `
/**
 * Checks the last digit of a number (ISO/IEC 7812-1).
 */
private static boolean hasLuhnDigit(String text) {
  int total = 0;
  for (int i = 0; i < text.length(); i++) {
    int digit = text.charAt(i) - '0';
    if (digit < 0 || digit > 9) {
      return false;
    }
    boolean isDoubled = (text.length() - i) % 2 == 0;
    total += isDoubled ? 2 * digit - (digit > 4 ? 9 : 0) : digit;
    total %= 10;
  }
  return !text.isEmpty() && total == 0;
}
`,
  },
  mod97: {
    imports: ['java.util.Optional'],
    code: `
/**
 * Returns the remainder of ISO/IEC 7064 MOD 97-10; letters are 10 to 35.
 */
private static Optional<Long> mod97(String text) {
  long remainder = 0;
  for (int i = 0; i < text.length(); i++) {
    char unit = text.charAt(i);
    int value = unit < 128 ? Character.digit(unit, 36) : -1;
    if (value < 0) {
      return Optional.empty();
    }
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return text.isEmpty() ? Optional.empty() : Optional.of(remainder);
}
`,
  },
} as const satisfies Record<string, PieceSource>;
