import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { BOOLEAN } from '@kirchhoff/kernel/types/domain';
import type { Span } from '../diagnostics/diagnostic.js';
import { showUnseen } from '../diagnostics/unseen.js';
import type { PromiseSyntax, VerdictWord } from '../syntax/ast.js';
import { formatExpression } from '../syntax/format.js';
import { spellText } from '../syntax/spelling.js';
import { expectType, type GraphBuilder } from './builder.js';
import type { DraftContract } from './draft.js';
import { applyOperator } from './operators.js';

/** A rule on the action, as a boolean node that is true if it applies. */
export interface ElaboratedRule {
  readonly verdict: VerdictWord;
  readonly node: NodeId;
}

/** The rules on an action, and the verdict if no rule applies. */
export interface Votes {
  readonly rules: readonly ElaboratedRule[];
  readonly byDefault: VerdictWord;
}

/** From the weakest verdict to the strongest: each beats those before it. */
const VERDICTS: readonly VerdictWord[] = ['allow', 'review', 'deny'];

/** Returns how messages name a promise about one of its actions: the author's reason, or the statement. */
function spellPromise({ verdicts, when, why }: PromiseSyntax, category: string): string {
  if (why !== null) return `${showUnseen(why)} (${spellText(category)})`;
  const condition = when === null ? '' : ` when ${formatExpression(when)}`;
  return `ensure ${verdicts.join(' or ')} on ${spellText(category)}${condition}`;
}

/**
 * Adds a promise about the verdict of the action as an ensure: the condition implies that the verdict is one of those promised.
 * The verdict is that of `countVotes`, written as a boolean expression over the rules of the action.
 */
export function addPromise(
  builder: GraphBuilder,
  promise: PromiseSyntax,
  { category, ...votes }: Votes & { readonly category: string },
): DraftContract {
  const { draft } = builder;
  const { verdicts, when, span } = promise;
  const shown = spellPromise(promise, category);
  const region = draft.open();
  draft.domain = shown;
  let node: NodeId;
  if (when === null) {
    node = addVerdictIn(builder, verdicts, votes, span);
  } else {
    const condition = builder.elaborate(builder, when);
    expectType(builder, { node: condition, span: when.span }, BOOLEAN, 'the condition of the promise');
    const right = draft.open();
    draft.close(addVerdictIn(builder, verdicts, votes, span));
    node = draft.add({ op: 'shortCircuit', connective: 'implies', left: condition, right }, BOOLEAN, span);
  }
  draft.close(node);
  return { region, shown, span };
}

/** Adds the node that is true if the verdict of an action is one of these. */
export function addVerdictIn(builder: GraphBuilder, verdicts: readonly VerdictWord[], { rules, byDefault }: Votes, span: Span): NodeId {
  const { draft } = builder;
  /** The value while it is constant for the rules read so far; `null` once it depends on them. */
  let constant: boolean | null = verdicts.includes(byDefault);
  let node: NodeId = -1;
  for (const verdict of VERDICTS) {
    const voting = rules.filter((rule) => rule.verdict === verdict);
    const isPromised = verdicts.includes(verdict);
    if (voting.length === 0 || constant === isPromised) continue;
    const votes = anyOf(builder, voting, span);
    if (isPromised) node = constant === null ? join(builder, 'or', votes, node, span) : votes;
    else {
      const none = applyOperator(builder, 'not', [{ node: votes, span }], span);
      node = constant === null ? join(builder, 'and', none, node, span) : none;
    }
    constant = null;
  }
  return constant === null ? node : draft.add({ op: 'literal', value: constant }, BOOLEAN, span);
}

function anyOf(builder: GraphBuilder, [first, ...rest]: readonly ElaboratedRule[], span: Span): NodeId {
  if (first === undefined) throw new RangeError('no rule votes');
  return rest.reduce((votes, { node }) => join(builder, 'or', votes, node, span), first.node);
}

/** Adds a connective of two nodes of the current region. */
export function join({ draft }: GraphBuilder, connective: 'and' | 'or', left: NodeId, right: NodeId, span: Span): NodeId {
  const region = draft.open();
  draft.close(right);
  return draft.add({ op: 'shortCircuit', connective, left, right: region }, BOOLEAN, span);
}
