import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Decision } from '@kirchhoff/coherence';
import { type Clock, type Problem, problem } from '@kirchhoff/platform';
import { AnswerSize } from '../engine/answer-size.js';
import type { Engine } from '../engine/engine.js';
import type { Action, StoredSource } from '../engine/work.js';
import type { Decider } from './loaded-policies.js';

/**
 * Elementary steps of one decision on the event loop, and after so many a batch lets others go first: some
 * milliseconds. A turn has less than twice as many.
 */
const MAX_TURN_STEPS = 50_000;
/** A batch lets others go first after so long too: reading params takes no steps. */
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
  parts: DecideParts,
  signal: AbortSignal,
): Promise<readonly Decision[] | Problem> {
  if (decider.kind === 'in-thread') return decideInThread(decider.stored, actions, parts, signal);
  const size = new AnswerSize();
  const begun = await decideInTurns(decider, actions, parts.clock, size);
  if (size.isTooLarge) return tooLarge();
  if (begun.length === actions.length) return begun;
  // An action of a batch was over the budget: those after it are of the same policy, and go with it.
  const rest = await decideInThread(decider.stored, actions.slice(begun.length), parts, signal);
  if ('kind' in rest) return rest;
  return rest.every((decision) => size.add(decision)) ? [...begun, ...rest] : tooLarge();
}

async function decideInThread(
  stored: StoredSource,
  actions: readonly Action[],
  { engine }: DecideParts,
  signal: AbortSignal,
): Promise<readonly Decision[] | Problem> {
  const outcome = await engine.decide({ ...stored, actions }, signal);
  switch (outcome.kind) {
    case 'decisions':
      return outcome.decisions;
    case 'problem':
      return outcome;
    case 'too-large':
      return tooLarge();
    case 'unreadable':
      return problem('internal', 'This engine does not read a policy that was accepted before.');
  }
}

/** Decides until all is decided, an action is over the budget of the event loop, or the answer is too large. */
async function decideInTurns(
  { attempt }: Extract<Decider, { kind: 'here' }>,
  actions: readonly Action[],
  clock: Clock,
  size: AnswerSize,
): Promise<readonly Decision[]> {
  const decisions: Decision[] = [];
  let steps = 0;
  let turnEnds = clock.monotonic() + TURN_MILLISECONDS;
  for (const { category, params } of actions) {
    if (steps >= MAX_TURN_STEPS || clock.monotonic() >= turnEnds) {
      // oxlint-disable-next-line no-await-in-loop -- waiting in between is the point
      await nextTurn();
      steps = 0;
      turnEnds = clock.monotonic() + TURN_MILLISECONDS;
    }
    const result = attempt(category, params, MAX_TURN_STEPS);
    if (result.type === 'over-budget' || !size.add(result.decision)) return decisions;
    steps += result.steps;
    decisions.push(result.decision);
  }
  return decisions;
}

function tooLarge(): Problem {
  return problem('payload-too-large', 'The decisions of this batch are too large together: send fewer actions at once.');
}
