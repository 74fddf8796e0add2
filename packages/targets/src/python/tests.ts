import { type CircuitProgram, typeOf, type Value } from '@kirchhoff/coherence';
import { type CircuitCase, circuitCases } from '../cases/circuit-cases.js';
import { at } from '../plan/plan.js';
import type { CompileOptions } from '../target.js';
import { Room } from '../writing/room.js';
import { item } from './expression.js';
import { Effort } from './layout.js';
import { literalOf, string } from './literal.js';
import type { PyModule, PyPort } from './module.js';
import { className } from './reserved.js';
import type { PyTypes } from './types.js';
import { Writer } from './writer.js';

/** Returns a file of tests for `unittest`. `file`: the name of the circuit's module. */
export function circuitTests(program: CircuitProgram, options: CompileOptions, file: string, module: PyModule): string {
  const writer = new Writer(new Room('the file of tests'), new Effort());
  writer.verbatim([`# ${program.name}: tests of the circuit ${program.hash}, for \`python3 -m unittest\`.`]);
  writer.blank(1);
  writer.line('import unittest');
  writer.blank(1);
  // No name of an author can hide those of the tests.
  writer.line(`import ${file} as circuit`);
  writer.blank(2);
  writer.open(`class ${className(program.name)}Tests(unittest.TestCase):`);
  writer.verbatim(['"""The answers of the reference evaluator."""']);
  for (const [index, each] of circuitCases(program, options).entries()) {
    writer.blank(1);
    writer.open(`def test_${index + 1}(self) -> None:`);
    writer.verbatim([`"""${each.title}."""`]);
    writeBody(writer, module, each);
    writer.close();
  }
  writer.close();
  return `${writer.text()}\n`;
}

function writeBody(writer: Writer, module: PyModule, { inputs, answer }: CircuitCase): void {
  const call = `circuit.${module.exported}(${keywords(module, module.inputs, inputs)})`;
  switch (answer.kind) {
    case 'outputs': {
      const outputs = `circuit.${module.outputsClass}(${keywords(module, module.outputs, answer.outputs)})`;
      writer.line(`self.assertEqual(${call}, ${outputs})`);
      return;
    }
    case 'refused': {
      const port = answer.port === null ? 'None' : string(answer.port).text;
      writeRaising(writer, 'DomainError', call);
      writer.line(`self.assertEqual(caught.exception.port, ${port})`);
      writer.line(`self.assertEqual(caught.exception.path, ${string(answer.path).text})`);
      return;
    }
    case 'fault':
      writeRaising(writer, 'Fault', call);
      writer.line(`self.assertEqual(caught.exception.line, ${answer.line})`);
  }
}

function writeRaising(writer: Writer, error: string, call: string): void {
  writer.open(`with self.assertRaises(circuit.${error}) as caught:`);
  writer.line(call);
  writer.close();
}

function keywords({ types }: PyModule, ports: readonly PyPort[], values: readonly Value[]): string {
  const imported: Pick<PyTypes, 'recordOf'> = {
    recordOf: (type) => {
      const record = types.recordOf(type);
      return { ...record, name: `circuit.${record.name}` };
    },
  };
  const written = ports.map(({ port, name }, index) => `${name}=${item(literalOf(at(values, index), typeOf(port.domain), imported))}`);
  return written.join(', ');
}
