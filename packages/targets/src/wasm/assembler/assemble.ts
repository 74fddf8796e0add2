import { Bytes } from './bytes.js';
import { codeOf, type FunctionParts, type Indices, partsOf } from './function-body.js';
import { VALUE_TYPES } from './instructions.js';
import { type Wat, watText } from './wat.js';

/** A module as its parts, with functions in the text format. */
export interface ModuleParts {
  readonly imports: readonly ImportedFunction[];
  readonly functions: readonly Wat[];
  /** The initial number of pages of 64 KiB. */
  readonly pages: number;
  readonly globals: readonly Global[];
  /** The exported name of each function with a name inside. The memory is exported as `memory`. */
  readonly exports: ReadonlyMap<string, string>;
  readonly data: readonly { readonly address: number; readonly bytes: Uint8Array }[];
}

export interface ImportedFunction {
  readonly module: string;
  readonly field: string;
  /** The name inside, with the `$`. */
  readonly name: string;
  readonly parameters: readonly string[];
  readonly result: string | null;
}

/** A global of the type `i32`. */
export interface Global {
  readonly name: string;
  readonly isMutable: boolean;
  readonly initial: number;
}

const SECTIONS = { type: 1, import: 2, function: 3, memory: 5, global: 6, export: 7, code: 10, data: 11 } as const;

/** Assembles a module to the binary format (WebAssembly 1.0, section 5.5). */
export function assemble(module: ModuleParts): Uint8Array {
  const functions = module.functions.map(partsOf);
  const types = new FunctionTypes();
  const imported = module.imports.map(({ parameters, result }) => types.indexOf(parameters, result));
  const own = functions.map(({ parameters, result }) =>
    types.indexOf(
      parameters.map(({ type }) => type),
      result,
    ),
  );
  const indices = indicesOf(module, functions);
  const bytes = new Bytes();
  bytes.all(Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00));
  section(bytes, SECTIONS.type, types.all(), (each, type) => each.all(type));
  section(bytes, SECTIONS.import, module.imports, (each, { module: from, field }, index) => {
    each.text(from);
    each.text(field);
    each.byte(0x00);
    each.unsigned(imported[index] ?? 0);
  });
  section(bytes, SECTIONS.function, own, (each, type) => each.unsigned(type));
  section(bytes, SECTIONS.memory, [module.pages], (each, pages) => {
    each.byte(0x00);
    each.unsigned(pages);
  });
  section(bytes, SECTIONS.global, module.globals, (each, { isMutable, initial }) => {
    each.all(Uint8Array.of(0x7f, isMutable ? 1 : 0, 0x41));
    each.signed(initial);
    each.byte(0x0b);
  });
  section(bytes, SECTIONS.export, [['memory', null] as const, ...module.exports], (each, [name, inside]) => {
    each.text(name);
    each.byte(inside === null ? 0x02 : 0x00);
    each.unsigned(inside === null ? 0 : (indices.functions.get(inside) ?? 0));
  });
  section(bytes, SECTIONS.code, functions, (each, parts) => each.sized(codeOf(parts, indices)));
  section(bytes, SECTIONS.data, module.data, (each, { address, bytes: content }) => {
    each.all(Uint8Array.of(0x00, 0x41));
    each.signed(address);
    each.byte(0x0b);
    each.sized(content);
  });
  return bytes.taken().slice();
}

function section<T>(bytes: Bytes, id: number, items: readonly T[], write: (bytes: Bytes, item: T, index: number) => void): void {
  if (items.length === 0) return;
  const content = new Bytes();
  content.unsigned(items.length);
  for (const [index, item] of items.entries()) write(content, item, index);
  bytes.byte(id);
  bytes.sized(content.taken());
}

function indicesOf(module: ModuleParts, functions: readonly FunctionParts[]): Indices {
  const names = [...module.imports.map(({ name }) => name), ...functions.map(({ name }) => name)];
  const indices = { functions: new Map<string, number>(), globals: new Map<string, number>() };
  for (const [index, name] of names.entries()) {
    if (indices.functions.has(name)) throw new SyntaxError(`two functions with the name ${name}`);
    indices.functions.set(name, index);
  }
  for (const [index, { name }] of module.globals.entries()) indices.globals.set(name, index);
  return indices;
}

/** The types of functions, each once. */
class FunctionTypes {
  private readonly indices = new Map<string, number>();
  private readonly encoded: Uint8Array[] = [];

  indexOf(parameters: readonly string[], result: string | null): number {
    const key = `${parameters.join(' ')} -> ${result ?? ''}`;
    const known = this.indices.get(key);
    if (known !== undefined) return known;
    const bytes = new Bytes();
    bytes.byte(0x60);
    for (const types of [parameters, result === null ? [] : [result]]) {
      bytes.unsigned(types.length);
      for (const type of types) bytes.byte(VALUE_TYPES.get(type) ?? 0);
    }
    this.indices.set(key, this.encoded.length);
    this.encoded.push(bytes.taken());
    return this.encoded.length - 1;
  }

  all(): readonly Uint8Array[] {
    return this.encoded;
  }
}

/** Returns a module in the text format, as other tools read it. */
export function textOf(module: ModuleParts): string {
  const imports = module.imports.map(({ module: from, field, name, parameters, result }) => {
    const types = [...parameters.map((type) => `(param ${type})`), ...(result === null ? [] : [`(result ${result})`])];
    return `(import ${quoted(from)} ${quoted(field)} (func ${name} ${types.join(' ')}))`;
  });
  const globals = module.globals.map(({ name, isMutable, initial }) => {
    return `(global ${name} ${isMutable ? '(mut i32)' : 'i32'} (i32.const ${initial}))`;
  });
  const exports = [...module.exports].map(([name, inside]) => `(export ${quoted(name)} (func ${inside}))`);
  const data = module.data.map(({ address, bytes }) => {
    return `(data (i32.const ${address}) "${Array.from(bytes, (byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')}")`;
  });
  const parts = [...imports, `(memory ${module.pages})`, ...globals, '(export "memory" (memory 0))', ...exports, ...data];
  return `(module\n${[...parts, ...module.functions.map(watText)].join('\n')})\n`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
