import { decodeUtf8 } from '../catalog/io/utf8.js';
import { closureDomains } from '../graph/closure-domains.js';
import type { Core } from '../graph/graph.js';
import { type Metrics, structureMetrics } from '../graph/metrics.js';
import { ENGINE_VERSION, LANGUAGE_VERSION } from '../limits.js';
import type { Summary } from '../rules/state.js';
import type { Solver } from '../smt/solver.js';
import { type ClaimOf, checkGraph, type PendingQuery, type Tally } from './check-graph.js';
import { claimsOf } from './claims.js';
import { decodeCertificate } from './decode.js';
import { Unfounded } from './follow.js';
import { type Certificate, trustedBaseOf } from './format.js';

/** A program as far as a certificate speaks of it: what `read` gives from a source. */
export interface Subject {
  readonly core: Core;
  /** SHA-256 of the canonical form, 64 lower-case hexadecimal digits. */
  readonly hash: string;
  /** The hash together with those of the components that no graph calls. */
  readonly proofKey: string;
  /** The static worst-case cost, in the unit of the language. */
  readonly cost: number;
}

/** The answer of the checker. */
export type Checked =
  | { readonly valid: true; readonly verified: number; readonly total: number }
  /** `reason` says what does not follow, for people; `verified` of `total` closure domains checked before that. */
  | { readonly valid: false; readonly reason: string; readonly verified: number; readonly total: number };

/**
 * Checks that the bytes are a proof of closure for this very core graph: that they are a certificate, that they
 * speak of this graph, that every claim follows, and every closure domain from the claims. One linear pass; it
 * searches for nothing and shares with the prover only the core graph, the catalog and the rules.
 *
 * @param certificate What `certify` gave, or anything else: hostile bytes are refused, never thrown at. One that
 * rests on a solver is refused too: see {@link checkWith}.
 */
export function check(subject: Subject, certificate: Uint8Array): Checked {
  const { checked, queries } = checkAllBut(subject, certificate);
  if (!checked.valid || queries.length === 0) return checked;
  return {
    ...checked,
    valid: false,
    reason: `it rests on ${queries.length} queries that only a solver can answer`,
    verified: checked.verified - queries.length,
  };
}

/** Like {@link check}, with a solver that answers the queries that the certificate rests on, each within its recorded limit. */
export async function checkWith(subject: Subject, certificate: Uint8Array, solver: Solver): Promise<Checked> {
  const { checked, queries } = checkAllBut(subject, certificate);
  if (!checked.valid) return checked;
  for (const [index, query] of queries.entries()) {
    const refusal = await refusalOf(query, solver);
    if (refusal !== null) return { ...checked, valid: false, reason: refusal, verified: checked.verified - queries.length + index };
  }
  return checked;
}

/** Why a query does not close its closure domain here; null where it does. What names another solver says nothing of this one. */
async function refusalOf({ text, limit, ...named }: PendingQuery, solver: Solver): Promise<string | null> {
  const { verdict } = await solver.solve(text, limit);
  if (verdict !== 'unsat') return `the solver answers ${verdict} to a query`;
  // Asked last: a solver that starts with its first query knows its version only then.
  if (named.solver === solver.name && named.version === solver.version) return null;
  return `it rests on ${named.solver} ${named.version}, and this is ${solver.name} ${solver.version}`;
}

/** Everything but the answers to queries. */
function checkAllBut(subject: Subject, certificate: Uint8Array): { readonly checked: Checked; readonly queries: readonly PendingQuery[] } {
  const total = countDomains(subject.core);
  const tally: Tally = { verified: 0, queries: [] };
  const refuse = (reason: string) => ({ checked: { valid: false, reason, verified: tally.verified, total } as const, queries: [] });
  const decoded = decodeCertificate(asText(certificate));
  if ('malformed' in decoded) return refuse(decoded.malformed);
  const other = mismatch(subject, decoded, total);
  if (other !== null) return refuse(other);
  try {
    followAll(subject.core, decoded, tally);
  } catch (error) {
    if (error instanceof Unfounded) return refuse(error.message);
    throw error;
  }
  return { checked: { valid: true, verified: tally.verified, total }, queries: tally.queries };
}

function countDomains(core: Core): number {
  return [...core.components, ...core.graphs].reduce((sum, graph) => sum + closureDomains(graph).length, 0);
}

/** UTF-8; what is none gives a text that is no certificate. */
function asText(bytes: Uint8Array): string {
  return decodeUtf8(bytes) ?? '';
}

/** In what the certificate speaks of another graph, or of the same in another way; null where it does not. */
function mismatch({ core, hash, proofKey, cost }: Subject, certificate: Certificate, total: number): string | null {
  if (certificate.language !== LANGUAGE_VERSION) return `it is for language ${certificate.language}`;
  if (certificate.engine !== ENGINE_VERSION) return `it was made by engine ${certificate.engine}`;
  if (certificate.hash !== hash || certificate.proofKey !== proofKey) return 'it belongs to another graph';
  if (JSON.stringify(certificate.trustedBase) !== JSON.stringify(trustedBaseOf([...certificate.components, ...certificate.graphs])))
    return 'it names another trusted base';
  if (certificate.worstCaseCost !== cost) return 'its cost is not that of the graph';
  if (JSON.stringify(certificate.metrics) !== JSON.stringify(closedMetrics(core, total))) return 'its metrics are not those of the graph';
  if (certificate.components.length !== core.components.length || certificate.graphs.length !== core.graphs.length)
    return 'it has another number of graphs';
  return null;
}

/** The metrics of a core whose closure domains are all verified. */
export function closedMetrics(core: Core, total: number): Metrics {
  return { information_entropy: 0, closure_domains_verified: total, closure_domains_total: total, ...structureMetrics(core) };
}

function followAll(core: Core, certificate: Certificate, tally: Tally): void {
  const summaries: Summary[] = [];
  const claimed: ClaimOf[] = [];
  certificate.components.forEach((proof, component) => {
    const graph = core.components[component];
    if (graph === undefined) return;
    summaries.push(checkGraph(core, graph, { component }, proof, summaries, claimed, tally));
    claimed.push(claimsOf(graph, proof));
  });
  certificate.graphs.forEach((proof, index) => {
    const graph = core.graphs[index];
    if (graph !== undefined) checkGraph(core, graph, { graph: index }, proof, summaries, claimed, tally);
  });
}
