import type { PieceSource } from './piece.js';

/** Integer operations. Names that end in `Fits` tell if the exact result is a 64-bit integer. */
export const NUMBERS = {
  unreachable: {
    code: `
// unreachable stands for a value that no input computes.
func unreachable[T any]() T {
	panic("unreachable")
}
`,
  },
  sumFits: {
    code: `
func sumFits(a, b int64) bool {
	return (a+b < a) == (b < 0)
}
`,
  },
  differenceFits: {
    code: `
func differenceFits(a, b int64) bool {
	return (a-b > a) == (b < 0)
}
`,
  },
  productFits: {
    code: `
func productFits(a, b int64) bool {
	high, low := bits.Mul64(uint64(a), uint64(b))
	// A negative factor reads as 2^64 more.
	high -= uint64(a>>63&b) + uint64(b>>63&a)
	return int64(high) == int64(low)>>63
}
`,
  },
  minOf: {
    code: `
func minOf(a, b int64) int64 {
	if b < a {
		return b
	}
	return a
}
`,
  },
  maxOf: {
    code: `
func maxOf(a, b int64) int64 {
	if b > a {
		return b
	}
	return a
}
`,
  },
  absoluteOf: {
    code: `
func absoluteOf(a int64) int64 {
	if a < 0 {
		return -a
	}
	return a
}
`,
  },
  floorQuotient: {
    code: `
// floorQuotient rounds down.
func floorQuotient(a, b int64) int64 {
	quotient, remainder := a/b, a%b
	if remainder != 0 && (remainder < 0) != (b < 0) {
		quotient--
	}
	return quotient
}
`,
  },
  floorRemainder: {
    code: `
// floorRemainder returns a remainder that has the sign of b.
func floorRemainder(a, b int64) int64 {
	remainder := a % b
	if remainder != 0 && (remainder < 0) != (b < 0) {
		remainder += b
	}
	return remainder
}
`,
  },
  powerOf: {
    code: `
func powerOf(base, exponent int64) int64 {
	result := int64(1)
	for ; exponent > 0; exponent >>= 1 {
		if exponent&1 == 1 {
			result *= base
		}
		base *= base
	}
	return result
}
`,
  },
  powerFits: {
    uses: ['productFits'],
    code: `
func powerFits(base, exponent int64) bool {
	result := int64(1)
	for ; exponent > 0; exponent-- {
		if !productFits(result, base) {
			return false
		}
		result *= base
	}
	return true
}
`,
  },
  squareRoot: {
    code: `
// squareRoot rounds down. The floating-point root is corrected exactly.
func squareRoot(a int64) int64 {
	root := uint64(math.Sqrt(float64(a)))
	for root*root > uint64(a) {
		root--
	}
	for (root+1)*(root+1) <= uint64(a) {
		root++
	}
	return int64(root)
}
`,
  },
  magnitudeOf: {
    code: `
func magnitudeOf(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}
`,
  },
  mulDiv: {
    uses: ['magnitudeOf'],
    code: `
// mulDiv returns a * b / c, rounded toward zero; the product has 128 bits.
func mulDiv(a, b, c int64) int64 {
	high, low := bits.Mul64(magnitudeOf(a), magnitudeOf(b))
	quotient, _ := bits.Div64(high, low, magnitudeOf(c))
	if (a < 0) != (b < 0) != (c < 0) {
		return -int64(quotient)
	}
	return int64(quotient)
}
`,
  },
  mulDivFits: {
    uses: ['magnitudeOf'],
    code: `
func mulDivFits(a, b, c int64) bool {
	high, low := bits.Mul64(magnitudeOf(a), magnitudeOf(b))
	if high >= magnitudeOf(c) {
		return false
	}
	quotient, _ := bits.Div64(high, low, magnitudeOf(c))
	if (a < 0) != (b < 0) != (c < 0) {
		return quotient <= 1<<63
	}
	return quotient < 1<<63
}
`,
  },
  mulDivEven: {
    uses: ['magnitudeOf'],
    code: `
// mulDivEven returns a * b / c, rounded to the nearest integer, halves to even.
func mulDivEven(a, b, c int64) int64 {
	high, low := bits.Mul64(magnitudeOf(a), magnitudeOf(b))
	quotient, remainder := bits.Div64(high, low, magnitudeOf(c))
	rest := magnitudeOf(c) - remainder
	if remainder > rest || remainder == rest && quotient%2 == 1 {
		quotient++
	}
	if (a < 0) != (b < 0) != (c < 0) {
		return -int64(quotient)
	}
	return int64(quotient)
}
`,
  },
  mulDivEvenFits: {
    uses: ['magnitudeOf'],
    code: `
func mulDivEvenFits(a, b, c int64) bool {
	high, low := bits.Mul64(magnitudeOf(a), magnitudeOf(b))
	if high >= magnitudeOf(c) {
		return false
	}
	quotient, remainder := bits.Div64(high, low, magnitudeOf(c))
	if quotient > 1<<63 {
		return false
	}
	rest := magnitudeOf(c) - remainder
	if remainder > rest || remainder == rest && quotient%2 == 1 {
		quotient++
	}
	if (a < 0) != (b < 0) != (c < 0) {
		return quotient <= 1<<63
	}
	return quotient < 1<<63
}
`,
  },
  clampTo: {
    code: `
func clampTo(a, lo, hi int64) int64 {
	if a < lo {
		return lo
	}
	if a > hi {
		return hi
	}
	return a
}
`,
  },
  shiftFits: {
    code: `
func shiftFits(a, count int64) bool {
	return a <= math.MaxInt64>>uint64(count)
}
`,
  },
  sumOf: {
    code: `
// sumOf returns the sum. It is exact even if a partial sum is not.
func sumOf[T int32 | int64](elements []T) int64 {
	var sum int64
	for _, each := range elements {
		sum += int64(each)
	}
	return sum
}
`,
  },
  sumOfFits: {
    code: `
func sumOfFits(elements []int64) bool {
	var high, low, carry uint64
	for _, each := range elements {
		low, carry = bits.Add64(low, uint64(each), 0)
		high += uint64(each>>63) + carry
	}
	return int64(high) == int64(low)>>63
}
`,
  },
} as const satisfies Record<string, PieceSource>;
