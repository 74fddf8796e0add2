import { isWithin, ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import type { Monomer } from '@kirchhoff/kernel/monomers/monomer';
import { type Condition, isProven } from '@kirchhoff/kernel/monomers/precondition';
import { NO_RELATIONS, nodeOfTerm } from '@kirchhoff/kernel/monomers/relation';
import { argumentViews, monomerOf } from '@kirchhoff/kernel/rules/applications';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import { timesOf } from '@kirchhoff/kernel/rules/loops';
import { describe, describeDomain } from '@kirchhoff/language/diagnostics/describe';
import type { DomainReason } from './report/certification.js';

/** The facts that are known at a node whose closure domain is open, for messages. */
export interface OperandFacts {
  /** The known facts about its operands, in words. */
  readonly text: string;
  /** For an operation: its first condition that does not follow from these facts. */
  readonly unmet?: { readonly reason: DomainReason; readonly needs: string | null };
  /** For a call: its arguments, with the domains of the parameters. */
  readonly arguments?: readonly { readonly view: string; readonly needed: string; readonly fits: boolean }[];
}

export const UNKNOWN: OperandFacts = { text: '' };

export function describeOperandFacts(environment: Environment, id: NodeId): OperandFacts {
  const node = nodeAt(environment.graph, id);
  switch (node.op) {
    case 'apply': {
      const monomer = monomerOf(node);
      const views = argumentViews(environment, id, node);
      const text = views.map((view, position) => `${parameterName(monomer, position)} in ${describe(view)}`).join(', ');
      const unmet = monomer.precondition?.find((condition) => !isProven([condition], views, NO_RELATIONS));
      return unmet === undefined ? { text } : { text, unmet: { reason: needReason(unmet, monomer), needs: needOf(unmet, monomer) } };
    }
    case 'narrow':
    case 'state':
      return { text: describe(environment.view(node.operand)) };
    case 'hold':
      return { text: describe(environment.view(node.operand)) };
    case 'match':
      return { text: describe(environment.view(node.subject)) };
    case 'fold':
      return {
        text: `${describe(environment.view(node.initial))} at first and ${describe(environment.resultView(node.body))} after a step`,
      };
    case 'loop':
      return { text: `up to ${timesOf(environment, node.source).most}` };
    case 'call': {
      const parameters = environment.core.components[node.component]?.parameters ?? [];
      return {
        text: '',
        arguments: parameters.map(({ domain }, position) => {
          const view = environment.view(node.arguments[position] ?? -1);
          return { view: describe(view), needed: describeDomain(domain), fits: isWithin(view, ofDomain(domain)) };
        }),
      };
    }
    default:
      return { text: describe(environment.view(id)) };
  }
}

function parameterName(monomer: Monomer, position: number): string {
  return monomer.overloads[0]?.parameters[position]?.name ?? String(position + 1);
}

/** Returns the reason to report if a condition of a monomer does not hold. */
export function needReason(condition: Condition | undefined, { precondition }: Pick<Monomer, 'precondition'>): DomainReason {
  switch (condition?.is) {
    case 'not zero':
      return 'division';
    case 'fitting':
      return 'overflow';
    case 'sum at most':
      return 'length';
    case 'at most':
    case 'within':
      return precondition?.some((each) => each.is === 'at most' && each.greater < 0) === true ? 'index' : 'argument';
    default:
      return 'argument';
  }
}

/**
 * Returns a condition with the names of the catalog; null if the catalog's text for all conditions of the monomer is to be used.
 */
function needOf(condition: Condition, monomer: Monomer): string | null {
  switch (condition.is) {
    case 'not zero':
      return `${parameterName(monomer, condition.of)} is not 0`;
    case 'fitting':
      return 'the result fits 64 bits';
    case 'within': {
      const { of, lo, hi } = condition;
      const operand = of < 0 ? `the length of ${parameterName(monomer, nodeOfTerm(of))}` : parameterName(monomer, of);
      if (hi !== null) return `${operand} in ${lo}..${hi}`;
      return lo === 0 ? `${operand} is not negative` : `${operand} is at least ${lo}`;
    }
    default:
      return null;
  }
}
