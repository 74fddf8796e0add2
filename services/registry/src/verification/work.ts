import { type Database, problem } from '@kirchhoff/platform';
import type { RegistryEngine } from '../engine/engine.js';
import { RunRepository } from '../runs/repository.js';
import { RunRequests, type RunRequestsDeps } from '../runs/requests.js';
import type { RunWork } from '../runs/runner.js';
import { judge, resultBytes } from './result.js';
import { hasClosed, type ToCheck, VERIFICATIONS, type VerificationEnd } from './table.js';

/** Accepts verification requests for any visible circuit that was certified at least once. */
export function verificationRequests(database: Database, deps: RunRequestsDeps): RunRequests {
  const runs = new RunRepository(database, VERIFICATIONS);
  return new RunRequests(deps, {
    runs,
    refusal: async ({ pid }) => {
      const [row] = await database.$queryRaw<{ readonly closed: boolean }[]>(hasClosed(pid));
      return row?.closed === true ? undefined : problem('not-certified', 'This circuit has no closed certification yet.');
    },
  });
}

/** Checks a stored proof, without a search. */
export function verificationWork(engine: RegistryEngine): RunWork<ToCheck, VerificationEnd> {
  return async ({ pid, source, pinned, share, subject }, signal, meter) => {
    const { certificate, originalHash } = subject;
    const outcome = await engine.verify({ source, pinned, certificate }, { share, signal, meter });
    if (outcome.kind !== 'done') return outcome;
    const { value } = outcome;
    if (value.kind !== 'verification') return { kind: 'done', value };
    const verdict = judge(subject, value);
    const { verified, phiC, assurance } = verdict;
    const { engineVersion, hash: currentHash } = value;
    const result = resultBytes(verdict, { pid, originalHash, currentHash });
    return { kind: 'done', value: { kind: 'end', end: { engineVersion, verified, currentHash, phiC, assurance, result } } };
  };
}
