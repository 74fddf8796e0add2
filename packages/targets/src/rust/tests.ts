import { type CircuitProgram, OptionValue, RecordValue, typeOf, type Value } from '@kirchhoff/coherence';
import { type CircuitCase, circuitCases } from '../cases/circuit-cases.js';
import { isOfType } from '../cases/value-forms.js';
import { Names } from '../plan/names.js';
import { at } from '../plan/plan.js';
import type { CompileOptions } from '../target.js';
import { Room } from '../writing/room.js';
import { atom, call, type RsExpression, reference } from './expression.js';
import { flat } from './flat.js';
import { ownedLiteral, string } from './literal.js';
import type { RsModule, RsPort } from './module.js';
import { Writer } from './writer.js';

/** Returns a file of tests for `rustc --test`. `file`: the name of the circuit's module. */
export function circuitTests(program: CircuitProgram, options: CompileOptions, file: string, module: RsModule): string {
  const cases = circuitCases(program, options).filter(({ inputs }) => areOfTypes(module, inputs));
  const head = `//! Tests of the circuit ${program.hash}, compiled by Kirchhoff.`;
  if (cases.length === 0) return `${head}\n`;
  const tests = new Tests(module);
  const sections = [
    head,
    `#[allow(dead_code)]\nmod ${file};`,
    `use ${file}::*;`,
    ...cases.map((each, index) => tests.test(each, index + 1)),
  ];
  return `${[...sections, ...tests.helpers(cases)].join('\n\n')}\n`;
}

function areOfTypes({ inputs, types }: RsModule, values: readonly Value[]): boolean {
  return inputs.every(({ port }, index) => {
    const value = at(values, index);
    return isOfType(port.domain, value) && types.widths.hold(port.domain, value);
  });
}

/** The formatter tries all places for the parts of a value: it takes long for values that nest deeper. */
const MAX_LAID_OUT = 8;

/** The tests of a module, whose public names they import: no name of a test is one of them. */
class Tests {
  private readonly room = new Room('the file of tests');
  private readonly names: Names;
  private readonly host: string;
  private readonly assertRefused: string;
  private readonly assertFault: string;

  constructor(private readonly module: RsModule) {
    this.names = new Names([module.exported]);
    this.host = module.types.names.fresh('no_host');
    this.assertRefused = this.names.fresh('assert_refused');
    this.assertFault = this.names.fresh('assert_fault');
  }

  test({ title, inputs, answer }: CircuitCase, number: number): string {
    const { module } = this;
    const writer = new Writer(this.room);
    writer.line(`// ${title.trimEnd()}`);
    writer.line('#[test]');
    const values = [...inputs, ...(answer.kind === 'outputs' ? answer.outputs : [])];
    const isLaidOut = !values.some((value) => isDeeper(value, MAX_LAID_OUT));
    if (!isLaidOut) writer.line('#[rustfmt::skip]');
    const declare = (name: string, value: RsExpression): void => {
      if (isLaidOut) writer.statement(`let ${name} =`, value, ';');
      else writer.line(`let ${name} = ${flat(value)};`);
    };
    writer.open(`fn ${this.names.fresh(`case_${number}`)}() {`);
    if (module.inputs.length > 0) declare('inputs', this.struct('Inputs', module.inputs, inputs));
    // The name of a later variable may be that of the circuit.
    declare('result', this.call());
    switch (answer.kind) {
      case 'outputs':
        declare('outputs', this.struct('Outputs', module.outputs, answer.outputs));
        writer.line('assert_eq!(result, Ok(outputs));');
        break;
      case 'refused': {
        const port = answer.port === null ? atom('None') : call('Some', string(answer.port));
        writer.statement('', call(this.assertRefused, atom('result'), port, string(answer.path)), ';');
        break;
      }
      case 'fault':
        writer.line(`${this.assertFault}(result, ${answer.line});`);
    }
    writer.close();
    return writer.text();
  }

  /** Returns what the tests of the cases use. */
  helpers(cases: readonly CircuitCase[]): readonly string[] {
    const kinds = new Set(cases.map(({ answer }) => answer.kind));
    const helpers = [
      ...(kinds.has('refused') ? [this.refusal()] : []),
      ...(kinds.has('fault') ? [this.fault()] : []),
      ...(this.module.sources.length > 0 ? [this.withoutSources()] : []),
    ];
    return helpers.map((helper) => helper.trim());
  }

  private call(): RsExpression {
    const { exported, inputs, sources } = this.module;
    const given = inputs.length === 0 ? [] : [reference(atom('inputs'))];
    return call(exported, ...given, ...(sources.length === 0 ? [] : [atom(`&mut ${this.host}`)]));
  }

  private struct(name: string, ports: readonly RsPort[], values: readonly Value[]): RsExpression {
    const { types } = this.module;
    const fields = ports.map(({ port, name: own }, index) => {
      return [own, ownedLiteral(at(values, index), typeOf(port.domain), types)] as const;
    });
    return { kind: 'struct', name, fields };
  }

  private refusal(): string {
    const [type, pattern] = this.module.throws ? ['Error', 'Error::Domain(error)'] : ['Box<DomainError>', 'error'];
    return `
#[track_caller]
fn ${this.assertRefused}(result: Result<Outputs, ${type}>, port: Option<&str>, path: &str) {
    match result {
        Err(${pattern}) => assert_eq!((error.port, error.path.as_str()), (port, path)),
        ${this.module.throws ? 'other' : 'Ok(outputs)'} => panic!("expected a refusal, got {:?}", ${this.module.throws ? 'other' : 'outputs'}),
    }
}`;
  }

  private fault(): string {
    return `
#[track_caller]
fn ${this.assertFault}(result: Result<Outputs, Error>, line: u32) {
    match result {
        Err(Error::Fault(fault)) => assert_eq!(fault.line, line),
        other => panic!("expected a fault, got {:?}", other),
    }
}`;
  }

  /** Returns a host for inputs with which the circuit asks no entropy source. */
  private withoutSources(): string {
    const methods = this.module.sources.map((name) => `${SIGNATURES[name]} {\n        unreachable!()\n    }\n`);
    return `
/// No case asks a source.
struct ${this.host};

impl Host for ${this.host} {
${methods.join('\n')}}`;
  }
}

/** The methods of `Host` by the name of the monomer. */
const SIGNATURES: Readonly<Record<string, string>> = {
  NOW: '    fn now(&mut self) -> i64',
  RANDOM: '    fn random(&mut self, _lo: i64, _hi: i64) -> i64',
  UUID: '    fn uuid(&mut self) -> String',
  ENV: '    fn env(&mut self, _name: &str) -> Option<String>',
};

/** Returns true if the value nests deeper than a number of levels. */
function isDeeper(value: Value, levels: number): boolean {
  if (levels === 0) return true;
  if (value instanceof OptionValue) return value.content !== undefined && isDeeper(value.content, levels - 1);
  if (value instanceof RecordValue) return [...value.fields.values()].some((field) => isDeeper(field, levels - 1));
  return Array.isArray(value) && value.some((element: Value) => isDeeper(element, levels - 1));
}
