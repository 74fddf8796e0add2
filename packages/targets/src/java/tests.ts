import { type CircuitProgram, type Type, typeOf, type Value } from '@kirchhoff/coherence';
import { type CircuitCase, circuitCases } from '../cases/circuit-cases.js';
import { isOfType } from '../cases/value-forms.js';
import { at } from '../plan/plan.js';
import type { CompileOptions } from '../target.js';
import { Room } from '../writing/room.js';
import type { JavaClass, JavaPort } from './class-file.js';
import { Constants } from './constants.js';
import { isInt, type JavaExpression, primary } from './expression.js';
import { WIDTH } from './layout.js';
import { type LiteralScope, literalOf, string } from './literal.js';
import { PIECES } from './runtime/pieces.js';
import { isEnum } from './types.js';
import { Writer } from './writer.js';

/** Returns a class whose main program runs the cases, prints those that fail, and exits with 1 if there are some. */
export function circuitTests(program: CircuitProgram, options: CompileOptions, written: JavaClass): string {
  const cases = circuitCases(program, options).filter(({ inputs }) => areOfTypes(written.inputs, inputs));
  return new TestsWriting(written, cases).text(program);
}

/** Returns the name of the class of tests. */
export function testsName(name: string): string {
  return `${name}Test`;
}

function areOfTypes(ports: readonly JavaPort[], values: readonly Value[]): boolean {
  return ports.every(({ port, form }, index) => {
    // Only a port itself is ever an `int`: the integers inside its value are `long`.
    return isOfType(port.domain, at(values, index), (domain, value) => domain !== port.domain || form !== 'int' || isInt(value));
  });
}

/** The number of ports of an object that one method sets or compares. */
const TOGETHER = 60;

class TestsWriting {
  private readonly room = new Room('the file of tests');
  private readonly constants: Constants;
  private readonly scope: LiteralScope;
  private readonly own: string;
  private joins = false;

  constructor(
    private readonly written: JavaClass,
    private readonly cases: readonly CircuitCase[],
  ) {
    this.own = testsName(written.name);
    const types = qualified(written);
    this.constants = new ShortConstants(this.room, types, () => {
      this.joins = true;
      return 'joined';
    });
    this.scope = { types, constants: this.constants };
  }

  text({ name, hash }: CircuitProgram): string {
    const tests = this.cases.flatMap((each, index) => this.test(each, `test${index + 1}`));
    const members = [this.main(), ...tests, ...this.helpers(), ...this.furtherConstants()];
    const writer = new Writer(this.room, 1);
    if (this.constants.own().length > 0) {
      writer.block(this.constants.own());
      writer.blank();
    }
    writer.line('private static int passed = 0;');
    writer.blank();
    writer.line(`private ${this.own}() {}`);
    for (const member of members) {
      writer.blank();
      writer.block(member);
    }
    const text = writer.text();
    const imports = IMPORTS.filter((each) => new RegExp(`\\b${each.slice(each.lastIndexOf('.') + 1)}\\b`).test(text));
    return `${[
      `// ${name}: tests of the circuit`,
      `// ${hash}.`,
      '',
      ...imports.map((each) => `import ${each};`),
      ...(imports.length === 0 ? [] : ['']),
      '/**',
      ` * Compares the class ${this.written.name} with the answers of the reference evaluator.`,
      ' */',
      `public final class ${this.own} {`,
      text,
      '}',
    ].join('\n')}\n`;
  }

  /** Calls may nest, so that the cases have a thread with as much memory as the main program of a circuit. */
  private main(): readonly string[] {
    const { length } = this.cases;
    return [
      'public static void main(String[] args) throws InterruptedException {',
      `  Thread thread = new Thread(null, ${this.own}::run, "tests", 1L << 28);`,
      '  thread.start();',
      '  thread.join();',
      `  System.out.println(passed + " of ${length} cases pass");`,
      `  if (passed < ${length}) {`,
      '    System.exit(1);',
      '  }',
      '}',
      '',
      'private static void run() {',
      ...this.cases.map((_, index) => `  test${index + 1}();`),
      '}',
    ];
  }

  /** Returns the method of a case, and those that fill its objects. */
  private test({ title, inputs, answer }: CircuitCase, name: string): readonly (readonly string[])[] {
    const { written } = this;
    const lines: string[] = [];
    const further: (readonly string[])[] = [];
    const fill = (type: 'Inputs' | 'Outputs', variable: string, ports: readonly JavaPort[], values: readonly Value[]): void => {
      lines.push(`${written.name}.${type} ${variable} = new ${written.name}.${type}();`);
      for (let from = 0; from < ports.length; from += TOGETHER) {
        const method = `${name}${type}${from / TOGETHER + 1}`;
        const fields = ports.slice(from, from + TOGETHER).map((port, index) => {
          return `  ${variable}.${port.name} = ${this.literal(port, at(values, from + index))};`;
        });
        further.push([`private static void ${method}(${written.name}.${type} ${variable}) {`, ...fields, '}']);
        lines.push(`${method}(${variable});`);
      }
    };
    if (written.hasInputsClass) fill('Inputs', 'inputs', written.inputs, inputs);
    const given = written.hasInputsClass ? 'inputs' : this.literals(written.inputs, inputs);
    lines.push(...this.answer(`${written.name}.compute(${given})`));
    const shown = string(`${name}, ${title}`);
    switch (answer.kind) {
      case 'outputs':
        if (written.hasOutputsClass) fill('Outputs', 'expected', written.outputs, answer.outputs);
        else
          lines.push(`${written.name}.Outputs expected = new ${written.name}.Outputs(${this.literals(written.outputs, answer.outputs)});`);
        lines.push(`returns(${shown}, answer, expected);`);
        break;
      case 'refused': {
        const port = answer.port === null ? 'null' : string(answer.port);
        lines.push(`refuses(${shown}, answer, ${port}, ${string(answer.path)});`);
        break;
      }
      case 'fault':
        lines.push(`faults(${shown}, answer, ${answer.line});`);
    }
    return [[`private static void ${name}() {`, ...lines.map((line) => `  ${line}`), '}'], ...further];
  }

  /** Returns the definition of the answer. The formatter breaks no line of a lambda without a block. */
  private answer(call: string): readonly string[] {
    const head = `Supplier<${this.written.name}.Outputs> answer = () ->`;
    const line = `${head} ${call};`;
    return line.length <= WIDTH - 4 ? [line] : [`${head} {`, `  return ${call};`, '};'];
  }

  private literals(ports: readonly JavaPort[], values: readonly Value[]): string {
    return ports.map((port, index) => this.literal(port, at(values, index))).join(', ');
  }

  private literal({ port }: JavaPort, value: Value): string {
    return literalOf(value, typeOf(port.domain), this.scope).text;
  }

  private helpers(): readonly (readonly string[])[] {
    const { name } = this.written;
    const kinds = new Set(this.cases.map(({ answer }) => answer.kind));
    return [
      ...(kinds.has('outputs') ? [RETURNS] : []),
      ...(kinds.has('refused') ? [REFUSES] : []),
      ...(kinds.has('fault') ? [FAULTS] : []),
      ...(kinds.size > 0 ? [CHECK] : []),
      ...(kinds.has('outputs') && this.written.hasOutputsClass ? this.equality() : []),
      ...(this.joins ? [PIECES.joined.code] : []),
    ].map((code) => {
      const equal = this.written.hasOutputsClass ? 'equal(outputs, expected)' : 'outputs.equals(expected)';
      return code.trim().replaceAll('CIRCUIT', name).replace('EQUAL', equal).split('\n');
    });
  }

  /** Returns the comparison of outputs that are no record. */
  private equality(): readonly string[] {
    const { name, outputs } = this.written;
    const head = (method: string): string => `private static boolean ${method}(${name}.Outputs a, ${name}.Outputs b) {`;
    const parts: string[] = [];
    for (let from = 0; from < outputs.length; from += TOGETHER) {
      const same = outputs.slice(from, from + TOGETHER).map(({ name: field, type }) => {
        return /^(?:int|long|boolean)$/.test(type) ? `a.${field} == b.${field}` : `a.${field}.equals(b.${field})`;
      });
      parts.push(`${head(`equal${parts.length + 1}`)}\n  return ${same.join(' && ')};\n}`);
    }
    const calls = parts.map((_, index) => `equal${index + 1}(a, b)`);
    return [`${head('equal')}\n  return ${calls.join(' && ')};\n}`, ...parts];
  }

  private furtherConstants(): readonly (readonly string[])[] {
    return this.constants.further().map(({ name, lines }) => {
      return [`private static final class ${name} {`, ...lines.map((line) => `  ${line}`), '', `  private ${name}() {}`, '}'];
    });
  }
}

/** Limit for the characters of a value with parts that stands in its place. */
const MAX_SHORT = 60;

/** Limit for the generic calls in it: the compiler takes long to infer the types of many inside each other. */
const MAX_CALLS = 4;

/** Constants for long values only. */
class ShortConstants extends Constants {
  override value(type: Type, parts: readonly JavaExpression[], write: (parts: readonly string[]) => string): JavaExpression {
    const text = write(parts.map((part) => part.text));
    const isShort = text.length <= MAX_SHORT && text.split('.of(').length <= MAX_CALLS + 1;
    return isShort ? primary(text) : super.value(type, parts, write);
  }
}

/** Returns the types of a circuit as another class names them. */
function qualified({ name, shared: { types } }: JavaClass): LiteralScope['types'] {
  const boxedTextOf = (type: Type): string => {
    switch (type.kind) {
      case 'list':
        return `List<${boxedTextOf(type.element)}>`;
      case 'option':
        return `Optional<${boxedTextOf(type.value)}>`;
      case 'integer':
      case 'boolean':
      case 'text':
        return types.boxedTextOf(type);
      case 'enumeration':
        return isEnum(type) ? `${name}.${types.boxedTextOf(type)}` : types.boxedTextOf(type);
      case 'bytes':
      case 'record':
        return `${name}.${types.boxedTextOf(type)}`;
    }
  };
  return {
    recordOf: (type) => ({ ...types.recordOf(type), name: boxedTextOf(type) }),
    enumOf: boxedTextOf,
    boxedTextOf,
  };
}

const IMPORTS = ['java.util.ArrayList', 'java.util.List', 'java.util.Objects', 'java.util.Optional', 'java.util.function.Supplier'];

const RETURNS = `
private static void returns(String title, Supplier<CIRCUIT.Outputs> answer, CIRCUIT.Outputs expected) {
  try {
    CIRCUIT.Outputs outputs = answer.get();
    check(title, EQUAL, expected, outputs);
  } catch (RuntimeException error) {
    check(title, false, expected, error);
  }
}
`;

const REFUSES = `
private static void refuses(String title, Supplier<CIRCUIT.Outputs> answer, String port, String path) {
  String expected = "a DomainError at " + port + path;
  try {
    check(title, false, expected, answer.get());
  } catch (CIRCUIT.DomainError error) {
    boolean isThere = Objects.equals(error.port(), port) && error.path().equals(path);
    check(title, isThere, expected, error.port() + error.path());
  } catch (RuntimeException error) {
    check(title, false, expected, error);
  }
}
`;

const FAULTS = `
private static void faults(String title, Supplier<CIRCUIT.Outputs> answer, int line) {
  String expected = "a Fault in line " + line;
  try {
    check(title, false, expected, answer.get());
  } catch (CIRCUIT.Fault error) {
    check(title, error.line() == line, expected, "line " + error.line());
  } catch (RuntimeException error) {
    check(title, false, expected, error);
  }
}
`;

const CHECK = `
private static void check(String title, boolean passes, Object expected, Object got) {
  if (passes) {
    passed++;
  } else {
    System.err.println(title + ": expected " + expected + ", got " + got);
  }
}
`;
