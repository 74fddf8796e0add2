import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Decision } from '@kirchhoff/coherence';
import { type Clock, type Problem, problem } from '@kirchhoff/platform';
import type { Engine } from '../engine/engine.js';
import type { Action } from '../engine/work.js';
import type { Decider } from './loaded-policies.js';

/** A batch lets others go first after so long, in milliseconds. */
const TURN_MILLISECONDS = 5;

/** Who decides, and what it costs the event loop. */
export interface DecideParts {
  readonly engine: Pick<Engine, 'decide'>;
  readonly clock: Clock;
}

/** Decides actions in order, all by the same version. */
export async function decideAll(
  decider: Decider,
  actions: readonly Action[],
  { engine, clock }: DecideParts,
  signal: AbortSignal,
): Promise<readonly Decision[] | Problem> {
  switch (decider.kind) {
    case 'here':
      return decideInTurns(decider.decide, actions, clock);
    case 'in-thread': {
      const decided = await engine.decide({ ...decider.stored, actions }, signal);
      if (decided.kind === 'decisions') return decided.decisions;
      return decided.kind === 'problem' ? decided : problem('internal', 'This engine does not read a policy that was accepted before.');
    }
  }
}

async function decideInTurns(
  decide: (category: string, params: unknown) => Decision,
  actions: readonly Action[],
  clock: Clock,
): Promise<readonly Decision[]> {
  const decisions: Decision[] = [];
  let turnEnds = clock.monotonic() + TURN_MILLISECONDS;
  for (const { category, params } of actions) {
    if (clock.monotonic() >= turnEnds) {
      // oxlint-disable-next-line no-await-in-loop -- waiting in between is the point
      await nextTurn();
      turnEnds = clock.monotonic() + TURN_MILLISECONDS;
    }
    decisions.push(decide(category, params));
  }
  return decisions;
}
