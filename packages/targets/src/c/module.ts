import { type CircuitProgram, MONOMERS, monomerAt, type PortDomain, typeOf } from '@kirchhoff/coherence';
import { blocksOf, expressionsOf, partsOf } from '../lowered/free-variables.js';
import type { Expression, LoweredFunction, LoweredProgram, Statement, Variable } from '../lowered/program.js';
import { Names } from '../plan/names.js';
import { at } from '../plan/plan.js';
import { Widths, widthOfPort } from '../plan/widths.js';
import { type CompileOptions } from '../target.js';
import { Room } from '../writing/room.js';
import { pathLength, readingOfPort } from './boundary.js';
import { describeCircuit, headerOf } from './documentation.js';
import { primary } from './expression.js';
import { laidOutText } from './layout.js';
import type { CFunction, Scope } from './print-expression.js';
import { StatementPrinter } from './print-statements.js';
import { allowed, circuitName, localName } from './reserved.js';
import { Runtime } from './runtime/runtime.js';
import { HOST_MEMBERS } from './runtime/system.js';
import { CTypes } from './types.js';
import { Writer } from './writer.js';

/** A port with the name of its member. */
export interface CPort {
  readonly port: PortDomain;
  readonly name: string;
}

/** The texts of the files, and what their callers need. */
export interface CModule {
  readonly header: string;
  readonly source: string;
  /** The name of the circuit's function. */
  readonly exported: string;
  /** True if the status of {@link LoweredProgram.error} occurs. */
  readonly throws: LoweredProgram['error'] | null;
  readonly inputs: readonly CPort[];
  readonly outputs: readonly CPort[];
  /** The monomers of the entropy sources that the circuit asks. */
  readonly sources: readonly (keyof typeof HOST_MEMBERS)[];
  readonly allocates: boolean;
  readonly types: CTypes;
}

const SOURCES: ReadonlySet<string> = new Set(MONOMERS.filter((_, index) => monomerAt(index).effect === 'source').map(({ name }) => name));

/** Writes the files of a circuit. */
export function moduleOf(lowered: LoweredProgram, options: CompileOptions, program: CircuitProgram, fileName: string): CModule {
  const writing = new ModuleWriting(lowered);
  const functions = writing.functions();
  const { runtime, types, exported, sources, ports } = writing;
  const throws = runtime.has('kir_fault') || runtime.has('kir_guard') ? lowered.error : null;
  const allocates = runtime.has('kir_allocate');
  const comment = headerOf(lowered, options);
  const guard = `${exported.toUpperCase()}_H`;
  const signature = writing.signature();
  const notes = notesOf(exported, allocates, sources.length > 0, inputsHaveParts(lowered));
  const free = allocates
    ? [
        `// Releases the memory of the outputs. They must not be used afterwards.\nvoid ${exported}_outputs_free(${exported}_outputs *outputs);`,
      ]
    : [];
  const header = [
    comment.join('\n'),
    `#ifndef ${guard}\n#define ${guard}`,
    '#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>',
    '#ifdef __cplusplus\nextern "C" {\n#endif',
    types.text('public'),
    ...writing.interfaceTypes(throws, allocates),
    laidOutText(`${describeCircuit(lowered, program, notes).join('\n')}\n${signature};`),
    ...free,
    '#ifdef __cplusplus\n}\n#endif',
    '#endif',
  ];
  const source = [
    comment.join('\n'),
    `#include "${fileName}.h"`,
    runtime.headers.map((name) => `#include <${name}>`).join('\n'),
    types.text('private'),
    ...runtime.texts(),
    ...functions,
    ...(allocates
      ? [`void ${exported}_outputs_free(${exported}_outputs *outputs) {\n  kir_release(outputs->memory);\n  outputs->memory = NULL;\n}`]
      : []),
  ];
  return { header: joined(header), source: joined(source), exported, throws, ...ports, sources, allocates, types };
}

function joined(sections: readonly string[]): string {
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function inputsHaveParts({ inputs }: LoweredProgram): boolean {
  return inputs.some(({ domain }) => domain.kind !== 'integer' && domain.kind !== 'boolean' && domain.kind !== 'enumeration');
}

function notesOf(exported: string, allocates: boolean, asks: boolean, areReferred: boolean): readonly string[] {
  const status = `Returns ${exported.toUpperCase()}_OK, or the reason why there are no outputs,\nwhich the error then tells.`;
  const memory = allocates ? `The outputs own their memory: release it with ${exported}_outputs_free.` : 'It allocates no memory.';
  const inputs = areReferred ? 'They may refer to the inputs, which must live as long and stay unchanged.' : '';
  const host = asks ? 'The host may be NULL if each of its sources has a default.' : '';
  return [...status.split('\n'), memory, inputs, host].filter((line) => line !== '');
}

class ModuleWriting {
  readonly room = new Room();
  readonly exported: string;
  readonly types: CTypes;
  readonly runtime: Runtime;
  readonly sources: readonly (keyof typeof HOST_MEMBERS)[];
  readonly ports: { readonly inputs: readonly CPort[]; readonly outputs: readonly CPort[] };
  private readonly globals: Names;
  private readonly written = new Map<LoweredFunction, CFunction>();

  constructor(private readonly program: LoweredProgram) {
    const { functions, name, inputs, outputs } = program;
    this.exported = circuitName(name);
    const own = ['inputs', 'outputs', 'outputs_free', 'error', 'status', 'host'].map((word) => `${this.exported}_${word}`);
    const statuses = ['OK', 'DOMAIN_ERROR', 'FAULT', 'GUARD_ERROR', 'OUT_OF_MEMORY', 'H'];
    this.globals = new Names([...own, ...statuses.map((word) => `${this.exported.toUpperCase()}_${word}`)]);
    this.types = new CTypes(this.exported, this.globals, this.room, new Widths(program));
    this.sources = sourcesOf(functions);
    this.runtime = new Runtime(this.room, this.types, this.sources.length > 0);
    this.ports = { inputs: portsOf(inputs), outputs: portsOf(outputs) };
    for (const port of [...inputs, ...outputs]) this.types.nameAfter(port.name, typeOf(port.domain));
    for (const port of [...inputs, ...outputs]) this.types.nameOf(typeOf(port.domain));
    this.types.publish();
  }

  /** Returns the texts of all functions, that of the circuit last. */
  functions(): readonly string[] {
    return this.program.functions.map((lowered) => {
      return laidOutText(lowered.role === 'circuit' ? this.circuit(lowered) : this.function(lowered));
    });
  }

  signature(): string {
    return `${this.exported}_status ${this.exported}(${this.parameters().join(', ')})`;
  }

  /** Returns the types of the interface that do not belong to values. */
  interfaceTypes(throws: LoweredProgram['error'] | null, allocates: boolean): readonly string[] {
    const { exported } = this;
    const upper = exported.toUpperCase();
    const { inputs, outputs } = this.ports;
    const member = ({ port, name }: CPort): string => `  ${this.types.nameOfPort(port.domain)} ${name};\n`;
    const statuses = [
      [`${upper}_OK`, null],
      [`${upper}_DOMAIN_ERROR`, 'An input is outside its domain, or a requirement does not hold.'],
      ...(throws === 'Fault' ? [[`${upper}_FAULT`, 'An unproven condition does not hold for these inputs.'] as const] : []),
      ...(throws === 'GuardError' ? [[`${upper}_GUARD_ERROR`, 'A proven condition does not hold: a bug of the prover.'] as const] : []),
      ...(allocates ? [[`${upper}_OUT_OF_MEMORY`, null] as const] : []),
    ] as const;
    const longest = inputs.reduce((most, { port }) => Math.max(most, pathLength(port.domain)), 0);
    const error = [
      '  // The first wrong input; NULL if a requirement does not hold.\n  const char *port;\n',
      `  // The place inside the value of the port.\n  char path[${longest + 1}];\n`,
      ...(throws === 'GuardError' ? ['  // The name of the condition, and its line in the source.\n  const char *domain;\n'] : []),
      ...(throws === null ? [] : [`${throws === 'Fault' ? '  // The line of the source.\n' : ''}  int64_t line;\n`]),
      '  const char *message;\n',
    ];
    const status = statuses.map(([name, text]) => `${text === null ? '' : `  // ${text}\n`}  ${name},\n`);
    const memory = allocates ? '  // The memory of all values.\n  void *memory;\n' : '';
    const none = outputs.length === 0 && !allocates ? '  char unused;\n' : '';
    const host = this.sources.map((name) => HOST_MEMBERS[name].code).join('');
    return [
      ...(inputs.length === 0 ? [] : [`typedef struct ${exported}_inputs {\n${inputs.map(member).join('')}} ${exported}_inputs;`]),
      `typedef struct ${exported}_outputs {\n${outputs.map(member).join('')}${memory}${none}} ${exported}_outputs;`,
      `typedef enum ${exported}_status {\n${status.join('')}} ${exported}_status;`,
      `typedef struct ${exported}_error {\n${error.join('')}} ${exported}_error;`,
      ...(host === ''
        ? []
        : [
            `// The entropy sources of the circuit. A source is NULL to take its default.\ntypedef struct ${exported}_host {\n  // Given to each source.\n  void *context;\n${host}} ${exported}_host;`,
          ]),
    ];
  }

  private parameters(): readonly string[] {
    const { exported } = this;
    return [
      ...(this.ports.inputs.length === 0 ? [] : [`const ${exported}_inputs *inputs`]),
      ...(this.sources.length === 0 ? [] : [`const ${exported}_host *host`]),
      `${exported}_outputs *outputs`,
      `${exported}_error *error`,
    ];
  }

  private function(lowered: LoweredFunction): string {
    const name = this.globals.fresh(`${this.exported}_${lowered.name}`);
    const { scope, uses } = this.scopeOf(lowered, 'run');
    const parameters = lowered.parameters.map((parameter) => `${this.types.nameOf(parameter.type)} ${scope.nameOf(parameter)}`);
    const place = scope.callerPlace.map((each) => `${each.includes('line') ? 'int64_t ' : 'const char *'}${each}`);
    const writer = new Writer(this.room);
    writer.open('');
    new StatementPrinter(scope, writer, null).body(lowered.body);
    writer.close();
    const text = writer.text();
    const unread = [
      ...lowered.parameters.map(scope.nameOf).filter((each) => !scope.reads.has(each)),
      ...scope.callerPlace.filter((each) => !new RegExp(`\\b${each}\\b`).test(text)),
    ];
    this.written.set(lowered, { name, takesRun: uses.run });
    const all = [...(uses.run ? ['kir_run *run'] : []), ...parameters, ...place];
    const result = lowered.result === null ? 'void' : this.types.nameOf(lowered.result.type);
    const unused = unread.map((each) => `\n  (void)${each};`).join('');
    return `static ${result} ${name}(${all.length === 0 ? 'void' : all.join(', ')}) {${unused}${text}`;
  }

  /**
   * Writes the function of the circuit. If it makes values, a second function does its work, so that all failures can jump out of
   * it: the frame of `setjmp` must not have variables that change.
   */
  private circuit(lowered: LoweredFunction): string {
    const direct = this.circuitBody(lowered, 'direct', new Room());
    const { inputs } = this.ports;
    const writer = new Writer(this.room);
    writer.open(`${this.signature()} {`);
    for (const { port, name } of inputs) {
      for (const line of readingOfPort(this, port.domain, `inputs->${name}`, port.name)) writer.line(line);
    }
    const checks = writer.text();
    const usesError = /\berror\b/.test(checks.slice(checks.indexOf('{')));
    if (!direct.usesRun) {
      const lines = direct.text;
      const unused = usesError || /\berror\b/.test(lines) ? [] : ['(void)error;'];
      const readsInputs = inputs.length === 0 || /\binputs->/.test(checks) || /\binputs->/.test(lines);
      for (const line of [...unused, ...(readsInputs ? [] : ['(void)inputs;'])]) writer.line(line);
      writer.close();
      const text = writer.text();
      this.room.take(lines.length);
      return `${text.slice(0, -1)}${lines === '' ? '' : `${lines}\n`}}`;
    }
    const inner = this.circuitBody(lowered, 'run', this.room);
    const { exported } = this;
    const compute = 'kir_compute';
    const given = [...(inputs.length === 0 ? [] : ['inputs']), 'outputs'];
    const typed = [...(inputs.length === 0 ? [] : [`const ${exported}_inputs *inputs`]), `${exported}_outputs *outputs`];
    const release = this.runtime.has('kir_allocate') ? this.runtime.use('kir_release') : null;
    const ok = `${exported.toUpperCase()}_OK`;
    const host = this.sources.length === 0 ? '' : ', .host = host';
    writer.line(`kir_run run = {.status = ${ok}, .error = error${host}};`);
    writer.open(`if (!kir_attempt(&run, ${given.join(', ')})) {`);
    if (release !== null) writer.line(`${release}(run.chunks);`);
    writer.line('return run.status;');
    writer.close();
    if (release !== null) writer.line('outputs->memory = run.chunks;');
    writer.line(`return ${ok};`);
    writer.close();
    const text = writer.text();
    // A caller may release the outputs of each call, also of one that fails.
    const whole = release === null ? text : text.replace('{\n', '{\n  outputs->memory = NULL;\n');
    const readsInputs = inputs.length === 0 || /\binputs->/.test(inner.text) ? '' : '  (void)inputs;\n';
    this.room.take(inner.text.length);
    return [
      `static void ${compute}(kir_run *run, ${typed.join(', ')}) {\n${readsInputs}${inner.text}\n}`,
      `// Returns false if the computation fails.
static bool kir_attempt(kir_run *run, ${typed.join(', ')}) {
  if (setjmp(run->failed) != 0) {
    return false;
  }
  ${compute}(run, ${given.join(', ')});
  return true;
}`,
      whole,
    ].join('\n\n');
  }

  private circuitBody(lowered: LoweredFunction, mode: 'direct' | 'run', room: Room): { readonly text: string; readonly usesRun: boolean } {
    const { scope, uses } = this.scopeOf(lowered, mode);
    const writer = new Writer(room);
    writer.open('');
    const members = this.ports.outputs.map(({ port, name }) => ({ name, width: widthOfPort(port.domain) }));
    const end = mode === 'direct' ? [`return ${this.exported.toUpperCase()}_OK;`] : [];
    new StatementPrinter(scope, writer, { members, end }).body(lowered.body);
    // Inputs that are read are read once.
    const read = lowered.parameters.flatMap((parameter, index) => {
      const name = scope.nameOf(parameter);
      if (!scope.reads.has(name)) return [];
      return [`  const ${this.types.nameOf(parameter.type)} ${name} = inputs->${at(this.ports.inputs, index).name};`];
    });
    return { text: [...read, ...writer.text().split('\n').slice(1)].join('\n'), usesRun: uses.run };
  }

  private scopeOf(lowered: LoweredFunction, mode: 'direct' | 'run'): { readonly scope: Scope; readonly uses: { run: boolean } } {
    const names = new Names(['inputs', 'outputs', 'error', 'run', 'host']);
    const known = new Map<string, string>();
    const nameOf = ({ name }: Variable): string => {
      const found = known.get(name) ?? names.fresh(localName(name, this.exported));
      known.set(name, found);
      return found;
    };
    for (const parameter of lowered.parameters) nameOf(parameter);
    const uses = { run: false };
    const place = this.program.error === 'Fault' ? ['caller_line'] : ['caller_domain', 'caller_line'];
    const callerPlace = lowered.takesPlace ? place.map((each) => names.fresh(localName(each, this.exported))) : [];
    const { runtime, types } = this;
    const run = () => {
      uses.run = true;
      runtime.use('kir_run');
      return primary('run');
    };
    const stop = (status: (error: string) => string): string => {
      if (mode === 'direct') return `return ${status('error')};`;
      return `${runtime.use('kir_stop')}(${run().text}, ${status('run->error')});`;
    };
    const reads = new Set<string>();
    const fresh = (wanted: string): string => names.fresh(localName(wanted, this.exported));
    const scope = { runtime, types, error: this.program.error, functions: this.written, nameOf, reads, fresh, run, callerPlace, stop };
    return { scope, uses };
  }
}

function portsOf(ports: readonly PortDomain[]): readonly CPort[] {
  const names = new Names(['memory']);
  return ports.map((port) => ({ port, name: names.fresh(allowed(port.name)) }));
}

/** Returns the names of the entropy sources that the functions ask, sorted. */
function sourcesOf(functions: readonly LoweredFunction[]): readonly (keyof typeof HOST_MEMBERS)[] {
  const found = new Set<string>();
  const use = (expression: Expression): void => {
    if (expression.kind === 'apply' && SOURCES.has(expression.monomer)) found.add(expression.monomer);
    for (const part of partsOf(expression)) use(part);
  };
  const visit = (statement: Statement): void => {
    for (const expression of expressionsOf(statement)) use(expression);
    for (const block of blocksOf(statement)) block.forEach(visit);
  };
  for (const { body } of functions) body.forEach(visit);
  return (['ENV', 'NOW', 'RANDOM', 'UUID'] as const).filter((name) => found.has(name));
}
