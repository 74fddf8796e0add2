import { type Domain, type Type, typeOf } from '@kirchhoff/coherence';
import { MAIN_PROGRAM_HEAD } from '../target.js';
import { Declarations } from '../writing/declarations.js';
import { Room } from '../writing/room.js';
import { Effort, laidOutText } from './layout.js';
import { string } from './literal.js';
import type { PyModule, PyPort } from './module.js';

/**
 * Returns a main program that reads one JSON object of inputs per line and writes one line for each. It leaves all refusals to the
 * circuit: a value that is not in the JSON form of its domain stays what it is, which no port accepts.
 */
export function harness(file: string, module: PyModule): string {
  const effort = new Effort();
  const forms = new JsonForms(module);
  const inputs = module.inputs.map((each) => portEntry(each, forms.decoderOf(each.port.domain)));
  const outputs = module.outputs.map((each) => portEntry(each, forms.encoderOf(each.port.domain)));
  const sections = [
    `# ${MAIN_PROGRAM_HEAD}\n\n${forms.usesBase64 ? 'import base64\n' : ''}import json\nimport sys\n\nimport ${file} as circuit`,
    ...forms.texts(effort),
    `# The name of each port in Python, and its conversion.\n${laidOutText(`INPUTS = ${table(inputs)}`, effort)}`,
    laidOutText(`OUTPUTS = ${table(outputs)}`, effort),
    PARSER.trim(),
    ANSWER.replaceAll('CIRCUIT', module.exported).replace('FAILURES', failuresOf(module)).trim(),
    MAIN.trim(),
  ];
  return `${sections.join('\n\n\n')}\n`;
}

function table(entries: readonly string[]): string {
  return `{${entries.join(', ')}}`;
}

function portEntry({ port, name }: PyPort, conversion: string | null): string {
  return `${string(port.name).text}: (${string(name).text}, ${conversion ?? 'None'})`;
}

function failuresOf({ throws, error }: PyModule): string {
  if (!throws) return '';
  if (error === 'Fault') {
    return `    except circuit.Fault as error:
        return {"fault": {"line": error.line, "message": error.message}}
`;
  }
  return `    except circuit.GuardError as error:
        place = {"domain": error.domain, "line": error.line}
        return {"guard_error": {**place, "message": error.message}}
`;
}

/** The conversions between the JSON form of values and their form in Python; null for values that are the same in both. */
class JsonForms {
  usesBase64 = false;
  private readonly declarations = new Declarations(new Room('the main program'));
  private readonly helpers = new Set<string>();
  private readonly sameForms = new Map<Domain, boolean>();

  constructor(private readonly module: PyModule) {}

  texts(effort: Effort): readonly string[] {
    return [...[...this.helpers].toSorted(), ...this.declarations.all().map((text) => laidOutText(text, effort))];
  }

  decoderOf(domain: Domain): string | null {
    if (this.isItsForm(domain)) return null;
    switch (domain.kind) {
      case 'integer':
        return this.helper(DECODE_INTEGER, 'decode_integer');
      case 'bytes':
        this.usesBase64 = true;
        return this.helper(DECODE_BYTES, 'decode_bytes');
      case 'list':
        return this.declare(domain, 'decode_list_', () => {
          const each = this.converted(domain.element, 'item', 'decoderOf');
          return `if not isinstance(value, list):\n        return value\n    return [${each} for item in value]`;
        });
      case 'record':
        return this.declare(domain, 'decode_record_', () => {
          const fields = domain.fields.flatMap(({ name, domain: field }) => {
            const decoder = this.decoderOf(field);
            if (decoder === null) return [];
            const key = string(name).text;
            return `    if ${key} in fields:\n        fields[${key}] = ${decoder}(fields[${key}])\n`;
          });
          return `if not isinstance(value, dict):\n        return value\n    fields = dict(value)\n${fields.join('')}    return fields`;
        });
      case 'option': {
        if (domain.value.kind !== 'option') {
          return this.declare(domain, 'decode_option_', () => `return None if value is None else ${this.decoderOf(domain.value)}(value)`);
        }
        const content = this.converted(domain.value, 'value["some"]', 'decoderOf');
        return this.declare(domain, 'decode_option_', () => {
          return `if not isinstance(value, dict) or list(value) != ["some"]:\n        return value\n    return (${content},)`;
        });
      }
      case 'boolean':
      case 'enumeration':
      case 'text':
        return null;
    }
  }

  encoderOf(domain: Domain): string | null {
    if (this.isItsForm(domain) && !this.hasRecord(typeOf(domain))) return null;
    switch (domain.kind) {
      case 'integer':
        return 'str';
      case 'bytes':
        this.usesBase64 = true;
        return this.helper(ENCODE_BYTES, 'encode_bytes');
      case 'list':
        return this.declare(
          domain,
          'encode_list_',
          () => `return [${this.converted(domain.element, 'item', 'encoderOf')} for item in value]`,
        );
      case 'record':
        return this.declare(domain, 'encode_record_', () => {
          const { fields } = this.module.types.recordOf(typeOf(domain));
          const members = domain.fields.map(({ name, domain: field }) => {
            const value = this.converted(field, `value.${fields.get(name)}`, 'encoderOf');
            return `${string(name).text}: ${value}`;
          });
          return `return {${members.join(', ')}}`;
        });
      case 'option': {
        const isNested = domain.value.kind === 'option';
        const content = this.converted(domain.value, isNested ? 'value[0]' : 'value', 'encoderOf');
        const some = isNested ? `{"some": ${content}}` : content;
        return this.declare(domain, 'encode_option_', () => `return None if value is None else ${some}`);
      }
      case 'boolean':
      case 'enumeration':
      case 'text':
        return null;
    }
  }

  private converted(domain: Domain, value: string, by: 'decoderOf' | 'encoderOf'): string {
    const conversion = this[by](domain);
    return conversion === null ? value : `${conversion}(${value})`;
  }

  private declare(domain: Domain, prefix: string, body: () => string): string {
    return this.declarations.declare(domain, prefix, (name) => `def ${name}(value):\n    ${body()}`);
  }

  private helper(code: string, name: string): string {
    this.helpers.add(code.trim());
    return name;
  }

  private readonly records = new Map<Type, boolean>();

  private hasRecord(type: Type): boolean {
    if (type.kind === 'record') return true;
    const content = type.kind === 'list' ? type.element : type.kind === 'option' ? type.value : null;
    if (content === null) return false;
    const known = this.records.get(type) ?? this.hasRecord(content);
    this.records.set(type, known);
    return known;
  }

  /** Returns true if a JSON value is the value in Python. */
  private isItsForm(domain: Domain): boolean {
    const known = this.sameForms.get(domain) ?? this.findsItsForm(domain);
    this.sameForms.set(domain, known);
    return known;
  }

  private findsItsForm(domain: Domain): boolean {
    switch (domain.kind) {
      case 'integer':
        return Number.isSafeInteger(domain.lo) && Number.isSafeInteger(domain.hi);
      case 'bytes':
        return false;
      case 'list':
        return this.isItsForm(domain.element);
      case 'record':
        return domain.fields.every((field) => this.isItsForm(field.domain));
      case 'option':
        return domain.value.kind !== 'option' && this.isItsForm(domain.value);
      case 'boolean':
      case 'enumeration':
      case 'text':
        return true;
    }
  }
}

const DECODE_INTEGER = `
def decode_integer(value):
    """Convert the decimal text of an integer that may exceed 2**53."""
    if not isinstance(value, str) or len(value) > 20:
        return value
    digits = value[1:] if value.startswith("-") else value
    is_plain = digits.isascii() and digits.isdigit() and digits[0] != "0"
    return int(value) if is_plain or value == "0" else value
`;

const DECODE_BYTES = `
def decode_bytes(value):
    """Convert padded base64 whose unused bits are zero."""
    if not isinstance(value, str):
        return value
    try:
        data = base64.b64decode(value, validate=True)
    except ValueError:
        return value
    return data if base64.b64encode(data).decode() == value else value
`;

const ENCODE_BYTES = `
def encode_bytes(value):
    return base64.b64encode(value).decode()
`;

const PARSER = `
MISSING = object()
NOT_A_PLAIN_INTEGER = float("nan")
MAX_NESTING = 72


def parse(line):
    """Parse one JSON value (RFC 8259) without repeated members or lone surrogates."""
    text = line.decode("utf-8", "replace")
    value = json.loads(
        text,
        object_pairs_hook=members_of,
        parse_int=plain_integer,
        parse_float=lambda _: NOT_A_PLAIN_INTEGER,
        parse_constant=refuse,
    )
    if "\\\\u" in text or text.count("[") + text.count("{") > MAX_NESTING:
        check_parts(value)
    return value


def refuse(_):
    raise ValueError("the line is no JSON value as it is taken here")


def members_of(pairs):
    members = dict(pairs)
    if len(members) < len(pairs):
        refuse(pairs)
    return members


def plain_integer(text):
    is_plain = len(text) <= 17 and text != "-0" and abs(int(text)) < 2**53
    return int(text) if is_plain else NOT_A_PLAIN_INTEGER


def check_parts(value):
    """Refuse lone surrogates and deep nesting."""
    pending = [(value, 0)]
    while pending:
        part, depth = pending.pop()
        if depth > MAX_NESTING:
            refuse(part)
        if isinstance(part, list):
            pending.extend((item, depth + 1) for item in part)
        elif isinstance(part, dict):
            pending.extend((item, depth + 1) for item in part.values())
            pending.extend((name, depth) for name in part)
        elif isinstance(part, str):
            # An error of encoding is a ValueError too.
            part.encode()
`;

const ANSWER = `
def answer(line):
    try:
        inputs = parse(line)
    except (ValueError, RecursionError):
        inputs = None
    if not isinstance(inputs, dict):
        message = "the line is no JSON object of inputs by port"
        return {"domain_error": {"port": None, "path": "", "message": message}}
    try:
        return outputs_of(inputs)
    except circuit.DomainError as error:
        place = {"port": error.port, "path": error.path}
        return {"domain_error": {**place, "message": error.message}}
FAILURES

def outputs_of(inputs):
    given = {}
    for port, (name, decode) in INPUTS.items():
        value = inputs.get(port, MISSING)
        given[name] = value if value is MISSING or decode is None else decode(value)
    others = sorted(set(inputs) - set(INPUTS))
    if others:
        refuse_other_ports(given, others[0])
    outputs = circuit.CIRCUIT(**given)
    encoded = {}
    for port, (name, encode) in OUTPUTS.items():
        value = getattr(outputs, name)
        encoded[port] = value if encode is None else encode(value)
    return encoded


def refuse_other_ports(given, other):
    """Refuse a port that does not exist, unless the circuit refuses an earlier one."""
    try:
        circuit.CIRCUIT(**given)
    except circuit.DomainError as error:
        if error.port is not None:
            raise
    except Exception:
        pass
    raise circuit.DomainError(other, "", "there is no such port")
`;

const MAIN = `
def main():
    for line in sys.stdin.buffer:
        print(json.dumps(answer(line.rstrip(b"\\n")), separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
`;
