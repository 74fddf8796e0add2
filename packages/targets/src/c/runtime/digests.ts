import type { PieceSource } from './piece.js';

/** Digests and checksums. */

function wordsOf(words: readonly string[], perLine: number): string {
  const lines: string[] = [];
  for (let i = 0; i < words.length; i += perLine) lines.push(`    ${words.slice(i, i + perLine).join(', ')}`);
  return lines.join(',\n');
}

function crc32Remainders(): readonly string[] {
  return Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    return `0x${(crc >>> 0).toString(16).padStart(8, '0')}`;
  });
}

/** Returns the first primes. */
function primes(count: number): readonly bigint[] {
  const found: bigint[] = [];
  for (let n = 2n; found.length < count; n += 1n) if (found.every((prime) => n % prime !== 0n)) found.push(n);
  return found;
}

/** Returns the first bits of the fractional part of a root of a prime: the constants of FIPS 180-4, 4.2. */
function fractionOfRoot(prime: bigint, degree: 2n | 3n, bits: bigint): bigint {
  const scaled = prime << (degree * bits);
  let [lo, hi] = [0n, 1n << (bits + 6n)];
  while (hi - lo > 1n) {
    const middle = (lo + hi) / 2n;
    if (middle ** degree <= scaled) lo = middle;
    else hi = middle;
  }
  return lo & ((1n << bits) - 1n);
}

function constants(count: number, degree: 2n | 3n, bits: bigint): readonly string[] {
  return primes(count).map((prime) => {
    const hex = fractionOfRoot(prime, degree, bits)
      .toString(16)
      .padStart(Number(bits / 4n), '0');
    return bits === 64n ? `UINT64_C(0x${hex})` : `0x${hex}`;
  });
}

function sha2(bits: 256 | 512): string {
  const isWide = bits === 512;
  const word = isWide ? 'uint64_t' : 'uint32_t';
  const [size, rounds, bytes, shift] = isWide ? [128, 80, 8, 56] : [64, 64, 4, 24];
  const [s0, s1, e0, e1] = isWide
    ? [
        [1, 8, 7],
        [19, 61, 6],
        [28, 34, 39],
        [14, 18, 41],
      ]
    : [
        [7, 18, 3],
        [17, 19, 10],
        [2, 13, 22],
        [6, 11, 25],
      ];
  const rotate = `kir_rotate_${word === 'uint64_t' ? 64 : 32}`;
  const small = ([a, b, c]: readonly number[], x: string): string => `${rotate}(${x}, ${a}) ^ ${rotate}(${x}, ${b}) ^ ${x} >> ${c}`;
  const great = ([a, b, c]: readonly number[], x: string): string =>
    `${rotate}(${x}, ${a}) ^ ${rotate}(${x}, ${b}) ^ ${rotate}(${x}, ${c})`;
  return `
static const ${word} kir_sha${bits}_constants[${rounds}] = {
${wordsOf(constants(rounds, 3n, isWide ? 64n : 32n), isWide ? 3 : 6)}};

static void kir_sha${bits}_block(${word} state[8], const uint8_t block[${size}]) {
  ${word} words[${rounds}];
  for (size_t i = 0; i < ${rounds}; i++) {
    if (i < 16) {
      words[i] = 0;
      for (size_t j = 0; j < ${bytes}; j++) {
        words[i] = words[i] << 8 | block[${bytes} * i + j];
      }
      continue;
    }
    const ${word} a = words[i - 15], b = words[i - 2];
    const ${word} first = ${small(s0 ?? [], 'a')};
    const ${word} second = ${small(s1 ?? [], 'b')};
    words[i] = words[i - 16] + first + words[i - 7] + second;
  }
  ${word} v[8];
  for (size_t i = 0; i < 8; i++) {
    v[i] = state[i];
  }
  for (size_t i = 0; i < ${rounds}; i++) {
    const ${word} first = ${great(e1 ?? [], 'v[4]')};
    const ${word} second = ${great(e0 ?? [], 'v[0]')};
    const ${word} choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
    const ${word} majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
    const ${word} added = v[7] + first + choice + kir_sha${bits}_constants[i] + words[i];
    for (size_t j = 7; j > 0; j--) {
      v[j] = v[j - 1];
    }
    v[4] += added;
    v[0] = added + second + majority;
  }
  for (size_t i = 0; i < 8; i++) {
    state[i] += v[i];
  }
}

// Computes a digest (FIPS 180-4) of two parts, one after the other.
static void kir_sha${bits}_parts($bytes a, $bytes b, uint8_t digest[${bits / 8}]) {
  ${word} state[8] = {
${wordsOf(constants(8, 2n, isWide ? 64n : 32n), isWide ? 3 : 6).replaceAll(/^ {4}/gm, '      ')}};
  uint8_t block[${size}];
  size_t used = 0;
  const $bytes parts[] = {a, b};
  for (size_t part = 0; part < 2; part++) {
    for (size_t i = 0; i < parts[part].size; i++) {
      block[used++] = parts[part].data[i];
      if (used == sizeof block) {
        kir_sha${bits}_block(state, block);
        used = 0;
      }
    }
  }
  // A one bit, zeros, and the length in bits.
  const uint64_t length = 8 * ((uint64_t)a.size + b.size);
  block[used++] = 0x80;
  while (used != sizeof block - ${2 * bytes}) {
    if (used == sizeof block) {
      kir_sha${bits}_block(state, block);
      used = 0;
    } else {
      block[used++] = 0;
    }
  }
  for (size_t i = 0; i < ${2 * bytes}; i++) {
    block[used++] = ${isWide ? 'i < 8 ? 0 : (uint8_t)(length >> (120 - 8 * i))' : '(uint8_t)(length >> (56 - 8 * i))'};
  }
  kir_sha${bits}_block(state, block);
  for (size_t i = 0; i < ${bits / 8}; i++) {
    digest[i] = (uint8_t)(state[i / ${bytes}] >> (${shift} - 8 * (i % ${bytes})));
  }
}
`;
}

/** A digest of the arguments' bytes as a value. */
function digestOf(name: string, size: number): string {
  return `
static $bytes kir_${name}(kir_run *run, $bytes bytes) {
  uint8_t *digest = kir_allocate(run, ${size});
  kir_${name}_parts(bytes, ($bytes){.size = 0}, digest);
  return ($bytes){.data = digest, .size = ${size}};
}
`;
}

function hmac(bits: 256 | 512): string {
  const block = bits === 256 ? 64 : 128;
  return `
// Computes a message authentication code (RFC 2104).
static void kir_hmac_sha${bits}_to($bytes key, $bytes message, uint8_t code[${bits / 8}]) {
  uint8_t padded[${block}] = {0}, outer[${block + bits / 8}];
  if (key.size > sizeof padded) {
    kir_sha${bits}_parts(key, ($bytes){.size = 0}, padded);
  } else if (key.size > 0) {
    memcpy(padded, key.data, key.size);
  }
  for (size_t i = 0; i < sizeof padded; i++) {
    outer[i] = padded[i] ^ 0x5C;
    padded[i] ^= 0x36;
  }
  kir_sha${bits}_parts(($bytes){.data = padded, .size = sizeof padded}, message, outer + sizeof padded);
  kir_sha${bits}_parts(($bytes){.data = outer, .size = sizeof outer}, ($bytes){.size = 0}, code);
}
`;
}

function hmacOf(bits: 256 | 512): string {
  return `
static $bytes kir_hmac_sha${bits}(kir_run *run, $bytes key, $bytes message) {
  uint8_t *code = kir_allocate(run, ${bits / 8});
  kir_hmac_sha${bits}_to(key, message, code);
  return ($bytes){.data = code, .size = ${bits / 8}};
}
`;
}

/** Returns the round constants of Keccak from its shift register (FIPS 202, 3.2.5). */
function keccakConstants(): readonly string[] {
  let register = 1;
  const next = (): boolean => {
    const bit = (register & 1) === 1;
    register = (register << 1) ^ ((register >> 7) * 0x171);
    return bit;
  };
  return Array.from({ length: 24 }, () => {
    let constant = 0n;
    for (let j = 0; j < 7; j += 1) if (next()) constant |= 1n << BigInt(2 ** j - 1);
    return `UINT64_C(0x${constant.toString(16).padStart(16, '0')})`;
  });
}

export const DIGESTS = {
  kir_rotate_32: {
    code: `
static uint32_t kir_rotate_32(uint32_t word, int count) {
  return word >> count | word << (32 - count);
}
`,
  },
  kir_rotate_64: {
    code: `
static uint64_t kir_rotate_64(uint64_t word, int count) {
  return word >> count | word << (64 - count);
}
`,
  },
  kir_sha1: {
    uses: ['kir_rotate_32', 'kir_allocate'],
    code: `
static void kir_sha1_block(uint32_t state[5], const uint8_t block[64]) {
  uint32_t words[80];
  for (size_t i = 0; i < 80; i++) {
    if (i < 16) {
      words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    } else {
      words[i] = kir_rotate_32(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 31);
    }
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
  for (size_t i = 0; i < 80; i++) {
    static const uint32_t constants[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint32_t mixed = b ^ c ^ d;
    if (i < 20) {
      mixed = (b & c) | (~b & d);
    } else if (i >= 40 && i < 60) {
      mixed = (b & c) | (b & d) | (c & d);
    }
    const uint32_t next = kir_rotate_32(a, 27) + mixed + e + constants[i / 20] + words[i];
    e = d;
    d = c;
    c = kir_rotate_32(b, 2);
    b = a;
    a = next;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
}

// Computes the digest of FIPS 180-4, 6.1.
static $bytes kir_sha1(kir_run *run, $bytes bytes) {
  uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  uint8_t block[64];
  size_t used = 0;
  for (size_t i = 0; i < bytes.size; i++) {
    block[used++] = bytes.data[i];
    if (used == sizeof block) {
      kir_sha1_block(state, block);
      used = 0;
    }
  }
  const uint64_t length = 8 * (uint64_t)bytes.size;
  block[used++] = 0x80;
  while (used != sizeof block - 8) {
    if (used == sizeof block) {
      kir_sha1_block(state, block);
      used = 0;
    } else {
      block[used++] = 0;
    }
  }
  for (size_t i = 0; i < 8; i++) {
    block[used++] = (uint8_t)(length >> (56 - 8 * i));
  }
  kir_sha1_block(state, block);
  uint8_t *digest = kir_allocate(run, 20);
  for (size_t i = 0; i < 20; i++) {
    digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
  }
  return ($bytes){.data = digest, .size = 20};
}
`,
  },
  kir_sha256_parts: { uses: ['kir_rotate_32'], code: sha2(256) },
  kir_sha512_parts: { uses: ['kir_rotate_64'], code: sha2(512) },
  kir_sha256: { uses: ['kir_sha256_parts', 'kir_allocate'], code: digestOf('sha256', 32) },
  kir_sha512: { uses: ['kir_sha512_parts', 'kir_allocate'], code: digestOf('sha512', 64) },
  kir_hmac_sha256_to: { uses: ['kir_sha256_parts'], headers: ['string.h'], code: hmac(256) },
  kir_hmac_sha512_to: { uses: ['kir_sha512_parts'], headers: ['string.h'], code: hmac(512) },
  kir_hmac_sha256: { uses: ['kir_hmac_sha256_to', 'kir_allocate'], code: hmacOf(256) },
  kir_hmac_sha512: { uses: ['kir_hmac_sha512_to', 'kir_allocate'], code: hmacOf(512) },
  kir_hkdf_sha256: {
    uses: ['kir_hmac_sha256_to', 'kir_allocate'],
    headers: ['string.h'],
    code: `
// Derives a key (RFC 5869).
static $bytes kir_hkdf_sha256(kir_run *run, $bytes material, $bytes salt, $bytes info, int64_t length) {
  uint8_t key[32], block[32];
  kir_hmac_sha256_to(salt, material, key);
  uint8_t *derived = kir_allocate(run, (size_t)length);
  uint8_t *message = kir_allocate(run, sizeof block + info.size + 1);
  size_t used = 0;
  for (size_t done = 0; done < (size_t)length; done += sizeof block) {
    // The previous block, the information, and a counter.
    if (info.size > 0) {
      memcpy(message + used, info.data, info.size);
    }
    message[used + info.size] = (uint8_t)(done / sizeof block + 1);
    kir_hmac_sha256_to(($bytes){.data = key, .size = sizeof key}, ($bytes){.data = message, .size = used + info.size + 1}, block);
    const size_t left = (size_t)length - done;
    memcpy(derived + done, block, left < sizeof block ? left : sizeof block);
    used = sizeof block;
    memcpy(message, block, used);
  }
  return ($bytes){.data = derived, .size = (size_t)length};
}
`,
  },
  kir_sha3_256: {
    uses: ['kir_rotate_64', 'kir_allocate'],
    code: `
static const uint64_t kir_keccak_constants[24] = {
${wordsOf(keccakConstants(), 3)}};

// Permutes the lanes (FIPS 202, 3.3).
static void kir_keccak(uint64_t lanes[25]) {
  for (size_t round = 0; round < 24; round++) {
    uint64_t parity[5], moved[25];
    for (size_t x = 0; x < 5; x++) {
      parity[x] = lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20];
    }
    for (size_t i = 0; i < 25; i++) {
      lanes[i] ^= parity[(i + 4) % 5] ^ kir_rotate_64(parity[(i + 1) % 5], 63);
    }
    size_t x = 1, y = 0;
    moved[0] = lanes[0];
    for (int step = 1; step <= 24; step++) {
      const int count = step * (step + 1) / 2 % 64;
      const size_t next = (2 * x + 3 * y) % 5;
      const uint64_t lane = lanes[x + 5 * y];
      moved[y + 5 * next] = count == 0 ? lane : kir_rotate_64(lane, 64 - count);
      x = y;
      y = next;
    }
    for (size_t i = 0; i < 25; i++) {
      lanes[i] = moved[i] ^ (~moved[i / 5 * 5 + (i + 1) % 5] & moved[i / 5 * 5 + (i + 2) % 5]);
    }
    lanes[0] ^= kir_keccak_constants[round];
  }
}

// Computes the digest of FIPS 202, 6.1.
static $bytes kir_sha3_256(kir_run *run, $bytes bytes) {
  uint64_t lanes[25] = {0};
  size_t at = 0;
  for (size_t i = 0; i < bytes.size; i++) {
    lanes[at / 8] ^= (uint64_t)bytes.data[i] << (8 * (at % 8));
    at++;
    if (at == 136) {
      kir_keccak(lanes);
      at = 0;
    }
  }
  lanes[at / 8] ^= UINT64_C(6) << (8 * (at % 8));
  lanes[16] ^= UINT64_C(1) << 63;
  kir_keccak(lanes);
  uint8_t *digest = kir_allocate(run, 32);
  for (size_t i = 0; i < 32; i++) {
    digest[i] = (uint8_t)(lanes[i / 8] >> (8 * (i % 8)));
  }
  return ($bytes){.data = digest, .size = 32};
}
`,
  },
  kir_crc16: {
    code: `
// Computes CRC-16/CCITT-FALSE.
static int64_t kir_crc16($bytes bytes) {
  uint32_t crc = 0xFFFF;
  for (size_t i = 0; i < bytes.size; i++) {
    crc ^= (uint32_t)bytes.data[i] << 8;
    for (int bit = 0; bit < 8; bit++) {
      crc = (crc << 1 ^ (0x1021 & (0 - (crc >> 15)))) & 0xFFFF;
    }
  }
  return crc;
}
`,
  },
  kir_crc32: {
    code: `
// The remainders of all bytes by the reversed polynomial 0xEDB88320.
static const uint32_t kir_crc32_remainders[256] = {
${wordsOf(crc32Remainders(), 6)}};

static int64_t kir_crc32($bytes bytes) {
  uint32_t crc = UINT32_MAX;
  for (size_t i = 0; i < bytes.size; i++) {
    crc = crc >> 8 ^ kir_crc32_remainders[(crc ^ bytes.data[i]) & 0xFF];
  }
  return crc ^ UINT32_MAX;
}
`,
  },
  kir_adler32: {
    code: `
static int64_t kir_adler32($bytes bytes) {
  uint32_t sum = 1, sums = 0;
  for (size_t i = 0; i < bytes.size; i++) {
    sum = (sum + bytes.data[i]) % 65521;
    sums = (sums + sum) % 65521;
  }
  return sums << 16 | sum;
}
`,
  },
  kir_fnv1a_32: {
    code: `
static int64_t kir_fnv1a_32($bytes bytes) {
  uint32_t hash = 0x811C9DC5;
  for (size_t i = 0; i < bytes.size; i++) {
    hash = (hash ^ bytes.data[i]) * 0x01000193;
  }
  return hash;
}
`,
  },
  kir_murmur3_32: {
    uses: ['kir_rotate_32'],
    code: `
// Computes MurmurHash3 x86 32.
static int64_t kir_murmur3_32($bytes bytes, int64_t seed) {
  uint32_t hash = (uint32_t)seed;
  for (size_t i = 0; i < bytes.size; i += 4) {
    uint32_t word = 0;
    for (size_t j = 0; j < 4 && i + j < bytes.size; j++) {
      word |= (uint32_t)bytes.data[i + j] << (8 * j);
    }
    hash ^= kir_rotate_32(word * 0xCC9E2D51, 17) * 0x1B873593;
    if (bytes.size - i >= 4) {
      hash = kir_rotate_32(hash, 19) * 5 + 0xE6546B64;
    }
  }
  hash ^= (uint32_t)bytes.size;
  hash = (hash ^ hash >> 16) * 0x85EBCA6B;
  hash = (hash ^ hash >> 13) * 0xC2B2AE35;
  return hash ^ hash >> 16;
}
`,
  },
  kir_equal_bytes_ct: {
    code: `
// Compares each byte, whatever the earlier ones are. Lengths are not secret.
static bool kir_equal_bytes_ct($bytes a, $bytes b) {
  unsigned differing = a.size != b.size;
  for (size_t i = 0; i < a.size && i < b.size; i++) {
    differing |= (unsigned)(a.data[i] ^ b.data[i]);
  }
  return differing == 0;
}
`,
  },
  kir_xor_bytes: {
    uses: ['kir_allocate'],
    code: `
static $bytes kir_xor_bytes(kir_run *run, $bytes a, $bytes b) {
  uint8_t *data = kir_allocate(run, a.size);
  for (size_t i = 0; i < a.size; i++) {
    data[i] = a.data[i] ^ b.data[i];
  }
  return ($bytes){.data = data, .size = a.size};
}
`,
  },
  kir_has_luhn_digit: {
    code: `
// Checks the last digit of a number (ISO/IEC 7812-1).
static bool kir_has_luhn_digit($text text) {
  int64_t sum = 0;
  for (size_t i = 0; i < text.size; i++) {
    const int digit = text.data[i] - '0';
    if (digit < 0 || digit > 9) {
      return false;
    }
    sum += (text.size - i) % 2 == 1 ? digit : 2 * digit - (digit > 4 ? 9 : 0);
  }
  return text.size > 0 && sum % 10 == 0;
}
`,
  },
  kir_mod97: {
    code: `
// Returns the remainder of ISO/IEC 7064 MOD 97-10; letters are 10 to 35.
static $option_int kir_mod97($text text) {
  int64_t rest = 0;
  for (size_t i = 0; i < text.size; i++) {
    const char c = text.data[i];
    const char lower = (char)(c | 0x20);
    if (c >= '0' && c <= '9') {
      rest = (10 * rest + (c - '0')) % 97;
    } else if (lower >= 'a' && lower <= 'z') {
      rest = (100 * rest + (lower - 'a') + 10) % 97;
    } else {
      return ($option_int){.is_some = false};
    }
  }
  return ($option_int){.is_some = text.size > 0, .value = $stored rest};
}
`,
  },
} as const satisfies Record<string, PieceSource>;
