import type { PieceSource } from './piece.js';

/** Integer operations, and checksums. */
export const NUMBERS = {
  floor_div: {
    code: `
/// Returns the quotient, rounded down.
fn floor_div(a: i64, b: i64) -> i64 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) {
        quotient - 1
    } else {
        quotient
    }
}
`,
  },
  floor_mod: {
    code: `
/// Returns the remainder, which has the sign of \`b\`.
fn floor_mod(a: i64, b: i64) -> i64 {
    let remainder = a.wrapping_rem(b);
    if remainder != 0 && (remainder < 0) != (b < 0) {
        remainder + b
    } else {
        remainder
    }
}
`,
  },
  isqrt: {
    code: `
/// Returns the greatest integer whose square is at most \`n\`, which is not negative.
fn isqrt(n: i64) -> i64 {
    // The root of the nearest double is wrong by less than two.
    let mut root = (n as f64).sqrt() as i64;
    while root > 0 && root > n / root {
        root -= 1;
    }
    while root + 1 <= n / (root + 1) {
        root += 1;
    }
    root
}
`,
  },
  divide_half_even: {
    code: `
/// Returns the quotient, rounded to the nearest integer, halves to even.
fn divide_half_even(a: i128, b: i128) -> i128 {
    let (quotient, remainder) = (a.div_euclid(b), a.rem_euclid(b));
    let twice = 2 * remainder;
    // The quotient of a negative divisor is rounded up.
    let further = b.signum();
    if twice > b.abs() || (twice == b.abs() && quotient % 2 != 0) {
        quotient + further
    } else {
        quotient
    }
}
`,
  },
  sum: {
    code: `
/// Returns the sum, which fits 64 bits although partial sums may not.
fn sum(xs: &[i64]) -> i64 {
    xs.iter().fold(0, |sum, &x| sum.wrapping_add(x))
}
`,
  },
  sum_narrow: {
    code: `
fn sum_narrow(xs: &[i32]) -> i64 {
    xs.iter().map(|&x| i64::from(x)).sum()
}
`,
  },
  sum_fits: {
    code: `
fn sum_fits(xs: &[i64]) -> bool {
    i64::try_from(xs.iter().map(|&x| i128::from(x)).sum::<i128>()).is_ok()
}
`,
  },
  crc16: {
    code: `
/// Returns the CRC-16/CCITT-FALSE of the data.
fn crc16(data: &[u8]) -> i64 {
    let mut crc = 0xFFFF_u16;
    for &byte in data {
        crc ^= u16::from(byte) << 8;
        for _ in 0..8 {
            let carry = crc & 0x8000 != 0;
            crc = crc << 1 ^ if carry { 0x1021 } else { 0 };
        }
    }
    i64::from(crc)
}
`,
  },
  CRC32_TABLE: {
    code: `
/// The remainders of all bytes for the reflected polynomial of CRC-32.
static CRC32_TABLE: [u32; 256] = crc32_table();

const fn crc32_table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = crc >> 1 ^ (crc & 1) * 0xEDB8_8320;
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
}
`,
  },
  crc32: {
    uses: ['CRC32_TABLE'],
    code: `
/// Returns the CRC-32 of the data (ISO 3309).
fn crc32(data: &[u8]) -> i64 {
    let mut crc = !0_u32;
    for &byte in data {
        crc = crc >> 8 ^ CRC32_TABLE[usize::from(crc as u8 ^ byte)];
    }
    i64::from(!crc)
}
`,
  },
  adler32: {
    code: `
/// Returns the Adler-32 of the data (RFC 1950).
fn adler32(data: &[u8]) -> i64 {
    let (mut a, mut b) = (1_u32, 0_u32);
    // After 5,552 bytes the sums still fit.
    for block in data.chunks(5552) {
        for &byte in block {
            a += u32::from(byte);
            b += a;
        }
        a %= 65_521;
        b %= 65_521;
    }
    i64::from(b << 16 | a)
}
`,
  },
  fnv1a_32: {
    code: `
fn fnv1a_32(data: &[u8]) -> i64 {
    let mut hash = 0x811C_9DC5_u32;
    for &byte in data {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    i64::from(hash)
}
`,
  },
  murmur3_32: {
    code: `
/// Returns the MurmurHash3 x86 32 of the data.
fn murmur3_32(data: &[u8], seed: i64) -> i64 {
    let mut hash = seed as u32;
    for block in data.chunks(4) {
        let mut bytes = [0; 4];
        bytes[..block.len()].copy_from_slice(block);
        let word = u32::from_le_bytes(bytes).wrapping_mul(0xCC9E_2D51);
        hash ^= word.rotate_left(15).wrapping_mul(0x1B87_3593);
        if block.len() == 4 {
            hash = hash.rotate_left(13).wrapping_mul(5);
            hash = hash.wrapping_add(0xE654_6B64);
        }
    }
    hash ^= data.len() as u32;
    hash = (hash ^ hash >> 16).wrapping_mul(0x85EB_CA6B);
    hash = (hash ^ hash >> 13).wrapping_mul(0xC2B2_AE35);
    i64::from(hash ^ hash >> 16)
}
`,
  },
  has_luhn_digit: {
    code: `
/// Checks the last digit of a number (ISO/IEC 7812-1).
fn has_luhn_digit(text: &str) -> bool {
    let digits = text.as_bytes();
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let mut total = 0_u64;
    for (place, digit) in digits.iter().rev().enumerate() {
        let value = u64::from(digit - b'0') << (place % 2);
        total += if value > 9 { value - 9 } else { value };
    }
    total % 10 == 0
}
`,
  },
  mod97: {
    code: `
/// Returns the remainder of ISO/IEC 7064 MOD 97-10; letters are 10 to 35.
fn mod97(text: &str) -> Option<i64> {
    if text.is_empty() {
        return None;
    }
    let mut remainder = 0;
    for character in text.chars() {
        let value = character.to_digit(36)?;
        remainder = (remainder * if value < 10 { 10 } else { 100 } + value) % 97;
    }
    Some(i64::from(remainder))
}
`,
  },
} as const satisfies Record<string, PieceSource>;
