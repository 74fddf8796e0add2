import type { PortDomain } from '@kirchhoff/coherence';
import type { LoweredProgram } from '../../lowered/program.js';
import type { Room } from '../../writing/room.js';
import type { WatModule } from '../module.js';
import type { Failure, Shared } from '../shared.js';
import { Codecs } from './codecs.js';
import { hostOf } from './host.js';
import { string, stringMember, withList, withMembers } from './layout.js';

/** The names and the comments of a loader. */
export interface LoaderWords {
  /** The name of the exported function. */
  readonly exported: string;
  /** The file of the module, beside the loader. */
  readonly file: string;
  readonly header: string;
  readonly documentation: string;
}

/** A port with the name of its codec. */
interface PortCodec {
  readonly name: string;
  readonly codec: string;
}

/** Returns the JavaScript that loads a module, and gives its circuit as a function. */
export function loaderOf(
  { inputs, outputs, error }: LoweredProgram,
  { textTests, host }: WatModule,
  shared: Shared,
  room: Room,
  { exported, file, header, documentation }: LoaderWords,
): string {
  const codecs = new Codecs(room, textTests);
  for (const piece of ['DomainError', 'isObject', 'compareText'] as const) codecs.use(piece);
  const codecsOf = (ports: readonly PortDomain[]): readonly PortCodec[] =>
    ports.map(({ name, domain }) => ({ name, codec: codecs.codecOf(domain) }));
  const call = callText(codecsOf(inputs), codecsOf(outputs));
  const failures = shared.allFailures();
  if (failures.some(({ kind }) => kind === 'place')) codecs.use(error);
  const imports = hostOf(host, (piece) => codecs.use(piece));
  const sections = [
    header,
    ...codecs.pieces('errors'),
    ...(imports === null ? [] : [imports.host]),
    instantiation(file, imports?.functions ?? ''),
    ...codecs.pieces('helpers'),
    ...codecs.declared(),
    failureTable(failures, error),
    call,
    `${documentation}\n${circuitFunction(exported)}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Returns the table of failures, and the function that makes their errors. */
function failureTable(failures: readonly Failure[], error: LoweredProgram['error']): string {
  const table = failures.map(
    (failure) =>
      `  {\n${membersOf(failure, error)
        .map((member) => `    ${member},\n`)
        .join('')}  },\n`,
  );
  const hasPlaces = failures.some(({ kind }) => kind === 'place');
  const place = error === 'Fault' ? 'line, message' : 'domain, line, message';
  const ofPlace = hasPlaces ? `\n  if (line !== undefined) return new ${error}(${place});` : '';
  return `/** The reasons for which the module stops, from 1. */
const failures = [
${table.join('')}];

function errorOf(number) {
  const { ${hasPlaces ? `${error === 'Fault' ? '' : 'domain, '}line, ` : ''}message, port } = failures[number - 1];${ofPlace}
  return port === undefined ? new RangeError(message) : new DomainError(port, '', message);
}`;
}

function membersOf(failure: Failure, error: LoweredProgram['error']): readonly string[] {
  switch (failure.kind) {
    case 'memory':
      return [messageMember('there is not enough memory')];
    case 'port':
      return [`port: ${string(failure.port)}`, messageMember('the value is outside the domain')];
    case 'require':
      return ['port: null', messageMember(failure.message)];
    case 'place': {
      const { domain, line } = failure;
      return [...(error === 'Fault' ? [] : [stringMember('domain', domain, 4)]), `line: ${line}`, messageMember(failure.message)];
    }
  }
}

/** The scheme of Node's own modules. */
const NODE = 'node';

function instantiation(file: string, functions: string): string {
  return `
const source = new URL('./${file}', import.meta.url);

async function read() {
  if (source.protocol !== 'file:') return (await fetch(source)).arrayBuffer();
  const { readFile } = await import('${NODE}:fs/promises');
  return readFile(source);
}

const { instance } = await WebAssembly.instantiate(await read(), {${functions}});
const { memory, alloc, mark, release, failure, run } = instance.exports;
let { buffer } = memory;
let view = new DataView(buffer);

/** Memory that grows has a new buffer, and the former one has no bytes. */
function refresh() {
  if (buffer.byteLength > 0) return;
  ({ buffer } = memory);
  view = new DataView(buffer);
}

/** Returns the address of new memory. */
function room(size) {
  const address = alloc(size) >>> 0;
  refresh();
  return address;
}`.trim();
}

function messageMember(text: string): string {
  return stringMember('message', text, 4);
}

function slotAt(base: string, index: number): string {
  return index === 0 ? base : `${base} + ${8 * index}`;
}

/** Returns the function that writes the inputs, runs the module, and reads the outputs. */
function callText(inputs: readonly PortCodec[], outputs: readonly PortCodec[]): string {
  const writes = inputs.map(({ name, codec }, index) => `  writePort(inputs, '${name}', ${codec}, ${slotAt('start', index)});\n`);
  const reads = outputs.map(({ name, codec }, index) => `${name}: ${codec}.read(${slotAt('end', index)})`);
  const names = withList(
    'const ports = new Set(',
    inputs.map(({ name }) => `'${name}'`),
    ');',
  );
  return `${names}

function writePort(inputs, port, codec, address) {
  if (!Object.hasOwn(inputs, port)) throw new DomainError(port, '', 'the port is missing');
  try {
    codec.write(inputs[port], address);
  } catch (error) {
    if (error instanceof DomainError) error.port = port;
    throw error;
  }
}

function call(inputs) {
  if (!isObject(inputs)) throw new DomainError(null, '', 'expected an object of inputs by port');
  const start = room(${8 * inputs.length});
${writes.join('')}  const others = Object.keys(inputs).filter((port) => !ports.has(port));
  if (others.length > 0) throw new DomainError(others.sort(compareText)[0], '', 'there is no such port');
  const end = run(start) >>> 0;
  refresh();
${withMembers('return ', reads, ';').replaceAll(/^/gm, '  ')}
}`;
}

function circuitFunction(exported: string): string {
  return `export function ${exported}(inputs) {
  const before = mark();
  try {
    return call(inputs);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError) || failure() === 0) throw error;
    throw errorOf(failure());
  } finally {
    release(before);
  }
}`;
}
