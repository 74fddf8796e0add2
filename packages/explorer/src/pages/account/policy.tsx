import type { DecisionTable } from '@kirchhoff/coherence';
import { Table } from '../text.js';
import { Form } from './forms.js';
import { renderAccountPage } from './frame.js';
import { LogSection } from './policy-log.js';
import { Versions } from './policy-versions.js';
import { type ParamDomain, type Policy, Verdict } from './policy-view.js';

/** Renders one policy: its table, a question to it, its versions, and its log. */
export function policyPage(page: Policy): string {
  const { policy, table } = page;
  return renderAccountPage({
    ...page,
    title: policy.name,
    description: 'A policy: its decision table, its versions, and its log.',
    path: `/policies/${policy.policy_id}`,
    content: (
      <>
        <p class="eyebrow">Policy</p>
        <h1>{policy.name}</h1>
        {policy.description === '' ? null : <p class="lead">{policy.description}</p>}
        <p class="facts">
          <span class="mark closed">version {policy.version} decides</span>
          <code class="quiet">{policy.policy_id}</code>
        </p>
        <section aria-labelledby="table">
          <h2 id="table">Decision table</h2>
          {table === undefined ? (
            <p class="quiet">The policy is too large for a table. Its source is below.</p>
          ) : (
            <Decisions table={table} />
          )}
        </section>
        <Question page={page} />
        <Versions page={page} />
        <LogSection page={page} />
        <section aria-labelledby="source">
          <h2 id="source">Source of version {policy.version}</h2>
          <pre tabIndex={0}>
            <code>{policy.source}</code>
          </pre>
        </section>
      </>
    ),
  });
}

function Decisions({ table: { actions, rules, default: fallback } }: { readonly table: DecisionTable }) {
  return (
    <>
      <p class="quiet">The strictest rule that applies decides: deny before review before allow.</p>
      <Table label="Decision table by rule and action" heads={['Rule', ...actions]}>
        {rules.map((rule) => (
          <tr key={rule.line}>
            <th scope="row" title={rule.text}>
              {rule.name}
              <br />
              <code>{rule.text}</code>
            </th>
            {rule.on.map((isOn, place) => (
              <td key={actions[place]}>
                {isOn ? (
                  <>
                    <Verdict of={rule.verdict} />
                    {rule.isConditional ? <span class="quiet"> if it applies</span> : null}
                  </>
                ) : (
                  <span class="quiet">–</span>
                )}
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">default, where no rule applies</th>
          {actions.map((action) => (
            <td key={action}>
              <Verdict of={fallback} />
            </td>
          ))}
        </tr>
      </Table>
    </>
  );
}

/** The most actions with a form of their own. */
const MAX_ASKED = 50;

function Question({ page: { policy, fields, asked } }: { readonly page: Policy }) {
  return (
    <section aria-labelledby="ask">
      <h2 id="ask">What would it say?</h2>
      <p class="quiet">The policy decides as it does for programs; if it keeps a log, the question stands in it.</p>
      {asked === undefined ? null : <Answer asked={asked} />}
      {policy.actions.length > MAX_ASKED ? (
        <p class="quiet">
          The forms of the first {MAX_ASKED} of {policy.actions.length} actions. <code>POST /v1/policy/check</code> asks about any.
        </p>
      ) : null}
      {policy.actions.slice(0, MAX_ASKED).map((action, place) => (
        <details key={action.category} open={asked === undefined ? place === 0 : asked.category === action.category} class="question">
          <summary>{action.category}</summary>
          <Form action={`/policies/${policy.policy_id}/check#ask`} fields={fields}>
            <input type="hidden" name="category" value={action.category} />
            {action.params.map(({ name, domain }) => (
              <Param
                key={name}
                id={`a${place}_${name}`}
                name={name}
                domain={domain}
                value={asked?.category === action.category ? (asked.values.get(name) ?? '') : ''}
              />
            ))}
            <div class="actions">
              <button type="submit">Ask about {action.category}</button>
            </div>
          </Form>
        </details>
      ))}
    </section>
  );
}

function Answer({ asked: { category, decision } }: { readonly asked: NonNullable<Policy['asked']> }) {
  return (
    <div class="notice" role="status">
      <p>
        {category}: <Verdict of={decision.verdict} />{' '}
        {decision.rule === null ? null : (
          <>
            by the rule <strong>{decision.rule}</strong>
          </>
        )}
      </p>
      <p>{decision.reason}</p>
      {(decision.errors ?? []).map(({ pointer, message }) => (
        <p key={pointer} class="wrong">
          <code>{pointer.replace(/^\/params\//, '')}</code> {message}
        </p>
      ))}
    </div>
  );
}

interface ParamProps {
  readonly id: string;
  readonly name: string;
  readonly domain: ParamDomain;
  readonly value: string;
}

/** The input of a param, made from its domain. */
function Param({ id, name, domain, value }: ParamProps) {
  const shared = { id, name: `param_${name}` };
  return (
    <div class="field">
      <label for={id}>
        {name} <span class="quiet">{domainText(domain)}</span>
      </label>
      {paramInput(shared, domain, value)}
    </div>
  );
}

function paramInput(shared: { readonly id: string; readonly name: string }, domain: ParamDomain, value: string) {
  switch (domain.kind) {
    case 'integer':
      return <input {...shared} inputMode="numeric" required pattern="-?[0-9]+" autocomplete="off" value={value} />;
    case 'boolean':
      return <Choice shared={shared} options={['false', 'true']} value={value} />;
    case 'enumeration':
      return <Choice shared={shared} options={domain.tags} value={value} />;
    case 'text':
    case 'bytes':
      return <input {...shared} autocomplete="off" value={value} />;
    case 'list':
    case 'record':
    case 'option':
      return <textarea {...shared} class="code" rows={3} spellcheck={false} value={`\n${value}`} />;
  }
}

function Choice({ shared, options, value }: { readonly shared: object; readonly options: readonly string[]; readonly value: string }) {
  return (
    <select {...shared}>
      {options.map((option) => (
        <option key={option} value={option} selected={option === value}>
          {option}
        </option>
      ))}
    </select>
  );
}

function domainText(domain: ParamDomain): string {
  switch (domain.kind) {
    case 'integer':
      return `${domain.lo} to ${domain.hi}`;
    case 'boolean':
    case 'enumeration':
      return '';
    case 'text':
      return 'text';
    case 'bytes':
      return 'bytes, in Base64';
    case 'list':
    case 'record':
    case 'option':
      return `${domain.kind}, in JSON`;
  }
}
