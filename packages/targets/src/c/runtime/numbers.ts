import type { PieceSource } from './piece.js';

/** Operations on 64-bit integers. */
export const NUMBERS = {
  kir_add_fits: {
    code: `
static bool kir_add_fits(int64_t a, int64_t b) {
  return b < 0 ? a >= INT64_MIN - b : a <= INT64_MAX - b;
}
`,
  },
  kir_subtract_fits: {
    code: `
static bool kir_subtract_fits(int64_t a, int64_t b) {
  return b < 0 ? a <= INT64_MAX + b : a >= INT64_MIN + b;
}
`,
  },
  kir_multiply_fits: {
    code: `
static bool kir_multiply_fits(int64_t a, int64_t b) {
  if (a == 0 || b == 0) {
    return true;
  }
  if (a > 0) {
    return b > 0 ? a <= INT64_MAX / b : b >= INT64_MIN / a;
  }
  return b > 0 ? a >= INT64_MIN / b : b >= INT64_MAX / a;
}
`,
  },
  kir_floor_divide: {
    code: `
static int64_t kir_floor_divide(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
`,
  },
  kir_floor_modulo: {
    code: `
static int64_t kir_floor_modulo(int64_t a, int64_t b) {
  if (b == -1) {
    return 0;
  }
  const int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
`,
  },
  kir_remainder: {
    code: `
// The remainder by -1 is 0, though the quotient of the least integer overflows.
static int64_t kir_remainder(int64_t a, int64_t b) {
  return b == -1 ? 0 : a % b;
}
`,
  },
  kir_absolute: {
    code: `
static int64_t kir_absolute(int64_t a) {
  return a < 0 ? -a : a;
}
`,
  },
  kir_least: {
    code: `
static int64_t kir_least(int64_t a, int64_t b) {
  return a < b ? a : b;
}
`,
  },
  kir_greatest: {
    code: `
static int64_t kir_greatest(int64_t a, int64_t b) {
  return a > b ? a : b;
}
`,
  },
  kir_is_between: {
    code: `
static bool kir_is_between(int64_t lo, int64_t value, int64_t hi) {
  return lo <= value && value <= hi;
}
`,
  },
  kir_power: {
    code: `
static int64_t kir_power(int64_t base, int64_t exponent) {
  // The last square may be too large, but it is not used.
  uint64_t power = 1;
  uint64_t square = (uint64_t)base;
  for (int64_t rest = exponent; rest > 0; rest /= 2) {
    if (rest % 2 == 1) {
      power *= square;
    }
    square *= square;
  }
  return (int64_t)power;
}
`,
  },
  kir_power_fits: {
    uses: ['kir_multiply_fits'],
    code: `
static bool kir_power_fits(int64_t base, int64_t exponent) {
  int64_t power = 1;
  for (int64_t i = 0; i < exponent; i++) {
    if (!kir_multiply_fits(power, base)) {
      return false;
    }
    power *= base;
  }
  return true;
}
`,
  },
  kir_square_root: {
    code: `
// Returns the greatest integer whose square is at most the value.
static int64_t kir_square_root(int64_t value) {
  uint64_t rest = (uint64_t)value;
  uint64_t root = 0;
  for (uint64_t bit = UINT64_C(1) << 62; bit > 0; bit >>= 2) {
    const bool fits = rest >= root + bit;
    rest -= fits ? root + bit : 0;
    root = root / 2 + (fits ? bit : 0);
  }
  return (int64_t)root;
}
`,
  },
  kir_magnitude: {
    code: `
static uint64_t kir_magnitude(int64_t value) {
  return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}
`,
  },
  kir_divide_product: {
    code: `
// Divides a * b, which may have 128 bits, by c. Returns false if the quotient
// does not fit 64 bits.
static bool kir_divide_product(uint64_t a, uint64_t b, uint64_t c, uint64_t *quotient, uint64_t *rest) {
#if defined(__SIZEOF_INT128__) && !defined(KIR_PORTABLE)
  __extension__ typedef unsigned __int128 uint128;
  const uint128 product = (uint128)a * b;
  if (product >> 64 >= c) {
    return false;
  }
  *quotient = (uint64_t)(product / c);
  *rest = (uint64_t)(product % c);
#else
  const uint64_t a_low = a & UINT32_MAX, a_high = a >> 32;
  const uint64_t b_low = b & UINT32_MAX, b_high = b >> 32;
  const uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
  const uint64_t carried = a_low * b_high + (middle & UINT32_MAX);
  uint64_t high = a_high * b_high + (middle >> 32) + (carried >> 32);
  uint64_t low = a * b;
  if (high >= c) {
    return false;
  }
  // Long division: high is the rest so far.
  for (int i = 0; i < 64; i++) {
    const bool overflows = high >> 63 == 1;
    high = high << 1 | low >> 63;
    low <<= 1;
    if (overflows || high >= c) {
      high -= c;
      low |= 1;
    }
  }
  *quotient = low;
  *rest = high;
#endif
  return true;
}
`,
  },
  kir_scale: {
    uses: ['kir_magnitude', 'kir_divide_product'],
    code: `
// Computes a * b / c, rounded toward zero, or to the nearest integer with
// halves to even. Returns false if it does not fit 64 bits.
static bool kir_scale(int64_t a, int64_t b, int64_t c, bool half_even, int64_t *scaled) {
  const uint64_t divisor = kir_magnitude(c);
  uint64_t quotient, rest;
  if (!kir_divide_product(kir_magnitude(a), kir_magnitude(b), divisor, &quotient, &rest)) {
    return false;
  }
  if (half_even && (rest > divisor - rest || (rest == divisor - rest && quotient % 2 == 1))) {
    if (quotient == UINT64_MAX) {
      return false;
    }
    quotient++;
  }
  const bool is_negative = ((a < 0) != (b < 0)) != (c < 0);
  if (quotient > (uint64_t)INT64_MAX + is_negative) {
    return false;
  }
  *scaled = (int64_t)(is_negative ? 0 - quotient : quotient);
  return true;
}
`,
  },
  kir_multiply_divide: {
    uses: ['kir_scale'],
    code: `
static int64_t kir_multiply_divide(int64_t a, int64_t b, int64_t c) {
  int64_t scaled = 0;
  kir_scale(a, b, c, false, &scaled);
  return scaled;
}
`,
  },
  kir_multiply_divide_fits: {
    uses: ['kir_scale'],
    code: `
static bool kir_multiply_divide_fits(int64_t a, int64_t b, int64_t c) {
  int64_t scaled;
  return kir_scale(a, b, c, false, &scaled);
}
`,
  },
  kir_multiply_divide_even: {
    uses: ['kir_scale'],
    code: `
static int64_t kir_multiply_divide_even(int64_t a, int64_t b, int64_t c) {
  int64_t scaled = 0;
  kir_scale(a, b, c, true, &scaled);
  return scaled;
}
`,
  },
  kir_multiply_divide_even_fits: {
    uses: ['kir_scale'],
    code: `
static bool kir_multiply_divide_even_fits(int64_t a, int64_t b, int64_t c) {
  int64_t scaled;
  return kir_scale(a, b, c, true, &scaled);
}
`,
  },
  kir_divide_half_even: {
    code: `
// Divides, rounded to the nearest integer, halves to even.
static int64_t kir_divide_half_even(int64_t a, int64_t b) {
  const int64_t quotient = a / b;
  const uint64_t rest = a % b < 0 ? 0 - (uint64_t)(a % b) : (uint64_t)(a % b);
  const uint64_t left = (b < 0 ? 0 - (uint64_t)b : (uint64_t)b) - rest;
  const bool is_up = rest > left || (rest == left && quotient % 2 != 0);
  return is_up ? quotient + ((a < 0) == (b < 0) ? 1 : -1) : quotient;
}
`,
  },
} as const satisfies Record<string, PieceSource>;
