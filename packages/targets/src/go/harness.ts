import { type Domain, typeOf } from '@kirchhoff/coherence';
import { Declarations } from '../writing/declarations.js';
import { Room } from '../writing/room.js';
import { string } from './literal.js';
import type { GoPackage } from './package.js';
import { HARNESS_ANSWER, HARNESS_JSON } from './harness-code.js';
import { importsOf } from './runtime/runtime.js';

/**
 * Returns a main program that reads one JSON object of inputs per line and writes one line for each. It leaves the refusal of
 * values to the circuit, and refuses what Go's types cannot hold. Of two refusals it tells the one that comes first.
 */
export function harness(circuit: GoPackage): string {
  const forms = new JsonForms(circuit);
  const inputs = circuit.inputs.map(({ port, field }) => {
    return `\tif in.${field}, wrong = decodePort(members, ${string(port.name)}, ${forms.decoderOf(port.domain)}); wrong != nil {\n\t\treturn in, wrong\n\t}\n`;
  });
  const outputs = circuit.outputs.map(({ port, field }, index) => {
    const key = string(`${index === 0 ? '{' : ','}"${port.name}":`);
    return `\tline = append(line, ${key}...)\n\tline = ${forms.encoderOf(port.domain)}(line, out.${field})\n`;
  });
  const ports = circuit.inputs.map(({ port }) => string(port.name));
  const code = [
    MAIN_CODE.trim(),
    `// ports has the inputs in order.\nvar ports = []string{${ports.join(', ')}}`,
    `// inputsOf decodes the members of an object up to the first that Go's types cannot
// hold.
func inputsOf(members map[string]any) (in circuit.Inputs, wrong *refusal) {
${inputs.join('')}\treturn in, otherPort(members)
}`,
    `func outputsOf(line []byte, out circuit.Outputs) []byte {
${outputs.join('')}\treturn append(line, '}')
}`,
    answerOf(circuit),
    ...forms.declarations.all(),
    HARNESS_ANSWER.trim(),
    HARNESS_JSON.trim(),
    ...forms.helpers(),
  ].join('\n\n');
  const imports = importsOf(code);
  return `// Reads one JSON object of inputs per line, and writes one line for each.
package main

${imports.replace('\n)', `\n\n\tcircuit "circuit/${circuit.name}"\n)`)}

${code}
`;
}

const MAIN_CODE = `
func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serve answers line by line.
func serve(in io.Reader, out io.Writer) error {
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
`;

function answerOf({ exported, takesHost, errors }: GoPackage): string {
  const host = takesHost ? ', circuit.SystemHost{}' : '';
  const has = (error: GoPackage['errors'][number]) => errors.includes(error);
  const refused = has('DomainError')
    ? `	var refused *circuit.DomainError
	if errors.As(err, &refused) && (wrong == nil || precedes(refused.Port, refused.Path, wrong)) {
		return refusalLine(refused.Port, refused.Path, refused.Message)
	}
`
    : '';
  const faulted = has('Fault')
    ? `	var fault *circuit.Fault
	if errors.As(err, &fault) {
		line := []byte(\`{"fault":{"line":\` + strconv.Itoa(fault.Line) + \`,"message":\`)
		return append(encodeText(line, fault.Message), "}}"...)
	}
`
    : '';
  const guarded = has('GuardError')
    ? `	var guard *circuit.GuardError
	if errors.As(err, &guard) {
		line := encodeText([]byte(\`{"guard_error":{"domain":\`), guard.Domain)
		line = append(line, \`,"line":\`+strconv.Itoa(guard.Line)+\`,"message":\`...)
		return append(encodeText(line, guard.Message), "}}"...)
	}
`
    : '';
  return `// answer returns the line for a line.
func answer(line string) []byte {
	members, isObject := parse(line).(map[string]any)
	if !isObject {
		return refusalLine("", "", "the line is no JSON object of inputs by port")
	}
	in, wrong := inputsOf(members)
	out, err := circuit.${exported}(in${host})
${refused}	if wrong != nil {
		return refusalLine(wrong.port, wrong.path, wrong.message)
	}
${faulted}${guarded}	if err != nil {
		panic(err)
	}
	return outputsOf(nil, out)
}`;
}

/** The conversions between the JSON form of values and their form in Go, as expressions of functions. */
class JsonForms {
  readonly declarations = new Declarations(new Room());
  private readonly used = new Set<keyof typeof HELPERS>();

  constructor(private readonly circuit: GoPackage) {}

  /** Returns the helpers that are used. */
  helpers(): readonly string[] {
    return Object.entries(HELPERS).flatMap(([name, code]) => ([...this.used].some((used) => used === name) ? [code.trim()] : []));
  }

  decoderOf(domain: Domain): string {
    switch (domain.kind) {
      case 'integer':
        return this.use(isSafe(domain) ? 'decodeInteger' : 'decodeWideInteger');
      case 'boolean':
        return this.use('decodeBoolean');
      case 'enumeration':
        return `${this.use('decodeTag')}[circuit.${this.circuit.types.enumerationOf(typeOf(domain)).name}]`;
      case 'text':
        return this.use('decodeText');
      case 'bytes':
        return this.use('decodeBytes');
      case 'list':
        return `${this.use('decodeList')}(${this.decoderOf(domain.element)})`;
      case 'option':
        return `${this.use(domain.value.kind === 'option' ? 'decodeNested' : 'decodeOption')}(${this.decoderOf(domain.value)})`;
      case 'record':
        return this.declarations.declare(domain, 'decodeRecord', (name) => this.recordDecoder(name, domain));
    }
  }

  encoderOf(domain: Domain): string {
    switch (domain.kind) {
      case 'integer':
        return this.use(isSafe(domain) ? 'encodeInteger' : 'encodeWideInteger');
      case 'boolean':
        return this.use('encodeBoolean');
      case 'enumeration':
        return `${this.use('encodeTag')}[circuit.${this.circuit.types.enumerationOf(typeOf(domain)).name}]`;
      case 'text':
        return 'encodeText';
      case 'bytes':
        return this.use('encodeBytes');
      case 'list':
        return `${this.use('encodeList')}(${this.encoderOf(domain.element)})`;
      case 'option':
        return `${this.use(domain.value.kind === 'option' ? 'encodeNested' : 'encodeOption')}(${this.encoderOf(domain.value)})`;
      case 'record':
        return this.declarations.declare(domain, 'encodeRecord', (name) => this.recordEncoder(name, domain));
    }
  }

  private use(helper: keyof typeof HELPERS): string {
    this.used.add(helper);
    // A wide integer may also be written as a plain one.
    if (helper === 'decodeWideInteger') this.used.add('decodeInteger');
    if (helper === 'decodeWideInteger' || helper === 'decodeInteger') this.used.add('isPlain');
    return helper;
  }

  private recordDecoder(name: string, domain: Extract<Domain, { kind: 'record' }>): string {
    this.use('decodeField');
    this.use('otherField');
    const { name: struct, fields } = this.circuit.types.recordOf(typeOf(domain));
    const reads = domain.fields.map((field) => {
      const place = `record.${fields.get(field.name)}`;
      return `\tif ${place}, wrong = decodeField(members, ${string(field.name)}, ${this.decoderOf(field.domain)}); wrong != nil {\n\t\treturn record, wrong\n\t}\n`;
    });
    return `func ${name}(value any) (record circuit.${struct}, wrong *refusal) {
	members, isObject := value.(map[string]any)
	if !isObject {
		return record, &refusal{message: "expected a record"}
	}
${reads.join('')}\treturn record, otherField(members)
}`;
  }

  private recordEncoder(name: string, domain: Extract<Domain, { kind: 'record' }>): string {
    const { name: struct, fields } = this.circuit.types.recordOf(typeOf(domain));
    const writes = domain.fields.map((field, index) => {
      const key = string(`${index === 0 ? '{' : ','}"${field.name}":`);
      return `\tline = append(line, ${key}...)\n\tline = ${this.encoderOf(field.domain)}(line, record.${fields.get(field.name)})\n`;
    });
    return `func ${name}(line []byte, record circuit.${struct}) []byte {\n${writes.join('')}\treturn append(line, '}')\n}`;
  }
}

function isSafe({ lo, hi }: Extract<Domain, { kind: 'integer' }>): boolean {
  return Number.isSafeInteger(lo) && Number.isSafeInteger(hi);
}

const HELPERS = {
  decodeInteger: `
// decodeInteger reads a plain integer of at most 53 bits.
func decodeInteger(value any) (int64, *refusal) {
	if text, isNumber := value.(number); isNumber && len(text) <= 17 && isPlain(string(text)) {
		integer, err := strconv.ParseInt(string(text), 10, 64)
		if err == nil && integer > -1<<53 && integer < 1<<53 {
			return integer, nil
		}
	}
	return 0, &refusal{message: "expected an integer"}
}
`,
  decodeWideInteger: `
// decodeWideInteger reads an integer of 64 bits: a text, or a plain integer of at
// most 53 bits.
func decodeWideInteger(value any) (int64, *refusal) {
	text, isText := value.(string)
	if !isText {
		return decodeInteger(value)
	}
	if isPlain(text) {
		if integer, err := strconv.ParseInt(text, 10, 64); err == nil {
			return integer, nil
		}
	}
	return 0, &refusal{message: "expected an integer"}
}
`,
  isPlain: `
// isPlain tests for an integer without leading zeros, exponent and fraction.
func isPlain(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return false
	}
	return text == "0" || digits[0] != '0'
}
`,
  decodeBoolean: `
func decodeBoolean(value any) (bool, *refusal) {
	if boolean, isBoolean := value.(bool); isBoolean {
		return boolean, nil
	}
	return false, &refusal{message: "expected true or false"}
}
`,
  decodeTag: `
func decodeTag[T ~string](value any) (T, *refusal) {
	if text, isText := value.(string); isText {
		return T(text), nil
	}
	return "", &refusal{message: "expected a tag"}
}
`,
  decodeText: `
func decodeText(value any) (string, *refusal) {
	if text, isText := value.(string); isText {
		return text, nil
	}
	return "", &refusal{message: "expected a text"}
}
`,
  decodeBytes: `
// decodeBytes reads padded base64 whose unused bits are zero.
func decodeBytes(value any) ([]byte, *refusal) {
	text, isText := value.(string)
	data, err := base64.StdEncoding.Strict().DecodeString(text)
	if !isText || err != nil || strings.ContainsAny(text, "\\r\\n") {
		return nil, &refusal{message: "expected bytes in base64"}
	}
	return data, nil
}
`,
  decodeList: `
func decodeList[T any](decode func(any) (T, *refusal)) func(any) ([]T, *refusal) {
	return func(value any) ([]T, *refusal) {
		elements, isList := value.([]any)
		if !isList {
			return nil, &refusal{message: "expected a list"}
		}
		list := make([]T, len(elements))
		for i, each := range elements {
			var wrong *refusal
			if list[i], wrong = decode(each); wrong != nil {
				return list, wrong.below("[" + strconv.Itoa(i) + "]")
			}
		}
		return list, nil
	}
}
`,
  decodeOption: `
func decodeOption[T any](decode func(any) (T, *refusal)) func(any) (circuit.Option[T], *refusal) {
	return func(value any) (option circuit.Option[T], wrong *refusal) {
		if value != nil {
			option.Valid = true
			option.Value, wrong = decode(value)
		}
		return option, wrong
	}
}
`,
  decodeNested: `
// decodeNested reads an option of options: null, or {"some": ...}.
func decodeNested[T any](decode func(any) (T, *refusal)) func(any) (circuit.Option[T], *refusal) {
	return func(value any) (option circuit.Option[T], wrong *refusal) {
		if value == nil {
			return option, nil
		}
		members, _ := value.(map[string]any)
		content, isThere := members["some"]
		if !isThere || len(members) != 1 {
			return option, &refusal{message: "expected null or an object with some"}
		}
		option.Valid = true
		if option.Value, wrong = decode(content); wrong != nil {
			wrong.below(".some")
		}
		return option, wrong
	}
}
`,
  decodeField: `
func decodeField[T any](members map[string]any, field string, decode func(any) (T, *refusal)) (T, *refusal) {
	value, isThere := members[field]
	if !isThere {
		var none T
		return none, &refusal{path: "." + field, message: "the field is missing"}
	}
	delete(members, field)
	decoded, wrong := decode(value)
	if wrong != nil {
		wrong.below("." + field)
	}
	return decoded, wrong
}
`,
  otherField: `
// otherField refuses members that are left.
func otherField(members map[string]any) *refusal {
	if len(members) > 0 {
		return &refusal{isLast: true, message: "the record has no other fields"}
	}
	return nil
}
`,
  encodeInteger: `
func encodeInteger(line []byte, value int64) []byte {
	return strconv.AppendInt(line, value, 10)
}
`,
  encodeWideInteger: `
func encodeWideInteger(line []byte, value int64) []byte {
	return append(strconv.AppendInt(append(line, '"'), value, 10), '"')
}
`,
  encodeBoolean: `
func encodeBoolean(line []byte, value bool) []byte {
	return strconv.AppendBool(line, value)
}
`,
  encodeTag: `
func encodeTag[T ~string](line []byte, value T) []byte {
	return encodeText(line, string(value))
}
`,
  encodeBytes: `
func encodeBytes(line []byte, value []byte) []byte {
	return encodeText(line, base64.StdEncoding.EncodeToString(value))
}
`,
  encodeList: `
func encodeList[T any](encode func([]byte, T) []byte) func([]byte, []T) []byte {
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
`,
  encodeOption: `
func encodeOption[T any](encode func([]byte, T) []byte) func([]byte, circuit.Option[T]) []byte {
	return func(line []byte, option circuit.Option[T]) []byte {
		if !option.Valid {
			return append(line, "null"...)
		}
		return encode(line, option.Value)
	}
}
`,
  encodeNested: `
func encodeNested[T any](encode func([]byte, T) []byte) func([]byte, circuit.Option[T]) []byte {
	return func(line []byte, option circuit.Option[T]) []byte {
		if !option.Valid {
			return append(line, "null"...)
		}
		return append(encode(append(line, \`{"some":\`...), option.Value), '}')
	}
}
`,
} as const;
