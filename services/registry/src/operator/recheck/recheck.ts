import type { Clock } from '@kirchhoff/platform';
import type { Engine } from '../../engine/engine.js';
import type { Candidate, CandidateRepository } from './candidates.js';
import type { DecisionRepository } from './decisions.js';
import { judge } from './judge.js';
import { Progress } from './progress.js';

export interface RecheckParts {
  readonly candidates: CandidateRepository;
  readonly decisions: DecisionRepository;
  readonly engine: Engine;
  readonly clock: Clock;
}

export interface RecheckOptions {
  /** A semver range of the engines that are in doubt. */
  readonly range: string;
  /** Only circuits whose identifier comes after this one; '' for all. */
  readonly after: string;
  /** Writes no row. */
  readonly dryRun: boolean;
  /** So many are looked at at once: the threads of the engine. */
  readonly lanes: number;
  /** Aborted: the versions under way stay as they were, and no further one is begun. */
  readonly signal: AbortSignal;
  /** Called with each version that is through, in no order. */
  readonly onDecided: (decided: Decided) => void;
}

/** The outcome of one version. */
export interface Decided {
  readonly pid: string;
  readonly version: number;
  readonly became: Became;
  /** The share of closure domains that the new proof verified; the reason, if it is undecided. */
  readonly note: string;
}

/** `overtaken`: another certification decided it meanwhile, which is left as it is. */
export type Became = 'stands' | 'recertified' | 'decertified' | 'overtaken' | 'undecided';

export interface RecheckSummary {
  readonly counts: Readonly<Record<Became, number>>;
  /** True if every candidate is done. */
  readonly whole: boolean;
  /** The last circuit up to which all are done, if it was stopped. */
  readonly through: string;
}

/**
 * Checks every version again that an engine of the range has certified. Each is decided in one transaction of its own, so that it
 * may be stopped at any moment and started again.
 * @throws if Postgres is out
 */
export async function recheck(parts: RecheckParts, options: RecheckOptions): Promise<RecheckSummary> {
  const counts: Record<Became, number> = { stands: 0, recertified: 0, decertified: 0, overtaken: 0, undecided: 0 };
  const candidates = parts.candidates.all(options.range, options.after);
  const progress = new Progress(options.after);
  const lane = async (): Promise<void> => {
    while (!options.signal.aborted) {
      const { value: candidate, done } = await candidates.next();
      if (done === true) return;
      const place = progress.begin(candidate.pid);
      const decided = await decide(parts, options, candidate);
      if (options.signal.aborted && decided.became === 'undecided') return;
      place.end();
      counts[decided.became] += 1;
      options.onDecided(decided);
    }
  };
  await Promise.all(Array.from({ length: options.lanes }, lane));
  return { counts, whole: !options.signal.aborted, through: progress.through };
}

async function decide(parts: RecheckParts, options: RecheckOptions, candidate: Candidate): Promise<Decided> {
  const { pid, version } = candidate;
  const evidence = await parts.candidates.evidence(candidate);
  if (evidence === undefined) return { pid, version, became: 'overtaken', note: '' };
  const finding = await judge(parts.engine, evidence, options.signal);
  switch (finding.kind) {
    case 'stands':
      return { pid, version, became: 'stands', note: '' };
    case 'undecided':
      return { pid, version, became: 'undecided', note: finding.reason };
    case 'proven': {
      const { certified, phi_c: phiC } = finding.certification;
      const written = options.dryRun || (await parts.decisions.write(candidate, { ...finding, decidedAt: parts.clock.now() }));
      return { pid, version, became: written ? (certified ? 'recertified' : 'decertified') : 'overtaken', note: `phi_c ${phiC}` };
    }
  }
}
