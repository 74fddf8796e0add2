import { existsSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { JsonNumber, type Program, parseJson } from '@kirchhoff/coherence';
import { usageFailure } from '../context.js';
import { decide, evaluateCircuit } from './evaluate.js';

/**
 * Test vectors beside a source, `half.vectors.json` beside `half.kir`: `{"vectors": […]}` of a circuit, `{"decisions": […]}` of a
 * policy. A vector without an expectation gets one from `kir test --update`.
 */
export interface VectorFile {
  /** The members of the file, in their order. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly key: 'vectors' | 'decisions';
  readonly vectors: readonly RawVector[];
}

/** One vector as it stands in the file. */
export type RawVector = Readonly<Record<string, unknown>>;

export interface VectorResult {
  /** From 1. */
  readonly number: number;
  readonly vector: RawVector;
  readonly outcome: 'passed' | 'failed' | 'unexpected';
  /** The vector with the actual result as its expectation. */
  readonly actual: RawVector;
}

/** Returns the file of vectors beside a source; `undefined` if there is none. */
export function vectorFileOf(source: string): string | undefined {
  const name = `${source.slice(0, -path.extname(source).length)}.vectors.json`;
  return existsSync(name) ? name : undefined;
}

/** @throws CommandFailure if the text is no file of vectors of this type of program */
export function parseVectors(text: string, name: string, program: Program): VectorFile {
  const wrong = (why: string, remedy?: string) => usageFailure(`${name}: ${why}.`, remedy);
  const parsed = parseJson(text);
  if (!parsed.ok) throw wrong(`${parsed.message} at character ${parsed.offset + 1}`);
  const { json } = parsed;
  const key = program.type === 'circuit' ? 'vectors' : 'decisions';
  const listed = isRecord(json) ? json[key] : undefined;
  if (!isRecord(json) || !Array.isArray(listed)) throw wrong(`there is no array "${key}"`, `Write {"${key}": [${EXAMPLES[key]}]}.`);
  const vectors = listed.filter(isRecord);
  if (vectors.length !== listed.length) throw wrong(`"${key}" has an element that is no object`);
  return { json, key, vectors };
}

const EXAMPLES = {
  vectors: '{"inputs": {"a": 4}, "outputs": {"b": 2}}',
  decisions: '{"category": "pay.refund", "params": {"cents": 100}, "verdict": "ALLOW"}',
} as const;

/** Runs one vector. */
export function runVector(program: Program, vector: RawVector, number: number): VectorResult {
  const actual = program.type === 'circuit' ? runInputs(program, vector) : runAction(program, vector);
  const expected = Object.keys(actual).filter((name) => EXPECTATIONS.has(name));
  const stated = Object.keys(vector).filter((name) => EXPECTATIONS.has(name));
  if (stated.length === 0) return { number, vector, outcome: 'unexpected', actual };
  const isSame = stated.every((name) => isDeepStrictEqual(plain(vector[name]), plain(actual[name])));
  const isComplete = program.type === 'policy' || stated.some((name) => expected.includes(name));
  return { number, vector, outcome: isSame && isComplete ? 'passed' : 'failed', actual };
}

/** The members of a vector that state a result; all others state the run. */
const EXPECTATIONS = new Set(['outputs', 'domain_error', 'fault', 'verdict', 'rule']);

function runInputs(program: Program & { readonly type: 'circuit' }, vector: RawVector): RawVector {
  const { outputs: _outputs, domain_error: _refusal, fault: _fault, ...run } = vector;
  const evaluated = evaluateCircuit(program, vector['inputs']);
  switch (evaluated.kind) {
    case 'outputs':
      return { ...run, outputs: evaluated.outputs };
    case 'refused':
      return { ...run, domain_error: true };
    case 'fault':
      return { ...run, fault: true };
  }
}

function runAction(program: Program & { readonly type: 'policy' }, vector: RawVector): RawVector {
  const { verdict: _verdict, rule: _rule, ...run } = vector;
  const category = vector['category'];
  const decision = decide(program, typeof category === 'string' ? category : '', vector['params'] ?? {});
  return { ...run, verdict: decision.verdict, rule: decision.rule };
}

/** Two integers are the same value if their digits are, whether they are written as numbers or as strings. */
function plain(value: unknown): unknown {
  if (value instanceof JsonNumber) return value.text;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
  return value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}

/** The file with other vectors, as text. */
export function vectorText({ json, key }: VectorFile, vectors: readonly RawVector[]): string {
  const shown = JSON.stringify({ ...json, [key]: ['@'] }, written, 2).replace('[\n    "@"\n  ]', () => listText(vectors));
  return `${shown}\n`;
}

/** One vector a line, as people compare them. */
function listText(vectors: readonly RawVector[]): string {
  return vectors.length === 0 ? '[]' : `[\n${vectors.map((vector) => `    ${JSON.stringify(vector, written)}`).join(',\n')}\n  ]`;
}

/** `JSON.stringify` cannot write a number that is no safe integer; its digits are written as a string. */
function written(_name: string, value: unknown): unknown {
  return value instanceof JsonNumber ? value.text : value;
}
