import { counted } from '../counted.js';
import type { PageEngine } from '../engine/page-engine.js';
import type { CheckAnswer, CompleteSource } from '../engine/page-protocol.js';
import { completeSource } from './complete-source.js';

/** A version whose certificate is followed. */
export interface FollowedVersion {
  readonly pid: string;
  readonly version: string;
  /** The hash of its source, as a page shows it. */
  readonly hash: string;
  /** The source that the page shows; `null` if it shows none. */
  readonly text: string | null;
  /** True on a page that may run a solver. */
  readonly withSolver: boolean;
}

export interface Followed {
  readonly source: CompleteSource;
  /** True if the rest needs a solver, and the page may not run one. */
  readonly needsSolver: boolean;
}

/**
 * Downloads a source and its certificate, runs the kernel's checker on them in this browser, and lists each step.
 *
 * @returns `null` after a step that does not follow
 */
export async function followCertificate(list: HTMLOListElement, engine: PageEngine, asked: FollowedVersion): Promise<Followed | null> {
  const { pid, version, hash, text, withSolver } = asked;
  const source = await completeSource(engine, pid, version);
  if (text !== null && !isSameSource(source.source, text)) {
    step(list, 'The server gave another source than this page shows.', 'wrong');
    return null;
  }
  const pins = source.pinned.length === 0 ? '' : `, and ${counted(source.pinned.length, 'circuit')} that it pins`;
  step(list, `Downloaded the source: ${counted(source.source.length, 'character')}${pins}.`, 'right');
  const response = await fetch(`/circuits/${encodeURIComponent(pid)}/versions/${encodeURIComponent(version)}/certificate`);
  if (!response.ok) {
    step(list, `The server does not give the certificate (${response.status}).`, 'wrong');
    return null;
  }
  const certificate = new Uint8Array(await response.arrayBuffer());
  step(list, `Downloaded the certificate: ${counted(certificate.length, 'byte')}.`, 'right');
  if (withSolver) step(list, 'The solver z3 loads 8 MB, and answers the queries of the certificate.', 'partly');
  const answer = await engine.ask({ kind: 'check', subject: source, certificate, withSolver });
  if (answer.kind === 'failed') throw new Error(answer.message);
  if (answer.kind !== 'check') throw new Error(`the answer to a check is ${answer.kind}`);
  const { check } = answer;
  if (check.kind === 'unreadable') {
    step(list, `The source cannot be read by this engine: ${check.message}.`, 'wrong');
    return null;
  }
  const refusal = refusalOf(check, hash);
  if (refusal !== null) {
    step(list, refusal, 'wrong');
    return null;
  }
  tell(list, check);
  return { source, needsSolver: check.needsSolver };
}

/** Returns true for the same source. A page may have the end of its last line or not. */
export function isSameSource(one: string, other: string): boolean {
  return withoutEnd(one) === withoutEnd(other);
}

function withoutEnd(source: string): string {
  return source.replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '');
}

type CheckedAnswer = Extract<CheckAnswer, { kind: 'checked' }>;

/** Returns what does not follow; `null` if all does, or is left to a solver. */
function refusalOf(check: CheckedAnswer, hash: string): string | null {
  if (check.hash !== hash) return `The source has another hash than this page shows: ${check.hash.slice(0, 16)}….`;
  if (check.refusal === null || check.needsSolver) return null;
  return `The certificate is refused after ${counted(check.verified, 'obligation')}: ${check.refusal}.`;
}

function tell(list: HTMLOListElement, { hash, verified, total, assurance, needsSolver }: CheckedAnswer): void {
  step(list, `Read the source and worked out its hash: ${hash.slice(0, 16)}…`, 'right');
  if (needsSolver) {
    step(list, `Checked ${verified.toLocaleString('en')} of ${counted(total, 'obligation')} by rules: all of them follow.`, 'right');
    step(list, `Left to the answers of a solver: ${counted(total - verified, 'obligation')}. This page may not run a solver.`, 'partly');
    return;
  }
  step(list, `The certificate belongs to this source, and each of ${counted(total, 'obligation')} follows.`, 'right');
  step(list, `It is valid. Grade of the evidence: ${assurance ?? 'none'}.`, 'right');
}

/** Adds a step to the list. */
export function step(list: HTMLOListElement, text: string, state: 'right' | 'wrong' | 'partly'): void {
  const item = document.createElement('li');
  item.className = state;
  item.textContent = text;
  list.append(item);
}
