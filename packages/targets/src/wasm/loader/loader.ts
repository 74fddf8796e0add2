import type { CircuitProgram } from '@kirchhoff/coherence';
import type { LoweredProgram } from '../../lowered/program.js';
import { describeCircuit, headerOf } from '../../python/documentation.js';
import type { CompileOptions } from '../../target.js';
import type { Room } from '../../writing/room.js';
import type { WatModule } from '../module.js';
import type { Failure, Shared } from '../shared.js';
import { Codecs } from './codecs.js';
import { hostOf } from './host.js';

/** Returns the JavaScript that loads a module, and gives its circuit as a function. */
export function loaderOf(
  { name, hash, inputs, outputs, error }: LoweredProgram,
  { textTests, host }: WatModule,
  shared: Shared,
  room: Room,
  { exported, file, header }: { readonly exported: string; readonly file: string; readonly header: readonly string[] },
): string {
  const codecs = new Codecs(room, textTests);
  for (const piece of ['DomainError', 'isObject', 'compareText'] as const) codecs.use(piece);
  const inputCodecs = inputs.map((port) => `  ${port.name}: ${codecs.codecOf(port.domain)},\n`);
  const outputCodecs = outputs.map((port) => `  ${port.name}: ${codecs.codecOf(port.domain)},\n`);
  const failures = shared.allFailures();
  if (failures.some(({ kind }) => kind === 'place')) codecs.use(error);
  const imports = hostOf(host, (piece) => codecs.use(piece));
  const sections = [
    [`// ${name}: compiled by Kirchhoff from the circuit ${hash}.`, ...header].join('\n'),
    ...codecs.pieces('errors'),
    ...(imports === null ? [] : [imports.host]),
    instantiation(file, imports?.functions ?? ''),
    ...codecs.pieces('helpers'),
    ...codecs.declared(),
    `const inputCodecs = {\n${inputCodecs.join('')}};`,
    `const outputCodecs = {\n${outputCodecs.join('')}};`,
    `/** What stops the module, from failure 1. */\nconst failures = [\n${failures.map((failure) => `  ${failureText(failure, error)},\n`).join('')}];`,
    CALL.trim().replaceAll('CIRCUIT', exported),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Returns a string of JavaScript: printable ASCII. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function failureText(failure: Failure, error: LoweredProgram['error']): string {
  switch (failure.kind) {
    case 'memory':
      return `() => new RangeError('there is not enough memory')`;
    case 'port':
      return `() => new DomainError(${quoted(failure.port)}, '', 'the value is outside the domain')`;
    case 'require':
      return `() => new DomainError(null, '', ${quoted(failure.message)})`;
    case 'place': {
      const { domain, line, message } = failure;
      return `() => new ${error}(${error === 'Fault' ? '' : `${quoted(domain)}, `}${line}, ${quoted(message)})`;
    }
  }
}

function instantiation(file: string, functions: string): string {
  return `
const source = new URL('./${file}', import.meta.url);

async function read() {
  if (source.protocol !== 'file:') return (await fetch(source)).arrayBuffer();
  const { readFile } = await import('node:fs/promises');
  return readFile(source);
}

const { instance } = await WebAssembly.instantiate(await read(), {${functions}});
const { memory, alloc, mark, release, failure, run } = instance.exports;
let view = new DataView(memory.buffer);

/** Returns the address of new memory. Memory that grows has a new buffer. */
function room(size) {
  const address = alloc(size) >>> 0;
  if (view.buffer !== memory.buffer) view = new DataView(memory.buffer);
  return address;
}`.trim();
}

const CALL = `
function call(inputs) {
  if (!isObject(inputs)) throw new DomainError(null, '', 'expected an object of inputs by port');
  const ports = Object.entries(inputCodecs);
  const start = room(8 * ports.length);
  ports.forEach(([port, codec], index) => {
    if (!Object.hasOwn(inputs, port)) throw new DomainError(port, '', 'the port is missing');
    try {
      codec.write(inputs[port], start + 8 * index);
    } catch (error) {
      if (error instanceof DomainError) error.port = port;
      throw error;
    }
  });
  const others = Object.keys(inputs).filter((port) => !Object.hasOwn(inputCodecs, port));
  if (others.length > 0) throw new DomainError(others.sort(compareText)[0], '', 'there is no such port');
  const end = run(start) >>> 0;
  if (view.buffer !== memory.buffer) view = new DataView(memory.buffer);
  return Object.fromEntries(Object.entries(outputCodecs).map(([port, codec], index) => [port, codec.read(end + 8 * index)]));
}

DOCUMENTATION
export function CIRCUIT(inputs) {
  const before = mark();
  try {
    return call(inputs);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError) || failure() === 0) throw error;
    throw failures[failure() - 1]();
  } finally {
    release(before);
  }
}
`;

/** Returns the comment about the circuit: its ports with their domains, and its promises. */
export function documented(lowered: LoweredProgram, program: CircuitProgram): string {
  const lines = describeCircuit(lowered, program).filter((line) => line !== '"""');
  const cleaned = lines.map((line) => line.replace(/^"""/, '').replaceAll('*/', '* /').trimEnd());
  return `/**\n${cleaned.map((line) => ` *${line === '' ? '' : ` ${line}`}\n`).join('')} */`;
}

export function headerLines(options: CompileOptions): readonly string[] {
  return headerOf(options).map((line) => line.replace(/^#/, '//'));
}
