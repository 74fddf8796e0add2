import { NO_FILES } from '@kirchhoff/coherence';
import { invalidProgram, type ResolvePins, type SourceWork, withPins } from '@kirchhoff/engine-host';
import type { Identifier, Problem, Share } from '@kirchhoff/platform';
import type { Asker, CompilerEngine } from '../engine/engine.js';
import type { ReplayedDecisions } from '../engine/work.js';
import { noSuchPolicy, withdrawnPolicy } from '../policies/service.js';
import { noSuchVersion } from '../policies/version-service.js';
import type { PolicyVersionRepository } from '../policies/versions.js';
import type { LogPosition } from './cursor.js';
import type { DecisionFilter, DecisionRepository, DecisionRow } from './decision-repository.js';
import type { ReadLimiter } from './read-limiter.js';

export interface ReplaysDeps {
  readonly decisions: DecisionRepository;
  readonly versions: PolicyVersionRepository;
  readonly engine: CompilerEngine;
  readonly resolve: ResolvePins;
  readonly reads: ReadLimiter;
}

/** The version or the source for the replay. */
export type ReplayBy =
  | { readonly kind: 'version'; readonly version: number }
  | { readonly kind: 'source'; readonly source: string; readonly files: SourceWork['files'] };

/** The decisions to replay. */
export interface ReplayRequest extends DecisionFilter {
  readonly after: LogPosition | undefined;
  readonly most: number;
}

/** A replayed part of the log. */
export interface LogReplay {
  readonly kind: 'replay';
  readonly replayed: ReplayedDecisions;
  /** The number of decisions that could be replayed. */
  readonly decided: readonly DecisionRow[];
  readonly notReplayable: number;
  /** The last decision, if more follow; else `undefined`. */
  readonly next: DecisionRow | undefined;
}

/** The deciding source; with its certificate if it is a stored version. */
interface Candidate {
  readonly kind: 'candidate';
  readonly work: SourceWork;
  readonly certificate: Uint8Array | undefined;
}

/** Maximal decisions in a statement, and maximal characters of the params in one replay. */
const PART = 1_000;
const MAX_CHARACTERS = 4 * 1_048_576;

/** Decides logged actions again, by another version or a source, in the engine's threads. */
export class Replays {
  readonly #deps: ReplaysDeps;

  constructor(deps: ReplaysDeps) {
    this.#deps = deps;
  }

  /** Returns the problem of a replay that would be refused now; `undefined` if it would run or wait. */
  refusal(share: Share): Problem | undefined {
    return this.#deps.engine.refusal(share);
  }

  /** Returns the policy for a replay, or its problem. Called before a part of the log is read. */
  async candidate(policyId: Identifier<'policy'>, accountId: string, by: ReplayBy): Promise<Candidate | Problem> {
    const { versions } = this.#deps;
    const found = await versions.stored(policyId, by.kind === 'version' ? by.version : undefined, accountId);
    if (found === undefined) return by.kind === 'version' ? noSuchVersion() : noSuchPolicy();
    if (found.withdrawn) return withdrawnPolicy();
    if (by.kind === 'source')
      return { kind: 'candidate', work: { source: by.source, files: by.files, pins: undefined }, certificate: undefined };
    const pins = { pinned: found.pinned, refused: new Map<string, string>() };
    return { kind: 'candidate', work: { source: found.source, files: NO_FILES, pins }, certificate: found.certificate };
  }

  async replay(
    policyId: Identifier<'policy'>,
    accountId: string,
    candidate: Candidate,
    request: ReplayRequest,
    asker: Asker,
  ): Promise<LogReplay | Problem> {
    const read = await this.#deps.reads.run(asker.share, asker.signal, async () => this.#read(policyId, request));
    if ('code' in read) return read;
    const { rows, next } = read;
    const decided = rows.filter(({ replayable }) => replayable);
    const past = decided.map(({ category, params, verdict, rule }) => ({ category, params, verdict, rule }));
    const { engine, resolve } = this.#deps;
    const { work, certificate } = candidate;
    const { outcome } = await withPins(
      async (pins) => engine.replayPolicy({ ...work, pins: work.pins ?? pins, certificate, decided: past }, asker),
      async (pins) => resolve(pins, accountId),
    );
    switch (outcome.kind) {
      case 'replayed':
        return { kind: 'replay', replayed: outcome, decided, notReplayable: rows.length - decided.length, next };
      case 'diagnostics':
        return invalidProgram(outcome);
      case 'problem':
        return outcome;
    }
  }

  /** Reads a part of the log, oldest first, until it has the requested number of decisions, or their params reach the limit. */
  async #read(policyId: string, { after: start, most, ...filter }: ReplayRequest) {
    const rows: DecisionRow[] = [];
    let characters = 0;
    let after = start;
    while (rows.length < most && characters < MAX_CHARACTERS) {
      const part = Math.min(PART, most - rows.length);
      // oxlint-disable-next-line no-await-in-loop -- each part begins after the one before
      const found = await this.#deps.decisions.read(policyId, { ...filter, order: 'oldest', after, most: part + 1 });
      const taken = found.slice(0, part);
      rows.push(...taken);
      characters = taken.reduce((sum, { params }) => sum + params.length, characters);
      const last = taken.at(-1);
      if (last === undefined || found.length <= part) return { rows, next: undefined };
      after = last;
    }
    return { rows, next: rows.at(-1) };
  }
}
