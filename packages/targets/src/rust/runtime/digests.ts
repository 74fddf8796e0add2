import type { PieceSource } from './piece.js';

/** Digests, and functions on them. */
export const DIGESTS = {
  blocks: {
    code: `
/// Pads a message to whole blocks: a bit, zeros, and its length in bits (FIPS 180-4, 5.1).
fn padded(data: &[u8], block: usize, length: usize) -> Vec<u8> {
    let blocks = (data.len() + length) / block + 1;
    let mut message = Vec::with_capacity(blocks * block);
    message.extend_from_slice(data);
    message.push(0x80);
    message.resize(blocks * block - 8, 0);
    message.extend_from_slice(&(8 * data.len() as u64).to_be_bytes());
    message
}
`,
  },
  sha1: {
    uses: ['blocks'],
    code: `
/// Returns the SHA-1 of the data (FIPS 180-4).
fn sha1(data: &[u8]) -> Vec<u8> {
    let mut state = [
        0x6745_2301_u32,
        0xEFCD_AB89,
        0x98BA_DCFE,
        0x1032_5476,
        0xC3D2_E1F0,
    ];
    for block in padded(data, 64, 8).chunks_exact(64) {
        let mut w = [0; 80];
        for (word, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
            *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        for t in 16..80 {
            w[t] = (w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16]).rotate_left(1);
        }
        let [mut a, mut b, mut c, mut d, mut e] = state;
        for (t, &word) in w.iter().enumerate() {
            let (f, k) = match t / 20 {
                0 => (b & c | !b & d, 0x5A82_7999),
                1 => (b ^ c ^ d, 0x6ED9_EBA1),
                2 => (b & c | b & d | c & d, 0x8F1B_BCDC),
                _ => (b ^ c ^ d, 0xCA62_C1D6_u32),
            };
            let sum = a.rotate_left(5).wrapping_add(f).wrapping_add(e);
            let next = sum.wrapping_add(k).wrapping_add(word);
            e = d;
            d = c;
            c = b.rotate_left(30);
            b = a;
            a = next;
        }
        for (word, added) in state.iter_mut().zip([a, b, c, d, e]) {
            *word = word.wrapping_add(added);
        }
    }
    state.iter().flat_map(|word| word.to_be_bytes()).collect()
}
`,
  },
  SHA256_K: {
    code: `
/// The first bits of the fractional parts of the cube roots of the first primes (FIPS 180-4, 4.2.2).
static SHA256_K: [u32; 64] = [
${sha2Constants(32, 64)}
];
`,
  },
  sha256: {
    uses: ['blocks', 'SHA256_K'],
    code: `
/// Returns the SHA-256 of the data (FIPS 180-4).
fn sha256(data: &[u8]) -> Vec<u8> {
    let mut state = [
        0x6A09_E667,
        0xBB67_AE85,
        0x3C6E_F372,
        0xA54F_F53A,
        0x510E_527F,
        0x9B05_688C,
        0x1F83_D9AB,
        0x5BE0_CD19_u32,
    ];
    for block in padded(data, 64, 8).chunks_exact(64) {
        let mut w = [0_u32; 64];
        for (word, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
            *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        for t in 16..64 {
            let (x, y) = (w[t - 15], w[t - 2]);
            let s0 = x.rotate_right(7) ^ x.rotate_right(18) ^ x >> 3;
            let s1 = y.rotate_right(17) ^ y.rotate_right(19) ^ y >> 10;
            w[t] = w[t - 16].wrapping_add(s0).wrapping_add(w[t - 7]);
            w[t] = w[t].wrapping_add(s1);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
        for (&word, &k) in w.iter().zip(&SHA256_K) {
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let sum = h.wrapping_add(s1).wrapping_add(e & f ^ !e & g);
            let t1 = sum.wrapping_add(k).wrapping_add(word);
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let t2 = s0.wrapping_add(a & b ^ a & c ^ b & c);
            h = g;
            g = f;
            f = e;
            e = d.wrapping_add(t1);
            d = c;
            c = b;
            b = a;
            a = t1.wrapping_add(t2);
        }
        for (word, added) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(added);
        }
    }
    state.iter().flat_map(|word| word.to_be_bytes()).collect()
}
`,
  },
  SHA512_K: {
    code: `
/// The first bits of the fractional parts of the cube roots of the first primes (FIPS 180-4, 4.2.3).
static SHA512_K: [u64; 80] = [
${sha2Constants(64, 80)}
];
`,
  },
  sha512: {
    uses: ['blocks', 'SHA512_K'],
    code: `
/// Returns the SHA-512 of the data (FIPS 180-4).
fn sha512(data: &[u8]) -> Vec<u8> {
    let mut state = [
        0x6A09_E667_F3BC_C908,
        0xBB67_AE85_84CA_A73B,
        0x3C6E_F372_FE94_F82B,
        0xA54F_F53A_5F1D_36F1,
        0x510E_527F_ADE6_82D1,
        0x9B05_688C_2B3E_6C1F,
        0x1F83_D9AB_FB41_BD6B,
        0x5BE0_CD19_137E_2179_u64,
    ];
    for block in padded(data, 128, 16).chunks_exact(128) {
        let mut w = [0_u64; 80];
        for (word, bytes) in w.iter_mut().zip(block.chunks_exact(8)) {
            *word = bytes.iter().fold(0, |word, &b| word << 8 | u64::from(b));
        }
        for t in 16..80 {
            let (x, y) = (w[t - 15], w[t - 2]);
            let s0 = x.rotate_right(1) ^ x.rotate_right(8) ^ x >> 7;
            let s1 = y.rotate_right(19) ^ y.rotate_right(61) ^ y >> 6;
            w[t] = w[t - 16].wrapping_add(s0).wrapping_add(w[t - 7]);
            w[t] = w[t].wrapping_add(s1);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
        for (&word, &k) in w.iter().zip(&SHA512_K) {
            let s1 = e.rotate_right(14) ^ e.rotate_right(18) ^ e.rotate_right(41);
            let sum = h.wrapping_add(s1).wrapping_add(e & f ^ !e & g);
            let t1 = sum.wrapping_add(k).wrapping_add(word);
            let s0 = a.rotate_right(28) ^ a.rotate_right(34) ^ a.rotate_right(39);
            let t2 = s0.wrapping_add(a & b ^ a & c ^ b & c);
            h = g;
            g = f;
            f = e;
            e = d.wrapping_add(t1);
            d = c;
            c = b;
            b = a;
            a = t1.wrapping_add(t2);
        }
        for (word, added) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(added);
        }
    }
    state.iter().flat_map(|word| word.to_be_bytes()).collect()
}
`,
  },
  keccak: {
    code: `
/// Permutes the state of SHA-3 (FIPS 202, 3.3).
fn keccak(state: &mut [u64; 25]) {
    let mut lfsr = 1_u8;
    for _ in 0..24 {
        let mut parity = [0; 5];
        for (i, &lane) in state.iter().enumerate() {
            parity[i % 5] ^= lane;
        }
        for (i, lane) in state.iter_mut().enumerate() {
            *lane ^= parity[(i + 4) % 5] ^ parity[(i + 1) % 5].rotate_left(1);
        }
        let (mut x, mut y, mut moved) = (1, 0, state[1]);
        for t in 0..24 {
            (x, y) = (y, (2 * x + 3 * y) % 5);
            let turned = moved.rotate_left((t + 1) * (t + 2) / 2 % 64);
            moved = std::mem::replace(&mut state[x + 5 * y], turned);
        }
        for row in state.chunks_exact_mut(5) {
            let old = [row[0], row[1], row[2], row[3], row[4]];
            for (i, lane) in row.iter_mut().enumerate() {
                *lane ^= !old[(i + 1) % 5] & old[(i + 2) % 5];
            }
        }
        for j in 0..7 {
            state[0] ^= u64::from(lfsr & 1) << ((1_u32 << j) - 1);
            lfsr = lfsr << 1 ^ (lfsr >> 7) * 0x71;
        }
    }
}
`,
  },
  sha3_256: {
    uses: ['keccak'],
    code: `
/// Returns the SHA3-256 of the data (FIPS 202).
fn sha3_256(data: &[u8]) -> Vec<u8> {
    const RATE: usize = 136;
    let mut message = data.to_vec();
    message.push(0x06);
    message.resize((data.len() / RATE + 1) * RATE, 0);
    if let Some(last) = message.last_mut() {
        *last |= 0x80;
    }
    let mut state = [0; 25];
    for block in message.chunks_exact(RATE) {
        for (lane, bytes) in state.iter_mut().zip(block.chunks_exact(8)) {
            *lane ^= bytes
                .iter()
                .rev()
                .fold(0, |lane, &b| lane << 8 | u64::from(b));
        }
        keccak(&mut state);
    }
    state[..4]
        .iter()
        .flat_map(|lane| lane.to_le_bytes())
        .collect()
}
`,
  },
  hmac: {
    code: `
/// Authenticates data by a digest with blocks of a size (RFC 2104).
fn hmac(digest: fn(&[u8]) -> Vec<u8>, block: usize, key: &[u8], data: &[u8]) -> Vec<u8> {
    let mut padded_key = if key.len() > block {
        digest(key)
    } else {
        key.to_vec()
    };
    padded_key.resize(block, 0);
    let mut inner: Vec<u8> = padded_key.iter().map(|byte| byte ^ 0x36).collect();
    inner.extend_from_slice(data);
    let mut outer: Vec<u8> = padded_key.iter().map(|byte| byte ^ 0x5C).collect();
    outer.extend(digest(&inner));
    digest(&outer)
}
`,
  },
  hmac_sha256: {
    uses: ['hmac', 'sha256'],
    code: `
fn hmac_sha256(key: &[u8], data: &[u8]) -> Vec<u8> {
    hmac(sha256, 64, key, data)
}
`,
  },
  hmac_sha512: {
    uses: ['hmac', 'sha512'],
    code: `
fn hmac_sha512(key: &[u8], data: &[u8]) -> Vec<u8> {
    hmac(sha512, 128, key, data)
}
`,
  },
  hkdf_sha256: {
    uses: ['hmac_sha256'],
    code: `
/// Derives a key (RFC 5869).
fn hkdf_sha256(material: &[u8], salt: &[u8], info: &[u8], length: i64) -> Vec<u8> {
    let key = hmac_sha256(salt, material);
    let length = length as usize;
    let (mut derived, mut last) = (Vec::with_capacity(length), Vec::new());
    let mut counter = 1_u8;
    while derived.len() < length {
        last.extend_from_slice(info);
        last.push(counter);
        last = hmac_sha256(&key, &last);
        derived.extend_from_slice(&last);
        counter = counter.wrapping_add(1);
    }
    derived.truncate(length);
    derived
}
`,
  },
  equal_ct: {
    code: `
/// Compares without a branch on the content.
fn equal_ct(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}
`,
  },
} as const satisfies Record<string, PieceSource>;

/** Returns the rows of a table of constants: the fractional parts of the cube roots of primes. */
function sha2Constants(bits: 32 | 64, count: number): string {
  const constants: string[] = [];
  for (let candidate = 2n; constants.length < count; candidate += 1n) {
    if (!isPrime(candidate)) continue;
    const root = cubeRoot(candidate << BigInt(3 * bits));
    const fraction = (root & ((1n << BigInt(bits)) - 1n))
      .toString(16)
      .toUpperCase()
      .padStart(bits / 4, '0');
    constants.push(`    0x${fraction.replaceAll(/(?<=^(?:.{4})+)(?=.)/g, '_')},`);
  }
  return constants.join('\n');
}

function isPrime(candidate: bigint): boolean {
  for (let divisor = 2n; divisor * divisor <= candidate; divisor += 1n) if (candidate % divisor === 0n) return false;
  return true;
}

/** Returns the greatest integer whose cube is at most `n`. */
function cubeRoot(n: bigint): bigint {
  let [lo, hi] = [0n, 1n << BigInt(Math.ceil(n.toString(2).length / 3) + 1)];
  while (lo < hi) {
    const middle = (lo + hi + 1n) / 2n;
    if (middle * middle * middle <= n) lo = middle;
    else hi = middle - 1n;
  }
  return lo;
}
