import { cursorOf } from './cursor.js';
import type { DecisionRow, Dropped } from './decision-repository.js';

/** A decision of the log as the API shows it. */
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

/** The cursor of the part after this one; null if there is none. */
export function nextOf(found: readonly DecisionRow[], most: number): string | null {
  const last = found.length > most ? found[most - 1] : undefined;
  return last === undefined ? null : cursorOf(last);
}

function parsed(json: string): unknown {
  return JSON.parse(json);
}
