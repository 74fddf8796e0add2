import { ofDomain } from '../abstract/abstract.js';
import type { Graph, PortDomain } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import { type Bounds, greatest, INT64_BOUNDS, least } from '../smt-lib/bounds.js';
import type { Dialect } from '../smt-lib/dialect.js';
import { equal, TRUE_FORMULA } from '../smt-lib/formulas.js';
import { SIZE_BOUNDS, type Term, type Terms } from '../smt-lib/terms.js';
import { type Domain, kindOf, TEXT } from '../types/domain.js';
import { type Int, normalize } from '../types/integer.js';
import { codePointLength } from '../values/text.js';
import { NONE, OptionValue, RecordValue, type Value } from '../values/value.js';
import type { Context } from './context.js';
import { assumed } from './membership.js';

/** So many literals are compared with a parameter for the sake of a readable model, and so many parameters with them. */
const MOST_COMPARED = 16;

/** The values of a model by name. */
export type ModelValues = ReadonlyMap<string, bigint | boolean>;

/** The constants of each parameter that the slice reads: `p0`, its fields `p0.name`, of an option `p0?` and `p0!`. */
export function declareParameters({ terms, origins }: Context, graph: Graph, nodes: readonly number[]): readonly (Term | undefined)[] {
  const read = new Set<number>();
  for (const id of nodes) {
    const node = nodeAt(graph, id);
    if (node.op === 'parameter') read.add(node.index);
  }
  return graph.parameters.map((parameter, index) => {
    if (!read.has(index)) return undefined;
    const term = declare(terms, parameter, `p${index}`);
    origins.parameters.push({ index, term });
    return term;
  });
}

function declare(terms: Terms, { domain }: PortDomain, name: string): Term {
  const bounds = new Map(integersOf(domain, name));
  const term = terms.declare(kindOf(domain), name, (path) => bounds.get(path) ?? INT64_BOUNDS);
  terms.script.assert(TRUE_FORMULA, assumed(terms, term, ofDomain(domain)));
  return term;
}

function integersOf(domain: Domain, path: string): readonly (readonly [string, Bounds])[] {
  switch (domain.kind) {
    case 'integer':
      return [[path, boundsOf(domain)]];
    case 'record':
      return domain.fields.flatMap((field) => integersOf(field.domain, `${path}.${field.name}`));
    case 'option':
      return integersOf(domain.value, `${path}!`);
    default:
      return [];
  }
}

function boundsOf({ lo, hi }: { readonly lo: Int; readonly hi: Int }): Bounds {
  return { lo: BigInt(lo), hi: BigInt(hi) };
}

/**
 * Names what a reader needs of the texts, bytes and lists among the parameters: `p0.size`, and `p0.t1` for whether it
 * is literal `t1`. Gives the reader.
 */
export function modelReader(
  terms: Terms,
  graph: Graph,
  parameters: readonly (Term | undefined)[],
): (values: ModelValues) => readonly Value[] {
  const texts = new Map<string, string>();
  for (const { key, name } of terms.script.allLiterals().slice(0, MOST_COMPARED)) {
    if (key.startsWith('text ')) texts.set(name, String(JSON.parse(key.slice('text '.length))));
  }
  parameters.slice(0, MOST_COMPARED).forEach((term, index) => {
    if (term !== undefined) nameThings(terms, term, `p${index}`, [...texts.keys()]);
  });
  const { dialect } = terms;
  return (values) => graph.parameters.map(({ domain }, index) => readValue({ dialect, values, texts }, domain, `p${index}`));
}

function nameThings(terms: Terms, term: Term, path: string, literals: readonly string[]): void {
  const { script, dialect } = terms;
  switch (term.kind) {
    case 'thing': {
      const size = { text: script.declare(`${path}.size`, dialect.sortOf(SIZE_BOUNDS)), bounds: SIZE_BOUNDS };
      terms.constants.equals.set(size.text, terms.size(term).text);
      script.assert(TRUE_FORMULA, dialect.compare('=', size, terms.size(term)));
      if (literals.length === 0 || term.sort !== terms.sortOf(TEXT)) return;
      for (const literal of literals) {
        const isLiteral = script.declare(`${path}.${literal}`, 'Bool');
        terms.constants.equals.set(isLiteral, equal(term.text, literal));
        script.assert(TRUE_FORMULA, equal(isLiteral, equal(term.text, literal)));
      }
      return;
    }
    case 'record':
      for (const { name, value } of term.fields) nameThings(terms, value, `${path}.${name}`, literals);
      return;
    case 'option':
      nameThings(terms, term.content, `${path}!`, literals);
      return;
    default:
      return;
  }
}

interface Model {
  readonly dialect: Dialect;
  readonly values: ModelValues;
  /** By constant. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A value of the domain, as the model has it as far as it says; else the one nearest to nothing. */
function readValue(model: Model, domain: Domain, path: string): Value {
  const value = model.values.get(path);
  switch (domain.kind) {
    case 'integer': {
      const bounds = boundsOf(domain);
      return normalize(clamp(typeof value === 'bigint' ? model.dialect.read(value, bounds) : 0n, bounds));
    }
    case 'boolean':
      return value === true;
    case 'enumeration': {
      const bounds = { lo: 0n, hi: BigInt(domain.tags.length - 1) };
      const position = Number(clamp(typeof value === 'bigint' ? model.dialect.read(value, bounds) : 0n, bounds));
      return domain.tags[position] ?? '';
    }
    case 'text':
      return readText(model, domain, path);
    case 'bytes':
      return new Uint8Array(readSize(model, domain, path));
    case 'list': {
      const item = readValue(model, domain.element, `${path}[]`);
      return Array.from({ length: readSize(model, domain, path) }, () => item);
    }
    case 'record':
      return new RecordValue(new Map(domain.fields.map((field) => [field.name, readValue(model, field.domain, `${path}.${field.name}`)])));
    case 'option':
      return model.values.get(`${path}?`) === true ? new OptionValue(readValue(model, domain.value, `${path}!`)) : NONE;
  }
}

function readText(model: Model, domain: Extract<Domain, { kind: 'text' }>, path: string): string {
  for (const [name, text] of model.texts) {
    const length = codePointLength(text);
    if (model.values.get(`${path}.${name}`) === true && domain.lo <= length && length <= domain.hi) return text;
  }
  return 'a'.repeat(readSize(model, domain, path));
}

function readSize(model: Model, { lo, hi }: { readonly lo: number; readonly hi: number }, path: string): number {
  const size = model.values.get(`${path}.size`);
  return Number(clamp(typeof size === 'bigint' ? size : 0n, { lo: BigInt(lo), hi: BigInt(hi) }));
}

function clamp(value: bigint, { lo, hi }: Bounds): bigint {
  return greatest(lo, least(value, hi));
}
