import type { Engine } from '../engine/engine.js';
import type { RunWork } from '../runs/runner.js';
import { resultBytes } from './result.js';
import type { ToCheck, VerificationEnd } from './table.js';
import { judge } from './verdict.js';

/** Checks a stored proof, without a search. */
export function verificationWork(engine: Engine): RunWork<ToCheck, VerificationEnd> {
  return async ({ pid, source, pinned, share, subject }, signal) => {
    const { certificate, originalHash } = subject;
    const outcome = await engine.verify({ source, pinned, certificate }, share, signal);
    if (outcome.kind !== 'done') return outcome;
    const { value } = outcome;
    if (value.kind !== 'verification') return { kind: 'done', value };
    const verdict = judge(subject, value);
    const { verified, phiC } = verdict;
    const { engineVersion, hash: currentHash } = value;
    const result = resultBytes(verdict, { pid, originalHash, currentHash });
    return { kind: 'done', value: { kind: 'end', end: { engineVersion, verified, currentHash, phiC, result } } };
  };
}
