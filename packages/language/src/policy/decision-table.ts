import type { PolicyItem, RuleSyntax, VerdictWord } from '../syntax/ast.js';
import { parseSource } from '../syntax/parse.js';

/** A rule as a table shows it. */
export interface TableRule {
  readonly name: string;
  readonly verdict: VerdictWord;
  /** False for a rule without `when`: it applies to every action that it is on. */
  readonly isConditional: boolean;
  /** The text of the rule as it stands in the source. */
  readonly text: string;
  readonly line: number;
  /** By action of the table: true if the rule is on it. */
  readonly on: readonly boolean[];
}

/** The rules of a policy by its actions. */
export interface DecisionTable {
  /** The categories, in the order of the source. */
  readonly actions: readonly string[];
  readonly rules: readonly TableRule[];
  readonly default: VerdictWord;
}

/** Returns the decision table of a source; `undefined` if it is no policy, or does not parse. Takes linear time, and proves nothing. */
export function decisionTable(source: string): DecisionTable | undefined {
  const policy = parseSource(source).file?.items.find((item): item is PolicyItem => item.item === 'policy');
  if (policy === undefined) return undefined;
  const actions = policy.actions.map(({ category }) => category);
  const starts = [...policy.rules, ...policy.promises, ...(policy.default === null ? [] : [policy.default])].map(({ span }) => span.offset);
  const rules = policy.rules.map((rule) =>
    tableRule(rule, actions, source, Math.min(source.length, ...starts.filter((start) => start > rule.span.offset))),
  );
  return { actions, rules, default: policy.default?.verdict ?? 'deny' };
}

function tableRule(rule: RuleSyntax, actions: readonly string[], source: string, end: number): TableRule {
  const { name, verdict, when, on, span } = rule;
  return {
    name: name.text,
    verdict,
    isConditional: when !== null,
    text: ruleText(source.slice(span.offset, end)),
    line: span.line,
    on: actions.map((action) => on.some(({ category }) => names(category, action))),
  };
}

/** `prefix.*` names every category that begins with `prefix.`. */
function names(category: string, action: string): boolean {
  return category.endsWith('.*') ? action.startsWith(category.slice(0, -1)) : action === category;
}

/** Returns the text of a rule from a part of the source that may go on with comments in lines of their own, or with the policy's end. */
function ruleText(part: string): string {
  return part
    .replaceAll(/^[ \t]*\/\/.*$/gm, '')
    .replace(/\n\}[\s\S]*$/, '')
    .trim();
}
