/** The reader and writer of the JSON form of values, a package of the main program that is the same for every circuit. */
export const JSON_LINES = `// Package jsonlines reads inputs of a circuit in their JSON form, and writes its
// outputs.
package jsonlines

import (
	"bufio"
	"encoding/base64"
	"io"
	"sort"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Serve reads lines and writes the answer to each.
func Serve(in io.Reader, out io.Writer, answer func(line string) []byte) error {
	reader := bufio.NewReader(in)
	for {
		line, err := reader.ReadString('\\n')
		if line != "" {
			if _, failed := out.Write(append(answer(strings.TrimSuffix(line, "\\n")), '\\n')); failed != nil {
				return failed
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// A Refusal is a value that Go's types cannot hold.
type Refusal struct {
	// Port and Path name the place of the value.
	Port, Path string
	Message    string
	// isLast is true for a member that is no field: all fields are checked before.
	isLast bool
}

// Below makes the refusal of a part one of the whole.
func (r *Refusal) Below(step string) *Refusal {
	r.Path = step + r.Path
	return r
}

// DecodePort decodes the member of a port.
func DecodePort[T any](members map[string]any, port string, decode func(any) (T, *Refusal)) (T, *Refusal) {
	value, isThere := members[port]
	if !isThere {
		var none T
		return none, &Refusal{Port: port, Message: "the port is missing"}
	}
	delete(members, port)
	decoded, wrong := decode(value)
	if wrong != nil {
		wrong.Port = port
	}
	return decoded, wrong
}

// OtherPort refuses the first member that is left.
func OtherPort(members map[string]any) *Refusal {
	if len(members) == 0 {
		return nil
	}
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	sort.Strings(names)
	return &Refusal{Port: names[0], Message: "there is no such port"}
}

// Precedes reports whether the circuit, whose inputs are these ports, checks a
// place before a refused one.
func Precedes(ports []string, port, path string, wrong *Refusal) bool {
	if port != wrong.Port {
		for _, each := range ports {
			if each == port || each == wrong.Port {
				return each == port
			}
		}
		return false
	}
	rest := wrong.Path
	for path != "" && rest != "" {
		var step, other string
		step, path = firstStep(path)
		other, rest = firstStep(rest)
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

// RefusalLine returns the answer that refuses inputs; no port is the empty one.
func RefusalLine(port, path, message string) []byte {
	line := []byte(\`{"domain_error":{"port":\`)
	if port == "" {
		line = append(line, "null"...)
	} else {
		line = EncodeText(line, port)
	}
	line = EncodeText(append(line, \`,"path":\`...), path)
	line = EncodeText(append(line, \`,"message":\`...), message)
	return append(line, "}}"...)
}

// EncodeText adds a JSON string to a line.
func EncodeText(line []byte, text string) []byte {
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

// DecodeInteger reads a plain integer of at most 53 bits.
func DecodeInteger(value any) (int64, *Refusal) {
	if text, isNumber := value.(number); isNumber && len(text) <= 17 && isPlain(string(text)) {
		integer, err := strconv.ParseInt(string(text), 10, 64)
		if err == nil && integer > -1<<53 && integer < 1<<53 {
			return integer, nil
		}
	}
	return 0, &Refusal{Message: "expected an integer"}
}

// DecodeNarrowInteger reads a plain integer of 32 bits.
func DecodeNarrowInteger(value any) (int32, *Refusal) {
	integer, wrong := DecodeInteger(value)
	if wrong == nil && int64(int32(integer)) != integer {
		wrong = &Refusal{Message: "expected an integer of 32 bits"}
	}
	if wrong != nil {
		return 0, wrong
	}
	return int32(integer), nil
}

// DecodeWideInteger reads an integer of 64 bits: a text, or a plain integer of at
// most 53 bits.
func DecodeWideInteger(value any) (int64, *Refusal) {
	text, isText := value.(string)
	if !isText {
		return DecodeInteger(value)
	}
	if isPlain(text) {
		if integer, err := strconv.ParseInt(text, 10, 64); err == nil {
			return integer, nil
		}
	}
	return 0, &Refusal{Message: "expected an integer"}
}

// isPlain tests for an integer without leading zeros, exponent and fraction.
func isPlain(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return false
	}
	return text == "0" || digits[0] != '0'
}

// DecodeBoolean reads true or false.
func DecodeBoolean(value any) (bool, *Refusal) {
	if boolean, isBoolean := value.(bool); isBoolean {
		return boolean, nil
	}
	return false, &Refusal{Message: "expected true or false"}
}

// DecodeTag reads a tag of an enumeration, or any other text.
func DecodeTag[T ~string](value any) (T, *Refusal) {
	if text, isText := value.(string); isText {
		return T(text), nil
	}
	return "", &Refusal{Message: "expected a tag"}
}

// DecodeText reads a text.
func DecodeText(value any) (string, *Refusal) {
	if text, isText := value.(string); isText {
		return text, nil
	}
	return "", &Refusal{Message: "expected a text"}
}

// DecodeBytes reads padded base64 whose unused bits are zero.
func DecodeBytes(value any) ([]byte, *Refusal) {
	text, isText := value.(string)
	data, err := base64.StdEncoding.Strict().DecodeString(text)
	if !isText || err != nil || strings.ContainsAny(text, "\\r\\n") {
		return nil, &Refusal{Message: "expected bytes in base64"}
	}
	return data, nil
}

// DecodeList returns the decoder of a list from that of its elements.
func DecodeList[T any](decode func(any) (T, *Refusal)) func(any) ([]T, *Refusal) {
	return func(value any) ([]T, *Refusal) {
		elements, isList := value.([]any)
		if !isList {
			return nil, &Refusal{Message: "expected a list"}
		}
		list := make([]T, len(elements))
		for i, each := range elements {
			var wrong *Refusal
			if list[i], wrong = decode(each); wrong != nil {
				return list, wrong.Below("[" + strconv.Itoa(i) + "]")
			}
		}
		return list, nil
	}
}

// DecodeField decodes the member of a field.
func DecodeField[T any](members map[string]any, field string, decode func(any) (T, *Refusal)) (T, *Refusal) {
	value, isThere := members[field]
	if !isThere {
		var none T
		return none, &Refusal{Path: "." + field, Message: "the field is missing"}
	}
	delete(members, field)
	decoded, wrong := decode(value)
	if wrong != nil {
		wrong.Below("." + field)
	}
	return decoded, wrong
}

// OtherField refuses members that are left.
func OtherField(members map[string]any) *Refusal {
	if len(members) > 0 {
		return &Refusal{isLast: true, Message: "the record has no other fields"}
	}
	return nil
}

// EncodeInteger adds an integer of at most 53 bits.
func EncodeInteger(line []byte, value int64) []byte {
	return strconv.AppendInt(line, value, 10)
}

// EncodeNarrowInteger adds an integer of 32 bits.
func EncodeNarrowInteger(line []byte, value int32) []byte {
	return EncodeInteger(line, int64(value))
}

// EncodeWideInteger adds an integer of 64 bits as a text.
func EncodeWideInteger(line []byte, value int64) []byte {
	return append(strconv.AppendInt(append(line, '"'), value, 10), '"')
}

// EncodeBoolean adds true or false.
func EncodeBoolean(line []byte, value bool) []byte {
	return strconv.AppendBool(line, value)
}

// EncodeTag adds a tag.
func EncodeTag[T ~string](line []byte, value T) []byte {
	return EncodeText(line, string(value))
}

// EncodeBytes adds bytes in base64.
func EncodeBytes(line []byte, value []byte) []byte {
	return EncodeText(line, base64.StdEncoding.EncodeToString(value))
}

// EncodeList returns the encoder of a list from that of its elements.
func EncodeList[T any](encode func([]byte, T) []byte) func([]byte, []T) []byte {
	return func(line []byte, list []T) []byte {
		line = append(line, '[')
		for i, each := range list {
			if i > 0 {
				line = append(line, ',')
			}
			line = encode(line, each)
		}
		return append(line, ']')
	}
}

// A number is the spelling of a JSON number.
type number string

const maxNesting = 72

// Parse reads one JSON value (RFC 8259) without repeated members and lone
// surrogates. For any other line it returns nil, as for null.
func Parse(line string) any {
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
