import { type Domain, typeOf } from '@kirchhoff/coherence';
import { type Width, widthOfPort } from '../plan/widths.js';
import { MAIN_PROGRAM_HEAD } from '../target.js';
import { Declarations } from '../writing/declarations.js';
import { Room } from '../writing/room.js';
import { HELPERS } from './harness-runtime.js';
import { laidOutText } from './layout.js';
import { rows, string } from './literal.js';
import type { CModule } from './module.js';

/**
 * Returns a main program that reads one JSON object of inputs per line and writes one line for each. It leaves the checks of values to
 * the circuit, and refuses itself only a value that has no form in C: another type, a missing field, or one too many.
 */
export function harness(file: string, module: CModule): string {
  const forms = new JsonForms(module);
  const { exported, inputs, outputs, sources, throws, allocates } = module;
  const upper = exported.toUpperCase();
  const decoded = inputs.map(({ port, name }) => {
    const member = `json_member_of(line, ${string(port.name)})`;
    return `${forms.decoderOf(port.domain, widthOfPort(port.domain))}(${member}, &(place){.name = ${string(port.name)}}, &inputs.${name})`;
  });
  const encoded = outputs.flatMap(({ port, name }, index) => [
    `  fputs(${string(`${index === 0 ? '{' : ','}${JSON.stringify(port.name)}:`)}, stdout);`,
    `  ${forms.encoderOf(port.domain, widthOfPort(port.domain))}(&outputs.${name});`,
  ]);
  const ports = `static const char *const ports[] = ${rows([...inputs.map(({ port }) => string(port.name)), 'NULL'])};`;
  const hosted = sources.some((name) => name === 'RANDOM' || name === 'UUID');
  const members = [
    ...(sources.includes('RANDOM') ? ['.random = json_host_random'] : []),
    ...(sources.includes('UUID') ? ['.uuid = json_host_uuid'] : []),
  ];
  const given = [
    ...(inputs.length === 0 ? [] : ['&inputs']),
    ...(sources.length === 0 ? [] : [hosted ? '&host' : 'NULL']),
    '&outputs',
    '&error',
  ];
  const answer = [
    'static void answer(const json *line) {',
    '  wrong = (refusal){.port = NULL};',
    ...(inputs.length === 0 ? [] : [`  ${exported}_inputs inputs;`, '  memset(&inputs, 0, sizeof inputs);']),
    ...(hosted ? [`  const ${exported}_host host = {${members.join(', ')}};`] : []),
    `  ${exported}_outputs outputs;`,
    `  ${exported}_error error;`,
    ...(decoded.length === 0
      ? ['  json_refuse_other_ports(line);']
      : [
          '  if (',
          ...decoded.map((each, index) => `      ${each}${index === decoded.length - 1 ? ') {' : ' &&'}`),
          '    json_refuse_other_ports(line);',
          '  }',
        ]),
    `  const ${exported}_status status = ${exported}(${given.join(', ')});`,
    `  if (status == ${upper}_DOMAIN_ERROR && (wrong.port == NULL || json_is_before_wrong(error.port, error.path))) {`,
    '    json_write_refusal(error.port, error.path, error.message);',
    ...(allocates
      ? [
          '    return;',
          '  }',
          '  if (wrong.port != NULL) {',
          `    if (status == ${upper}_OK) {`,
          `      ${exported}_outputs_free(&outputs);`,
          '    }',
        ]
      : ['    return;', '  }', '  if (wrong.port != NULL) {']),
    '    json_write_refusal(wrong.port, wrong.path, wrong.message);',
    '    return;',
    '  }',
    ...(throws === 'Fault'
      ? [
          `  if (status == ${upper}_FAULT) {`,
          '    printf("{\\"fault\\":{\\"line\\":%" PRId64 ",\\"message\\":", error.line);',
          '    json_write_string(error.message, strlen(error.message));',
          '    fputs("}}\\n", stdout);',
          '    return;',
          '  }',
        ]
      : []),
    ...(throws === 'GuardError'
      ? [
          `  if (status == ${upper}_GUARD_ERROR) {`,
          '    fputs("{\\"guard_error\\":{\\"domain\\":", stdout);',
          '    json_write_string(error.domain, strlen(error.domain));',
          '    printf(",\\"line\\":%" PRId64 ",\\"message\\":", error.line);',
          '    json_write_string(error.message, strlen(error.message));',
          '    fputs("}}\\n", stdout);',
          '    return;',
          '  }',
        ]
      : []),
    ...(allocates ? [`  if (status == ${upper}_OUT_OF_MEMORY) {`, '    fail();', '  }'] : []),
    ...encoded,
    `  fputs("${outputs.length === 0 ? '{' : ''}}\\n", stdout);`,
    ...(allocates ? [`  ${exported}_outputs_free(&outputs);`] : []),
    '}',
  ].join('\n');
  const own = [...forms.texts(), answer];
  const hosts = [...(sources.includes('RANDOM') ? ['json_host_random'] : []), ...(sources.includes('UUID') ? ['json_host_uuid'] : [])];
  const helpers = needed([...own, MAIN].join('\n') + hosts.join(' '));
  const sections = [
    `// ${MAIN_PROGRAM_HEAD}`,
    `#include "${file}.h"`,
    '#include <inttypes.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>',
    ports,
    ...helpers,
    ...own,
    MAIN.trim(),
  ];
  return laidOutText(`${sections.join('\n\n')}\n`);
}

/** Returns the helpers whose names occur in a text, or in helpers after them. */
function needed(text: string): readonly string[] {
  const words = new Set(text.match(/\w+/g));
  const found: string[] = [];
  for (const [name, code] of [...HELPERS].toReversed()) {
    if (!words.has(name)) continue;
    found.unshift(code.trim());
    for (const word of code.match(/\w+/g) ?? []) words.add(word);
  }
  return found;
}

/** The conversions between the JSON form of values and their form in C. */
class JsonForms {
  private readonly declarations = new Declarations(new Room('the main program'));
  private readonly all: string[] = [];

  constructor(private readonly module: CModule) {}

  texts(): readonly string[] {
    return this.all;
  }

  /** Returns the name of the function that reads a value of a domain. `width`: that of an integer in its place. */
  decoderOf(domain: Domain, width: Width): string {
    switch (domain.kind) {
      case 'integer':
        if (width === 32) return 'json_decode_int32';
        return isSafe(domain) ? 'json_decode_number' : 'json_decode_integer';
      case 'boolean':
        return 'json_decode_boolean';
      case 'text':
        return this.declare(
          domain,
          'json_decode_text_',
          'json',
          (type) => `  if (value == NULL || value->kind != JSON_STRING) {
    return refuse(at, "expected a text", false);
  }
  *decoded = (${type}){.data = value->text, .size = value->size};
  return true;
`,
        );
      case 'bytes':
        return this.declare(
          domain,
          'json_decode_bytes_',
          'json',
          (type) => `  size_t size;
  const uint8_t *data = value == NULL || value->kind != JSON_STRING ? NULL : json_from_base64(value, &size);
  if (data == NULL) {
    return refuse(at, "expected bytes in padded, canonical base64", false);
  }
  *decoded = (${type}){.data = data, .size = size};
  return true;
`,
        );
      case 'enumeration': {
        return this.declare(domain, 'json_decode_tag_', 'json', (type, name) => {
          const table = `${name}_tags`;
          this.all.push(`static const char *const ${table}[] = ${rows(domain.tags.map(string))};`);
          return `  for (size_t i = 0; value != NULL && value->kind == JSON_STRING && i < ${domain.tags.length}; i++) {
    if (json_is_equal(value->text, value->size, ${table}[i])) {
      *decoded = (${type})i;
      return true;
    }
  }
  return refuse(at, "expected a tag", false);
`;
        });
      }
      case 'list':
        return this.declare(domain, 'json_decode_list_', 'json', (type) => {
          const element = this.module.types.nameOfPart(typeOf(domain));
          return `  if (value == NULL || value->kind != JSON_ARRAY) {
    return refuse(at, "expected a list", false);
  }
  ${element} *items = keep(value->count * sizeof *items);
  *decoded = (${type}){.items = items, .count = value->count};
  size_t i = 0;
  for (const json *each = value->first; each != NULL; each = each->next) {
    if (!${this.decoderOf(domain.element, this.widthIn(domain))}(each, &(place){.around = at, .index = i}, &items[i])) {
      return false;
    }
    i++;
  }
  return true;
`;
        });
      case 'record':
        return this.declare(domain, 'json_decode_record_', 'json', () => {
          const { fields } = this.module.types.recordOf(typeOf(domain));
          const each = domain.fields.map((field) => {
            const name = string(field.name);
            const decoder = this.decoderOf(field.domain, this.widthIn(domain, field.name));
            return `  if (!${decoder}(json_member_of(value, ${name}), &(place){.around = at, .name = ${name}}, &decoded->${fields.get(field.name)})) {
    return false;
  }
`;
          });
          return `  if (value == NULL || value->kind != JSON_OBJECT) {
    return refuse(at, "expected a record", false);
  }
${each.join('')}  return value->count == ${domain.fields.length} || refuse(at, "the record has no other fields", true);
`;
        });
      case 'option':
        return this.declare(domain, 'json_decode_option_', 'json', () => {
          const content = this.decoderOf(domain.value, this.widthIn(domain));
          const head = '  if (value != NULL && value->kind == JSON_NULL) {\n    return true;\n  }\n  decoded->is_some = true;\n';
          if (domain.value.kind !== 'option') return `${head}  return ${content}(value, at, &decoded->value);\n`;
          return `${head}  if (value == NULL || value->kind != JSON_OBJECT || value->count != 1 || json_member_of(value, "some") == NULL) {
    return refuse(at, "expected null or an object with the member some", false);
  }
  return ${content}(json_member_of(value, "some"), &(place){.around = at, .name = "some"}, &decoded->value);
`;
        });
    }
  }

  /** Returns the name of the function that writes a value of a domain. `width`: that of an integer in its place. */
  encoderOf(domain: Domain, width: Width): string {
    switch (domain.kind) {
      case 'integer':
        if (width === 32) return 'json_encode_int32';
        return isSafe(domain) ? 'json_encode_number' : 'json_encode_integer';
      case 'boolean':
        return 'json_encode_boolean';
      case 'text':
        return this.declare(domain, 'json_encode_text_', 'value', () => '  json_write_string(value->data, value->size);\n');
      case 'bytes':
        return this.declare(domain, 'json_encode_bytes_', 'value', () => '  json_write_base64(value->data, value->size);\n');
      case 'enumeration':
        return this.declare(domain, 'json_encode_tag_', 'value', (_, name) => {
          const table = `${name}_tags`;
          this.all.push(`static const char *const ${table}[] = ${rows(domain.tags.map(string))};`);
          return `  json_write_string(${table}[*value], strlen(${table}[*value]));\n`;
        });
      case 'list':
        return this.declare(
          domain,
          'json_encode_list_',
          'value',
          () => `  putchar('[');
  for (size_t i = 0; i < value->count; i++) {
    if (i > 0) {
      putchar(',');
    }
    ${this.encoderOf(domain.element, this.widthIn(domain))}(&value->items[i]);
  }
  putchar(']');
`,
        );
      case 'record':
        return this.declare(domain, 'json_encode_record_', 'value', () => {
          const { fields } = this.module.types.recordOf(typeOf(domain));
          const members = domain.fields.map(
            (field, index) => `  fputs(${string(`${index === 0 ? '{' : ','}${JSON.stringify(field.name)}:`)}, stdout);
  ${this.encoderOf(field.domain, this.widthIn(domain, field.name))}(&value->${fields.get(field.name)});
`,
          );
          return `${members.join('')}  fputs("${members.length === 0 ? '{' : ''}}", stdout);\n`;
        });
      case 'option':
        return this.declare(domain, 'json_encode_option_', 'value', () => {
          const isNested = domain.value.kind === 'option';
          const content = `  ${this.encoderOf(domain.value, this.widthIn(domain))}(&value->value);\n`;
          const some = isNested ? `  fputs("{\\"some\\":", stdout);\n${content}  putchar('}');\n` : content;
          return `  if (!value->is_some) {\n    fputs("null", stdout);\n    return;\n  }\n${some}`;
        });
    }
  }

  private widthIn(whole: Domain, field: string | null = null): Width {
    return this.module.types.widthOfPart(typeOf(whole), field);
  }

  private declare(domain: Domain, prefix: string, from: 'json' | 'value', body: (type: string, name: string) => string): string {
    const type = this.module.types.nameOf(typeOf(domain));
    return this.declarations.declare(domain, prefix, (name) => {
      const head =
        from === 'json'
          ? `static bool ${name}(const json *value, const place *at, ${type} *decoded) {`
          : `static void ${name}(const ${type} *value) {`;
      const text = body(type, name);
      this.all.push(`${head}\n${text}}`);
      return '';
    });
  }
}

function isSafe({ lo, hi }: Extract<Domain, { kind: 'integer' }>): boolean {
  return Number.isSafeInteger(lo) && Number.isSafeInteger(hi);
}

const MAIN = `
int main(void) {
  size_t capacity = 4096, size = 0;
  char *line = malloc(capacity);
  for (int c = 0; line != NULL && c != EOF;) {
    c = getchar();
    if (c != EOF && c != '\\n') {
      if (size + 1 == capacity) {
        char *longer = realloc(line, 2 * capacity);
        if (longer == NULL) {
          fail();
        }
        line = longer;
        capacity *= 2;
      }
      line[size++] = (char)c;
    } else if (c == '\\n' || size > 0) {
      line[size] = '\\0';
      const json *object = parse(line, size);
      if (object == NULL || object->kind != JSON_OBJECT) {
        json_write_refusal(NULL, "", "the line is no JSON object of inputs by port");
      } else {
        answer(object);
      }
      fflush(stdout);
      json_release_kept();
      size = 0;
    }
  }
  free(line);
  return 0;
}
`;
