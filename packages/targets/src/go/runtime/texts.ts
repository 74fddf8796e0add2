import type { PieceSource } from './piece.js';

/** Texts and their conversions. Lengths and places count code points. */
export const TEXTS = {
  textLength: {
    code: `
func textLength(text string) int64 {
	return int64(utf8.RuneCountInString(text))
}
`,
  },
  isTextWithin: {
    code: `
// isTextWithin checks for UTF-8 of lo to hi code points.
func isTextWithin(text string, lo, hi int) bool {
	count := utf8.RuneCountInString(text)
	return lo <= count && count <= hi && utf8.ValidString(text)
}
`,
  },
  offsetOf: {
    code: `
// offsetOf returns the place of a code point in bytes; -1 if there is no such one.
func offsetOf(text string, index int64) int {
	for at := range text {
		if index == 0 {
			return at
		}
		index--
	}
	if index == 0 {
		return len(text)
	}
	return -1
}
`,
  },
  substring: {
    uses: ['offsetOf'],
    code: `
func substring(text string, from, to int64) string {
	rest := text[offsetOf(text, from):]
	return rest[:offsetOf(rest, to-from)]
}
`,
  },
  codeAt: {
    uses: ['offsetOf'],
    code: `
func codeAt(text string, index int64) int64 {
	code, _ := utf8.DecodeRuneInString(text[offsetOf(text, index):])
	return int64(code)
}
`,
  },
  indexOf: {
    uses: ['Option', 'Some', 'textLength'],
    code: `
func indexOf(text, part string) Option[int64] {
	if at := strings.Index(text, part); at >= 0 {
		return Some(textLength(text[:at]))
	}
	return Option[int64]{}
}
`,
  },
  upperText: {
    code: `
// upperText changes ASCII letters only, so that no result depends on a version of
// Unicode.
func upperText(text string) string {
	return strings.Map(func(code rune) rune {
		if code >= 'a' && code <= 'z' {
			return code - 32
		}
		return code
	}, text)
}
`,
  },
  lowerText: {
    code: `
// lowerText changes ASCII letters only, so that no result depends on a version of
// Unicode.
func lowerText(text string) string {
	return strings.Map(func(code rune) rune {
		if code >= 'A' && code <= 'Z' {
			return code + 32
		}
		return code
	}, text)
}
`,
  },
  padStart: {
    uses: ['textLength'],
    code: `
func padStart(text string, length int64, fill string) string {
	missing := length - textLength(text)
	if missing <= 0 {
		return text
	}
	return strings.Repeat(fill, int(missing)) + text
}
`,
  },
  joinedLength: {
    uses: ['textLength'],
    code: `
func joinedLength(texts []string, separator string) int64 {
	var length int64
	for i, text := range texts {
		if i > 0 {
			length += textLength(separator)
		}
		length += textLength(text)
	}
	return length
}
`,
  },
  replacedLength: {
    uses: ['textLength'],
    code: `
func replacedLength(text, part, by string) int64 {
	growth := textLength(by) - textLength(part)
	return textLength(text) + int64(strings.Count(text, part))*growth
}
`,
  },
  matchesGlob: {
    code: `
// matchesGlob matches a pattern: * is any run, ? one code point, and a backslash
// quotes.
func matchesGlob(text, pattern string) bool {
	const any, one = -1, -2
	var tokens []rune
	quoted := false
	for _, code := range pattern {
		switch {
		case quoted:
			tokens = append(tokens, code)
			quoted = false
		case code == '\\\\':
			quoted = true
		case code == '*':
			tokens = append(tokens, any)
		case code == '?':
			tokens = append(tokens, one)
		default:
			tokens = append(tokens, code)
		}
	}
	if quoted {
		return false
	}
	codes := []rune(text)
	at, token := 0, 0
	runAt, runToken := 0, -1
	for at < len(codes) {
		switch {
		case token < len(tokens) && tokens[token] == any:
			runAt, runToken = at, token
			token++
		case token < len(tokens) && (tokens[token] == one || tokens[token] == codes[at]):
			at++
			token++
		case runToken >= 0:
			// Only the last run may have to be longer.
			runAt++
			at, token = runAt, runToken+1
		default:
			return false
		}
	}
	for token < len(tokens) && tokens[token] == any {
		token++
	}
	return token == len(tokens)
}
`,
  },
  parseInteger: {
    uses: ['Option', 'Some'],
    code: `
// parseInteger reads an optional minus and ASCII digits, within 64 bits.
func parseInteger(text string) Option[int64] {
	if strings.HasPrefix(text, "+") {
		return Option[int64]{}
	}
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return Option[int64]{}
	}
	return Some(value)
}
`,
  },
  parseHex: {
    uses: ['Option', 'Some'],
    code: `
// parseHex reads digits of either case.
func parseHex(text string) Option[[]byte] {
	data, err := hex.DecodeString(text)
	if err != nil {
		return Option[[]byte]{}
	}
	return Some(data)
}
`,
  },
  parseBase64: {
    uses: ['Option', 'Some'],
    code: `
// parseBase64 reads RFC 4648, section 4, padded; unused bits have to be zero.
func parseBase64(text string) Option[[]byte] {
	data, err := base64.StdEncoding.Strict().DecodeString(text)
	// The decoder ignores the ends of lines.
	if err != nil || strings.ContainsAny(text, "\\r\\n") {
		return Option[[]byte]{}
	}
	return Some(data)
}
`,
  },
  decodeUTF8: {
    uses: ['Option', 'Some'],
    code: `
func decodeUTF8(data []byte) Option[string] {
	if !utf8.Valid(data) {
		return Option[string]{}
	}
	return Some(string(data))
}
`,
  },
  hasLuhnDigit: {
    code: `
// hasLuhnDigit checks the last digit of a number (ISO/IEC 7812-1).
func hasLuhnDigit(text string) bool {
	sum := 0
	for i := 0; i < len(text); i++ {
		digit := int(text[i]) - '0'
		if digit < 0 || digit > 9 {
			return false
		}
		if (len(text)-i)%2 == 0 {
			digit *= 2
			if digit > 9 {
				digit -= 9
			}
		}
		sum += digit
	}
	return text != "" && sum%10 == 0
}
`,
  },
  mod97: {
    uses: ['Option', 'Some'],
    code: `
// mod97 returns the remainder of ISO/IEC 7064 MOD 97-10; letters are 10 to 35.
func mod97(text string) Option[int64] {
	var remainder int64
	for _, code := range text {
		switch {
		case code >= '0' && code <= '9':
			remainder = (remainder*10 + int64(code-'0')) % 97
		case code >= 'A' && code <= 'Z':
			remainder = (remainder*100 + int64(code-'A') + 10) % 97
		case code >= 'a' && code <= 'z':
			remainder = (remainder*100 + int64(code-'a') + 10) % 97
		default:
			return Option[int64]{}
		}
	}
	if text == "" {
		return Option[int64]{}
	}
	return Some(remainder)
}
`,
  },
  isHostname: {
    code: `
// isHostname checks labels in lower case without Punycode; the last one begins
// withElement a letter.
func isHostname(text string) bool {
	if len(text) > 253 {
		return false
	}
	labels := strings.Split(text, ".")
	for _, label := range labels {
		if label == "" || len(label) > 63 || strings.HasPrefix(label, "xn--") {
			return false
		}
		if label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, code := range label {
			if code != '-' && (code < '0' || code > '9') && (code < 'a' || code > 'z') {
				return false
			}
		}
	}
	return labels[len(labels)-1][0] >= 'a'
}
`,
  },
  isIPv4: {
    uses: ['parseAddress'],
    code: `
func isIPv4(text string) bool {
	return parseAddress(text).Valid
}
`,
  },
  isIPv6: {
    code: `
// isIPv6 checks for the one spelling of RFC 5952: eight groups, zeros shortened.
func isIPv6(text string) bool {
	if len(text) > 39 {
		return false
	}
	head, tail, shortened := strings.Cut(text, "::")
	groups := groupsOf(head)
	if shortened {
		end := groupsOf(tail)
		if len(groups)+len(end) > 7 {
			return false
		}
		for len(groups)+len(end) < 8 {
			groups = append(groups, "0")
		}
		groups = append(groups, end...)
	}
	if len(groups) != 8 {
		return false
	}
	from, longest := 0, 1
	for start := range groups {
		end := start
		for end < 8 && groups[end] == "0" {
			end++
		}
		if end-start > longest {
			from, longest = start, end-start
		}
	}
	for _, group := range groups {
		if group == "" || len(group) > 4 || group[0] == '0' && group != "0" {
			return false
		}
		for _, code := range group {
			if (code < '0' || code > '9') && (code < 'a' || code > 'f') {
				return false
			}
		}
	}
	if longest < 2 {
		return text == strings.Join(groups, ":")
	}
	before, after := groups[:from], groups[from+longest:]
	return text == strings.Join(before, ":")+"::"+strings.Join(after, ":")
}
`,
    uses: ['groupsOf'],
  },
  groupsOf: {
    code: `
func groupsOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ":")
}
`,
  },
  isPath: {
    code: `
// isPath checks for an absolute path of unescaped characters without empty or dot
// segments.
func isPath(text string) bool {
	if text == "/" {
		return true
	}
	if len(text) > 4095 || !strings.HasPrefix(text, "/") {
		return false
	}
	for _, segment := range strings.Split(text[1:], "/") {
		if segment == "" || segment == "." || segment == ".." {
			return false
		}
		for _, code := range segment {
			switch {
			case code >= '+' && code <= ':', code == '=', code >= '@' && code <= 'Z':
			case code == '_', code >= 'a' && code <= 'z', code == '~':
			default:
				return false
			}
		}
	}
	return true
}
`,
  },
  parseAddress: {
    uses: ['Option', 'Some'],
    code: `
// parseAddress reads a dotted quad of numbers 0 to 255 without leading zeros.
func parseAddress(text string) Option[int64] {
	parts := strings.Split(text, ".")
	if len(text) > 15 || len(parts) != 4 {
		return Option[int64]{}
	}
	var address int64
	for _, part := range parts {
		number, err := strconv.ParseUint(part, 10, 8)
		if err != nil || part[0] == '0' && part != "0" {
			return Option[int64]{}
		}
		address = address<<8 | int64(number)
	}
	return Some(address)
}
`,
  },
  formatAddress: {
    code: `
func formatAddress(address int64) string {
	text := strconv.Itoa(int(address >> 24))
	for shift := 16; shift >= 0; shift -= 8 {
		text += "." + strconv.Itoa(int(address>>shift&255))
	}
	return text
}
`,
  },
} as const satisfies Record<string, PieceSource>;
