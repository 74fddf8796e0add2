import { cursorOf } from './cursor.js';
import type { DecisionRow, Dropped } from './decision-repository.js';
import type { LogReplay } from './replay.js';

/** Maximal number of changed decisions in an answer; further ones are counted. */
const MAX_CHANGED = 1_000;

/** Converts a decision of the log to the form of the API. */
export function loggedView(row: DecisionRow) {
  return {
    decision_id: row.decisionId,
    policy_id: row.policyId,
    policy_version: row.version,
    account_id: row.accountId,
    decided_at: row.decidedAt,
    category: row.category,
    verdict: row.verdict,
    rule: row.rule,
    params: parsed(row.params),
    masked: parsed(row.masked),
    replayable: row.replayable,
  };
}

/** @param found the rows after a position, and one more if there is one */
export function partView(found: readonly DecisionRow[], limit: number, dropped: Dropped) {
  return {
    decisions: found.slice(0, limit).map(loggedView),
    limit,
    next: nextOf(found, limit),
    dropped: { unwritten: dropped.unwritten, storage: dropped.storage, last_at: dropped.lastAt },
  };
}

/** Converts a replay to the form of the API. */
export function replayView({ replayed: { hash, changed, otherRules }, decided, notReplayable, next }: LogReplay) {
  return {
    policy_hash: hash,
    decided: decided.length,
    same: decided.length - changed.length,
    other_rules: otherRules,
    changed_total: changed.length,
    changed: changed.slice(0, MAX_CHANGED).flatMap(({ place, verdict, rule }) => {
      const row = decided[place];
      return row === undefined ? [] : [changedView(row, { verdict, rule })];
    }),
    not_replayable: notReplayable,
    next: next === undefined ? null : cursorOf(next),
  };
}

function changedView(
  { decisionId, decidedAt, version, category, verdict, rule }: DecisionRow,
  changed: Pick<DecisionRow, 'verdict' | 'rule'>,
) {
  return {
    decision_id: decisionId,
    decided_at: decidedAt,
    policy_version: version,
    category,
    old: { verdict, rule },
    new: changed,
  };
}

/** The cursor of the part after this one; `null` if there is none. */
export function nextOf(found: readonly DecisionRow[], most: number): string | null {
  const last = found.length > most ? found[most - 1] : undefined;
  return last === undefined ? null : cursorOf(last);
}

function parsed(json: string): unknown {
  return JSON.parse(json);
}
