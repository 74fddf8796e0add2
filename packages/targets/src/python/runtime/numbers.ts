import type { PieceSource } from './piece.js';

/** Integer operations, and checksums. */
export const NUMBERS = {
  _divide: {
    code: `
def _divide(a: int, b: int) -> int:
    """Return the quotient, rounded toward zero."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient
`,
  },
  _remainder: {
    code: `
def _remainder(a: int, b: int) -> int:
    """Return the remainder, which has the sign of a."""
    remainder = abs(a) % abs(b)
    return -remainder if a < 0 else remainder
`,
  },
  _divide_half_even: {
    code: `
def _divide_half_even(a: int, b: int) -> int:
    """Return the quotient, rounded to the nearest integer, halves to even."""
    quotient, remainder = divmod(a, b)
    twice, divisor = 2 * abs(remainder), abs(b)
    if twice > divisor or (twice == divisor and quotient % 2 == 1):
        return quotient + 1
    return quotient
`,
  },
  _fnv1a_32: {
    code: `
def _fnv1a_32(data: bytes) -> int:
    value = 0x811C9DC5
    for byte in data:
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value
`,
  },
  _murmur3_32: {
    code: `
def _murmur3_32(data: bytes, seed: int) -> int:
    """Return the MurmurHash3 x86 32 of the data."""
    value = seed
    for start in range(0, len(data), 4):
        block = data[start : start + 4]
        word = int.from_bytes(block, "little") * 0xCC9E2D51 & 0xFFFFFFFF
        word = (word << 15 | word >> 17) & 0xFFFFFFFF
        value ^= word * 0x1B873593 & 0xFFFFFFFF
        if len(block) == 4:
            value = (value << 13 | value >> 19) & 0xFFFFFFFF
            value = (value * 5 + 0xE6546B64) & 0xFFFFFFFF
    value ^= len(data)
    value = (value ^ value >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    value = (value ^ value >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return value ^ value >> 16
`,
  },
  _hkdf_sha256: {
    imports: ['hmac'],
    code: `
def _hkdf_sha256(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """Derive a key (RFC 5869)."""
    key = hmac.digest(salt, material, "sha256")
    derived = last = b""
    for counter in range(1, -(-length // 32) + 1):
        last = hmac.digest(key, last + info + bytes((counter,)), "sha256")
        derived += last
    return derived[:length]
`,
  },
  _has_luhn_digit: {
    imports: ['re'],
    code: `
def _has_luhn_digit(text: str) -> bool:
    """Check the last digit of a number (ISO/IEC 7812-1)."""
    if re.fullmatch("[0-9]+", text) is None:
        return False
    total = 0
    for place, digit in enumerate(reversed(text.encode())):
        value = digit - 0x30
        if place % 2 == 1:
            value = 2 * value - (9 if value > 4 else 0)
        total += value
    return total % 10 == 0
`,
  },
  _mod97: {
    imports: ['re'],
    typing: ['Optional'],
    code: `
def _mod97(text: str) -> Optional[int]:
    """Return the remainder of ISO/IEC 7064 MOD 97-10; letters are 10 to 35."""
    if re.fullmatch("[0-9A-Za-z]+", text) is None:
        return None
    remainder = 0
    for character in text:
        value = int(character, 36)
        remainder = (remainder * (10 if value < 10 else 100) + value) % 97
    return remainder
`,
  },
} as const satisfies Record<string, PieceSource>;
