import type { LoweredProgram } from '../../lowered/program.js';
import type { Room } from '../../writing/room.js';
import type { WatModule } from '../module.js';
import type { Failure, Shared } from '../shared.js';
import { Codecs } from './codecs.js';
import { hostOf } from './host.js';
import { string, stringMember, withMembers } from './layout.js';

/** The names and the comments of a loader. */
export interface LoaderWords {
  /** The name of the exported function. */
  readonly exported: string;
  /** The file of the module, beside the loader. */
  readonly file: string;
  readonly header: string;
  readonly documentation: string;
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
  const [inputCodecs, outputCodecs] = [inputs, outputs].map((ports) =>
    ports.map(({ name, domain }) => `${name}: ${codecs.codecOf(domain)}`),
  );
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
    withMembers('const inputCodecs = ', inputCodecs ?? [], ';'),
    withMembers('const outputCodecs = ', outputCodecs ?? [], ';'),
    failureTable(failures, error),
    CALL.trim(),
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
  const message = (text: string): string => stringMember('message', text, 4);
  switch (failure.kind) {
    case 'memory':
      return [message('there is not enough memory')];
    case 'port':
      return [`port: ${string(failure.port)}`, message('the value is outside the domain')];
    case 'require':
      return ['port: null', message(failure.message)];
    case 'place': {
      const { domain, line } = failure;
      return [...(error === 'Fault' ? [] : [stringMember('domain', domain, 4)]), `line: ${line}`, message(failure.message)];
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
`;

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
