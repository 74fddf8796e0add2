import type { Decision } from '@kirchhoff/coherence';
import { type Clock, type FairTurns, type Problem, problem, type Share, type TurnKind } from '@kirchhoff/platform';
import { AnswerSize, isLast } from '../engine/answers.js';
import type { CompilerEngine } from '../engine/engine.js';
import type { CheckedSource, Ending, RequestedAction } from '../engine/work.js';
import type { Decider } from './compiled-policies.js';

/** Elementary steps of one decision on the event loop: some milliseconds. A decision that takes more goes to a thread. */
const MAX_DECISION_STEPS = 50_000;

/** The dependencies of a decision. */
export interface DecideDeps {
  readonly engine: Pick<CompilerEngine, 'decide'>;
  readonly clock: Clock;
  /** Divides the event loop between the decisions in this process. */
  readonly turns: FairTurns;
}

/** The share of the caller. */
export interface Asking {
  readonly share: Share;
  readonly kind: TurnKind;
  /** Aborted when the client has closed the connection. */
  readonly signal: AbortSignal;
  /** The decision that ends the answer. Default: all actions are decided. */
  readonly ending?: Ending | undefined;
}

/** Decides actions in order, all by the same version: all of them, or those up to the one that ends the answer. */
export async function decideAll(
  decider: Decider,
  actions: readonly RequestedAction[],
  deps: DecideDeps,
  asking: Asking,
): Promise<readonly Decision[] | Problem> {
  if (decider.kind === 'in-thread') return decideInThread(decider.stored, actions, deps, asking);
  const size = new AnswerSize();
  const begun = await decideInTurns(decider, actions, deps, asking, size);
  if (asking.signal.aborted) return stopping();
  if (size.isTooLarge) return tooLarge();
  if (begun.length === actions.length || isEnded(begun, asking)) return begun;
  // An action of a batch exceeded the budget. The later ones are of the same policy, and go to the thread with it.
  const rest = await decideInThread(decider.stored, actions.slice(begun.length), deps, asking);
  if ('kind' in rest) return rest;
  return rest.every((decision) => size.add(decision)) ? [...begun, ...rest] : tooLarge();
}

function isEnded(decisions: readonly Decision[], { ending }: Asking): boolean {
  const last = decisions.at(-1);
  return last !== undefined && isLast(last, ending);
}

async function decideInThread(
  stored: CheckedSource,
  actions: readonly RequestedAction[],
  { engine }: DecideDeps,
  { share, signal, ending }: Asking,
): Promise<readonly Decision[] | Problem> {
  const outcome = await engine.decide({ ...stored, actions, ending }, { share, signal });
  switch (outcome.kind) {
    case 'decisions':
      return outcome.decisions;
    case 'problem':
      return outcome;
    case 'too-large':
      return tooLarge();
    case 'unreadable':
      return problem('internal', 'This engine cannot read a policy that an earlier engine accepted.');
  }
}

/** Decides until all actions are decided, one exceeds the budget of the event loop, or the answer is too large. */
async function decideInTurns(
  { attempt }: Extract<Decider, { kind: 'here' }>,
  actions: readonly RequestedAction[],
  { turns, clock }: DecideDeps,
  asking: Asking,
  size: AnswerSize,
): Promise<readonly Decision[]> {
  const decisions: Decision[] = [];
  const part = (ends: number): boolean => {
    let steps = 0;
    for (const { category, params } of actions.slice(decisions.length)) {
      const result = attempt(category, params, MAX_DECISION_STEPS);
      if (result.type === 'over-budget' || !size.add(result.decision)) return true;
      decisions.push(result.decision);
      if (isEnded(decisions, asking)) return true;
      steps += result.steps;
      if (steps >= MAX_DECISION_STEPS || clock.monotonic() >= ends) return decisions.length === actions.length;
    }
    return true;
  };
  await turns.run(asking.share, asking.kind, part, asking.signal);
  return decisions;
}

export function stopping(): Problem {
  return problem('unavailable', 'This process is stopping.');
}

function tooLarge(): Problem {
  return problem('payload-too-large', 'The decisions of this batch are too large together: send fewer actions at once.');
}
