import { type CircuitProgram, typeOf, type Value } from '@kirchhoff/coherence';
import { type CircuitCase, circuitCases } from '../cases/circuit-cases.js';
import { isOfType } from '../cases/value-forms.js';
import { at } from '../plan/plan.js';
import type { CompileOptions } from '../target.js';
import { Room } from '../writing/room.js';
import { primary } from './expression.js';
import { laidOutText } from './layout.js';
import { initializingPort, type Shared, string } from './literal.js';
import type { CModule, CPort } from './module.js';
import { equal, unequal } from './operations.js';
import { Runtime } from './runtime/runtime.js';

/**
 * Returns a main program that runs a table of cases, prints the titles of those that fail, and exits with 1 if one did. `file`: the
 * name of the circuit's files.
 */
export function circuitTests(program: CircuitProgram, options: CompileOptions, file: string, module: CModule): string {
  const room = new Room('the file of tests');
  const shared: Shared = { runtime: new Tables(room, module.types, false), types: module.types };
  const cases = circuitCases(program, options).filter(({ inputs }) => {
    return module.inputs.every(({ port }, index) => {
      const value = at(inputs, index);
      return isOfType(port.domain, value) && module.types.hold(port.domain, value);
    });
  });
  const entries = cases.map((each) => {
    const entry = entryOf(shared, module, each);
    room.take(entry.length);
    return entry;
  });
  const code = cases.length === 0 ? [EMPTY] : [...checksOf(shared, module, cases), tableOf(entries), MAIN];
  const headers = new Set(['stdio.h', ...shared.runtime.headers, ...(has(cases, 'refused') ? ['string.h'] : [])]);
  const sections = [
    `// Tests of the circuit\n// ${program.hash}.`,
    `#include "${file}.h"`,
    ...(cases.length === 0
      ? []
      : [
          [...headers]
            .toSorted()
            .map((name) => `#include <${name}>`)
            .join('\n'),
        ]),
    ...(cases.length === 0 ? [] : [caseTypeOf(module, cases)]),
    ...shared.runtime.texts(),
    ...code.map(laidOutText),
  ];
  return `${sections.join('\n\n')}\n`;
}

const EMPTY = `// No inputs have a certain answer.
int main(void) {
  return 0;
}`;

function has(cases: readonly CircuitCase[], kind: CircuitCase['answer']['kind']): boolean {
  return cases.some(({ answer }) => answer.kind === kind);
}

/** Longer tables stand before the cases. */
const MAX_INLINE = 120;

/** Puts short tables where they are used. The cases are at file scope, so that these live as long as the program. */
class Tables extends Runtime {
  override table(type: string, content: string): string {
    const line = content
      .replaceAll(/\{\n +/g, '{')
      .replaceAll(/,?\n\}/g, '}')
      .replaceAll(/\n +/g, ' ');
    return line.length > MAX_INLINE ? super.table(type, content) : `(const ${type}[])${line}`;
  }
}

/** Returns the type of a case, with the members that the cases need. */
function caseTypeOf({ exported, inputs, outputs }: CModule, cases: readonly CircuitCase[]): string {
  const members = [
    'const char *title',
    ...(inputs.length === 0 ? [] : [`${exported}_inputs inputs`]),
    `${exported}_status status`,
    ...(has(cases, 'outputs') && outputs.length > 0 ? [`${exported}_outputs outputs`] : []),
    ...(has(cases, 'refused') ? ['const char *port', 'const char *path'] : []),
    ...(has(cases, 'fault') ? ['int64_t line'] : []),
  ];
  return [
    '// Inputs, and the answer of the reference evaluator.',
    'typedef struct kir_case {',
    ...members.map((member) => `  ${member};`),
    '} kir_case;',
  ].join('\n');
}

function tableOf(entries: readonly string[]): string {
  return `static const kir_case kir_cases[] = {\n${entries.join('')}};`;
}

/** Returns the case as an element of the table. */
function entryOf(shared: Shared, { exported, inputs, outputs }: CModule, each: CircuitCase): string {
  const upper = exported.toUpperCase();
  const { answer } = each;
  const answered: readonly string[] = (() => {
    switch (answer.kind) {
      case 'outputs':
        return [`.status = ${upper}_OK`, ...structOf(shared, 'outputs', outputs, answer.outputs)];
      case 'refused': {
        const port = answer.port === null ? 'NULL' : string(answer.port);
        return [`.status = ${upper}_DOMAIN_ERROR`, `.port = ${port}`, `.path = ${string(answer.path)}`];
      }
      case 'fault':
        return [`.status = ${upper}_FAULT`, `.line = ${answer.line}`];
    }
  })();
  const members = [`.title = ${string(each.title)}`, ...structOf(shared, 'inputs', inputs, each.inputs), ...answered];
  return `    {\n${members.map((member) => `        ${member},\n`).join('')}    },\n`;
}

/** The width of a line of values. */
const WIDTH = 90;

function structOf(shared: Shared, name: string, ports: readonly CPort[], values: readonly Value[]): readonly string[] {
  if (ports.length === 0) return [];
  const members = ports.map((each, index) => `.${each.name} = ${initializingPort(shared, at(values, index), each.port.domain)}`);
  const line = `.${name} = {${members.join(', ')}}`;
  if (line.length <= WIDTH) return [line];
  return [`.${name} = {\n${members.map((member) => `            ${member},\n`).join('')}        }`];
}

/** Returns the functions that run a case, and compare its answer. */
function checksOf(shared: Shared, module: CModule, cases: readonly CircuitCase[]): readonly string[] {
  const { exported, inputs, outputs, sources, allocates } = module;
  const upper = exported.toUpperCase();
  const compares = has(cases, 'outputs') && outputs.length > 0;
  const given = [...(inputs.length === 0 ? [] : ['&each->inputs']), ...(sources.length === 0 ? [] : ['NULL']), '&outputs', '&error'];
  const ok = [
    ...(compares ? ['    passes = passes && kir_equal_outputs(&outputs, &each->outputs);'] : []),
    ...(allocates ? [`    ${exported}_outputs_free(&outputs);`] : []),
  ];
  const checks = [
    ...(ok.length === 0 ? [] : [`  if (status == ${upper}_OK) {`, ...ok, '  }']),
    ...(has(cases, 'refused')
      ? [
          `  if (status == ${upper}_DOMAIN_ERROR) {`,
          '    passes = passes && kir_equal_strings(error.port, each->port) &&',
          '             kir_equal_strings(error.path, each->path);',
          '  }',
        ]
      : []),
    ...(has(cases, 'fault') ? [`  if (status == ${upper}_FAULT) {`, '    passes = passes && error.line == each->line;', '  }'] : []),
  ];
  const passes = [
    'static bool kir_passes(const kir_case *each) {',
    `  ${exported}_outputs outputs;`,
    `  ${exported}_error error;`,
    `  const ${exported}_status status = ${exported}(${given.join(', ')});`,
    ...(checks.length === 0
      ? ['  return status == each->status;']
      : ['  bool passes = status == each->status;', ...checks, '  return passes;']),
    '}',
  ];
  return [...(compares ? [equalityOf(shared, module)] : []), ...(has(cases, 'refused') ? [EQUAL_STRINGS] : []), passes.join('\n')];
}

function equalityOf(shared: Shared, { exported, outputs }: CModule): string {
  const lines = outputs.map(({ port, name }, index) => {
    const type = typeOf(port.domain);
    const [a, b] = [primary(`a->${name}`), primary(`b->${name}`)];
    if (index === outputs.length - 1) return `  return ${equal(shared, type, a, b).text};\n`;
    return `  if (${unequal(shared, type, a, b).text}) {\n    return false;\n  }\n`;
  });
  return `static bool kir_equal_outputs(const ${exported}_outputs *a, const ${exported}_outputs *b) {\n${lines.join('')}}`;
}

const EQUAL_STRINGS = `// Compares strings that may be NULL.
static bool kir_equal_strings(const char *a, const char *b) {
  return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}`;

const MAIN = `int main(void) {
  const size_t count = sizeof kir_cases / sizeof kir_cases[0];
  size_t failed = 0;
  for (size_t i = 0; i < count; i++) {
    if (!kir_passes(&kir_cases[i])) {
      printf("failed: %s\\n", kir_cases[i].title);
      failed++;
    }
  }
  printf("%zu of %zu cases passed\\n", count - failed, count);
  return failed == 0 ? 0 : 1;
}`;
