import type { Clock } from '@kirchhoff/platform';
import type { RegistryEngine } from '../../engine/engine.js';
import type { CandidateRepository, RecheckCandidate } from './candidates.js';
import type { RecheckRepository } from './decisions.js';
import { judge } from './judge.js';

export interface RecheckDeps {
  readonly candidates: CandidateRepository;
  readonly decisions: RecheckRepository;
  readonly engine: RegistryEngine;
  readonly clock: Clock;
}

export interface RecheckOptions {
  /** A semver range of the faulty engines. */
  readonly range: string;
  /** Only circuits with greater identifiers; '' for all. */
  readonly after: string;
  /** True if no row is to be written. */
  readonly dryRun: boolean;
  /** Count of concurrent checks: the threads of the engine. */
  readonly lanes: number;
  /** Aborting it drops the running checks and starts no further one. */
  readonly signal: AbortSignal;
  /** Called with each finished version, in no order. */
  readonly onDecided: (decided: RecheckedVersion) => void;
}

/** The outcome of one version. */
export interface RecheckedVersion {
  readonly pid: string;
  readonly version: number;
  readonly became: Became;
  /** The share of closure domains that the new proof verified; or the reason, if it is undecided. */
  readonly note: string;
}

/** `overtaken`: another certification replaced it meanwhile, and stays. */
export type Became = 'stands' | 'recertified' | 'decertified' | 'overtaken' | 'undecided';

export interface RecheckSummary {
  readonly counts: Readonly<Record<Became, number>>;
  /** True if every candidate is done. */
  readonly whole: boolean;
  /** All circuits up to this identifier are done, if the recheck was stopped. */
  readonly through: string;
}

/**
 * Checks every version again that an engine of the range has certified. Each is decided in its own transaction, so that the
 * recheck can be stopped and restarted at any moment.
 *
 * @throws if Postgres is out
 */
export async function recheck(deps: RecheckDeps, options: RecheckOptions): Promise<RecheckSummary> {
  const counts: Record<Became, number> = { stands: 0, recertified: 0, decertified: 0, overtaken: 0, undecided: 0 };
  const candidates = deps.candidates.all(options.range, options.after);
  const progress = new WalkProgress(options.after);
  const lane = async (): Promise<void> => {
    while (!options.signal.aborted) {
      const { value: candidate, done } = await candidates.next();
      if (done === true) return;
      const place = progress.begin(candidate.pid);
      const decided = await decide(deps, options, candidate);
      if (options.signal.aborted && decided.became === 'undecided') return;
      place.end();
      counts[decided.became] += 1;
      options.onDecided(decided);
    }
  };
  await Promise.all(Array.from({ length: options.lanes }, lane));
  return { counts, whole: !options.signal.aborted, through: progress.through };
}

async function decide(deps: RecheckDeps, options: RecheckOptions, candidate: RecheckCandidate): Promise<RecheckedVersion> {
  const { pid, version } = candidate;
  const evidence = await deps.candidates.evidence(candidate);
  if (evidence === undefined) return { pid, version, became: 'overtaken', note: '' };
  const finding = await judge(deps.engine, evidence, options.signal);
  switch (finding.kind) {
    case 'stands':
      return { pid, version, became: 'stands', note: '' };
    case 'undecided':
      return { pid, version, became: 'undecided', note: finding.reason };
    case 'proven': {
      const { certified, phi_c: phiC } = finding.certification;
      const written = options.dryRun || (await deps.decisions.write(candidate, { ...finding, decidedAt: deps.clock.now() }));
      return { pid, version, became: written ? (certified ? 'recertified' : 'decertified') : 'overtaken', note: `phi_c ${phiC}` };
    }
  }
}

/** Tracks a walk in the order of identifiers, several steps of which run at once. */
export class WalkProgress {
  /** The running steps, in the order of identifiers. */
  readonly #going: Step[] = [];
  #last: string;
  #beforeLast: string;

  /** @param start all identifiers up to this one, included, are done */
  constructor(start: string) {
    this.#last = start;
    this.#beforeLast = start;
  }

  /** All identifiers up to this one, included, are done: a walk can resume after it. */
  get through(): string {
    return this.#going[0]?.before ?? this.#beforeLast;
  }

  /** @param pid not before the one of the previous call */
  begin(pid: string): { end(): void } {
    if (pid !== this.#last) {
      this.#beforeLast = this.#last;
      this.#last = pid;
    }
    const step = { before: this.#beforeLast };
    this.#going.push(step);
    return { end: () => void this.#going.splice(this.#going.indexOf(step), 1) };
  }
}

interface Step {
  readonly before: string;
}
