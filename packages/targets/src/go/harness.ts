import { type Domain, typeOf } from '@kirchhoff/coherence';
import { type Width, widthOfPort } from '../plan/widths.js';
import { MAIN_PROGRAM_HEAD } from '../target.js';
import { Declarations } from '../writing/declarations.js';
import { Room } from '../writing/room.js';
import { string } from './literal.js';
import type { GoPackage } from './package.js';
import { importsOf } from './runtime/runtime.js';

/**
 * Returns a main program that reads one JSON object of inputs per line and writes one line for each. It leaves the refusal of
 * values to the circuit, and refuses what Go's types cannot hold. Of two refusals it tells the one that comes first.
 */
export function harness(circuit: GoPackage): string {
  const forms = new JsonForms(circuit);
  const inputs = circuit.inputs.map(({ port, field }) => {
    return `\tif in.${field}, wrong = jsonlines.DecodePort(members, ${string(port.name)}, ${forms.decoderOf(port.domain, widthOfPort(port.domain))}); wrong != nil {\n\t\treturn in, wrong\n\t}\n`;
  });
  const outputs = circuit.outputs.map(({ port, field }, index) => {
    const key = string(`${index === 0 ? '{' : ','}"${port.name}":`);
    return `\tline = append(line, ${key}...)\n\tline = ${forms.encoderOf(port.domain, widthOfPort(port.domain))}(line, out.${field})\n`;
  });
  const ports = circuit.inputs.map(({ port }) => string(port.name));
  const code = [
    MAIN_CODE.trim(),
    `// ports has the inputs in order.\nvar ports = []string{${ports.join(', ')}}`,
    `// inputsOf decodes the members of an object up to the first that Go's types cannot
// hold.
func inputsOf(members map[string]any) (in circuit.Inputs, wrong *jsonlines.Refusal) {
${inputs.join('')}\treturn in, jsonlines.OtherPort(members)
}`,
    `func outputsOf(line []byte, out circuit.Outputs) []byte {
${outputs.join('')}\treturn append(line, '}')
}`,
    answerOf(circuit),
    ...forms.declarations.all(),
    ...forms.helpers(),
  ].join('\n\n');
  const imports = importsOf(code);
  // gofmt sorts by path.
  const own = [`\tcircuit "circuit/${circuit.name}"\n`, '\t"circuit/jsonlines"\n']
    .toSorted((a, b) => (pathIn(a) < pathIn(b) ? -1 : 1))
    .join('');
  return `// ${MAIN_PROGRAM_HEAD}
package main

${imports.replace('\n)', `\n\n${own})`)}

${code}
`;
}

function pathIn(line: string): string {
  return line.slice(line.indexOf('"'));
}

const MAIN_CODE = `
func main() {
	if err := jsonlines.Serve(os.Stdin, os.Stdout, answer); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
`;

function answerOf({ exported, takesHost, errors }: GoPackage): string {
  const host = takesHost ? ', circuit.SystemHost{}' : '';
  const has = (error: GoPackage['errors'][number]) => errors.includes(error);
  const refused = has('DomainError')
    ? `	var refused *circuit.DomainError
	if errors.As(err, &refused) && (wrong == nil || jsonlines.Precedes(ports, refused.Port, refused.Path, wrong)) {
		return jsonlines.RefusalLine(refused.Port, refused.Path, refused.Message)
	}
`
    : '';
  const faulted = has('Fault')
    ? `	var fault *circuit.Fault
	if errors.As(err, &fault) {
		line := []byte(\`{"fault":{"line":\` + strconv.Itoa(fault.Line) + \`,"message":\`)
		return append(jsonlines.EncodeText(line, fault.Message), "}}"...)
	}
`
    : '';
  const guarded = has('GuardError')
    ? `	var guard *circuit.GuardError
	if errors.As(err, &guard) {
		line := jsonlines.EncodeText([]byte(\`{"guard_error":{"domain":\`), guard.Domain)
		line = append(line, \`,"line":\`+strconv.Itoa(guard.Line)+\`,"message":\`...)
		return append(jsonlines.EncodeText(line, guard.Message), "}}"...)
	}
`
    : '';
  return `// answer returns the line for a line.
func answer(line string) []byte {
	members, isObject := jsonlines.Parse(line).(map[string]any)
	if !isObject {
		return jsonlines.RefusalLine("", "", "the line is no JSON object of inputs by port")
	}
	in, wrong := inputsOf(members)
	out, err := circuit.${exported}(in${host})
${refused}	if wrong != nil {
		return jsonlines.RefusalLine(wrong.Port, wrong.Path, wrong.Message)
	}
${faulted}${guarded}	if err != nil {
		panic(err)
	}
	return outputsOf(nil, out)
}`;
}

/** The conversions between the JSON form of values and their form in Go, as expressions of functions. */
class JsonForms {
  readonly declarations = new Declarations(new Room('the main program'));
  private readonly used = new Set<keyof typeof HELPERS>();

  constructor(private readonly circuit: GoPackage) {}

  /** Returns the helpers that are used. */
  helpers(): readonly string[] {
    return Object.entries(HELPERS).flatMap(([name, code]) => ([...this.used].some((used) => used === name) ? [code.trim()] : []));
  }

  decoderOf(domain: Domain, width: Width): string {
    const { types } = this.circuit;
    switch (domain.kind) {
      case 'integer':
        if (width === 32) return 'jsonlines.DecodeNarrowInteger';
        return isSafe(domain) ? 'jsonlines.DecodeInteger' : 'jsonlines.DecodeWideInteger';
      case 'boolean':
        return 'jsonlines.DecodeBoolean';
      case 'enumeration':
        return `jsonlines.DecodeTag[circuit.${types.enumerationOf(typeOf(domain)).name}]`;
      case 'text':
        return 'jsonlines.DecodeText';
      case 'bytes':
        return 'jsonlines.DecodeBytes';
      case 'list':
        return `jsonlines.DecodeList(${this.decoderOf(domain.element, types.widthInside(typeOf(domain)))})`;
      case 'option':
        return `${this.use(domain.value.kind === 'option' ? 'decodeNested' : 'decodeOption')}(${this.decoderOf(domain.value, types.widthInside(typeOf(domain)))})`;
      case 'record':
        return this.declarations.declare(domain, 'decodeRecord', (name) => this.recordDecoder(name, domain));
    }
  }

  encoderOf(domain: Domain, width: Width): string {
    const { types } = this.circuit;
    switch (domain.kind) {
      case 'integer':
        if (width === 32) return 'jsonlines.EncodeNarrowInteger';
        return isSafe(domain) ? 'jsonlines.EncodeInteger' : 'jsonlines.EncodeWideInteger';
      case 'boolean':
        return 'jsonlines.EncodeBoolean';
      case 'enumeration':
        return `jsonlines.EncodeTag[circuit.${types.enumerationOf(typeOf(domain)).name}]`;
      case 'text':
        return 'jsonlines.EncodeText';
      case 'bytes':
        return 'jsonlines.EncodeBytes';
      case 'list':
        return `jsonlines.EncodeList(${this.encoderOf(domain.element, types.widthInside(typeOf(domain)))})`;
      case 'option':
        return `${this.use(domain.value.kind === 'option' ? 'encodeNested' : 'encodeOption')}(${this.encoderOf(domain.value, types.widthInside(typeOf(domain)))})`;
      case 'record':
        return this.declarations.declare(domain, 'encodeRecord', (name) => this.recordEncoder(name, domain));
    }
  }

  private use(helper: keyof typeof HELPERS): string {
    this.used.add(helper);
    return helper;
  }

  private recordDecoder(name: string, domain: Extract<Domain, { kind: 'record' }>): string {
    const { name: struct, fields } = this.circuit.types.recordOf(typeOf(domain));
    const reads = domain.fields.map((field) => {
      const place = `record.${fields.get(field.name)}`;
      return `\tif ${place}, wrong = jsonlines.DecodeField(members, ${string(field.name)}, ${this.decoderOf(field.domain, this.circuit.types.widthInside(typeOf(domain), field.name))}); wrong != nil {\n\t\treturn record, wrong\n\t}\n`;
    });
    return `func ${name}(value any) (record circuit.${struct}, wrong *jsonlines.Refusal) {
	members, isObject := value.(map[string]any)
	if !isObject {
		return record, &jsonlines.Refusal{Message: "expected a record"}
	}
${reads.join('')}\treturn record, jsonlines.OtherField(members)
}`;
  }

  private recordEncoder(name: string, domain: Extract<Domain, { kind: 'record' }>): string {
    const { name: struct, fields } = this.circuit.types.recordOf(typeOf(domain));
    const writes = domain.fields.map((field, index) => {
      const key = string(`${index === 0 ? '{' : ','}"${field.name}":`);
      return `\tline = append(line, ${key}...)\n\tline = ${this.encoderOf(field.domain, this.circuit.types.widthInside(typeOf(domain), field.name))}(line, record.${fields.get(field.name)})\n`;
    });
    return `func ${name}(line []byte, record circuit.${struct}) []byte {\n${writes.join('')}\treturn append(line, '}')\n}`;
  }
}

function isSafe({ lo, hi }: Extract<Domain, { kind: 'integer' }>): boolean {
  return Number.isSafeInteger(lo) && Number.isSafeInteger(hi);
}

/** The options of the circuit's package. */
const HELPERS = {
  decodeOption: `
func decodeOption[T any](decode func(any) (T, *jsonlines.Refusal)) func(any) (circuit.Option[T], *jsonlines.Refusal) {
	return func(value any) (option circuit.Option[T], wrong *jsonlines.Refusal) {
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
func decodeNested[T any](decode func(any) (T, *jsonlines.Refusal)) func(any) (circuit.Option[T], *jsonlines.Refusal) {
	return func(value any) (option circuit.Option[T], wrong *jsonlines.Refusal) {
		if value == nil {
			return option, nil
		}
		members, _ := value.(map[string]any)
		content, isThere := members["some"]
		if !isThere || len(members) != 1 {
			return option, &jsonlines.Refusal{Message: "expected null or an object with some"}
		}
		option.Valid = true
		if option.Value, wrong = decode(content); wrong != nil {
			wrong.Below(".some")
		}
		return option, wrong
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
