import type { Decision } from '@kirchhoff/coherence';
import { useEffect, useState } from 'preact/hooks';
import type { DecisionAnswer, PolicyAction, PolicyVerdict, RuleCell } from '../engine/protocol.js';
import { Field, type FieldError, firstValue, type Json } from './playground-fields.js';

interface PolicyProps {
  readonly policy: PolicyVerdict;
  readonly answer: DecisionAnswer | null;
  readonly decide: (category: string, params: string) => void;
  readonly goTo: (line: number) => void;
}

/** The decision table of a policy, and a form that asks it about an action. */
export function Policy({ policy, answer, decide, goTo }: PolicyProps) {
  return (
    <>
      <DecisionTable policy={policy} goTo={goTo} />
      <Question policy={policy} answer={answer} decide={decide} />
    </>
  );
}

const CELLS: Readonly<Record<RuleCell, string>> = { always: 'always', sometimes: 'depends', never: 'never' };

function DecisionTable({ policy: { actions, rules, default: fallback }, goTo }: Pick<PolicyProps, 'policy' | 'goTo'>) {
  return (
    <section aria-labelledby="table-title">
      <h2 id="table-title">Decision table</h2>
      <p>
        When each rule applies to an action. The strictest rule that applies decides: deny before review before allow. Without one, the
        default does.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keyboard */}
      <div class="scrolls" tabIndex={0} role="region" aria-label="Rules by action">
        <table>
          <thead>
            <tr>
              <th scope="col">Action</th>
              {rules.map(({ name, verdict, line }) => (
                <th scope="col" key={name}>
                  <button type="button" class="rule" onClick={() => goTo(line)}>
                    {name}
                  </button>
                  <span class={`verdict ${verdict}`}>{verdict}</span>
                </th>
              ))}
              <th scope="col">
                default <span class={`verdict ${fallback}`}>{fallback}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {actions.map(({ category, cells }) => (
              <tr key={category}>
                <th scope="row">{category}</th>
                {rules.map(({ name, verdict }, index) => {
                  const cell = cells[index] ?? 'never';
                  return (
                    <td key={name} class={cell === 'never' ? 'never' : verdict}>
                      {CELLS[cell]}
                    </td>
                  );
                })}
                <td class={cells.includes('always') ? 'never' : fallback}>{defaultCell(cells)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The default decides where no rule applies. */
function defaultCell(cells: readonly RuleCell[]): string {
  if (cells.includes('always')) return CELLS.never;
  return cells.includes('sometimes') ? 'otherwise' : CELLS.always;
}

type Values = Readonly<Record<string, Json>>;

function Question({ policy, answer, decide }: Pick<PolicyProps, 'policy' | 'answer' | 'decide'>) {
  const [category, setCategory] = useState(policy.actions[0]?.category ?? '');
  const [values, setValues] = useState<Values>({});
  const action = policy.actions.find((each) => each.category === category) ?? policy.actions[0];
  const ask = (asked: PolicyAction | undefined, next: Values): void => {
    if (asked === undefined) return;
    setCategory(asked.category);
    setValues(next);
    decide(
      asked.category,
      JSON.stringify(Object.fromEntries(asked.params.map(({ name, domain }) => [name, next[name] ?? firstValue(domain)]))),
    );
  };
  // An action that breaks a promise is the first question.
  useEffect(() => {
    const broken = brokenBy(policy);
    if (broken === undefined) ask(action, values);
    else ask(broken.action, broken.values);
  }, [policy]);
  if (action === undefined) return null;
  return (
    <section aria-labelledby="question-title" class="inputs">
      <h2 id="question-title">What would it say?</h2>
      <form onSubmit={(event) => event.preventDefault()}>
        <div class="field">
          <label for="action">action</label>
          <select
            id="action"
            onChange={({ currentTarget }) =>
              ask(
                policy.actions.find((each) => each.category === currentTarget.value),
                values,
              )
            }
          >
            {policy.actions.map((each) => (
              <option key={each.category} value={each.category} selected={each.category === action.category}>
                {each.category}
              </option>
            ))}
          </select>
        </div>
        {action.params.map(({ name, domain }) => (
          <Field
            key={`${action.category} ${name}`}
            id={`param-${name}`}
            label={name}
            domain={domain}
            path=""
            value={values[name] ?? firstValue(domain)}
            onValue={(value) => ask(action, { ...values, [name]: value })}
            error={errorAt(name, answer)}
          />
        ))}
      </form>
      <Answer answer={answer} />
    </section>
  );
}

/** Returns the action of the first finding with a counterexample, whose name has the action's. */
function brokenBy({ errors, actions }: PolicyVerdict): { readonly action: PolicyAction; readonly values: Values } | undefined {
  for (const { counterexample, domain } of errors) {
    const names = Object.keys(counterexample ?? {})
      .toSorted()
      .join();
    const fitting = actions.filter(
      ({ params }) =>
        params
          .map(({ name }) => name)
          .toSorted()
          .join() === names,
    );
    const action = fitting.find(({ category }) => domain.includes(`"${category}"`)) ?? fitting[0];
    // It comes from the engine in the JSON form of values.
    if (counterexample !== undefined && action !== undefined) return { action, values: JSON.parse(JSON.stringify(counterexample)) };
  }
  return undefined;
}

/** Returns the refusal of a param: its JSON Pointer becomes the path inside of the param. */
function errorAt(name: string, answer: DecisionAnswer | null): FieldError | null {
  if (answer?.type !== 'decided') return null;
  for (const { pointer, message } of answer.decision.errors ?? []) {
    const [, , param, ...rest] = pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (param === name) return { message, path: rest.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('') };
  }
  return null;
}

function Answer({ answer }: { readonly answer: DecisionAnswer | null }) {
  switch (answer?.type) {
    case undefined:
      return <output />;
    case 'undecided':
      return <output class="open">{answer.message}</output>;
    case 'decided':
      return (
        <output>
          <strong class={`verdict ${answer.decision.verdict.toLowerCase()}`}>{answer.decision.verdict}</strong> {reasonOf(answer.decision)}
          {answer.rulesAlone !== null && (
            <p class="open">
              The rules alone would say {answer.rulesAlone.verdict}
              {answer.rulesAlone.rule === null ? '' : `, by ${answer.rulesAlone.rule}`}: something that the policy promises fails for this
              action, so that it is denied.
            </p>
          )}
        </output>
      );
  }
}

function reasonOf({ rule, reason }: Decision): string {
  return rule === null ? reason : `by ${rule}: ${reason}`;
}
