import { check } from '@kirchhoff/kernel/certificate/check';
import type { RefusalCode } from '@kirchhoff/kernel/certificate/refusal';
import type { Core } from '@kirchhoff/kernel/graph/graph';
import { encodeUtf8 } from '@kirchhoff/kernel/values/utf8';
import type { Program } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';
import { certify } from '@kirchhoff/prover/certify';
import * as fc from 'fast-check';
import { certificateVectors } from './certificate-vectors.js';
import { holdToRuns } from './closed-runs.js';
import { CLOSING } from './closing-programs.js';
import { conformanceCases, examplePrograms } from './conformance-cases.js';
import { Draws } from './draws.js';
import { FAILING, FAILING_IN_RULES } from './failing-programs.js';
import { BOUNDS } from './forged/bounds.js';
import { DECODE } from './forged/decode.js';
import { HEADER } from './forged/header.js';
import { OBLIGATIONS } from './forged/obligations.js';
import { QUERIES } from './forged/queries.js';
import { REPLAY } from './forged/replay.js';
import { answerTo, certificateOf, type Forged } from './forged.js';
import { forgeAtRandom } from './forger.js';
import { Forgery } from './forgery.js';
import { programOf } from './outcome.js';
import { PRECISE } from './precise-programs.js';
import { randomCircuit } from './random-circuit.js';
import { smallProgram } from './small-program.js';
import { isClosedByBruteForce } from './structural-evaluator.js';

/**
 * Cases that compare the proof kernel with the truth of programs, as plain functions that take milliseconds. `npm run mutate`
 * runs them thousands of times in one process. The search for proofs and the forging of wrong ones take time and are not part of
 * the kernel under test. The unchanged engine does both once, and the results are kept as a corpus.
 */
export interface Corpus {
  /** The certificates of the table of forgeries, in its order: the refusal code, the position, and the text in base64. */
  readonly forged: readonly (readonly [code: RefusalCode, index: number, certificate: string])[];
  /** Proofs of closed programs, and certificates of programs that fail. */
  readonly offered: readonly Offered[];
  /** Programs that close, and programs with an input that fails. */
  readonly programs: readonly { readonly source: string; readonly closes: boolean }[];
}

interface Offered {
  readonly source: string;
  readonly certificate: string;
  readonly valid: boolean;
}

/** A statement about the kernel; it throws if the statement is false. */
export interface CheckerCase {
  readonly name: string;
  readonly run: () => void | Promise<void>;
}

/** Refusals whose certificates take a second or more, since they exceed a limit. */
const SLOW: readonly RefusalCode[] = ['too-much-work', 'too-long'];
const SEED = 20_261_122;
const SMALL_PROGRAMS = 80;
const FORGERIES_OF_EACH = 8;
const DRAWN_PROGRAMS = 60;
/** Longer certificates are left out, since they take longer to check than all others together. */
const MAX_BYTES = 6_000;
/** Limit for the runs that the claims of a closed program are compared with. */
const MAX_RUNS = 12;

/** The tables of forged certificates, with at least one for each refusal. */
const FORGED: Readonly<Record<RefusalCode, readonly Forged[]>> = { ...DECODE, ...HEADER, ...REPLAY, ...OBLIGATIONS, ...BOUNDS, ...QUERIES };
const isCode = (code: string): code is RefusalCode => code in FORGED;
const rows = Object.keys(FORGED)
  .filter(isCode)
  .flatMap((code) => FORGED[code].map((row, index) => [code, index, row] as const));

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const toBytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));

/** Makes the corpus with the unchanged engine. */
export function makeCorpus(): Corpus {
  const small = Array.from({ length: SMALL_PROGRAMS }, (_, number) => smallProgram(new Draws(SEED + number)));
  const drawn = [
    ...fc.sample(randomCircuit({ reach: 6, width: 6 }), { numRuns: DRAWN_PROGRAMS, seed: SEED }),
    ...fc.sample(randomCircuit({ reach: 4_000_000_000_000_000, width: 4_000_000_000_000_000 }), {
      numRuns: DRAWN_PROGRAMS / 3,
      seed: SEED,
    }),
  ].filter((source) => read(source).ok);
  const failing = [...FAILING, ...FAILING_IN_RULES].map(([, source]) => source);
  const written = [
    ...CLOSING,
    ...PRECISE.map(([, source]) => source),
    ...[...conformanceCases(), ...examplePrograms()].map(({ source }) => source),
  ];
  return {
    forged: rows.flatMap(([code, index, row]) => forgedRow(code, index, row)),
    offered: [...vectors(), ...[...written, ...drawn].flatMap(proof), ...small.flatMap(forgeries)],
    programs: [...written, ...failing, ...small, ...drawn].flatMap(verdict),
  };
}

function forgedRow(code: RefusalCode, index: number, row: Forged): Corpus['forged'] {
  return SLOW.includes(code) ? [] : [[code, index, toText(certificateOf(row, Forgery.of(row.source)))]];
}

function vectors(): readonly Offered[] {
  return certificateVectors().map(({ source, certificate, refused }) => ({
    source,
    certificate: toText(encodeUtf8(certificate)),
    valid: refused === null,
  }));
}

function proof(source: string): readonly Offered[] {
  const { certificate } = certify(programOf(source));
  if (certificate === null || certificate === undefined || certificate.length > MAX_BYTES) return [];
  return [{ source, certificate: toText(certificate), valid: true }];
}

/**
 * Forgeries of a small program that fails. The tests' own evaluator runs every input to decide this, so that each forgery is a
 * false proof.
 */
function forgeries(source: string, number: number): readonly Offered[] {
  const draws = new Draws(SEED - number);
  const forgery = Forgery.of(source);
  if (isClosedByBruteForce(forgery.program.core)) return [];
  return Array.from({ length: FORGERIES_OF_EACH }, () => {
    const certificate = toText(forgeAtRandom(draws, forgery.again()));
    return { source, certificate, valid: false };
  });
}

/** Returns the verdict on a program; empty if the program is left open and no failure is found. */
function verdict(source: string): Corpus['programs'] {
  const { certified, certificate, errors } = certify(programOf(source));
  if (certificate !== null && certificate !== undefined && certificate.length > MAX_BYTES) return [];
  const isRefuted = errors.some(({ counterexample }) => counterexample !== undefined);
  return certified || isRefuted ? [{ source, closes: certified }] : [];
}

/** Returns all cases. The programs are parsed here, so that a case runs only the kernel and the search. */
export function casesOf(corpus: Corpus): readonly CheckerCase[] {
  const programs = new Map<string, Program>();
  const programFrom = (source: string): Program => {
    const known = programs.get(source) ?? programOf(source);
    programs.set(source, known);
    return known;
  };
  return [
    ...corpus.forged.map(([code, index, certificate]) => {
      const row = FORGED[code][index];
      if (row === undefined) throw new Error(`${code} ${index} is no row`);
      const [program, bytes] = [programFrom(row.source), toBytes(certificate)];
      return { name: `${code} ${index}`, run: () => expectRefusal(code, row, unseen(program), bytes) };
    }),
    ...corpus.offered.map(({ source, certificate, valid }, index) => {
      const [program, bytes] = [programFrom(source), toBytes(certificate)];
      return { name: `certificate ${index}`, run: () => expectVerdict(unseen(program), bytes, valid) };
    }),
    ...corpus.programs.map(({ source, closes }, index) => {
      const program = programFrom(source);
      return { name: `program ${index}`, run: () => expectDecision(source, unseen(program), closes) };
    }),
  ];
}

/**
 * Returns a copy of the program without cached results. The kernel caches value classes and polynomials by graph, so that a case
 * would otherwise see the results of another mutant.
 */
function unseen<P extends Program>(program: P): P {
  const { core } = program;
  return { ...program, core: { ...core, components: copied(core.components), graphs: copied(core.graphs) } };
}

function copied(graphs: Core['graphs']): Core['graphs'] {
  return graphs.map((graph) => ({ ...graph }));
}

async function expectRefusal(code: RefusalCode, row: Forged, program: Program, certificate: Uint8Array): Promise<void> {
  const checked = await answerTo(row, program, certificate);
  if (checked.valid) throw new Error('accepts a forged certificate');
  if (checked.refused !== code) throw new Error(`refuses for ${checked.refused}`);
}

function expectVerdict(program: Program, certificate: Uint8Array, valid: boolean): void {
  const checked = check(program, certificate);
  if (checked.valid && !valid) throw new Error('accepts what is no proof');
  if (!checked.valid && valid) throw new Error(`refuses a proof for ${checked.refused}`);
}

function expectDecision(source: string, program: Program, closes: boolean): void {
  const { certified, certificate } = certify(program);
  if (certified && !closes) throw new Error('closes a program that fails');
  if (!certified && closes) throw new Error('leaves a closed program open');
  if (certificate === null || certificate === undefined) return;
  const checked = check(program, certificate);
  if (!checked.valid) throw new Error(`refuses its own proof for ${checked.refused}`);
  holdToRuns(source, program, certificate, MAX_RUNS);
}
