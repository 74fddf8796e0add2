/** Parts of the main program that are the same for every circuit. */

/** The refusal of inputs that Go's types cannot hold, and the order of refusals. */
export const HARNESS_ANSWER = `
// A refusal is a value that Go's types cannot hold.
type refusal struct {
	port, path, message string
	// isLast is true for a member that is no field: all fields are checked before.
	isLast bool
}

// below makes the refusal of a part one of the whole.
func (r *refusal) below(step string) *refusal {
	r.path = step + r.path
	return r
}

func decodePort[T any](members map[string]any, port string, decode func(any) (T, *refusal)) (T, *refusal) {
	value, isThere := members[port]
	if !isThere {
		var none T
		return none, &refusal{port: port, message: "the port is missing"}
	}
	delete(members, port)
	decoded, wrong := decode(value)
	if wrong != nil {
		wrong.port = port
	}
	return decoded, wrong
}

// otherPort refuses the first member that is left.
func otherPort(members map[string]any) *refusal {
	if len(members) == 0 {
		return nil
	}
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	sort.Strings(names)
	return &refusal{port: names[0], message: "there is no such port"}
}

// precedes reports whether the circuit checks a place before a refused one.
func precedes(port, path string, wrong *refusal) bool {
	if port != wrong.port {
		for _, each := range ports {
			if each == port || each == wrong.port {
				return each == port
			}
		}
		return false
	}
	for path != "" && wrong.path != "" {
		var step, other string
		step, path = firstStep(path)
		other, wrong.path = firstStep(wrong.path)
		if step != other {
			// Longer numbers are greater; fields are in the order of their names.
			isNumber := step[0] == '['
			return isNumber && len(step) < len(other) || (!isNumber || len(step) == len(other)) && step < other
		}
	}
	return path == "" || wrong.isLast
}

// firstStep divides a path after its first step.
func firstStep(path string) (string, string) {
	for i := 1; i < len(path); i++ {
		if path[i] == '.' || path[i] == '[' {
			return path[:i], path[i:]
		}
	}
	return path, ""
}

func refusalLine(port, path, message string) []byte {
	line := []byte(\`{"domain_error":{"port":\`)
	if port == "" {
		line = append(line, "null"...)
	} else {
		line = encodeText(line, port)
	}
	line = encodeText(append(line, \`,"path":\`...), path)
	line = encodeText(append(line, \`,"message":\`...), message)
	return append(line, "}}"...)
}

func encodeText(line []byte, text string) []byte {
	line = append(line, '"')
	for i := 0; i < len(text); i++ {
		switch code := text[i]; {
		case code == '"' || code == '\\\\':
			line = append(line, '\\\\', code)
		case code < ' ':
			const digits = "0123456789abcdef"
			line = append(line, '\\\\', 'u', '0', '0', digits[code>>4], digits[code&15])
		default:
			line = append(line, code)
		}
	}
	return append(line, '"')
}
`;

/** A strict reader of JSON. */
export const HARNESS_JSON = `
// A number is the spelling of a JSON number.
type number string

const maxNesting = 72

// parse reads one JSON value (RFC 8259) without repeated members and lone
// surrogates. For any other line it returns nil, as for null.
func parse(line string) any {
	p := parser{text: line}
	value := p.value(0)
	p.space()
	if p.failed || p.at < len(p.text) || !utf8.ValidString(line) {
		return nil
	}
	return value
}

type parser struct {
	text   string
	at     int
	failed bool
}

func (p *parser) fail() any {
	p.failed = true
	return nil
}

func (p *parser) space() {
	for p.at < len(p.text) && strings.IndexByte(" \\t\\r\\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// take skips a character, and space before it, if it is the next one.
func (p *parser) take(code byte) bool {
	p.space()
	if p.at < len(p.text) && p.text[p.at] == code {
		p.at++
		return true
	}
	return false
}

func (p *parser) value(depth int) any {
	p.space()
	rest := p.text[p.at:]
	switch {
	case depth > maxNesting || rest == "":
		return p.fail()
	case rest[0] == '{':
		return p.object(depth)
	case rest[0] == '[':
		return p.array(depth)
	case rest[0] == '"':
		return p.string()
	case strings.HasPrefix(rest, "true"):
		p.at += 4
		return true
	case strings.HasPrefix(rest, "false"):
		p.at += 5
		return false
	case strings.HasPrefix(rest, "null"):
		p.at += 4
		return nil
	default:
		return p.number()
	}
}

func (p *parser) object(depth int) any {
	p.at++
	members := map[string]any{}
	if p.take('}') {
		return members
	}
	for {
		p.space()
		if p.at == len(p.text) || p.text[p.at] != '"' {
			return p.fail()
		}
		name := p.string()
		_, isRepeated := members[name]
		if p.failed || isRepeated || !p.take(':') {
			return p.fail()
		}
		members[name] = p.value(depth + 1)
		if p.failed || p.take('}') {
			return members
		}
		if !p.take(',') {
			return p.fail()
		}
	}
}

func (p *parser) array(depth int) any {
	p.at++
	elements := []any{}
	if p.take(']') {
		return elements
	}
	for {
		elements = append(elements, p.value(depth+1))
		if p.failed || p.take(']') {
			return elements
		}
		if !p.take(',') {
			return p.fail()
		}
	}
}

// string reads a string, at whose opening quote the parser is.
func (p *parser) string() string {
	var text strings.Builder
	for p.at++; p.at < len(p.text); p.at++ {
		switch code := p.text[p.at]; {
		case code == '"':
			p.at++
			return text.String()
		case code < ' ':
			p.fail()
			return ""
		case code == '\\\\':
			p.at++
			text.WriteRune(p.escaped())
		default:
			text.WriteByte(code)
		}
	}
	p.fail()
	return ""
}

// escaped reads the rest of an escape up to its last character.
func (p *parser) escaped() rune {
	if p.at >= len(p.text) {
		p.fail()
		return 0
	}
	code := p.text[p.at]
	if code == 'u' {
		unit := p.unit()
		if !utf16.IsSurrogate(unit) {
			return unit
		}
		if strings.HasPrefix(p.text[p.at+1:], "\\\\u") {
			p.at += 2
			if pair := utf16.DecodeRune(unit, p.unit()); pair != utf8.RuneError {
				return pair
			}
		}
		p.fail()
		return 0
	}
	const codes, meanings = "\\"\\\\/bfnrt", "\\"\\\\/\\b\\f\\n\\r\\t"
	place := strings.IndexByte(codes, code)
	if place < 0 {
		p.fail()
		return 0
	}
	return rune(meanings[place])
}

// unit reads the four digits after a u.
func (p *parser) unit() rune {
	if p.at+4 >= len(p.text) {
		p.fail()
		return 0
	}
	unit, err := strconv.ParseUint(p.text[p.at+1:p.at+5], 16, 16)
	if err != nil {
		p.fail()
	}
	p.at += 4
	return rune(unit)
}

func (p *parser) number() any {
	start := p.at
	if p.text[p.at] == '-' {
		p.at++
	}
	digits := p.digits()
	if digits == "" || digits[0] == '0' && digits != "0" {
		return p.fail()
	}
	if p.at < len(p.text) && p.text[p.at] == '.' {
		p.at++
		if p.digits() == "" {
			return p.fail()
		}
	}
	if p.at < len(p.text) && p.text[p.at]|0x20 == 'e' {
		p.at++
		if p.at < len(p.text) && (p.text[p.at] == '+' || p.text[p.at] == '-') {
			p.at++
		}
		if p.digits() == "" {
			return p.fail()
		}
	}
	return number(p.text[start:p.at])
}

func (p *parser) digits() string {
	start := p.at
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		p.at++
	}
	return p.text[start:p.at]
}
`;
