import type { CircuitProgram, PortDomain, Value } from '@kirchhoff/coherence';
import { at } from '../plan/plan.js';
import type { CompileOptions } from '../target.js';
import { type CaseAnswer, circuitCases } from './circuit-cases.js';
import { jsonOf } from './value-forms.js';

/** The scheme of Node's own modules. */
const NODE = 'node';

/**
 * Returns a file of tests for Node's runner. The module at `path` exports the circuit's function as `exported`: it takes and
 * returns values in the JSON form.
 */
export function nodeTests(program: CircuitProgram, options: CompileOptions, path: string, exported: string): string {
  const { parameters, outputs } = at(program.core.graphs, 0);
  const tests = circuitCases(program, options).map(({ title, inputs, answer }, index) => {
    const call = `circuit.${exported}(${literal(jsonByPort(parameters, inputs))})`;
    return `\ntest(${string(`${index + 1}: ${title}`)}, () => {\n  ${assertion(call, answer, outputs)};\n});\n`;
  });
  return `// ${program.name}: tests of the circuit ${program.hash}, for \`node --test\`.
import assert from '${NODE}:assert/strict';
import { test } from '${NODE}:test';
import * as circuit from './${path}';
${tests.join('')}`;
}

function assertion(call: string, answer: CaseAnswer, outputs: readonly PortDomain[]): string {
  switch (answer.kind) {
    case 'outputs':
      return `assert.deepEqual(${call}, ${literal(jsonByPort(outputs, answer.outputs))})`;
    case 'refused':
      return `assert.throws(() => ${call}, ${literal({ name: 'DomainError', port: answer.port, path: answer.path })})`;
    case 'fault':
      return `assert.throws(() => ${call}, ${literal({ name: 'Fault', line: answer.line })})`;
  }
}

function jsonByPort(ports: readonly PortDomain[], values: readonly Value[]): object {
  return Object.fromEntries(ports.map(({ name, domain }, index) => [name, jsonOf(domain, at(values, index))]));
}

/** Returns JSON as JavaScript. A plain member `__proto__` of a literal would be its prototype, so that its name is computed. */
function literal(json: unknown): string {
  if (typeof json === 'string') return string(json);
  if (Array.isArray(json)) return `[${json.map(literal).join(', ')}]`;
  if (typeof json !== 'object' || json === null) return String(json);
  const members = Object.entries(json).map(([name, value]) => `${name === '__proto__' ? `['${name}']` : name}: ${literal(value)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Returns a string literal of printable ASCII. */
function string(text: string): string {
  const escaped = text
    .replaceAll(/[\\']/g, '\\$&')
    .replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `'${escaped}'`;
}
