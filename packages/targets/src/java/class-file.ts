import { type CircuitProgram, type PortDomain, typeOf } from '@kirchhoff/coherence';
import { type CallFacts, callFactsOf, sourcesOf } from '../lowered/call-graph.js';
import { freeVariables } from '../lowered/free-variables.js';
import type { LoweredFunction, LoweredProgram, Variable } from '../lowered/program.js';
import { rangeOfDomain } from '../plan/domain-range.js';
import { Names } from '../plan/names.js';
import { at } from '../plan/plan.js';
import type { CompileOptions } from '../target.js';
import { Room } from '../writing/room.js';
import { readingOfPort } from './boundary.js';
import { Constants } from './constants.js';
import { describeCircuit, describeField, describePorts, headerOf } from './documentation.js';
import type { Shared } from './domains.js';
import type { Form } from './expression.js';
import { formOf, type JavaMethod, type Scope } from './print-expression.js';
import { type OutputsClass, StatementPrinter } from './print-statements.js';
import { memberName, RESERVED } from './reserved.js';
import { PIECES } from './runtime/pieces.js';
import { Runtime } from './runtime/runtime.js';
import { HOST_METHODS } from './runtime/system.js';
import { type Frame, type JavaFunction, splitFunctions } from './split.js';
import { JavaTypes, MAX_PARAMETERS } from './types.js';
import { Writer } from './writer.js';

/** A port with its name, its form and its type in Java. */
export interface JavaPort {
  readonly port: PortDomain;
  readonly name: string;
  readonly form: Form;
  readonly type: string;
}

/** The text of a class, and what its callers need. */
export interface JavaClass {
  readonly text: string;
  readonly name: string;
  readonly error: LoweredProgram['error'];
  /** True if the class has the class of {@link JavaClass.error}. */
  readonly throws: boolean;
  readonly inputs: readonly JavaPort[];
  /** True if the inputs are the fields of one object. */
  readonly hasInputsClass: boolean;
  readonly outputs: readonly JavaPort[];
  readonly hasOutputsClass: boolean;
  readonly shared: Shared;
}

/** Writes the class of a circuit. */
export function classOf(name: string, lowered: LoweredProgram, options: CompileOptions, program: CircuitProgram): JavaClass {
  const writing = new ClassWriting(name, lowered, program);
  const text = writing.text(headerOf(lowered, options));
  const { inputs, outputs, shared, hasInputsClass, hasOutputsClass } = writing;
  const throws = shared.runtime.has(lowered.error);
  return { text, name, error: lowered.error, throws, inputs, hasInputsClass, outputs, hasOutputsClass, shared };
}

/** The number of ports that one method checks. */
const CHECKED_TOGETHER = 60;

class ClassWriting {
  readonly room = new Room();
  readonly shared: Shared;
  readonly inputs: readonly JavaPort[];
  readonly outputs: readonly JavaPort[];
  readonly hasInputsClass: boolean;
  readonly hasOutputsClass: boolean;
  private readonly facts: ReadonlyMap<LoweredFunction, CallFacts>;
  private readonly functions: readonly JavaFunction[];
  private readonly methods = new Map<string, JavaMethod>();
  private readonly sources: readonly string[];
  private readonly outputsClass: OutputsClass;
  private readonly frames = new Map<number, ReadonlyMap<string, string>>();
  private readonly frameTexts: (readonly string[])[] = [];

  constructor(
    private readonly name: string,
    private readonly program: LoweredProgram,
    private readonly source: CircuitProgram,
  ) {
    const types = new JavaTypes(this.room, name);
    const runtime = new Runtime(this.room);
    const constants = new Constants(this.room, types, () => runtime.use('joined'));
    this.shared = { types, runtime, constants };
    const { functions, inputs, outputs } = program;
    for (const port of [...inputs, ...outputs]) types.nameAfter(port.name, typeOf(port.domain));
    this.facts = callFactsOf(functions);
    this.sources = sourcesOf(functions);
    this.functions = splitFunctions(program);
    this.inputs = this.portsOf(inputs, new Names([...RESERVED, ...this.ownVariables]));
    this.outputs = this.portsOf(outputs, new Names([]));
    this.hasInputsClass = inputs.length > MAX_PARAMETERS;
    this.hasOutputsClass = outputs.length > MAX_PARAMETERS;
    this.outputsClass = {
      name: 'Outputs',
      forms: this.outputs.map(({ form }) => form),
      fields: this.hasOutputsClass ? this.outputs.map((each) => each.name) : null,
    };
    const names = new Names([...RESERVED, ...Object.keys(PIECES)]);
    for (const each of this.functions) {
      const isHead = each.role === 'circuit';
      this.methods.set(each.name, {
        name: isHead ? 'compute' : names.fresh(memberName(each.name)),
        function: each,
        takesHost: this.asks(each),
        isWide: !isHead && each.parameters.length > MAX_PARAMETERS,
      });
    }
  }

  text(header: readonly string[]): string {
    const methods = this.functions.map((each) => (each.role === 'circuit' ? this.circuit(each) : this.method(each)));
    const circuitIndex = this.functions.findIndex(({ role }) => role === 'circuit');
    const ordered = [...methods.slice(circuitIndex), ...methods.slice(0, circuitIndex)];
    const { types, runtime, constants } = this.shared;
    const ports = this.portClasses();
    const host = this.host();
    if (types.usesBytes) runtime.use('Bytes');
    if (types.usesLists) runtime.import('java.util.List');
    if (types.usesOptions) runtime.import('java.util.Optional');
    if (types.declarations().some((text) => text.includes('Arrays.'))) runtime.import('java.util.Arrays');
    const writer = new Writer(this.room, 1);
    if (constants.own().length > 0) {
      writer.block(constants.own());
      writer.blank();
    }
    writer.line(`private ${this.name}() {}`);
    const members = [
      ...ports,
      ...types.declarations().map((text) => text.split('\n')),
      ...runtime.texts('public').map((text) => text.split('\n')),
      ...host,
    ];
    const helpers = [
      ...[...runtime.texts('declarations'), ...runtime.texts('helpers')].map((text) => text.split('\n')),
      ...this.frameTexts,
      ...constants
        .further()
        .map(({ name, lines }) => [
          `private static final class ${name} {`,
          ...lines.map((line) => `  ${line}`),
          '',
          `  private ${name}() {}`,
          '}',
        ]),
    ];
    const write = (member: readonly string[]): void => {
      writer.blank();
      writer.block(member);
    };
    for (const member of members) write(member);
    for (const method of ordered) {
      writer.blank();
      writer.verbatim(method);
    }
    for (const helper of helpers) write(helper);
    const { imports } = runtime;
    const sections = [header.join('\n'), '', ...(imports === '' ? [] : [imports, ''])];
    const about = ['/**', ` * The circuit ${this.program.name}.`, ' */'];
    return `${[...sections, ...about, `public final class ${this.name} {`, writer.text(), '}'].join('\n')}\n`;
  }

  /** Names of variables that the code uses itself. */
  private get ownVariables(): readonly string[] {
    return ['frame', 'inputs', 'checked', 'arguments', ...(this.sources.length === 0 ? [] : ['host'])];
  }

  private portsOf(ports: readonly PortDomain[], names: Names): readonly JavaPort[] {
    return ports.map((port) => {
      const type = typeOf(port.domain);
      const form = formOf({ type, range: rangeOfDomain(port.domain) });
      return { port, name: names.fresh(memberName(port.name)), form, type: form === 'int' ? 'int' : this.shared.types.textOf(type) };
    });
  }

  private portClasses(): readonly (readonly string[])[] {
    const classes: (readonly string[])[] = [];
    const outputs = `The outputs of the circuit ${this.program.name}.`;
    if (this.hasInputsClass) {
      const about = ['/**', ` * The inputs of the circuit ${this.program.name}.`, ' */'];
      classes.push([...about, 'public static final class Inputs {', ...fieldsOfPorts(this.inputs), '}']);
    }
    if (this.hasOutputsClass) {
      classes.push(['/**', ` * ${outputs}`, ' */', 'public static final class Outputs {', ...fieldsOfPorts(this.outputs), '}']);
    } else {
      const components = this.outputs.map(({ type, name }) => `${type} ${name}`).join(', ');
      classes.push([...describePorts(outputs, this.outputs), `public record Outputs(${components}) {}`]);
    }
    return classes;
  }

  /** Returns the interface of the host's entropy sources, if the circuit asks some. */
  private host(): readonly (readonly string[])[] {
    if (this.sources.length === 0) return [];
    const methods = this.sources.map((name) => {
      const method = HOST_METHODS[name];
      if (method === undefined) throw new Error(`the host has no ${name}`);
      for (const each of method.imports) this.shared.runtime.import(each);
      return method.code.trim().split('\n');
    });
    const about = ['/**', ' * The entropy sources of the circuit, which a caller may replace.', ' */'];
    const body = methods.flatMap((lines, index) => [
      ...(index === 0 ? [] : ['']),
      ...lines.map((line) => (line === '' ? '' : `  ${line}`)),
    ]);
    return [[...about, 'public interface Host {', ...body, '}']];
  }

  private asks({ origin }: JavaFunction): boolean {
    return this.facts.get(origin)?.asks === true;
  }

  /** Returns the fields of a frame, by variable. Their class is written once. */
  private fieldsOf(frame: Frame): ReadonlyMap<string, string> {
    const known = this.frames.get(frame.number);
    if (known !== undefined) return known;
    const names = new Names(RESERVED);
    const fields = new Map([...frame.variables.keys()].map((name) => [name, names.fresh(memberName(name))]));
    this.frames.set(frame.number, fields);
    const typed = [...frame.variables.values()].map((variable) => `  ${this.typeOf(variable)} ${fields.get(variable.name)};`);
    this.frameTexts.push([`private static final class Frame${frame.number} {`, ...typed, '}']);
    return fields;
  }

  private typeOf(variable: Variable): string {
    return formOf(variable) === 'int' ? 'int' : this.shared.types.textOf(variable.type);
  }

  /** Returns the scope of a method, the names of its parameters, and a source of further names. */
  private scopeOf(lowered: JavaFunction, given: readonly string[] | null) {
    const names = new Names([...RESERVED, ...this.ownVariables]);
    const known = new Map<string, string>();
    for (const [name, field] of lowered.frame === null ? [] : this.fieldsOf(lowered.frame)) known.set(name, `frame.${field}`);
    const nameOf = ({ name }: Variable): string => {
      const found = known.get(name) ?? names.fresh(memberName(name));
      known.set(name, found);
      return found;
    };
    const copied: string[] = [];
    const parameters = lowered.parameters.map((parameter, index) => {
      const name = names.fresh(given === null ? memberName(parameter.name) : at(given, index));
      const field = known.get(parameter.name);
      if (field === undefined) known.set(parameter.name, name);
      else copied.push(`${field} = ${name};`);
      return name;
    });
    const place = this.program.error === 'Fault' ? ['callerLine'] : ['callerDomain', 'callerLine'];
    const callerPlace = lowered.takesPlace ? place.map((each) => names.fresh(each)) : [];
    const scope: Scope = { ...this.shared, error: this.program.error, methods: this.methods, nameOf, forms: new Map(), callerPlace };
    return { scope, parameters, copied, freshName: (wanted: string) => names.fresh(wanted) };
  }

  private method(lowered: JavaFunction): readonly string[] {
    const writer = new Writer(this.room, 1);
    const method = this.methods.get(lowered.name);
    if (method === undefined) throw new Error(`no method ${lowered.name}`);
    const { scope, parameters, copied, freshName } = this.scopeOf(lowered, null);
    const typed = parameters.map((name, index) => `${this.typeOf(at(lowered.parameters, index))} ${name}`);
    const place = scope.callerPlace.map((each) => `${each.startsWith('callerLine') ? 'int' : 'String'} ${each}`);
    const own = [...(method.takesHost ? ['Host host'] : []), ...(lowered.takesFrame ? [`Frame${lowered.frame?.number} frame`] : [])];
    const all = method.isWide ? [...own, 'Object[] arguments'] : [...own, ...typed, ...place];
    const isUnchecked = method.isWide && typed.some((text) => text.includes('<'));
    if (isUnchecked) writer.line('@SuppressWarnings("unchecked")');
    writer.open(`private static ${this.resultOf(lowered)} ${method.name}(${all.join(', ')}) {`);
    if (method.isWide) {
      for (const [index, text] of [...typed, ...place].entries()) writer.line(`${text} = ${unpacked(text, index, index >= typed.length)};`);
    }
    this.body(writer, lowered, scope, copied, freshName);
    writer.close();
    return writer.laidOut;
  }

  private body(
    writer: Writer,
    lowered: JavaFunction,
    scope: Scope,
    copied: readonly string[],
    freshName: (wanted: string) => string,
  ): void {
    const { frame, takesFrame, result, body } = lowered;
    if (frame !== null && !takesFrame) writer.line(`Frame${frame.number} frame = new Frame${frame.number}();`);
    for (const line of copied) writer.line(line);
    new StatementPrinter(scope, writer, this.outputsClass, frame, result === null ? null : formOf(result), freshName).body(body);
  }

  private resultOf({ result }: JavaFunction): string {
    if (result === null) return this.outputsClass.name;
    return formOf(result) === 'int' ? 'int' : this.shared.types.textOf(result.type);
  }

  private circuit(lowered: JavaFunction): readonly string[] {
    const writer = new Writer(this.room, 1);
    const { inputs } = this;
    const { scope, parameters, copied, freshName } = this.scopeOf(
      lowered,
      inputs.map(({ name }) => name),
    );
    const asks = this.asks(lowered);
    const typed = inputs.map(({ type, name }) => `${type} ${name}`);
    const documentation = describeCircuit(this.program, this.source, this.hasInputsClass ? [] : inputs);
    this.shared.runtime.use('DomainError');
    const given = this.hasInputsClass ? ['Inputs inputs'] : typed;
    if (asks) {
      const all = this.hasInputsClass ? ['inputs'] : inputs.map(({ name }) => name);
      writer.block(documentation);
      writer.open(`public static Outputs compute(${given.join(', ')}) {`);
      writer.line(`return compute(${['new Host() {}', ...all].join(', ')});`);
      writer.close();
      writer.blank();
    }
    writer.block(documentation);
    writer.open(`public static Outputs compute(${[...(asks ? ['Host host'] : []), ...given].join(', ')}) {`);
    const checks: (readonly string[])[] = [];
    if (this.hasInputsClass) {
      // The fields of the caller may change after their check, and stay as they are.
      writer.line('Inputs checked = new Inputs();');
      for (let i = 0; i < inputs.length; i += CHECKED_TOGETHER) {
        const name = `check${checks.length + 1}`;
        const lines = inputs
          .slice(i, i + CHECKED_TOGETHER)
          .flatMap(({ port, name: field }) => [`checked.${field} = inputs.${field};`, ...this.reading(port, `checked.${field}`)]);
        checks.push(['', `private static void ${name}(Inputs inputs, Inputs checked) {`, ...lines.map((line) => `  ${line}`), '}']);
        writer.line(`${name}(inputs, checked);`);
      }
      const read = new Set(freeVariables(lowered.body).map(({ name }) => name));
      for (const [index, { name, type }] of inputs.entries()) {
        const isShared = lowered.frame?.variables.has(at(lowered.parameters, index).name) === true;
        if (read.has(at(lowered.parameters, index).name) || isShared) writer.line(`${type} ${at(parameters, index)} = checked.${name};`);
      }
    } else {
      for (const { port, name } of inputs) writer.block(this.reading(port, name));
    }
    this.body(writer, lowered, scope, copied, freshName);
    writer.close();
    for (const check of checks) writer.block(check);
    return writer.laidOut;
  }

  private reading({ domain, name }: PortDomain, variable: string): readonly string[] {
    return readingOfPort(this.shared, domain, variable, name);
  }
}

/** Returns the expression of a value in the array of the arguments. Integers are passed as `Long`, lines as `Integer`. */
function unpacked(declaration: string, index: number, isPlace: boolean): string {
  const type = declaration.slice(0, declaration.lastIndexOf(' '));
  if (type === 'int' && !isPlace) return `(int) (long) arguments[${index}]`;
  return `(${type}) arguments[${index}]`;
}

function fieldsOfPorts(ports: readonly JavaPort[]): readonly string[] {
  return ports.flatMap(({ port, name, type }) => [...describeField(port).map((line) => `  ${line}`), `  public ${type} ${name};`]);
}
