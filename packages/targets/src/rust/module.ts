import { type CircuitProgram, type PortDomain, typeOf } from '@kirchhoff/coherence';
import type { LoweredFunction, LoweredProgram, Variable } from '../lowered/program.js';
import { Names } from '../plan/names.js';
import { at } from '../plan/plan.js';
import { Widths, widthOfPort } from '../plan/widths.js';
import type { CompileOptions } from '../target.js';
import { Room } from '../writing/room.js';
import { checkPort } from './boundary.js';
import { ProgramFacts } from './call-facts.js';
import { describeCircuit, describePort, headerOf } from './documentation.js';
import { holdsItsType } from './domains.js';
import { atom, call, field, type RsExpression, widened } from './expression.js';
import { haveFailingConstants } from './failing-constants.js';
import { flat } from './flat.js';
import { signature } from './layout.js';
import { Ownership } from './ownership.js';
import type { RsFunction, Scope } from './print-expression.js';
import { StatementPrinter } from './print-statements.js';
import { allowed, fieldNames, RESERVED } from './reserved.js';
import { Runtime } from './runtime/runtime.js';
import { HOST_METHODS } from './runtime/sources.js';
import { simplified } from './simplify.js';
import { RsTypes } from './types.js';
import { Writer } from './writer.js';

/** A port with its name in Rust. */
export interface RsPort {
  readonly port: PortDomain;
  readonly name: string;
}

/** The text of a module, and what its callers need. */
export interface RsModule {
  readonly text: string;
  /** The name of the circuit's function. */
  readonly exported: string;
  readonly error: LoweredProgram['error'];
  /** True if the module has an enum of errors, with {@link RsModule.error} among them. */
  readonly throws: boolean;
  readonly inputs: readonly RsPort[];
  readonly outputs: readonly RsPort[];
  readonly types: RsTypes;
  /** The names of the entropy sources that the circuit asks. */
  readonly sources: readonly string[];
}

/** Writes the module of a circuit. */
export function moduleOf(lowered: LoweredProgram, options: CompileOptions, program: CircuitProgram): RsModule {
  const writing = new ModuleWriting(lowered, program);
  const functions = writing.functions();
  const { runtime, types, facts } = writing;
  const sections = [
    [...headerOf(program, options), ...writing.lints()].join('\n'),
    ...runtime.texts('errors'),
    ...writing.host(),
    types.text(),
    ...functions.toReversed(),
    ...runtime.texts('declarations'),
    ...runtime.texts('helpers'),
  ];
  const text = `${sections.filter((section) => section !== '').join('\n\n')}\n`;
  const { exported, ports } = writing;
  return { text, exported, error: lowered.error, throws: facts.checks, ...ports, types, sources: facts.sources };
}

class ModuleWriting {
  readonly room = new Room();
  readonly runtime = new Runtime(this.room);
  readonly types: RsTypes;
  readonly exported: string;
  readonly facts: ProgramFacts;
  readonly ports: { readonly inputs: readonly RsPort[]; readonly outputs: readonly RsPort[] };
  private readonly written = new Map<LoweredFunction, RsFunction>();
  private readonly names: Names;

  constructor(
    private readonly program: LoweredProgram,
    private readonly circuitProgram: CircuitProgram,
  ) {
    const { functions, name, inputs, outputs } = program;
    this.types = new RsTypes(this.room, new Widths(program));
    this.facts = new ProgramFacts(functions);
    this.ports = { inputs: portsOf(inputs), outputs: portsOf(outputs) };
    this.names = new Names(RESERVED);
    this.exported = this.names.fresh(allowed(name));
    for (const port of [...inputs, ...outputs]) this.types.nameAfter(port.name, typeOf(port.domain));
    this.runtime.use('DomainError');
    if (this.facts.checks) this.runtime.use(program.error === 'Fault' ? 'FaultError' : 'GuardedError');
    // Without inputs there is nothing to pass, and a compiler warns about a struct that nobody makes.
    if (inputs.length > 0) this.declare('Inputs', this.ports.inputs);
    this.declare('Outputs', this.ports.outputs);
  }

  /** Returns the texts of all functions, that of the circuit last. */
  functions(): readonly string[] {
    return this.program.functions.map((lowered) => {
      const writer = new Writer(this.room);
      if (lowered.role === 'circuit') this.circuit(writer, lowered);
      else this.function(writer, lowered);
      return writer.text();
    });
  }

  /** Returns the trait of the host's entropy sources, if the circuit asks some. */
  host(): readonly string[] {
    const { sources } = this.facts;
    if (sources.length === 0) return [];
    const methods = sources.map((name) => HOST_METHODS[name] ?? '');
    return [`/// The entropy sources of the circuit, which the caller supplies.\npub trait Host {\n${methods.join('\n')}}`];
  }

  /** Returns the lints that the compiler must not apply: it finds failing constants although they are never reached. */
  lints(): readonly string[] {
    const allow = '#![allow(arithmetic_overflow, unconditional_panic)]';
    const isOpen = this.facts.checks && this.program.error === 'Fault';
    if (isOpen) return ['', '// Checks come before operations on constants, which these lints do not see.', allow];
    if (!haveFailingConstants(this.program.functions)) return [];
    return ['', '// Some operations on constants fail, but are never reached, which these lints do not see.', allow];
  }

  private declare(name: string, ports: readonly RsPort[]): void {
    const fields = ports.map((each) => [each.name, this.types.portOf(each.port.domain), describePort(each.port)] as const);
    const doc = `The ${name.toLowerCase()} of the circuit.`;
    this.types.add(name, fields, doc, false);
  }

  private get errorType(): string {
    return this.facts.checks ? 'Error' : 'Box<DomainError>';
  }

  /** Returns the scope of a function, and the names of its parameters. */
  private scopeOf(lowered: LoweredFunction, callees: ReadonlySet<LoweredFunction>): Scope {
    const called = [...callees].map((callee) => this.written.get(callee)?.name ?? '');
    const names = new Names([...RESERVED, ...called]);
    const known = new Map<string, RsExpression>();
    if (lowered.role === 'circuit') {
      for (const [index, parameter] of lowered.parameters.entries()) {
        const { port, name } = at(this.ports.inputs, index);
        if (widthOfPort(port.domain) === 64) known.set(parameter.name, field(atom('inputs'), name));
      }
    }
    const ports = new Set(known.keys());
    const ownership = new Ownership(this.types, lowered);
    // The compiler lets a variable be unread whose name begins like that.
    const nameOf = ({ name }: Variable): RsExpression => {
      const found = known.get(name) ?? atom(names.fresh(`${ownership.isUsed({ name }) ? '' : '_'}${allowed(name)}`));
      known.set(name, found);
      return found;
    };
    return {
      runtime: this.runtime,
      types: this.types,
      error: this.program.error,
      functions: this.written,
      ownership,
      nameOf,
      isPort: ({ name }) => ports.has(name),
      moved: new Set(),
      fresh: (wanted) => names.fresh(allowed(wanted)),
      contents: new Map(),
    };
  }

  private function(writer: Writer, lowered: LoweredFunction): void {
    const name = this.names.fresh(allowed(lowered.name));
    const { asks, fails } = this.facts.of(lowered);
    const simple = simplified(lowered);
    const scope = this.scopeOf(simple, this.facts.of(lowered).callees);
    const parameters = lowered.parameters.map((parameter) => {
      return `${flat(scope.nameOf(parameter))}: ${this.types.borrowedOf(parameter.type)}`;
    });
    const place = this.program.error === 'Fault' ? ['caller_line: u32'] : ["caller_domain: &'static str", 'caller_line: u32'];
    const all = [...(asks ? ['host: &mut impl Host'] : []), ...parameters, ...(lowered.takesPlace ? place : [])];
    if (lowered.result === null) throw new Error(`${lowered.name} has no result`);
    const result = this.types.ownedOf(lowered.result.type);
    this.open(writer, `fn ${name}`, all, fails ? `Result<${result}, ${this.errorType}>` : result);
    new StatementPrinter(scope, writer, null, fails).body(simple.body);
    writer.close();
    this.written.set(lowered, { name, fails, takesHost: asks });
  }

  private circuit(writer: Writer, lowered: LoweredFunction): void {
    const { inputs, outputs } = this.ports;
    const simple = simplified(lowered);
    const scope = this.scopeOf(simple, this.facts.of(lowered).callees);
    const { asks } = this.facts.of(lowered);
    for (const line of describeCircuit(this.circuitProgram, this.facts.checks)) writer.line(line);
    const areRead = inputs.some(
      ({ port }, index) =>
        !holdsItsType(this.types, port.domain, widthOfPort(port.domain)) || scope.ownership.isUsed(at(lowered.parameters, index)),
    );
    const all = [...(inputs.length === 0 ? [] : [`${areRead ? '' : '_'}inputs: &Inputs`]), ...(asks ? ['host: &mut impl Host'] : [])];
    this.open(writer, `pub fn ${this.exported}`, all, `Result<Outputs, ${this.errorType}>`);
    const error = (refusal: RsExpression): RsExpression => (this.facts.checks ? call('Error::Domain', refusal) : refusal);
    for (const { port, name } of inputs) checkPort(scope, writer, port.name, port.domain, field(atom('inputs'), name), error);
    for (const [index, { port, name }] of inputs.entries()) {
      const parameter = at(lowered.parameters, index);
      if (widthOfPort(port.domain) === 64 || !scope.ownership.isUsed(parameter)) continue;
      writer.statement(`let ${flat(scope.nameOf(parameter))} =`, widened(field(atom('inputs'), name)), ';');
    }
    const given = outputs.map(({ port, name }) => ({ name, width: widthOfPort(port.domain) }));
    new StatementPrinter(scope, writer, given, true).body(simple.body);
    writer.close();
  }

  private open(writer: Writer, name: string, parameters: readonly string[], result: string): void {
    writer.openLines(signature(name, parameters, result));
  }
}

function portsOf(ports: readonly PortDomain[]): readonly RsPort[] {
  const names = fieldNames(ports.map((port) => port.name));
  return ports.map((port, index) => ({ port, name: names[index] ?? port.name }));
}
