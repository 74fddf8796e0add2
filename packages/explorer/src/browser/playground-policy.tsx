import type { ClosureError, Decision } from '@kirchhoff/coherence';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActionRequest, DecisionAnswer, PolicyAction, PolicyVerdict, Port, RuleCell } from '../engine/protocol.js';
import { Field, type FieldError, firstValue, type Json } from './playground-fields.js';

interface PolicyProps {
  readonly policy: PolicyVerdict;
  /** The finding to ask about, each time that it is another object; `null` for none. */
  readonly finding: ClosureError | null;
  readonly answer: DecisionAnswer | null;
  readonly decide: (request: ActionRequest) => void;
  readonly goTo: (line: number) => void;
}

/** The decision table of a policy, and a form that asks it about an action. */
export function Policy({ policy, finding, answer, decide, goTo }: PolicyProps) {
  return (
    <>
      <DecisionTable policy={policy} goTo={goTo} />
      <Question policy={policy} finding={finding} answer={answer} decide={decide} />
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

function Question({ policy, finding, answer, decide }: Pick<PolicyProps, 'policy' | 'finding' | 'answer' | 'decide'>) {
  const [category, setCategory] = useState(policy.actions[0]?.category ?? '');
  const [values, setValues] = useState<Values>({});
  const action = policy.actions.find((each) => each.category === category) ?? policy.actions[0];
  const ask = (asked: PolicyAction | undefined, next: Values, about: ClosureError | null = null): void => {
    if (asked === undefined) return;
    setCategory(asked.category);
    setValues(next);
    const params = Object.fromEntries(asked.params.map((param) => [param.name, valueIn(next, param)]));
    decide({
      category: asked.category,
      params: JSON.stringify(params),
      finding: about === null ? null : { line: about.line, domain: about.domain },
    });
  };
  const askAbout = (error: ClosureError): void => {
    const broken = brokenAction(policy, error);
    if (broken !== undefined) ask(broken.action, broken.values, error);
  };
  const shownExample = useRef('');
  // An action that breaks a promise is the first question, until a person asks another one.
  useEffect(() => {
    const first = policy.errors.find((error) => brokenAction(policy, error) !== undefined);
    const example = first === undefined ? '' : JSON.stringify([first.action, first.counterexample]);
    if (first === undefined || example === shownExample.current) ask(action, values);
    else askAbout(first);
    shownExample.current = example;
  }, [policy]);
  useEffect(() => {
    if (finding !== null) askAbout(finding);
  }, [finding]);
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
            value={valueIn(values, { name, domain })}
            onValue={(value) => ask(action, { ...values, [name]: value })}
            error={errorAt(name, answer)}
          />
        ))}
      </form>
      <Answer answer={answer} />
    </section>
  );
}

/** Returns the value of a param, or that which its field begins with. A param may have the name of a member that each object has. */
function valueIn(values: Values, { name, domain }: Pick<Port, 'name' | 'domain'>): Json {
  return (Object.hasOwn(values, name) ? values[name] : undefined) ?? firstValue(domain);
}

/** Returns the action of a finding with its params; `undefined` for a finding without an action that fails. */
export function brokenAction(
  { actions }: PolicyVerdict,
  { counterexample, action: category }: ClosureError,
): { readonly action: PolicyAction; readonly values: Values } | undefined {
  const action = actions.find((each) => each.category === category);
  // The counterexample comes from the engine in the JSON form of values.
  return action === undefined || counterexample === undefined ? undefined : { action, values: JSON.parse(JSON.stringify(counterexample)) };
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
