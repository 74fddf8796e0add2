import { type CircuitProgram, type PortDomain, typeOf } from '@kirchhoff/coherence';
import { blocksOf } from '../lowered/free-variables.js';
import type { LoweredFunction, LoweredProgram, Statement, Variable } from '../lowered/program.js';
import { Names } from '../plan/names.js';
import { at } from '../plan/plan.js';
import { Widths, widthOfPort } from '../plan/widths.js';
import type { CompileOptions } from '../target.js';
import { Declarations } from '../writing/declarations.js';
import { Room } from '../writing/room.js';
import { type CallFacts, callFactsOf, sourcesOf } from './call-graph.js';
import { circuitComment, domainText, packageComment } from './documentation.js';
import { readingOfPort } from './domains.js';
import { name, textOf } from './expression.js';
import { factsOf } from './facts.js';
import { exportedName, localName, packageName, RESERVED } from './names.js';
import type { GoFunction, Scope } from './print-expression.js';
import { type Returned, StatementPrinter } from './print-statements.js';
import { importsOf, PIECE_NAMES, Runtime } from './runtime/runtime.js';
import { HOST_METHODS, type HostMethod } from './runtime/sources.js';
import { EXPORTED, GoTypes } from './types.js';
import { Writer } from './writer.js';

/** A port with the name of its field in Go. */
export interface GoPort {
  readonly port: PortDomain;
  readonly field: string;
}

/** The text of a package, and what its callers need. */
export interface GoPackage {
  readonly text: string;
  readonly name: string;
  /** The name of the circuit's function. */
  readonly exported: string;
  readonly takesHost: boolean;
  /** The errors that the package has. */
  readonly errors: readonly ('DomainError' | 'Fault' | 'GuardError')[];
  readonly inputs: readonly GoPort[];
  readonly outputs: readonly GoPort[];
  readonly types: GoTypes;
  /** Returns a name that the package has not. */
  readonly fresh: (wanted: string) => string;
}

const METHODS: ReadonlyMap<string, HostMethod> = new Map(Object.entries(HOST_METHODS));

/** Writes the package of a circuit. */
export function packageOf(lowered: LoweredProgram, options: CompileOptions, program: CircuitProgram): GoPackage {
  const writing = new PackageWriting(lowered);
  const [circuit = '', ...others] = writing.functions().toReversed();
  const { runtime, types } = writing;
  const errors = (['DomainError', 'Fault', 'GuardError'] as const).filter((error) => runtime.has(error));
  const own = packageName(lowered.name);
  const ports = [writing.portsType('Inputs', 'inputs'), writing.portsType('Outputs', 'outputs')];
  const code = [
    ...runtime.texts('exported'),
    ...writing.host(),
    ...types.declarations(),
    ...ports,
    [...circuitComment(lowered, program, writing.exported, errors), circuit].join('\n'),
    ...others.toReversed(),
    ...Array.from(writing.tables, ([value, table]) => `var ${table} = ${value}`),
    ...writing.choices,
    ...writing.declarations.all(),
    ...types.helpers(),
    ...runtime.texts('helpers'),
  ].join('\n\n');
  const head = [...packageComment(lowered, options, own), `package ${own}`].join('\n');
  const text = `${[head, importsOf(code), code].filter((section) => section !== '').join('\n\n')}\n`;
  const { exported, takesHost } = writing;
  return { text, name: own, exported, takesHost, errors, ...writing.ports, types, fresh: writing.fresh };
}

class PackageWriting {
  readonly room = new Room();
  readonly runtime = new Runtime(this.room);
  readonly declarations = new Declarations(this.room);
  readonly choices: string[] = [];
  /** The names of constant lists and bytes, by their text. */
  readonly tables = new Map<string, string>();
  readonly types: GoTypes;
  readonly exported: string;
  readonly ports: { readonly inputs: readonly GoPort[]; readonly outputs: readonly GoPort[] };
  readonly takesHost: boolean;
  private readonly facts: ReadonlyMap<LoweredFunction, CallFacts>;
  private readonly written = new Map<LoweredFunction, GoFunction>();
  private readonly names = new Names([...RESERVED, ...EXPORTED, ...PIECE_NAMES]);
  /** Names that no variable has. */
  private readonly reserved = new Names([...RESERVED, ...PIECE_NAMES]);
  private readonly sources: readonly string[];

  constructor(private readonly program: LoweredProgram) {
    const { functions, inputs, outputs } = program;
    this.types = new GoTypes(this.room, this.names, this.runtime.use, new Widths(program));
    this.facts = callFactsOf(functions);
    this.sources = sourcesOf(functions);
    this.takesHost = this.sources.length > 0;
    this.exported = this.names.fresh(exportedName(program.name));
    this.ports = { inputs: portsOf(inputs), outputs: portsOf(outputs) };
    for (const port of [...inputs, ...outputs]) this.types.nameAfter(port.name, typeOf(port.domain));
  }

  readonly fresh = (wanted: string): string => this.names.fresh(wanted);

  /** Returns the texts of all functions, that of the circuit last. */
  functions(): readonly string[] {
    return this.program.functions.map((lowered) => this.function(lowered));
  }

  /** Returns the struct of all inputs or outputs. */
  portsType(own: string, of: 'inputs' | 'outputs'): string {
    const fields = this.ports[of].map(({ port, field }) => {
      return `\t// ${field} has the domain ${domainText(port.domain)}.\n\t${field} ${this.types.portText(port.domain)}\n`;
    });
    const body = fields.length === 0 ? '{}' : ` {\n${fields.join('')}}`;
    return `// ${own} has the ${of} of the circuit ${this.program.name}.\ntype ${own} struct${body}`;
  }

  /** Returns the interface of the entropy sources and its implementation by the system, if the circuit asks some. */
  host(): readonly string[] {
    if (!this.takesHost) return [];
    const methods = this.sources.map((source) => {
      const method = METHODS.get(source);
      if (method === undefined) throw new Error(`the host has no ${source}`);
      return method;
    });
    const declared = methods.map(({ documentation, signature }) => `\t// ${documentation}\n\t${signature}\n`);
    const implemented = methods.map(({ documentation, signature, body }) => {
      return `// ${documentation}\nfunc (SystemHost) ${signature} {\n${body}}`;
    });
    return [
      `// A Host has the entropy sources of the circuit.\ntype Host interface {\n${declared.join('')}}`,
      '// SystemHost has the entropy sources of the operating system.\ntype SystemHost struct{}',
      ...implemented,
    ];
  }

  private factsOf(lowered: LoweredFunction): CallFacts {
    const facts = this.facts.get(lowered);
    if (facts === undefined) throw new Error(`no facts about ${lowered.name}`);
    return facts;
  }

  /**
   * Prints a function until all of its variables are read, since Go refuses others, and until it is known whether it fails. Each
   * round leaves out the variables that the one before has not read; nearly all functions take one.
   */
  private function(lowered: LoweredFunction): string {
    const isCircuit = lowered.role === 'circuit';
    const own = isCircuit ? this.exported : this.names.fresh(localName(lowered.name));
    const { asks, callees } = this.factsOf(lowered);
    let fails = isCircuit || asks || this.mayFail(lowered);
    const unread = new Set<string>();
    for (;;) {
      const choices = this.choices.length;
      const round = this.round(lowered, own, callees, fails, unread);
      const isFailing = isCircuit || round.hasFailed;
      if (round.others.length === 0 && isFailing === fails) {
        this.written.set(lowered, { name: own, fails, takesHost: asks });
        return round.text;
      }
      for (const variable of round.others) unread.add(variable);
      fails = isFailing;
      this.choices.length = choices;
    }
  }

  /** Returns true if some statement looks as if it could return an error; its condition may turn out to hold always. */
  private mayFail(lowered: LoweredFunction): boolean {
    if (this.factsOf(lowered).callees.some((callee) => this.written.get(callee)?.fails === true)) return true;
    const pending: Statement[] = [...lowered.body];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next.kind === 'check' || next.kind === 'fail') return true;
      for (const block of blocksOf(next)) pending.push(...block);
    }
    return false;
  }

  private round(lowered: LoweredFunction, own: string, callees: readonly LoweredFunction[], fails: boolean, unread: ReadonlySet<string>) {
    const names = this.reserved.inner('');
    for (const callee of callees) names.fresh(this.written.get(callee)?.name ?? '');
    const known = new Map<string, string>();
    const write = ({ name: variable }: Variable): string => {
      const found = known.get(variable) ?? names.fresh(localName(variable));
      known.set(variable, found);
      return found;
    };
    const isCircuit = lowered.role === 'circuit';
    if (isCircuit) {
      for (const [index, { name: variable }] of lowered.parameters.entries()) {
        const { port, field } = at(this.ports.inputs, index);
        if (widthOfPort(port.domain) === 64) known.set(variable, `in.${field}`);
      }
    }
    const parameters = isCircuit
      ? ['in Inputs', ...(this.takesHost ? ['host Host'] : [])]
      : [
          ...(this.factsOf(lowered).asks ? ['host Host'] : []),
          ...grouped(lowered.parameters.map((parameter) => [write(parameter), this.types.text(parameter.type)] as const)),
        ];
    const callerPlace = !lowered.takesPlace ? [] : this.program.error === 'Fault' ? ['callerLine'] : ['callerDomain', 'callerLine'];
    const placed = callerPlace.map((each) => `${each} ${each === 'callerLine' ? 'int' : 'string'}`);
    const { runtime, types, declarations } = this;
    const scope: Scope = {
      types,
      declarations,
      use: runtime.use,
      error: this.program.error,
      functions: this.written,
      nameOf: write,
      callerPlace,
      newNames: () => this.reserved.inner(''),
      declareChoice: (text) => {
        const choice = `chooseValue${this.choices.length + 1}`;
        this.choices.push(text(choice));
        return choice;
      },
      declareTable: (value) => {
        const table = this.tables.get(value) ?? `constantTable${this.tables.size + 1}`;
        if (!this.tables.has(value)) this.room.take(value.length);
        this.tables.set(value, table);
        return table;
      },
    };
    const zero = lowered.result === null ? 'Outputs{}' : textOf(types.zero(lowered.result.type));
    const returned: Returned = {
      zero,
      fails,
      outputs: isCircuit ? this.ports.outputs.map(({ port, field }) => ({ field, width: widthOfPort(port.domain) })) : null,
    };
    const result = lowered.result === null ? 'Outputs' : types.text(lowered.result.type);
    const writer = new Writer(this.room);
    writer.open(`func ${own}(${[...parameters, ...placed].join(', ')}) ${fails ? `(${result}, error)` : result} {`);
    if (isCircuit) {
      for (const { port, field } of this.ports.inputs) {
        for (const line of readingOfPort(scope, port.domain, name(`in.${field}`), port.name, zero)) writer.line(line);
      }
    }
    const printer = new StatementPrinter(scope, writer, returned, factsOf(lowered), unread, write, (wanted) => names.fresh(wanted));
    if (isCircuit) {
      for (const [index, parameter] of lowered.parameters.entries()) {
        const { port, field } = at(this.ports.inputs, index);
        if (widthOfPort(port.domain) === 64 || unread.has(parameter.name)) continue;
        printer.defined.add(parameter.name);
        writer.line(`${write(parameter)} := int64(in.${field})`);
      }
    }
    if (!printer.block(lowered.body)) writer.line('panic("unreachable")');
    writer.close();
    const others = [...printer.defined].filter((variable) => !unread.has(variable) && !printer.read.has(known.get(variable) ?? ''));
    return { text: writer.text(), others, hasFailed: printer.hasFailed };
  }
}

/** Returns parameters, which name their type once if they follow one another. */
function grouped(parameters: readonly (readonly [own: string, type: string])[]): readonly string[] {
  return parameters.map(([own, type], index) => (parameters[index + 1]?.[1] === type ? own : `${own} ${type}`));
}

function portsOf(ports: readonly PortDomain[]): readonly GoPort[] {
  const names = new Names([]);
  return ports.map((port) => ({ port, field: names.fresh(exportedName(port.name)) }));
}
