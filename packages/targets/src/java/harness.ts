import { ALL_CHARACTERS, type Domain, INT64_MAX, INT64_MIN, typeOf } from '@kirchhoff/coherence';
import { MAIN_PROGRAM_HEAD } from '../target.js';
import { Declarations } from '../writing/declarations.js';
import { Room } from '../writing/room.js';
import type { JavaClass, JavaPort } from './class-file.js';
import { isOfText, isOneOf } from './domains.js';
import { primary } from './expression.js';
import { longString, string } from './literal.js';
import { isEnum } from './types.js';
import { Writer } from './writer.js';

/**
 * Returns a main program that reads one JSON object of inputs per line and writes one line for each. It refuses the first wrong value
 * in the order of the ports, so that it checks each value as it decodes it.
 */
export function harness(written: JavaClass): string {
  const forms = new JsonForms(written);
  const writer = new Writer(new Room('the main program'), 1);
  const members = [
    HEAD.trim().split('\n'),
    answer(written),
    ...decoding(written, forms),
    ...encoding(written, forms),
    ...forms.texts().map((text) => text.split('\n')),
    ...HELPERS.trim()
      .replaceAll('CIRCUIT', written.name)
      .split('\n\n\n')
      .map((text) => text.split('\n')),
    ...forms.helpers().map((text) => text.trim().replaceAll('CIRCUIT', written.name).split('\n')),
    ...PARSER.trim()
      .split('\n\n\n')
      .map((text) => text.split('\n')),
  ];
  for (const member of members) {
    writer.blank();
    writer.block(member);
  }
  const text = writer.text();
  const imports = IMPORTS.filter((name) => new RegExp(`\\b${name.slice(name.lastIndexOf('.') + 1)}\\b`).test(text));
  const about = ['/**', ` * Runs the circuit ${written.name} on each line of its input.`, ' */'];
  return `${[`// ${MAIN_PROGRAM_HEAD}`, '', ...imports.map((name) => `import ${name};`), '', ...about, 'public final class Main {', text, '}'].join('\n')}\n`;
}

const IMPORTS = [
  'java.io.BufferedInputStream',
  'java.io.ByteArrayOutputStream',
  'java.io.IOException',
  'java.io.InputStream',
  'java.io.PrintStream',
  'java.nio.charset.StandardCharsets',
  'java.util.ArrayList',
  'java.util.Arrays',
  'java.util.Base64',
  'java.util.LinkedHashMap',
  'java.util.List',
  'java.util.Locale',
  'java.util.Map',
  'java.util.Optional',
  'java.util.Set',
];

/** The number of ports that one method converts. */
const TOGETHER = 60;

function answer({ name, throws, error }: JavaClass): readonly string[] {
  const place = error === 'Fault' ? '"' : '"\\"domain\\":" + quoted(error.domain()) + ",';
  const failure = [
    `} catch (${name}.${error} error) {`,
    `  String place = ${place}\\"line\\":" + error.line();`,
    `  return "{\\"${error === 'Fault' ? 'fault' : 'guard_error'}\\":{" + place + message(error);`,
  ];
  return [
    '/**',
    ' * Returns the answer to a line.',
    ' */',
    'static String answer(String line) {',
    '  try {',
    '    return outputsOf(objectOf(line));',
    `  } catch (${name}.DomainError error) {`,
    '    String place = "\\"port\\":" + quoted(error.port()) + ",\\"path\\":" + quoted(error.path());',
    '    return "{\\"domain_error\\":{" + place + message(error);',
    ...(throws ? failure.map((line) => `  ${line}`) : []),
    '  }',
    '}',
  ];
}

/** Returns the methods that decode the inputs and compute the answer. */
function decoding(written: JavaClass, forms: JsonForms): readonly (readonly string[])[] {
  const { name, inputs, hasInputsClass } = written;
  const decoded = inputs.map(({ port, form }, index) => {
    const value = `member(inputs, ${string(port.name)}, ${string(port.name)}, "")`;
    const text = forms.decoded(port.domain, value, string(port.name), '""');
    return { target: hasInputsClass ? `given.${inputs[index]?.name}` : `input${index + 1}`, text: form === 'int' ? `(int) ${text}` : text };
  });
  const ports = inputs.length === 0 ? 'Set.of()' : `Set.of(${longString(inputs.map(({ port }) => port.name).join(' '))}.split(" "))`;
  const head = ['private static String outputsOf(Map<String, Object> inputs) {'];
  const refuse = `refuseOthers(inputs, ${ports});`;
  if (!hasInputsClass) {
    return [
      [
        ...head,
        ...decoded.map(({ target, text }, index) => `  ${forms.type(at(inputs, index))} ${target} = ${text};`),
        `  ${refuse}`,
        `  return encoded(${name}.compute(${decoded.map(({ target }) => target).join(', ')}));`,
        '}',
      ],
    ];
  }
  const parts: (readonly string[])[] = [];
  for (let i = 0; i < decoded.length; i += TOGETHER) {
    const lines = decoded.slice(i, i + TOGETHER).map(({ target, text }) => `  ${target} = ${text};`);
    parts.push([`private static void decode${parts.length + 1}(Map<String, Object> inputs, ${name}.Inputs given) {`, ...lines, '}']);
  }
  const calls = parts.map((_, index) => `  decode${index + 1}(inputs, given);`);
  const body = [`  ${name}.Inputs given = new ${name}.Inputs();`, ...calls, `  ${refuse}`, `  return encoded(${name}.compute(given));`];
  return [[...head, ...body, '}'], ...parts];
}

function at(ports: readonly JavaPort[], index: number): JavaPort {
  const port = ports[index];
  if (port === undefined) throw new RangeError(`no port ${index}`);
  return port;
}

/** Returns the methods that write the outputs. */
function encoding({ name, outputs, hasOutputsClass }: JavaClass, forms: JsonForms): readonly (readonly string[])[] {
  const written = outputs.flatMap(({ port, name: member }, index) => [
    `json.append(${string(`${index === 0 ? '' : ','}"${port.name}":`)});`,
    forms.encoded(port.domain, `outputs.${member}${hasOutputsClass ? '' : '()'}`),
  ]);
  const parts: (readonly string[])[] = [];
  for (let i = 0; i < written.length; i += 2 * TOGETHER) {
    const lines = written.slice(i, i + 2 * TOGETHER).map((line) => `  ${line}`);
    parts.push([`private static void encode${parts.length + 1}(${name}.Outputs outputs, StringBuilder json) {`, ...lines, '}']);
  }
  const isShort = parts.length <= 1;
  const body = isShort ? written.map((line) => `  ${line}`) : parts.map((_, index) => `  encode${index + 1}(outputs, json);`);
  const whole = [
    `private static String encoded(${name}.Outputs outputs) {`,
    '  StringBuilder json = new StringBuilder("{");',
    ...body,
    "  return json.append('}').toString();",
    '}',
  ];
  return isShort ? [whole] : [whole, ...parts];
}

const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/** The conversions between the JSON form of values and their form in Java. */
class JsonForms {
  private readonly declarations = new Declarations(new Room('the main program'));
  private readonly used = new Map<string, string>();

  constructor(private readonly written: JavaClass) {}

  texts(): readonly string[] {
    return this.declarations.all();
  }

  helpers(): readonly string[] {
    return [...this.used].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, code]) => code);
  }

  /** Returns the type of a port as the main program names it. */
  type(port: JavaPort): string {
    return this.qualified(port.type);
  }

  private qualified(type: string): string {
    return type.replaceAll(/\b[A-Z]\w*/g, (word) => (OF_JAVA.has(word) ? word : `${this.written.name}.${word}`));
  }

  private helper(name: keyof typeof CONVERSIONS): string {
    this.used.set(name, CONVERSIONS[name]);
    return name;
  }

  /** Returns the expression that decodes a value, or refuses it. */
  decoded(domain: Domain, value: string, port: string, path: string): string {
    const { types, runtime } = this.written.shared;
    const place = `${value}, ${port}, ${path}`;
    switch (domain.kind) {
      case 'integer': {
        const name = this.helper(isSafe(domain) ? 'decodeInteger' : 'decodeWide');
        return `${name}(${place}, ${longLiteral(domain.lo)}, ${longLiteral(domain.hi)})`;
      }
      case 'boolean':
        return `${this.helper('decodeBoolean')}(${place})`;
      case 'enumeration':
        if (isEnum(domain)) return `${this.helper('decodeTag')}(${place}, ${this.written.name}.${types.enumOf(domain)}.values())`;
        return this.declare(domain, 'decodeTag', 'String', (own) => [
          `String text = ${this.helper('decodeText')}(${own}, 0, Integer.MAX_VALUE);`,
          `if (!${this.written.name}.${isOneOf(this.written.shared, domain, primary('text')).text}) {`,
          `  throw new ${this.written.name}.DomainError(port, path, "expected a tag");`,
          '}',
          'return text;',
        ])(place);
      case 'text': {
        if (domain.characters === ALL_CHARACTERS && domain.form === null) {
          return `${this.helper('decodeText')}(${place}, ${domain.lo}, ${domain.hi})`;
        }
        return this.declare(domain, 'decodeText', 'String', (own) => [
          `String text = ${this.helper('decodeText')}(${own}, 0, Integer.MAX_VALUE);`,
          `if (!${this.written.name}.${isOfText(this.written.shared, domain, primary('text')).text}) {`,
          `  throw new ${this.written.name}.DomainError(port, path, "expected another text");`,
          '}',
          'return text;',
        ])(place);
      }
      case 'bytes':
        runtime.use('Bytes');
        return `${this.helper('decodeBytes')}(${place}, ${domain.lo}, ${domain.hi})`;
      case 'list': {
        const type = this.qualified(types.boxedTextOf(typeOf(domain.element)));
        return this.declare(domain, 'decodeList', `List<${type}>`, (own) => [
          `List<?> values = ${this.helper('decodeElements')}(${own}, ${domain.lo}, ${domain.hi});`,
          `List<${type}> list = new ArrayList<>();`,
          'for (int i = 0; i < values.size(); i++) {',
          `  list.add(${this.decoded(domain.element, 'values.get(i)', 'port', 'path + "[" + i + "]"')});`,
          '}',
          'return List.copyOf(list);',
        ])(place);
      }
      case 'record': {
        const { name, fields } = types.recordOf(typeOf(domain));
        const type = `${this.written.name}.${name}`;
        return this.declare(domain, 'decodeRecord', type, (own) => [
          `Map<String, Object> members = ${this.helper('decodeMembers')}(${own});`,
          ...domain.fields.map((field, index) => {
            const inner = `path + ${string(`.${field.name}`)}`;
            const member = `member(members, ${string(field.name)}, port, ${inner})`;
            const text = this.decoded(field.domain, member, 'port', inner);
            return `${this.qualified(types.textOf(typeOf(field.domain)))} field${index + 1} = ${text};`;
          }),
          `if (members.size() > ${fields.size}) {`,
          `  throw new ${this.written.name}.DomainError(port, path, "the record has no other fields");`,
          '}',
          `return new ${type}(${domain.fields.map((_, index) => `field${index + 1}`).join(', ')});`,
        ])(place);
      }
      case 'option': {
        const type = this.qualified(types.boxedTextOf(typeOf(domain.value)));
        const isNested = domain.value.kind === 'option';
        return this.declare(domain, 'decodeOption', `Optional<${type}>`, (own) => [
          'if (value == null) {',
          '  return Optional.empty();',
          '}',
          ...(isNested ? [`Object some = ${this.helper('decodeSome')}(${own});`] : []),
          `return Optional.of(${this.decoded(domain.value, isNested ? 'some' : 'value', 'port', isNested ? 'path + ".some"' : 'path')});`,
        ])(place);
      }
    }
  }

  /** Declares a method that decodes a value; returns a function from arguments to its call. */
  private declare(domain: Domain, prefix: string, type: string, body: (own: string) => readonly string[]): (args: string) => string {
    const name = this.declarations.declare(domain, prefix, (own) => {
      const lines = body('value, port, path').map((line) => `  ${line}`);
      return [`private static ${type} ${own}(Object value, String port, String path) {`, ...lines, '}'].join('\n');
    });
    return (args) => `${name}(${args})`;
  }

  /** Returns the statement that writes a value. */
  encoded(domain: Domain, value: string): string {
    const { types } = this.written.shared;
    switch (domain.kind) {
      case 'integer':
        return isSafe(domain) ? `json.append(${value});` : `json.append('"').append(${value}).append('"');`;
      case 'boolean':
        return `json.append(${value});`;
      case 'enumeration':
        return isEnum(domain) ? `json.append(quoted(${value}.name().toLowerCase(Locale.ROOT)));` : `json.append(quoted(${value}));`;
      case 'text':
        return `json.append(quoted(${value}));`;
      case 'bytes':
        return `json.append(quoted(Base64.getEncoder().encodeToString(${value}.toArray())));`;
      case 'list': {
        const type = this.qualified(types.textOf(typeOf(domain.element)));
        return this.encoder(domain, 'encodeList', () => [
          "json.append('[');",
          'String separator = "";',
          `for (${type} each : value) {`,
          '  json.append(separator);',
          '  separator = ",";',
          `  ${this.encoded(domain.element, 'each')}`,
          '}',
          "json.append(']');",
        ])(value);
      }
      case 'record': {
        const { fields } = types.recordOf(typeOf(domain));
        return this.encoder(domain, 'encodeRecord', () => [
          "json.append('{');",
          ...domain.fields.flatMap((field, index) => [
            `json.append(${string(`${index === 0 ? '' : ','}"${field.name}":`)});`,
            this.encoded(field.domain, `value.${fields.get(field.name)}()`),
          ]),
          "json.append('}');",
        ])(value);
      }
      case 'option':
        return this.encoder(domain, 'encodeOption', () => {
          const content = this.encoded(domain.value, 'value.get()');
          const isNested = domain.value.kind === 'option';
          const some = isNested ? ['json.append("{\\"some\\":");', content, "json.append('}');"] : [content];
          return ['if (value.isEmpty()) {', '  json.append("null");', '} else {', ...some.map((line) => `  ${line}`), '}'];
        })(value);
    }
  }

  private encoder(domain: Domain, prefix: string, body: () => readonly string[]): (value: string) => string {
    const type = this.qualified(this.written.shared.types.textOf(typeOf(domain)));
    const name = this.declarations.declare(domain, prefix, (own) => {
      const lines = body().map((line) => `  ${line}`);
      return [`private static void ${own}(${type} value, StringBuilder json) {`, ...lines, '}'].join('\n');
    });
    return (value) => `${name}(${value}, json);`;
  }
}

function isSafe({ lo, hi }: Extract<Domain, { kind: 'integer' }>): boolean {
  return lo >= -MAX_SAFE && hi <= MAX_SAFE;
}

function longLiteral(value: number | bigint): string {
  if (value === INT64_MIN) return 'Long.MIN_VALUE';
  if (value === INT64_MAX) return 'Long.MAX_VALUE';
  return -(2 ** 31) <= value && value < 2 ** 31 ? String(value) : `${value}L`;
}

const OF_JAVA: ReadonlySet<string> = new Set(['List', 'Optional', 'Long', 'Boolean', 'String']);

const HEAD = `
private Main() {}

/**
 * Answers each line of the standard input. Nested calls may need more stack than usual.
 */
public static void main(String[] args) throws InterruptedException {
  Thread thread = new Thread(null, Main::run, "main", 1L << 28);
  thread.start();
  thread.join();
}

private static void run() {
  InputStream input = new BufferedInputStream(System.in);
  PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  try {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = input.read(); next >= 0; next = input.read()) {
      if (next == '\\n') {
        output.print(answer(line.toString(StandardCharsets.UTF_8)) + "\\n");
        output.flush();
        line.reset();
      } else {
        line.write(next);
      }
    }
    if (line.size() > 0) {
      output.print(answer(line.toString(StandardCharsets.UTF_8)) + "\\n");
      output.flush();
    }
  } catch (IOException error) {
    throw new IllegalStateException(error);
  }
}
`;

const HELPERS = `
private static String message(RuntimeException error) {
  return ",\\"message\\":" + quoted(error.getMessage()) + "}}";
}


/**
 * Returns a text as JSON.
 */
private static String quoted(String text) {
  if (text == null) {
    return "null";
  }
  StringBuilder json = new StringBuilder("\\"");
  for (int i = 0; i < text.length(); i++) {
    char unit = text.charAt(i);
    if (unit == '"' || unit == '\\\\') {
      json.append('\\\\').append(unit);
    } else if (unit < ' ') {
      json.append(String.format("\\\\u%04x", (int) unit));
    } else {
      json.append(unit);
    }
  }
  return json.append('"').toString();
}


@SuppressWarnings("unchecked")
private static Map<String, Object> objectOf(String line) {
  Object value = null;
  try {
    value = new Parser(line).parse();
  } catch (IllegalArgumentException error) {
    // It is no JSON value, as null is none of an object.
    value = null;
  }
  if (value instanceof Map<?, ?>) {
    return (Map<String, Object>) value;
  }
  String expected = "the line is no JSON object of inputs by port";
  throw new CIRCUIT.DomainError(null, "", expected);
}


private static Object member(Map<String, Object> members, String name, String port, String path) {
  if (!members.containsKey(name)) {
    throw new CIRCUIT.DomainError(port, path, "the value is missing");
  }
  return members.get(name);
}


/**
 * Refuses the first port that does not exist, by code point.
 */
private static void refuseOthers(Map<String, Object> inputs, Set<String> ports) {
  String first = null;
  for (String port : inputs.keySet()) {
    boolean isFirst = first == null || Arrays.compare(codes(port), codes(first)) < 0;
    first = !ports.contains(port) && isFirst ? port : first;
  }
  if (first != null) {
    throw new CIRCUIT.DomainError(first, "", "there is no such port");
  }
}


private static int[] codes(String text) {
  return text.codePoints().toArray();
}
`;

const CONVERSIONS = {
  decodeInteger: `
/**
 * Decodes an integer, which is plainly written.
 */
private static long decodeInteger(Object value, String port, String path, long lo, long hi) {
  if (value instanceof Long && (long) value >= lo && (long) value <= hi) {
    return (long) value;
  }
  throw new CIRCUIT.DomainError(port, path, "expected an integer from " + lo + " to " + hi);
}
`,
  decodeWide: `
/**
 * Decodes an integer, which may be a decimal text.
 */
private static long decodeWide(Object value, String port, String path, long lo, long hi) {
  Object number = value;
  if (value instanceof String text && text.matches("0|-?[1-9][0-9]{0,18}")) {
    try {
      number = Long.parseLong(text);
    } catch (NumberFormatException error) {
      number = null;
    }
  }
  if (number instanceof Long && (long) number >= lo && (long) number <= hi) {
    return (long) number;
  }
  throw new CIRCUIT.DomainError(port, path, "expected an integer from " + lo + " to " + hi);
}
`,
  decodeBoolean: `
private static boolean decodeBoolean(Object value, String port, String path) {
  if (value instanceof Boolean) {
    return (boolean) value;
  }
  throw new CIRCUIT.DomainError(port, path, "expected true or false");
}
`,
  decodeTag: `
private static <T extends Enum<T>> T decodeTag(Object value, String port, String path, T[] tags) {
  for (T tag : tags) {
    if (tag.name().toLowerCase(Locale.ROOT).equals(value)) {
      return tag;
    }
  }
  throw new CIRCUIT.DomainError(port, path, "expected one of " + Arrays.toString(tags));
}
`,
  decodeText: `
private static String decodeText(Object value, String port, String path, int lo, int hi) {
  if (value instanceof String text) {
    int length = text.codePointCount(0, text.length());
    if (length >= lo && length <= hi) {
      return text;
    }
  }
  throw new CIRCUIT.DomainError(port, path, "expected a text of " + lo + " to " + hi);
}
`,
  decodeBytes: `
/**
 * Decodes padded base64 whose unused bits are zero.
 */
private static CIRCUIT.Bytes decodeBytes(Object value, String port, String path, int lo, int hi) {
  byte[] bytes = null;
  if (value instanceof String text) {
    try {
      bytes = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException error) {
      bytes = null;
    }
  }
  boolean isSized = bytes != null && bytes.length >= lo && bytes.length <= hi;
  if (isSized && Base64.getEncoder().encodeToString(bytes).equals(value)) {
    return CIRCUIT.Bytes.of(bytes);
  }
  throw new CIRCUIT.DomainError(port, path, "expected " + lo + " to " + hi + " bytes in base64");
}
`,
  decodeElements: `
private static List<?> decodeElements(Object value, String port, String path, int lo, int hi) {
  if (value instanceof List<?> list && list.size() >= lo && list.size() <= hi) {
    return list;
  }
  throw new CIRCUIT.DomainError(port, path, "expected " + lo + " to " + hi + " elements");
}
`,
  decodeMembers: `
@SuppressWarnings("unchecked")
private static Map<String, Object> decodeMembers(Object value, String port, String path) {
  if (value instanceof Map<?, ?>) {
    return (Map<String, Object>) value;
  }
  throw new CIRCUIT.DomainError(port, path, "expected an object");
}
`,
  decodeSome: `
/**
 * Decodes an option that holds an option: an object whose only member is "some".
 */
private static Object decodeSome(Object value, String port, String path) {
  if (value instanceof Map<?, ?> members && members.size() == 1 && members.containsKey("some")) {
    return members.get("some");
  }
  throw new CIRCUIT.DomainError(port, path, "expected null or an object of some");
}
`,
} as const;

const PARSER = `
/**
 * Parses one JSON value (RFC 8259) without repeated members or lone surrogates. A plain integer
 * is a Long, any other number a Double.
 */
private static final class Parser {
  private static final int MAX_NESTING = 72;
  private static final long MAX_SAFE = (1L << 53) - 1;
  private final String text;
  private int at = 0;

  Parser(String text) {
    this.text = text;
  }

  Object parse() {
    Object value = value(0);
    skip();
    if (at < text.length()) {
      throw refused();
    }
    return value;
  }

  private IllegalArgumentException refused() {
    return new IllegalArgumentException("no JSON at " + at);
  }

  private void skip() {
    while (at < text.length() && " \\t\\n\\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private boolean takes(String token) {
    boolean isThere = text.startsWith(token, at);
    at += isThere ? token.length() : 0;
    return isThere;
  }

  private void expect(String token) {
    if (!takes(token)) {
      throw refused();
    }
  }

  private Object value(int nesting) {
    skip();
    if (takes("{")) {
      return members(nested(nesting));
    }
    if (takes("[")) {
      return elements(nested(nesting));
    }
    if (takes("\\"")) {
      return string();
    }
    if (takes("true")) {
      return true;
    }
    if (takes("false")) {
      return false;
    }
    return takes("null") ? null : number();
  }

  private int nested(int nesting) {
    if (nesting == MAX_NESTING) {
      throw refused();
    }
    return nesting + 1;
  }

  private Map<String, Object> members(int nesting) {
    Map<String, Object> members = new LinkedHashMap<>();
    skip();
    if (takes("}")) {
      return members;
    }
    do {
      skip();
      expect("\\"");
      String name = string();
      skip();
      expect(":");
      if (members.containsKey(name)) {
        throw refused();
      }
      members.put(name, value(nesting));
      skip();
    } while (takes(","));
    expect("}");
    return members;
  }

  private List<Object> elements(int nesting) {
    List<Object> elements = new ArrayList<>();
    skip();
    if (takes("]")) {
      return elements;
    }
    do {
      elements.add(value(nesting));
      skip();
    } while (takes(","));
    expect("]");
    return elements;
  }

  private String string() {
    StringBuilder content = new StringBuilder();
    while (!takes("\\"")) {
      if (at == text.length() || text.charAt(at) < ' ') {
        throw refused();
      }
      content.append(takes("\\\\") ? escaped() : text.charAt(at++));
    }
    String string = content.toString();
    if (string.codePoints().anyMatch(code -> code >= 0xD800 && code <= 0xDFFF)) {
      throw refused();
    }
    return string;
  }

  private char escaped() {
    if (takes("u")) {
      int end = at + 4;
      if (end > text.length() || !text.substring(at, end).matches("[0-9A-Fa-f]{4}")) {
        throw refused();
      }
      char unit = (char) Integer.parseInt(text.substring(at, end), 16);
      at = end;
      return unit;
    }
    int index = at < text.length() ? "\\"\\\\/bfnrt".indexOf(text.charAt(at)) : -1;
    if (index < 0) {
      throw refused();
    }
    at++;
    return "\\"\\\\/\\b\\f\\n\\r\\t".charAt(index);
  }

  private Object number() {
    int start = at;
    takes("-");
    int digits = at;
    digits();
    boolean isPlain = at - start <= 17;
    if (text.charAt(digits) == '0' && at > digits + 1) {
      throw refused();
    }
    if (takes(".")) {
      digits();
      isPlain = false;
    }
    if (takes("e") || takes("E")) {
      if (!takes("+")) {
        takes("-");
      }
      digits();
      isPlain = false;
    }
    String number = text.substring(start, at);
    if (isPlain && !number.equals("-0") && Math.abs(Long.parseLong(number)) <= MAX_SAFE) {
      return Long.valueOf(number);
    }
    return Double.NaN;
  }

  private void digits() {
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    if (at == start) {
      throw refused();
    }
  }
}
`;
