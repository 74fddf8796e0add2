import type { PieceSource } from './piece.js';

/** The calendar of the years 1 to 9999 in days since 1970-01-01, and versions. */
export const SYSTEM_PIECES = {
  isLeapYear: {
    code: `
func isLeapYear(year int64) bool {
	return year%4 == 0 && (year%100 != 0 || year%400 == 0)
}
`,
  },
  daysInMonth: {
    uses: ['isLeapYear'],
    code: `
func daysInMonth(year, month int64) int64 {
	switch month {
	case 2:
		if isLeapYear(year) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	default:
		return 31
	}
}
`,
  },
  daysOf: {
    code: `
// daysOf returns the days from 1970-01-01 to a date. Years begin in March.
func daysOf(year, month, day int64) int64 {
	if month <= 2 {
		year--
		month += 12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*month-457)/5 + day - 719469
}
`,
  },
  dateOf: {
    code: `
// dateOf returns the date of a day. Years begin in March, eras have 400 years.
func dateOf(days int64) (year, month, day int64) {
	days += 719468
	era, rest := days/146097, days%146097
	year = (rest - rest/1460 + rest/36524 - rest/146096) / 365
	rest -= 365*year + year/4 - year/100
	month = (5*rest + 2) / 153
	day = rest - (153*month+2)/5 + 1
	year += 400 * era
	if month < 10 {
		return year, month + 3, day
	}
	return year + 1, month - 9, day
}
`,
  },
  weekdayOf: {
    code: `
// weekdayOf returns 1 for Monday to 7 for Sunday.
func weekdayOf(days int64) int64 {
	// Day -719162 was a Monday.
	return (days+719162)%7 + 1
}
`,
  },
  formatDate: {
    uses: ['dateOf'],
    code: `
func formatDate(days int64) string {
	year, month, day := dateOf(days)
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
}
`,
  },
  parseDate: {
    uses: ['Option', 'Some', 'daysInMonth', 'daysOf'],
    code: `
// parseDate reads a real date of the form YYYY-MM-DD.
func parseDate(text string) Option[int64] {
	if len(text) != 10 || text[4] != '-' || text[7] != '-' {
		return Option[int64]{}
	}
	var parts [3]int64
	part := 0
	for i := 0; i < len(text); i++ {
		switch {
		case i == 4 || i == 7:
			part++
		case text[i] < '0' || text[i] > '9':
			return Option[int64]{}
		default:
			parts[part] = 10*parts[part] + int64(text[i]-'0')
		}
	}
	year, month, day := parts[0], parts[1], parts[2]
	if year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month) {
		return Option[int64]{}
	}
	return Some(daysOf(year, month, day))
}
`,
  },
  addMonths: {
    uses: ['Option', 'Some', 'dateOf', 'daysInMonth', 'daysOf'],
    code: `
// addMonths keeps the day of the month, or takes the last one of its month; the
// result is absent outside the calendar.
func addMonths(days, months int64) Option[int64] {
	if months < -120000 || months > 120000 {
		return Option[int64]{}
	}
	year, month, day := dateOf(days)
	months += 12*year + month - 1
	if months < 12 || months >= 120000 {
		return Option[int64]{}
	}
	year, month = months/12, months%12+1
	if last := daysInMonth(year, month); day > last {
		day = last
	}
	return Some(daysOf(year, month, day))
}
`,
  },
  cidrContains: {
    code: `
func cidrContains(network, prefix, address int64) bool {
	hosts := uint64(32 - prefix)
	return network>>hosts == address>>hosts
}
`,
  },
  compareVersions: {
    uses: ['Option', 'Some', 'parseVersion', 'compareIdentifiers'],
    code: `
// compareVersions compares the precedence of two versions: -1, 0 or 1.
func compareVersions(left, right string) Option[int64] {
	a, isVersionA := parseVersion(left)
	b, isVersionB := parseVersion(right)
	if !isVersionA || !isVersionB {
		return Option[int64]{}
	}
	for i := 0; i < len(a) && i < len(b); i++ {
		if order := compareIdentifiers(a[i], b[i]); order != 0 {
			return Some(order)
		}
	}
	switch {
	case len(a) == len(b):
		return Some[int64](0)
	case len(a) == 3 || len(b) != 3 && len(a) > len(b):
		// A release is higher than each of its pre-releases.
		return Some[int64](1)
	default:
		return Some[int64](-1)
	}
}
`,
  },
  compareIdentifiers: {
    uses: ['isNumeric'],
    code: `
// compareIdentifiers puts numbers before words. Numbers may be of any length.
func compareIdentifiers(a, b string) int64 {
	isNumber, isOtherNumber := isNumeric(a), isNumeric(b)
	switch {
	case isNumber && !isOtherNumber:
		return -1
	case !isNumber && isOtherNumber:
		return 1
	case isNumber && len(a) < len(b):
		return -1
	case isNumber && len(a) > len(b):
		return 1
	default:
		return int64(strings.Compare(a, b))
	}
}
`,
  },
  parseVersion: {
    uses: ['isNumeric', 'isIdentifier'],
    code: `
// parseVersion reads a version (Semantic Versioning 2.0.0) without its build
// metadata: three numbers and the identifiers of the pre-release.
func parseVersion(text string) ([]string, bool) {
	version, build, hasBuild := strings.Cut(text, "+")
	release, pre, hasPre := strings.Cut(version, "-")
	parts := strings.Split(release, ".")
	if len(parts) != 3 || hasBuild && !areAll(strings.Split(build, "."), isIdentifier) {
		return nil, false
	}
	if !areAll(parts, isNumeric) {
		return nil, false
	}
	if hasPre {
		parts = append(parts, strings.Split(pre, ".")...)
	}
	return parts, areAll(parts, func(part string) bool {
		return isIdentifier(part) && (part[0] != '0' || part == "0" || !isNumeric(part))
	})
}

func areAll(parts []string, isGood func(string) bool) bool {
	for _, part := range parts {
		if !isGood(part) {
			return false
		}
	}
	return true
}
`,
  },
  isNumeric: {
    code: `
func isNumeric(part string) bool {
	return part != "" && strings.Trim(part, "0123456789") == ""
}
`,
  },
  isIdentifier: {
    code: `
func isIdentifier(part string) bool {
	for _, code := range part {
		if code != '-' && (code < '0' || code > '9') && (code|0x20 < 'a' || code|0x20 > 'z') {
			return false
		}
	}
	return part != ""
}
`,
  },
} as const satisfies Record<string, PieceSource>;
