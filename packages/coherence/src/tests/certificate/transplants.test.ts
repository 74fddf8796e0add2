import { check } from '@kirchhoff/kernel/certificate/check';
import type { Program } from '@kirchhoff/language/program/program';
import { type Proof, partsOf } from '@kirchhoff/prover/proof';
import { prove } from '@kirchhoff/prover/prove';
import { holdToRuns } from '../../testing/closed-runs.js';
import { Draws } from '../../testing/draws.js';
import { areEnough } from '../../testing/enough.js';
import { BOUNDS } from '../../testing/forged/bounds.js';
import { certificateOf } from '../../testing/forged.js';
import { Forgery } from '../../testing/forgery.js';
import { drawKept, FAMILIES, type Kept, relativesOf, sourceOf, variantOf } from '../../testing/kept-programs.js';
import { programOf } from '../../testing/outcome.js';
import { fails, refutationsIn, transplanted, type Unchecked, without } from '../../testing/transplants.js';

const MIN_PROGRAMS = 12;
/** The number of drawn programs; a long run sets it higher, and begins at another seed. */
const PROGRAMS = Number(process.env['KEPT_PROGRAMS'] ?? MIN_PROGRAMS);
const SEED = Number(process.env['KEPT_SEED'] ?? 20_000);
/** Limits: runs before a program is proven, runs of a closed program, and programs with the evidence of a proof. */
const RUNS_BEFORE = 100;
const RUNS_AFTER = 300;
const VARIANTS = 16;

/** Programs whose proofs use the rules, which come before the drawn ones. */
const KNOWN: readonly Kept[] = [
  keptWith(0, '[0..3; ..9]', '0..2', '0', 'MIN', '2 * x', '4', '2 * x', '==', 'MIN', '0', '4', '+ 0'),
  keptWith(4, '[0..3; ..9]', '0..2', '0', 'MAX', 'x', 'x', '+ 0', '<='),
  keptWith(8, '[0..3; ..9]', '0..2', 'k', '<', 'x + 1', 'x', '==', 't', '1', 'k', '+ 0'),
];

function keptWith(number: number, ...texts: readonly string[]): Kept {
  const family = FAMILIES[number];
  if (family === undefined) throw new Error('no family');
  return { family, filled: family.slots.map((each, slot) => each.indexOf(texts[slot] ?? '')) };
}

/** Returns the proof of a program, if everything in it is proven. */
function proofOf(source: string): Proof | null {
  const proof = prove(programOf(source).core);
  return partsOf(proof).every(({ findings }) => findings.every(({ evidence }) => evidence !== null)) ? proof : null;
}

/** Counts the programs that the evidence of a proof closes, and those that fail; throws if one of them is both. */
function holdVariants(proof: Proof, own: Kept, draws: Draws, count: (what: string) => void): void {
  const sources = [...relativesOf(own), ...Array.from({ length: VARIANTS }, () => variantOf(draws, own))].map(sourceOf);
  for (const source of new Set(sources)) {
    const program = programOf(source);
    const certificate = transplanted(proof, program);
    if (certificate === null) continue;
    const isClosed = check(program, certificate).valid;
    if (isClosed) holdToRuns(source, program, certificate, RUNS_AFTER);
    count(isClosed ? 'closed by the evidence of another' : 'refused');
    if (isClosed) for (const rule of refutationsIn(proof)) count(rule);
  }
}

test('what the evidence of a program closes, for itself or for another, no run contradicts', () => {
  const seen = new Map<string, number>();
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  for (let number = 0; number < PROGRAMS; number += 1) {
    const draws = new Draws(SEED + number);
    const family = FAMILIES[number % FAMILIES.length] ?? FAMILIES[0];
    if (family === undefined) throw new Error('no family');
    const own = KNOWN[number] ?? drawKept(draws, family);
    const source = sourceOf(own);
    const isFalse = fails(programOf(source), RUNS_BEFORE);
    const proof = isFalse && number % 4 !== 0 ? null : proofOf(source);
    if (isFalse) count('false');
    if (proof === null) continue;
    if (isFalse) throw new Error(`a program that fails is proven\n${source}`);
    count('closed');
    holdVariants(proof, own, draws, count);
  }
  if (PROGRAMS !== MIN_PROGRAMS) process.stderr.write(`${JSON.stringify(Object.fromEntries(seen))}\n`);
  if (!areEnough(PROGRAMS, MIN_PROGRAMS)) return;
  for (const what of ['false', 'closed', 'closed by the evidence of another', 'refused', 'either', 'since'])
    expect(seen.get(what) ?? 0).toBeGreaterThan(0);
}, 7_200_000);

const UNCHECKED: readonly (readonly [name: string, unchecked: Unchecked])[] = [
  { rule: 'either', part: 'base', at: 0 } as const,
  ...([0, 1] as const).flatMap((at) => (['steps', 'rests'] as const).map((part): Unchecked => ({ rule: 'either', part, at }))),
  ...(['base', 'step', 'rest'] as const).map((part): Unchecked => ({ rule: 'since', part })),
  { rule: 'loops', part: 'premises' } as const,
].map((unchecked) => [Object.values(unchecked).join(' '), unchecked]);

/** The forged certificates of open programs, each with its program. */
let forged: readonly { readonly program: Program; readonly certificate: Uint8Array }[] = [];

beforeAll(() => {
  const rows = BOUNDS['bound-not-implied'].filter(({ wrong, solver }) => wrong === undefined && solver === undefined);
  forged = rows.map((row) => {
    const forgery = Forgery.of(row.source);
    return { program: forgery.program, certificate: certificateOf(row, forgery) };
  });
});

test('the checker accepts none of the forged certificates', () => {
  expect(forged.filter(({ program, certificate }) => check(program, certificate).valid)).toEqual([]);
});

test.each(UNCHECKED)('a checker that does not check %s accepts a forged certificate', (_, unchecked) => {
  const accepted = without(unchecked, () => forged.filter(({ program, certificate }) => check(program, certificate).valid));
  expect(accepted.length).toBeGreaterThan(0);
});
