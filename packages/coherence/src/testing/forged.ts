import { type Checked, check, checkWith } from '@kirchhoff/kernel/certificate/check';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import { sha256Hex } from '@kirchhoff/kernel/certificate/digest';
import type { Evidence } from '@kirchhoff/kernel/certificate/format';
import type { CheckStep, RefusalCode } from '@kirchhoff/kernel/certificate/refusal';
import { closureDomains } from '@kirchhoff/kernel/graph/closure-domains';
import { inlined, inlinedDomains } from '@kirchhoff/kernel/graph/inline';
import { monomerNamed } from '@kirchhoff/kernel/monomers/catalog';
import type { SmtRequest } from '@kirchhoff/kernel/smt/context';
import { smtQueries } from '@kirchhoff/kernel/smt/query';
import type { Solver } from '@kirchhoff/kernel/smt/solver';
import { tryQuery } from '@kirchhoff/kernel/smt/trials';
import { decodeUtf8, encodeUtf8 } from '@kirchhoff/kernel/values/utf8';
import type { Program } from '@kirchhoff/language/program/program';
import { certify } from '@kirchhoff/prover/certify';
import { passWithInduction } from './forged-induction.js';
import { passWithoutCalls } from './forged-inlined.js';
import { BY_ANALYSIS, Forgery, type ProofDraft } from './forgery.js';

/**
 * A forged certificate of an open program, for one refusal code of the checker. It consists of the program and the forger's
 * changes to the unfinished proof of the prover. All derivable parts are derived again, so that the certificate has exactly one
 * fault.
 */
export interface Forged {
  readonly source: string;
  /** Changes claims, evidence and lists. The claims that the forger does not set are derived afterwards. */
  readonly proof?: (draft: ProofDraft, forgery: Forgery) => void;
  /** New values for members of the JSON text, by path, or functions of the old value. The digest is computed again. */
  readonly text?: readonly (readonly [path: readonly (string | number)[], value: unknown])[];
  /** Changes the bytes of the certificate. */
  readonly bytes?: (sealed: Uint8Array) => Uint8Array;
  readonly solver?: Solver;
  /** A monomer whose evaluation is made wrong by one, which has the same effect as a wrong encoder. */
  readonly wrong?: string;
}

/** Fails for a = 1. */
export const DIVIDES = 'circuit c {\n  input a: 0..3\n  output o: i64\n  o = 6 / (a - 1)\n}\n';
export const TWO_INPUTS = 'circuit c {\n  input a: 0..3\n  input b: 0..3\n  output o: 0..3\n  o = a\n}\n';
export const PART = `component part(p: 0..9, q: 0..9) -> 0..9 {
  if q > 20 { q } else { p }
}
circuit c {
  input a: 0..9
  input b: 0..9
  output o: i64
  o = 6 / (b - part(a, b))
}
`;
/** A call whose require does not hold for a < 2. */
export const CALLS = `component below(p: 0..9, q: 0..9) -> 0..9 {
  require p <= q
  q - p
}
circuit c {
  input a: 0..9
  output o: i64
  o = below(2, a)
}
`;
export const NEEDS_SOLVER =
  'circuit c {\n  input a: 0..1_000_000\n  input b: 0..1_000_000\n  output o: i64\n  o = 6 / (a * 3 - b * 2 - 500_000)\n}\n';
export const listing = (parts: (draft: ProofDraft) => Parameters<ProofDraft['set']>[0]) => (draft: ProofDraft) => draft.set(parts(draft));
type SmtEvidence = Extract<Evidence, { by: 'smt' }>;

/** Returns evidence by the encoder's first query about a closure domain, changed. */
function queryEvidence(request: SmtRequest, proofKey: string, changed: Partial<SmtEvidence>): Evidence {
  const [query] = smtQueries(request);
  if (query === undefined) throw new Error('no query');
  const { encoding, text } = query;
  const { runs } = tryQuery(query, request, { graph: 0 }, proofKey);
  return { by: 'smt', encoding, digest: sha256Hex(text), solver: 'z3', version: '1', limit: 1_000, runs, ...changed };
}

/** Gives open closure domains evidence by the true queries of the encoder. */
export const byQuery = (changed: Partial<SmtEvidence>) => (draft: ProofDraft, forgery: Forgery) => {
  forgery.derive();
  const { core } = forgery.program;
  const domains = closureDomains(draft.graph);
  const evidenceOf = (index: number): Evidence => {
    const domain = domains[index];
    if (domain === undefined) throw new Error('closed');
    const request = { core, graph: draft.graph, domain, claim: claimsOf(draft.graph, draft.proof) };
    return queryEvidence(request, forgery.program.proofKey, changed);
  };
  draft.set({ closure: draft.proof.closure.map((before, index) => (draft.open.includes(index) ? evidenceOf(index) : before)) });
};

/** Closes the open domains by queries about the rounds of loops, changed. */
export const byQueryOfRounds = (changed: Partial<SmtEvidence>) => (draft: ProofDraft, forgery: Forgery) => {
  forgery.derive();
  const { core } = forgery.program;
  const made = inlined(core, draft.graph, 'guarded');
  const pass = passWithoutCalls(core, draft.graph, [], undefined, 'guarded');
  if (made === null || pass === null || 'parameter' in pass.proof) throw new Error('no rounds');
  const claim = claimsOf(made.graph, pass.proof);
  const domains = closureDomains(draft.graph).filter((_, index) => draft.open.includes(index));
  const closure = domains.flatMap((domain) =>
    (inlinedDomains(domain, made) ?? []).map((place): Evidence => {
      const request = { core: { ...core, graphs: [made.graph] }, graph: made.graph, domain: place, claim, hasItems: true };
      return queryEvidence(request, forgery.program.proofKey, changed);
    }),
  );
  draft.close({ by: 'inlined' });
  draft.set({ inlined: { loops: 'guarded', proof: { ...pass.proof, closure } } });
};

/** Closes the open ensures of a circuit by an induction over all of its folds with queries, changed. */
export const byQueryOfInduction = (changed: Partial<SmtEvidence>) => (draft: ProofDraft, forgery: Forgery) => {
  forgery.derive();
  const { core } = forgery.program;
  const of = { loops: draft.all('fold'), ensures: draft.graph.ensures.map((_, ensure) => ensure) };
  const plain = passWithInduction(core, draft, of);
  const induction = passWithInduction(core, draft, of, ({ graph, domains }) =>
    domains.map((domain): Evidence => {
      if (plain === null || domain.kind !== 'contract' || domain.of !== 'hold') return BY_ANALYSIS;
      const request = { core: { ...core, graphs: [graph] }, graph, domain, claim: claimsOf(graph, plain.proof), hasItems: true };
      return queryEvidence(request, forgery.program.proofKey, changed);
    }),
  );
  draft.close({ by: 'induction' });
  draft.set({ induction });
};

/** Makes the reference of an integer monomer wrong by one; returns a function that restores it. */
function makeWrong(name: string): () => void {
  const monomer = monomerNamed(name);
  const right = monomer === undefined ? undefined : Reflect.get(monomer, 'reference');
  if (monomer === undefined || typeof right !== 'function') throw new Error(`no reference of ${name}`);
  Reflect.set(monomer, 'reference', (args: unknown) => Number(Reflect.apply(right, undefined, [args])) + 1);
  return () => void Reflect.set(monomer, 'reference', right);
}

function setAt(json: unknown, path: readonly (string | number)[], value: unknown): void {
  const [key, ...rest] = path;
  if (typeof json !== 'object' || json === null || key === undefined) throw new Error(`no ${path.join('/')}`);
  if (rest.length === 0) Reflect.set(json, key, typeof value === 'function' ? value(Reflect.get(json, key)) : value);
  else setAt(Reflect.get(json, key), rest, value);
}

/** Returns the certificate of a row, made from the unfinished proof of its program. */
export function certificateOf({ proof, text, bytes }: Forged, forgery: Forgery): Uint8Array {
  if (proof !== undefined) proof(forgery.circuit, forgery);
  forgery.derive();
  const sealed = forgery.sealed();
  if (bytes !== undefined) return bytes(sealed);
  if (text === undefined) return sealed;
  const { certificate }: { certificate: unknown } = JSON.parse(decodeUtf8(sealed) ?? '');
  for (const [path, value] of text) setAt(certificate, path, value);
  const body = JSON.stringify(certificate);
  return encodeUtf8(`{"certificate":${body},"digest":"${sha256Hex(body)}"}`);
}

/** The rows of one step of the checker: at least one for each of its codes. */
export type Refusals<S extends CheckStep> = Readonly<Record<RefusalCode<S>, readonly [Forged, ...Forged[]]>>;

/** States the forged certificates for each refusal of a step. */
export function refusals<S extends CheckStep>(_: S, table: Refusals<S>): Refusals<S> {
  return table;
}

/** Returns the checker's answer to a forged certificate, with the solver and the wrong monomer of its row. */
export async function answerTo({ wrong, solver }: Forged, program: Program, certificate: Uint8Array): Promise<Checked> {
  const restore = wrong === undefined ? () => undefined : makeWrong(wrong);
  try {
    return solver === undefined ? check(program, certificate) : await checkWith(program, certificate, solver);
  } finally {
    restore();
  }
}

/** Tests that each certificate is refused with exactly the code of its row. */
export function testRefusals<S extends CheckStep>(step: S, table: Refusals<S>): void {
  const rows = Object.entries<readonly Forged[]>(table).flatMap(([code, forged]) =>
    forged.map((each, index) => [code, index, each] as const),
  );
  test.each(rows)(`${step}: %s, %i: the forged certificate of an open program is refused for just that`, async (code, _, forged) => {
    const forgery = Forgery.of(forged.source);
    expect(certify(forgery.program).certified).toBe(false);
    expect(await answerTo(forged, forgery.program, certificateOf(forged, forgery))).toMatchObject({ valid: false, refused: code });
  });
}
