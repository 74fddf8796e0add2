import type { CircuitProgram, Domain, Program } from '@kirchhoff/coherence';
import { lower } from '../lowered/lower.js';
import type { LoweredFunction, LoweredProgram, Variable } from '../lowered/program.js';
import { Names } from '../plan/names.js';
import { at } from '../plan/plan.js';
import type { CompileOptions } from '../target.js';
import { proofLines } from '../writing/proof.js';
import { Room } from '../writing/room.js';
import { jsonForm, outputAs, portReading } from './boundary.js';
import { describeCircuit } from './documentation.js';
import { type JsExpression, object, primary, string, variable } from './expression.js';
import { type Dialect, typed } from './marks.js';
import { Narrowing } from './narrowing.js';
import { expressionOf, type JsFunction, type Scope } from './print-expression.js';
import { type OutputWriter, StatementPrinter } from './print-statements.js';
import { representationOf } from './representation.js';
import { RESERVED } from './reserved.js';
import { Runtime } from './runtime/runtime.js';
import { type CallStyle, stackOf } from './stack.js';
import { holdsTags, Types, typeName } from './types.js';
import { Writer } from './writer.js';

/** A module of a circuit, and what its callers need. */
export interface CircuitModule {
  readonly text: string;
  /** The name of the circuit's function. */
  readonly exported: string;
  /** The error classes that the module exports. */
  readonly errors: readonly ErrorClass[];
  /** The text of the declarations of a module without types. */
  readonly declarations: string;
}

export const ERROR_CLASSES = ['DomainError', 'Fault', 'GuardError'] as const;
export type ErrorClass = (typeof ERROR_CLASSES)[number];

/**
 * The parameters of a function for the place of a call, and for the array of many arguments. Upper-case letters distinguish them
 * from names of authors.
 */
const CALL_PLACE = { domain: 'callDomain', line: 'callLine' } as const;
const ALL_ARGUMENTS = 'allArguments';

const PORT_SET = 'portSet';

/** Writes the module of a circuit. */
export function moduleOf(program: CircuitProgram, options: CompileOptions, dialect: Dialect): CircuitModule {
  const lowered = lower(program, options);
  return withTypes(dialect, (chosen) => {
    const module = new ModuleWriting(chosen, lowered.error, { exported: program.name, reserved: ['inputs'] });
    return { module, written: writtenModule(module, lowered, program, options) };
  });
}

/**
 * Writes a module. Only then it is known whether some integer inside another value is a bigint; if there is one, TypeScript is
 * written anew with wide integers.
 */
export function withTypes<T>(dialect: Dialect, write: (dialect: Dialect) => { readonly module: ModuleWriting; readonly written: T }): T {
  const { module, written } = write(dialect);
  return dialect === 'typescript' && module.runtime.isWide ? write('wide').written : written;
}

function writtenModule(module: ModuleWriting, lowered: LoweredProgram, program: CircuitProgram, options: CompileOptions): CircuitModule {
  const { exported } = module;
  const documentation = describeCircuit(program);
  // The types of the interface take their names before others do.
  const external = externalTypes(program, module.types, exported);
  for (const each of lowered.functions) {
    if (each.role === 'circuit') module.circuit(each, program, { external, documentation });
    else module.function(each);
  }
  const text = module.text(program, options);
  const errors = ERROR_CLASSES.filter((name) => module.runtime.has(name));
  return {
    text,
    exported,
    errors,
    declarations: module.dialect !== 'javascript' ? '' : declarationsOf(program, { exported, errors, documentation }),
  };
}

/** The names of the types of all inputs and all outputs. */
interface ExternalTypes {
  readonly inputs: string;
  readonly outputs: string;
}

function externalTypes({ core, name }: CircuitProgram, types: Types, exported: string): ExternalTypes {
  const { parameters, outputs } = at(core.graphs, 0);
  const fields = (ports: typeof parameters, side: 'input' | 'output') =>
    ports.map((port) => [port.name, types.ofDomain(port.domain, side, port.name)] as const);
  const base = typeName(exported);
  return {
    inputs: types.declare(`${base}Inputs`, fields(parameters, 'input'), 'input', `The inputs of the circuit ${name}.`),
    outputs: types.declare(`${base}Outputs`, fields(outputs, 'output'), 'output', `The outputs of the circuit ${name}.`),
  };
}

/** Returns the declarations of a module without types: a file beside it, which TypeScript reads. */
function declarationsOf(
  program: CircuitProgram,
  { exported, errors, documentation }: Pick<CircuitModule, 'exported' | 'errors'> & { readonly documentation: readonly string[] },
): string {
  const types = new Types(new Room('the declarations'), false);
  const { inputs, outputs } = externalTypes(program, types, exported);
  const parts = [
    `// The types of ${program.name}, compiled by Kirchhoff from the circuit ${program.hash}.`,
    types.text(),
    `${documentation.join('\n')}\nexport declare function ${exported}(inputs: ${inputs}): ${outputs};`,
    ...errors.map((error) => ERROR_DECLARATIONS[error]),
  ];
  return `${parts.join('\n\n')}\n`;
}

const ERROR_DECLARATIONS: Readonly<Record<ErrorClass, string>> = {
  DomainError: `/** Inputs outside their domains: the first wrong port (null if a requirement does not hold) and the path inside it. */
export declare class DomainError extends Error {
  readonly port: string | null;
  readonly path: string;
  constructor(port: string | null, path: string, message: string);
}`,
  Fault: `/** An unproven condition of this circuit does not hold for these inputs; the line is that of the source. */
export declare class Fault extends Error {
  readonly line: number;
  constructor(line: number, message: string);
}`,
  GuardError: `/** A proven condition of this circuit does not hold: a bug of the prover. The name and the line are those of the source. */
export declare class GuardError extends Error {
  readonly domain: string;
  readonly line: number;
  constructor(domain: string, line: number, message: string);
}`,
};

/** The state of one module. */
export class ModuleWriting {
  readonly room = new Room();
  readonly writer: Writer;
  readonly runtime: Runtime;
  readonly types: Types;
  /** The names at the top of the module, including that of the exported function. */
  readonly names: Names;
  readonly exported: string;
  private readonly written = new Map<LoweredFunction, JsFunction>();

  constructor(
    readonly dialect: Dialect,
    readonly error: Scope['error'],
    { exported, reserved }: { readonly exported: string; readonly reserved: readonly string[] },
  ) {
    const isTyped = dialect !== 'javascript';
    this.types = new Types(isTyped ? this.room : { take: () => {} }, isTyped, dialect === 'wide' ? 'Integer' : 'number');
    this.writer = new Writer(this.room, dialect);
    this.runtime = new Runtime(this.room, dialect, this.types);
    this.names = new Names([...RESERVED, ...reserved]);
    // Taken first, so that no component takes the name of the exported function.
    this.exported = this.names.fresh(exported);
  }

  /** Returns the scope of a function; `given`: the expressions of its parameters, if they have some already. */
  scopeOf(lowered: LoweredFunction, given: readonly JsExpression[] | null = null): Scope {
    const names = this.names.inner(this.exported);
    for (const { text } of given ?? []) names.fresh(text);
    const known = new Map<string, JsExpression>();
    const variableOf = ({ name, type, range }: Variable): JsExpression => {
      const found = known.get(name) ?? variable(names.fresh(name), type.kind === 'integer' ? representationOf(range) : 'other');
      known.set(name, found);
      return found;
    };
    const takesArray = this.styleOf(lowered).style.takesArray;
    for (const [index, parameter] of lowered.parameters.entries()) {
      if (given !== null) known.set(parameter.name, at(given, index));
      else if (takesArray) known.set(parameter.name, primary(`${ALL_ARGUMENTS}[${index}]`, representationOf(parameter.range)));
      else variableOf(parameter);
    }
    return {
      runtime: this.runtime,
      error: this.error,
      functions: this.written,
      variable: variableOf,
      define: ({ name }, expression) => void known.set(name, expression),
      callerPlace: lowered.takesPlace ? (this.error === 'Fault' ? [CALL_PLACE.line] : [CALL_PLACE.domain, CALL_PLACE.line]) : [],
      read: new Set(),
      narrowing: new Narrowing(),
      fitting: null,
    };
  }

  styleOf(lowered: LoweredFunction): { readonly slots: number; readonly style: CallStyle } {
    return stackOf(lowered, (callee) => this.written.get(callee)?.slots ?? 0);
  }

  /** Writes a component or a part as a function of its arguments by position. */
  function(lowered: LoweredFunction): void {
    const { writer } = this;
    const name = this.names.fresh(lowered.name);
    const { slots, style } = this.styleOf(lowered);
    const scope = this.scopeOf(lowered);
    if (lowered.result === null) throw new Error(`${name} has no result`);
    const result = this.typeOf(lowered.result);
    const place = scope.callerPlace.map((each) => ({ each, type: each === CALL_PLACE.line ? 'number' : 'string' }));
    const types = [...lowered.parameters.map((parameter) => this.typeOf(parameter)), ...place.map(({ type }) => type)];
    const inner = writer.inner();
    if (style.takesArray && place.length > 0) {
      for (const [index, { each }] of place.entries()) {
        inner.line(`const ${each} = ${ALL_ARGUMENTS}[${lowered.parameters.length + index}];`);
      }
    }
    new StatementPrinter(scope, inner, lowered.result, () => {
      throw new Error(`${name} has no outputs`);
    }).body(lowered.body);
    // No name of an author begins like that, and TypeScript lets such a parameter be unread.
    const written = (key: string, parameter: string): string => (scope.read.has(key) ? parameter : `_${parameter}`);
    const named = [
      ...lowered.parameters.map((each) => written(each.name, scope.variable(each).text)),
      ...scope.callerPlace.map((each) => written(each, each)),
    ];
    const parameters = style.takesArray
      ? `${ALL_ARGUMENTS}${typed(`: readonly [${types.join(', ')}]`)}`
      : named.map((each, index) => `${each}${typed(`: ${types[index]}`)}`).join(', ');
    const gives = style.isSteps ? `Generator<Steps, ${result}, any>` : result;
    if (style.isSteps) this.runtime.use('runSteps');
    writer.block(`function${style.isSteps ? '*' : ''} ${name}(${parameters})${typed(`: ${gives}`)} {`, inner);
    writer.line('');
    this.written.set(lowered, { name, slots, style });
  }

  print(scope: Scope, lowered: LoweredFunction, outputs: OutputWriter): void {
    new StatementPrinter(scope, this.writer, lowered.result, outputs).body(lowered.body);
  }

  /** Writes the circuit as an exported function of an object of inputs, including the checks of these. */
  circuit(
    lowered: LoweredFunction,
    { core }: CircuitProgram,
    { external, documentation }: { readonly external: ExternalTypes; readonly documentation: readonly string[] },
  ): void {
    const { writer, runtime, exported } = this;
    const { parameters: inputs, outputs } = at(core.graphs, 0);
    const { isSteps } = this.styleOf(lowered).style;
    const scope = this.scopeOf(lowered);
    const parameters = `(inputs${typed(`: ${external.inputs}`)})`;
    for (const line of documentation) writer.line(line);
    if (isSteps) {
      writer.open(`export function ${exported}${parameters}${typed(`: ${external.outputs}`)} {`);
      writer.line(`return ${runtime.use('runSteps')}(${exported}Steps(inputs))${typed(` as ${external.outputs}`)};`);
      writer.close('}');
      writer.line('');
    }
    const gives = isSteps ? `Generator<Steps, ${external.outputs}, any>` : external.outputs;
    writer.open(`${isSteps ? `function* ${exported}Steps` : `export function ${exported}`}${parameters}${typed(`: ${gives}`)} {`);
    writer.line(`${runtime.use('requireObject')}(inputs);`);
    for (const [index, port] of inputs.entries()) {
      const parameter = at(lowered.parameters, index);
      // Its records are named after the port.
      this.types.inner(parameter.type, port.name);
      writer.line(`const ${scope.variable(parameter).text} = ${portReading(port, runtime)};`);
    }
    const ports = inputs.map(({ name }) => string(name).text);
    runtime.declareAlone(`const ${PORT_SET}${typed(': ReadonlySet<string>')} = new Set([${ports.join(', ')}]);`);
    writer.line(`${runtime.use('refuseOtherPorts')}(inputs, ${PORT_SET});`);
    this.print(scope, lowered, (values) => {
      const members = outputs.map(({ name, domain }, index) => {
        return { name, value: jsonForm(domain, expressionOf(scope, at(values, index)), runtime) };
      });
      const hasTags = outputs.some(({ domain }: { readonly domain: Domain }) => holdsTags(domain));
      writer.line(`return ${outputAs(object(members).text, external.outputs, hasTags)};`);
    });
    writer.close('}');
  }

  private typeOf({ type, range }: Pick<Variable, 'type' | 'range'>): string {
    return type.kind === 'integer' ? representationOf(range) : this.types.inner(type);
  }

  /** Returns the text of the module. */
  text({ type, name, hash }: Pick<Program, 'type' | 'name' | 'hash'>, options: CompileOptions): string {
    const { runtime } = this;
    const header = [`// ${name}: compiled by Kirchhoff from the ${type} ${hash}.`, ...proofLines(options).map((line) => `// ${line}`)];
    const typesOf = this.dialect === 'javascript' ? [] : [this.types.text(), this.dialect === 'wide' ? INTEGER_TYPE : ''];
    const parts = [
      header.join('\n'),
      runtime.text('errors'),
      ...typesOf,
      this.writer.text(),
      runtime.text('functions'),
      runtime.text('declarations'),
    ].map((part) => part.trim());
    return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
  }
}

const INTEGER_TYPE = `/** An integer inside a list, a record or an option: a number if it is safe, else a bigint. */
type Integer = number | bigint;`;
