import { type Domain, type PortDomain, type Type, typeOf } from '@kirchhoff/coherence';
import type { LoweredFunction, LoweredProgram } from '../lowered/program.js';
import { Names } from '../plan/names.js';
import type { ImportedFunction, ModuleParts } from './assembler/assemble.js';
import { not, type Wat } from './assembler/wat.js';
import { hasOwnTest, isAdmitted, textTest } from './domains.js';
import { FunctionLocals } from './function-locals.js';
import { load, SLOT, stackType } from './layout.js';
import { i32 } from './monomers/emission.js';
import type { WatFunction } from './print-expression.js';
import { StatementPrinter } from './print-statements.js';
import { linked } from './runtime/link.js';
import type { Shared } from './shared.js';

/** Engines allow 1,000 parameters. */
const MAX_PARAMETERS = 500;

const HOST_FUNCTIONS: readonly ImportedFunction[] = [
  { module: 'host', field: 'now', name: '$host.now', parameters: [], result: 'i64' },
  { module: 'host', field: 'random', name: '$host.random', parameters: ['i64', 'i64'], result: 'i64' },
  { module: 'host', field: 'uuid', name: '$host.uuid', parameters: [], result: 'i32' },
  { module: 'host', field: 'env', name: '$host.env', parameters: ['i32'], result: 'i32' },
];

/** A module, and what its loader needs. */
export interface WatModule {
  readonly parts: ModuleParts;
  /** The names of the host's functions that it imports. */
  readonly host: readonly string[];
  /** The exported functions that test texts, by the domain. */
  readonly textTests: ReadonlyMap<Domain, string>;
}

/** Writes the module of a circuit. */
export function moduleOf(lowered: LoweredProgram, shared: Shared): WatModule {
  const writing = new ModuleWriting(lowered, shared);
  writing.functions();
  return writing.module();
}

class ModuleWriting {
  private readonly written = new Map<LoweredFunction, WatFunction>();
  private readonly names = new Names([]);
  private readonly program: Wat[] = [];

  constructor(
    private readonly lowered: LoweredProgram,
    private readonly shared: Shared,
  ) {}

  functions(): void {
    for (const lowered of this.lowered.functions) {
      const { role, parameters } = lowered;
      const locals = new FunctionLocals(parameters, () => this.shared.data.reserve());
      const printer = new StatementPrinter({ shared: this.shared, locals, functions: this.written });
      const body = printer.body(lowered.body);
      const takesRecord = role === 'circuit' || parameters.length > MAX_PARAMETERS;
      const name = role === 'circuit' ? '$run' : `$circuit.${this.names.fresh(lowered.name)}`;
      const declared = parameters.map((each): Wat => [takesRecord ? 'local' : 'param', `$${each.name}`, stackType(each.type)]);
      const place: readonly Wat[] = lowered.takesPlace ? [['param', '$caller.failures', 'i32']] : [];
      const result: Wat = ['result', lowered.result === null ? 'i32' : stackType(lowered.result.type)];
      const head = takesRecord ? [['param', ADDRESS, 'i32'], ...place, result, ...declared] : [...declared, ...place, result];
      const read = takesRecord ? parameters.map((each, index): Wat => ['local.set', `$${each.name}`, slot(each, index)]) : [];
      const checks = role === 'circuit' ? this.lowered.inputs.map((port, index) => this.check(port, index)) : [];
      this.program.push(['func', name, ...head, ...locals.declarations(), ...checks, ...read, ...body, ...endOf(body)]);
      this.written.set(lowered, { name, takesRecord, callerMessages: printer.callerMessages });
    }
  }

  /** A caller that writes another value than the port takes is refused, even if it is no loader. */
  private check(port: PortDomain, index: number): Wat {
    const isIn = isAdmitted(this.shared, port.domain, slot({ type: typeOf(port.domain) }, index));
    return ['if', not(isIn), ['then', ['call', '$fail', i32(this.shared.failure({ kind: 'port', port: port.name }))]]];
  }

  module(): WatModule {
    const { shared } = this;
    const textTests = new Map<Domain, string>();
    for (const { domain } of this.lowered.inputs) for (const text of ownTexts(domain)) textTests.set(text, textTest(shared, text));
    const exports = new Map(['alloc', 'mark', 'release', 'failure', 'run'].map((name) => [name, `$${name}`]));
    for (const name of textTests.values()) exports.set(name.slice(1), name);
    const roots = [...shared.functions, ...this.program];
    const { functions, globals, called } = linked(roots, [...exports.values()], shared.data);
    const imports = HOST_FUNCTIONS.filter(({ name }) => called.has(name));
    const { end } = shared.data;
    const parts: ModuleParts = {
      imports,
      functions,
      pages: Math.floor(end / PAGE) + 1,
      globals: [{ name: '$free', isMutable: true, initial: end }, { name: '$failed', isMutable: true, initial: 0 }, ...globals],
      exports,
      data: shared.data.segments(),
    };
    return { parts, host: imports.map(({ field }) => field), textTests };
  }
}

/** The validator does not see that each path of a function returns. */
function endOf(body: readonly Wat[]): readonly Wat[] {
  const last = body.at(-1);
  return last !== undefined && ['return', 'unreachable'].includes(String(last[0])) ? [] : [['unreachable']];
}

const PAGE = 65_536;

/** The parameter with the address of a record of all arguments. Names of variables have no dot. */
const ADDRESS = '$arguments.address';

function slot({ type }: { readonly type: Type }, index: number): Wat {
  return load(type, ['local.get', ADDRESS], SLOT * index);
}

/** Returns the texts inside a domain that only the module tests. Domains share parts. */
function ownTexts(domain: Domain): ReadonlySet<Extract<Domain, { kind: 'text' }>> {
  const found = new Set<Extract<Domain, { kind: 'text' }>>();
  const seen = new Set<Domain>();
  const visit = (part: Domain): void => {
    if (seen.has(part)) return;
    seen.add(part);
    if (part.kind === 'text' && hasOwnTest(part)) found.add(part);
    else if (part.kind === 'list') visit(part.element);
    else if (part.kind === 'option') visit(part.value);
    else if (part.kind === 'record') for (const field of part.fields) visit(field.domain);
  };
  visit(domain);
  return found;
}
