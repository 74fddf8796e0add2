import type { Files } from '@kirchhoff/coherence';
import { invalidProgram, type ResolvePins, withPins } from '@kirchhoff/engine-host';
import type { Problem } from '@kirchhoff/platform';
import type { Asker, CompilerEngine } from '../engine/engine.js';
import { policyOpen } from '../engine/refusals.js';
import { casesFailed } from './cases.js';
import type { NewVersion, PolicyCase } from './policy.js';

export interface CloseDeps {
  readonly engine: Pick<CompilerEngine, 'closePolicy'>;
  readonly resolve: ResolvePins;
}

export interface GivenPolicy {
  readonly source: string;
  /** The files beside the source. */
  readonly files: Files;
  /** The cases that it has to pass. */
  readonly cases: readonly PolicyCase[];
}

/** Proves a source in the pool, and decides the cases by it. Returns a problem if it does not close, or fails a case. */
export async function closeSource(
  { engine, resolve }: CloseDeps,
  given: GivenPolicy,
  accountId: string,
  asker: Asker,
): Promise<{ readonly kind: 'closed'; readonly version: NewVersion } | Problem> {
  const { outcome: closed, pinned } = await withPins(
    async (pins) => engine.closePolicy({ ...given, pins }, asker),
    async (pins) => resolve(pins, accountId),
  );
  switch (closed.kind) {
    case 'policy': {
      const { kind: _, failed, ...version } = closed;
      return failed.length > 0 ? casesFailed(given.cases, failed) : { kind: 'closed', version: { ...version, pinned } };
    }
    case 'diagnostics':
      return invalidProgram(closed);
    case 'open':
      return policyOpen(closed);
    case 'problem':
      return closed;
  }
}
