import { compilePolicy } from '@kirchhoff/coherence';
import type { NeedsPins, RefusedSource } from '@kirchhoff/engine-host';
import { readPolicy } from '@kirchhoff/engine-host/thread';
import { MAX_NAME } from '../decisions/logged-decision.js';
import { closedBy } from './closed.js';
import type { ChangedVerdict, ReplayedDecisions, ReplayWork } from './work.js';

/** Decides logged actions by another version or source, and compares the verdicts. A source need not close. */
export function replayPolicy({ decided, certificate, ...work }: ReplayWork): ReplayedDecisions | RefusedSource | NeedsPins {
  const reading = readPolicy(work);
  if (reading.kind !== 'program') return reading;
  const decider = compilePolicy(reading.program, { closed: closedBy(reading.program, certificate) });
  const changed: ChangedVerdict[] = [];
  let otherRules = 0;
  for (const [place, { category, params, verdict, rule }] of decided.entries()) {
    const decision = decider(category, JSON.parse(params));
    const newRule = decision.rule?.slice(0, MAX_NAME) ?? null;
    if (decision.verdict !== verdict) changed.push({ place, verdict: decision.verdict, rule: newRule });
    else if (newRule !== rule) otherRules += 1;
  }
  return { kind: 'replayed', hash: reading.program.hash, changed, otherRules };
}
