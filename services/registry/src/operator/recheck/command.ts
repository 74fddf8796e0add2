import { RegistryEngine } from '../../engine/engine.js';
import type { CommandOutcome, Streams } from '../outcome.js';
import { type TellingDeps, withTelling } from '../telling.js';
import { CandidateRepository } from './candidates.js';
import { RecheckRepository } from './decisions.js';
import { type RecheckDeps, type RecheckedVersion, type RecheckSummary, recheck } from './recheck.js';

export interface RecheckCommand extends TellingDeps {
  readonly range: string;
  readonly after: string;
  readonly dryRun: boolean;
  readonly threads: number;
  readonly streams: Streams;
  readonly signal: AbortSignal;
}

/** Time limit of an engine task, as in the services. */
const GUARD_MILLISECONDS = 30_000;

/** Opens the dependencies of a recheck, runs it, and closes them. */
export async function recheckCommand(command: RecheckCommand): Promise<CommandOutcome> {
  const { range, after, dryRun, threads, clock, randomness, streams, signal } = command;
  const log = { error: (fields: object, message: string) => streams.err(`${message}: ${JSON.stringify(fields)}\n`) };
  return withTelling(
    command,
    async ({ database, outbox }) => {
      const engine = new RegistryEngine({ threads, queueLimit: threads, guardMilliseconds: GUARD_MILLISECONDS, log });
      const decisions = new RecheckRepository({ database, outbox, randomness });
      const deps: RecheckDeps = { candidates: new CandidateRepository(database), decisions, engine, clock };
      const decided: RecheckedVersion[] = [];
      const onDecided = (each: RecheckedVersion): void => {
        streams.err(`${lineOf(each)}\n`);
        if (each.became === 'decertified' || each.became === 'undecided') decided.push(each);
      };
      try {
        // Loading the engine must not count for the guard of the first version.
        await engine.warm();
        const summary = await recheck(deps, { range, after, dryRun, lanes: threads, signal, onDecided });
        return outcomeOf(summary, decided, dryRun, await deps.candidates.policies(range));
      } finally {
        await engine.close();
      }
    },
    threads + 1,
  );
}

function lineOf({ pid, version, became, note }: RecheckedVersion): string {
  return `${pid} version ${version}: ${became}${note === '' ? '' : ` (${note})`}`;
}

/** The outcome is incomplete if a version is undecided, or if the command was stopped. */
function outcomeOf(
  { counts, whole, through }: RecheckSummary,
  decided: readonly RecheckedVersion[],
  dryRun: boolean,
  policies: number,
): CommandOutcome {
  const lines = [
    `${dryRun ? 'Nothing was changed. The outcomes would be: ' : ''}${Object.entries(counts)
      .map(([became, count]) => `${count} ${became}`)
      .join(', ')}.`,
    ...decided.map(lineOf),
  ];
  if (!whole) lines.push(through === '' ? 'It was stopped.' : `It was stopped; continue with --after ${through}`);
  if (policies > 0)
    lines.push(
      `${policies} policies were closed by such an engine: each is closed again when its owner changes its source, even by a comment only.`,
    );
  const data = { ...counts, policies, dry_run: dryRun, whole, through: through === '' ? null : through, versions: decided };
  return { kind: whole && counts.undecided === 0 ? 'done' : 'unfinished', lines, data };
}
