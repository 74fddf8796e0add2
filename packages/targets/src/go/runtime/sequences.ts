import type { PieceSource } from './piece.js';

/** Lists and bytes. A slice that a function returns has no room beyond its end, so that no append changes another one. */
export const SEQUENCES = {
  getOr: {
    code: `
func getOr[T any](elements []T, index int64, otherwise T) T {
	if index < 0 || index >= int64(len(elements)) {
		return otherwise
	}
	return elements[index]
}
`,
  },
  getOrWide: {
    code: `
func getOrWide(elements []int32, index, otherwise int64) int64 {
	if index < 0 || index >= int64(len(elements)) {
		return otherwise
	}
	return int64(elements[index])
}
`,
  },
  byteOr: {
    code: `
func byteOr(data []byte, index, otherwise int64) int64 {
	if index < 0 || index >= int64(len(data)) {
		return otherwise
	}
	return int64(data[index])
}
`,
  },
  clonedList: {
    code: `
func clonedList[T any](elements []T) []T {
	return append(make([]T, 0, len(elements)), elements...)
}
`,
  },
  withElement: {
    uses: ['clonedList'],
    code: `
// withElement returns a copy that has another element at an index.
func withElement[T any](elements []T, index int64, element T) []T {
	copied := clonedList(elements)
	copied[index] = element
	return copied
}
`,
  },
  clippedList: {
    code: `
// clippedList returns the elements without room for more: an append copies them.
func clippedList[T any](elements []T) []T {
	return elements[:len(elements):len(elements)]
}
`,
  },
  appendedList: {
    code: `
func appendedList[T any](elements []T, element T) []T {
	grown := make([]T, len(elements)+1)
	grown[copy(grown, elements)] = element
	return grown
}
`,
  },
  joinedLists: {
    code: `
func joinedLists[T any](first, second []T) []T {
	whole := make([]T, 0, len(first)+len(second))
	return append(append(whole, first...), second...)
}
`,
  },
  sublist: {
    code: `
func sublist[T any](elements []T, from, to int64) []T {
	return elements[from:to:to]
}
`,
  },
  firstOf: {
    code: `
func firstOf[T any](elements []T, count int64) []T {
	if count >= int64(len(elements)) {
		return elements
	}
	return elements[:count:count]
}
`,
  },
  withoutFirst: {
    code: `
func withoutFirst[T any](elements []T, count int64) []T {
	if count >= int64(len(elements)) {
		return nil
	}
	return elements[count:]
}
`,
  },
  reversedList: {
    code: `
func reversedList[T any](elements []T) []T {
	turned := make([]T, len(elements))
	for i, each := range elements {
		turned[len(elements)-1-i] = each
	}
	return turned
}
`,
  },
  filledList: {
    code: `
func filledList[T any](count int64, element T) []T {
	elements := make([]T, count)
	for i := range elements {
		elements[i] = element
	}
	return elements
}
`,
  },
  indexOfElement: {
    uses: ['Option', 'Some'],
    code: `
// indexOfElement returns the first index of an element.
func indexOfElement[T comparable](elements []T, wanted T) Option[int64] {
	for i, each := range elements {
		if each == wanted {
			return Some(int64(i))
		}
	}
	return Option[int64]{}
}
`,
  },
  indexOfElementBy: {
    uses: ['Option', 'Some'],
    code: `
// indexOfElementBy returns the first index of an element.
func indexOfElementBy[T any](elements []T, wanted T, equal func(a, b T) bool) Option[int64] {
	for i, each := range elements {
		if equal(each, wanted) {
			return Some(int64(i))
		}
	}
	return Option[int64]{}
}
`,
  },
  indexOfWide: {
    uses: ['Option', 'Some'],
    code: `
// indexOfWide returns the first index of an integer, which may be beyond 32 bits.
func indexOfWide(elements []int32, wanted int64) Option[int64] {
	for i, each := range elements {
		if int64(each) == wanted {
			return Some(int64(i))
		}
	}
	return Option[int64]{}
}
`,
  },
  indexOfByte: {
    uses: ['Option', 'Some'],
    code: `
// indexOfByte returns the first index of a byte.
func indexOfByte(data []byte, wanted int64) Option[int64] {
	if wanted < 0 || wanted > 255 {
		return Option[int64]{}
	}
	if index := bytes.IndexByte(data, byte(wanted)); index >= 0 {
		return Some(int64(index))
	}
	return Option[int64]{}
}
`,
  },
  containsElement: {
    code: `
func containsElement[T comparable](elements []T, wanted T) bool {
	for _, each := range elements {
		if each == wanted {
			return true
		}
	}
	return false
}
`,
  },
  containsElementBy: {
    code: `
func containsElementBy[T any](elements []T, wanted T, equal func(a, b T) bool) bool {
	for _, each := range elements {
		if equal(each, wanted) {
			return true
		}
	}
	return false
}
`,
  },
  containsWide: {
    code: `
func containsWide(elements []int32, wanted int64) bool {
	for _, each := range elements {
		if int64(each) == wanted {
			return true
		}
	}
	return false
}
`,
  },
  containsByte: {
    code: `
func containsByte(data []byte, wanted int64) bool {
	return wanted >= 0 && wanted <= 255 && bytes.IndexByte(data, byte(wanted)) >= 0
}
`,
  },
  sortedList: {
    uses: ['clonedList'],
    code: `
func sortedList[T int32 | int64 | string](elements []T) []T {
	copied := clonedList(elements)
	sort.Slice(copied, func(i, j int) bool { return copied[i] < copied[j] })
	return copied
}
`,
  },
  integersBetween: {
    code: `
// integersBetween returns the integers from lo to hi, both included.
func integersBetween[T int32 | int64](lo, hi int64) []T {
	if lo > hi {
		return nil
	}
	integers := make([]T, hi-lo+1)
	for i := range integers {
		integers[i] = T(lo + int64(i))
	}
	return integers
}
`,
  },
  rangeFits: {
    code: `
// rangeFits reports whether at most limit integers lie between lo and hi.
func rangeFits(lo, hi int64, limit uint64) bool {
	return lo > hi || uint64(hi)-uint64(lo) < limit
}
`,
  },
  orElse: {
    uses: ['Option'],
    code: `
func orElse[T any](option Option[T], otherwise T) T {
	if option.Valid {
		return option.Value
	}
	return otherwise
}
`,
  },
  orElseWide: {
    uses: ['Option'],
    code: `
func orElseWide(option Option[int32], otherwise int64) int64 {
	if option.Valid {
		return int64(option.Value)
	}
	return otherwise
}
`,
  },
  narrowOption: {
    uses: ['Option'],
    code: `
// narrowOption returns an integer that fits 32 bits, or its absence.
func narrowOption(option Option[int64]) Option[int32] {
	return Option[int32]{Value: int32(option.Value), Valid: option.Valid}
}
`,
  },
  xorBytes: {
    code: `
func xorBytes(a, b []byte) []byte {
	result := make([]byte, len(a))
	for i := range result {
		result[i] = a[i] ^ b[i]
	}
	return result
}
`,
  },
} as const satisfies Record<string, PieceSource>;
