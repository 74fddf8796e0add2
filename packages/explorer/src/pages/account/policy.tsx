import type { DecisionTable } from '@kirchhoff/coherence';
import { counted } from '../../counted.js';
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

/** The most actions with a form of their own, and the most inputs in all of them. */
const MAX_ASKED = 50;
const MAX_INPUTS = 500;
/** The most options of a choice, and of all choices together: beyond it, a tag is typed. */
const MAX_CHOICE = 100;
const MAX_OPTIONS = 2_000;
/** The most characters in the tags of all choices: several params may have the domain of one long list. */
const MAX_TAG_TEXT = 50_000;
const SHOWN_OF_TAG = 40;

/** Returns the actions with a form, and the enumerations that are offered as choices: each input and option is an element. */
function shownActions({ actions }: Policy['policy']) {
  let [inputs, options, text] = [0, 0, 0];
  const choices = new Set<ParamDomain>();
  const shown = actions.slice(0, MAX_ASKED).filter(({ params }) => {
    const fits = inputs + params.length <= MAX_INPUTS;
    if (fits) inputs += params.length;
    return fits;
  });
  for (const { domain } of shown.flatMap(({ params }) => params)) {
    if (domain.kind !== 'enumeration') continue;
    const { tags } = domain;
    const length = tags.reduce((sum, tag) => sum + tag.length, 0);
    if (tags.length > MAX_CHOICE || options + tags.length > MAX_OPTIONS || text + length > MAX_TAG_TEXT) continue;
    options += tags.length;
    text += length;
    choices.add(domain);
  }
  return { shown, choices };
}

function Question({ page: { policy, fields, asked } }: { readonly page: Policy }) {
  const { shown, choices } = shownActions(policy);
  return (
    <section aria-labelledby="ask">
      <h2 id="ask">What would it say?</h2>
      <p class="quiet">The policy decides as it does for programs; if it keeps a log, the question stands in it.</p>
      {asked === undefined ? null : <Answer asked={asked} />}
      {policy.actions.length > shown.length ? (
        <p class="quiet">
          {shown.length} of {policy.actions.length} actions have a form here. <code>POST /v1/policy/check</code> asks about any.
        </p>
      ) : null}
      {shown.map((action, place) => (
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
                isChoice={choices.has(domain)}
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
        )}{' '}
        <span class="quiet">of version {decision.policy_version}</span>
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
  /** False for an enumeration with more tags than a choice has room for. */
  readonly isChoice: boolean;
  readonly value: string;
}

/** The input of a param, made from its domain. */
function Param({ id, name, domain, isChoice, value }: ParamProps) {
  const shared = { id, name: `param_${name}` };
  return (
    <div class="field">
      <label for={id}>
        {name} <span class="quiet">{domainText(domain, isChoice)}</span>
      </label>
      {paramInput(shared, domain, isChoice, value)}
    </div>
  );
}

function paramInput(shared: { readonly id: string; readonly name: string }, domain: ParamDomain, isChoice: boolean, value: string) {
  switch (domain.kind) {
    case 'integer':
      return (
        <input
          {...shared}
          inputMode="numeric"
          required
          pattern="-?[0-9]+"
          title={`a whole number, ${domainText(domain, isChoice)}`}
          autocomplete="off"
          value={value}
        />
      );
    case 'boolean':
      return <Choice shared={shared} options={['false', 'true']} value={value} />;
    case 'enumeration':
      if (isChoice) return <Choice shared={shared} options={domain.tags} value={value} />;
      return <input {...shared} required autocomplete="off" autocapitalize="off" spellcheck={false} value={value} />;
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

function domainText(domain: ParamDomain, isChoice: boolean): string {
  switch (domain.kind) {
    case 'integer':
      return `${domain.lo} to ${domain.hi}`;
    case 'boolean':
      return '';
    case 'enumeration':
      return isChoice ? '' : `one of ${counted(domain.tags.length, 'tag')}, such as ${(domain.tags[0] ?? '').slice(0, SHOWN_OF_TAG)}`;
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
