import { type CircuitProgram, type PortDomain, typeOf } from '@kirchhoff/coherence';
import { type CallFacts, callFactsOf, sourcesOf } from '../lowered/call-graph.js';
import type { LoweredFunction, LoweredProgram, Variable } from '../lowered/program.js';
import { Names } from '../plan/names.js';
import { at } from '../plan/plan.js';
import type { CompileOptions } from '../target.js';
import { proofLines } from '../writing/proof.js';
import { Room } from '../writing/room.js';
import { readingOfPort } from './boundary.js';
import { describeCircuit } from './documentation.js';
import { Effort, laidOutText } from './layout.js';
import type { PyFunction, Scope } from './print-expression.js';
import { type OutputsClass, StatementPrinter } from './print-statements.js';
import { allowed, className, RESERVED, RESERVED_FOR_SOURCES } from './reserved.js';
import { Runtime } from './runtime/runtime.js';
import { HOST_METHODS, type HostMethod } from './runtime/sources.js';
import { PyTypes } from './types.js';
import { Writer } from './writer.js';

/** A port with its name in Python. */
export interface PyPort {
  readonly port: PortDomain;
  readonly name: string;
}

/** The text of a module, and what its callers need. */
export interface PyModule {
  readonly text: string;
  /** The name of the circuit's function. */
  readonly exported: string;
  readonly error: LoweredProgram['error'];
  /** True if the module has the class of {@link PyModule.error}. */
  readonly throws: boolean;
  readonly inputs: readonly PyPort[];
  readonly outputs: readonly PyPort[];
  /** The name of the class of the outputs. */
  readonly outputsClass: string;
  /** Returns the name of a field of a record of this domain. */
  readonly types: PyTypes;
}

const METHODS: ReadonlyMap<string, HostMethod> = new Map(Object.entries(HOST_METHODS));

/** Deeper calls run one after another: CPython allows 1,000 nested calls, of which the caller needs some. */
const MAX_DEPTH = 200;

/** Writes the module of a circuit. */
export function moduleOf(lowered: LoweredProgram, options: CompileOptions, program: CircuitProgram): PyModule {
  const writing = new ModuleWriting(lowered);
  const functions = writing.functions(describeCircuit(lowered, program));
  const { runtime, types } = writing;
  // It imports modules.
  const host = writing.host();
  const header = [
    `# ${lowered.name}: compiled by Kirchhoff from the circuit ${lowered.hash}.`,
    ...proofLines(options).map((line) => `# ${line}`),
  ].join('\n');
  const sections = [
    `${header}\n\n${runtime.imports.trimEnd()}`,
    ...runtime.texts('errors'),
    ...host,
    laidOutText(types.text(), writing.effort),
    ...runtime.texts('helpers'),
    ...runtime.texts('declarations').map((declaration) => laidOutText(declaration, writing.effort)),
    ...functions,
  ];
  const text = `${sections.filter((section) => section !== '').join('\n\n\n')}\n`;
  return {
    text,
    exported: writing.exported,
    error: lowered.error,
    throws: writing.runtime.has(lowered.error),
    ...writing.ports,
    outputsClass: writing.outputsClass.name,
    types,
  };
}

class ModuleWriting {
  readonly room = new Room();
  readonly effort = new Effort();
  readonly runtime = new Runtime(this.room);
  readonly types: PyTypes;
  readonly exported: string;
  readonly ports: { readonly inputs: readonly PyPort[]; readonly outputs: readonly PyPort[] };
  private readonly facts: ReadonlyMap<LoweredFunction, CallFacts>;
  private readonly written = new Map<LoweredFunction, PyFunction>();
  private readonly names: Names;
  private readonly reserved: readonly string[];
  private readonly sources: readonly string[];
  readonly outputsClass: OutputsClass;

  constructor(private readonly program: LoweredProgram) {
    const { functions, name, inputs, outputs } = program;
    this.types = new PyTypes(this.room, (needed) => this.runtime.type(needed));
    this.facts = callFactsOf(functions);
    this.sources = sourcesOf(functions);
    this.reserved = this.sources.length === 0 ? RESERVED : [...RESERVED, ...RESERVED_FOR_SOURCES];
    const outputNames = new Names([]);
    this.ports = {
      inputs: this.portsOf(inputs, new Names(this.reserved)),
      outputs: this.portsOf(outputs, outputNames),
    };
    this.exported = new Names(this.reserved).fresh(this.allowed(name));
    // No function that the circuit calls has the name of a port, which is the name of a parameter.
    this.names = new Names([...this.reserved, this.exported, ...this.ports.inputs.map((each) => each.name)]);
    this.outputsClass = {
      name: this.types.names.fresh(`${className(name)}Outputs`),
      fields: this.ports.outputs.map((each) => each.name),
    };
    for (const port of [...inputs, ...outputs]) this.types.nameAfter(port.name, typeOf(port.domain));
    const fields = this.ports.outputs.map((each) => [each.name, this.types.annotationOf(typeOf(each.port.domain))] as const);
    this.types.add(this.outputsClass.name, fields, `The outputs of the circuit ${name}.`);
  }

  /** Returns the texts of all functions, that of the circuit last. */
  functions(documentation: readonly string[]): readonly string[] {
    return this.program.functions.map((lowered) => {
      const writer = new Writer(this.room, this.effort);
      if (lowered.role === 'circuit') this.circuit(writer, lowered, documentation);
      else this.function(writer, lowered);
      return writer.text();
    });
  }

  /** Returns the class of the host's entropy sources, if the circuit asks some. */
  host(): readonly string[] {
    if (this.sources.length === 0) return [];
    const methods = this.sources.map((name) => {
      const method = METHODS.get(name);
      if (method === undefined) throw new Error(`the host has no ${name}`);
      for (const module of method.imports) this.runtime.module(module);
      for (const type of method.typing) this.runtime.type(type);
      return method.code.trimEnd();
    });
    return [`class Host:\n    """The entropy sources of the circuit, which a caller may replace."""\n${methods.join('\n')}`];
  }

  private portsOf(ports: readonly PortDomain[], names: Names): readonly PyPort[] {
    return ports.map((port) => ({ port, name: names.fresh(this.allowed(port.name)) }));
  }

  private allowed(name: string): string {
    return this.reserved.includes(name) ? `${name}_` : allowed(name);
  }

  private factsOf(lowered: LoweredFunction): CallFacts {
    const facts = this.facts.get(lowered);
    if (facts === undefined) throw new Error(`no facts about ${lowered.name}`);
    return facts;
  }

  /** Returns the scope of a function, and the names of its parameters. */
  private scopeOf(
    lowered: LoweredFunction,
    given: readonly string[] | null,
  ): { readonly scope: Scope; readonly parameters: readonly string[] } {
    const callees = this.factsOf(lowered).callees.map((callee) => this.written.get(callee)?.name ?? '');
    const names = new Names([...this.reserved, ...callees]);
    const known = new Map<string, string>();
    const nameOf = ({ name }: Variable): string => {
      const found = known.get(name) ?? names.fresh(this.allowed(name));
      known.set(name, found);
      return found;
    };
    const parameters = lowered.parameters.map((parameter, index) => {
      const name = given === null ? null : names.fresh(at(given, index));
      if (name !== null) known.set(parameter.name, name);
      return name ?? nameOf(parameter);
    });
    const place = this.program.error === 'Fault' ? ['caller_line'] : ['caller_domain', 'caller_line'];
    const callerPlace = lowered.takesPlace ? place.map((each) => names.fresh(each)) : [];
    const { runtime, types } = this;
    const scope = { runtime, types, error: this.program.error, functions: this.written, nameOf, callerPlace };
    return { scope, parameters };
  }

  /** Returns true if a function has to be a generator. */
  private isSteps(lowered: LoweredFunction): boolean {
    const { depth, callees } = this.factsOf(lowered);
    return depth > MAX_DEPTH && callees.length > 0;
  }

  private typed(parameters: readonly string[], variables: readonly Variable[]): readonly string[] {
    return parameters.map((name, index) => `${name}: ${this.types.annotationOf(at(variables, index).type)}`);
  }

  private function(writer: Writer, lowered: LoweredFunction): void {
    const name = this.names.fresh(this.allowed(lowered.name));
    const { asks } = this.factsOf(lowered);
    const isSteps = this.isSteps(lowered);
    const { scope, parameters } = this.scopeOf(lowered, null);
    const place = scope.callerPlace.map((each) => `${each}: ${each.includes('line') ? 'int' : 'str'}`);
    const all = [...(asks ? ['host: Host'] : []), ...this.typed(parameters, lowered.parameters), ...place];
    const result = lowered.result === null ? 'None' : this.types.annotationOf(lowered.result.type);
    writer.open(`def ${name}(${all.join(', ')}) -> ${isSteps ? this.runtime.type('Any') : result}:`);
    if (isSteps) this.makeGenerator(writer, lowered);
    new StatementPrinter(scope, writer, null).body(lowered.body);
    writer.close();
    this.written.set(lowered, { name, isSteps, takesHost: asks });
  }

  /** A generator needs a `yield`, even if its calls are all shallow enough to be direct. */
  private makeGenerator(writer: Writer, lowered: LoweredFunction): void {
    const waits = this.factsOf(lowered).callees.some((callee) => this.written.get(callee)?.isSteps === true);
    if (!waits) writer.line('yield from ()');
  }

  private circuit(writer: Writer, lowered: LoweredFunction, documentation: readonly string[]): void {
    const isSteps = this.isSteps(lowered);
    const { inputs } = this.ports;
    const { scope, parameters } = this.scopeOf(
      lowered,
      inputs.map(({ name }) => name),
    );
    const typed = this.typed(parameters, lowered.parameters);
    const { asks } = this.factsOf(lowered);
    const keywords = [...typed, ...(asks ? ['host: Host = Host()'] : [])];
    const outputs = this.outputsClass.name;
    const steps = `_${this.exported}_steps`;
    if (isSteps) {
      const all = [...(asks ? ['host: Host'] : []), ...typed];
      writer.open(`def ${steps}(${all.join(', ')}) -> ${this.runtime.type('Any')}:`);
      this.makeGenerator(writer, lowered);
      new StatementPrinter(scope, writer, this.outputsClass).body(lowered.body);
      writer.close();
      writer.blank(2);
    }
    writer.open(`def ${this.exported}(${keywords.length === 0 ? '' : `*, ${keywords.join(', ')}`}) -> ${outputs}:`);
    writer.verbatim(documentation);
    for (const [index, { port, name }] of inputs.entries()) {
      if (at(parameters, index) !== name) throw new Error(`the port ${port.name} has another name inside`);
      for (const line of readingOfPort(scope, port.domain, name, port.name)) writer.line(line);
    }
    if (isSteps) {
      const all = [...(asks ? ['host'] : []), ...parameters];
      writer.line(`return ${this.runtime.use('_run_steps')}(${steps}(${all.join(', ')}))`);
    } else new StatementPrinter(scope, writer, this.outputsClass).body(lowered.body);
    writer.close();
  }
}
