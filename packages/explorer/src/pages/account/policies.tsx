import type { DecisionTable } from '@kirchhoff/coherence';
import { Table } from '../text.js';
import { Field, type FieldError, Form, Refusal } from './forms.js';
import { type AccountFrame, Moment, renderAccountPage } from './frame.js';
import { PageLinks, type PagePosition } from './page-links.js';
import { Diagnostics, type ShownDiagnostic } from './publish.js';

/** A policy in the answer of GET /v1/policies. */
export interface ListedPolicy {
  readonly policy_id: string;
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly updated_at: string;
}

export interface Policies extends AccountFrame {
  readonly policies: readonly ListedPolicy[];
  readonly position: PagePosition;
  readonly typed: { readonly name: string; readonly source: string };
  readonly refused?: PolicyRefusal | undefined;
}

/** The faults of a form of policies. */
export interface PolicyRefusal {
  readonly message: string;
  readonly errors: readonly FieldError[];
  readonly diagnostics: readonly ShownDiagnostic[];
}

/** Renders the policies of an account, and the form that creates one. */
export function policiesPage(page: Policies): string {
  const { policies, position, fields, typed, refused } = page;
  return renderAccountPage({
    ...page,
    title: 'Policies',
    description: 'Policies of your account: what may be done, decided by proven rules.',
    path: '/policies',
    content: (
      <>
        <h1>Policies</h1>
        <p class="lead">
          Rules that decide about actions: allow, review or deny. A policy is stored only if it is proven to decide every action.
        </p>
        {policies.length === 0 ? (
          <p class="quiet">This account has no policy yet.</p>
        ) : (
          <ul class="cards">
            {policies.map((policy) => (
              <li key={policy.policy_id}>
                <h2>
                  <a href={`/policies/${policy.policy_id}`}>{policy.name}</a>
                </h2>
                <p>{policy.description}</p>
                <p class="quiet">
                  Version {policy.version}, changed <Moment time={policy.updated_at} />
                </p>
              </li>
            ))}
          </ul>
        )}
        <PageLinks path="/policies" position={position} />
        <section aria-labelledby="new-policy">
          <h2 id="new-policy">New policy</h2>
          <Refusal message={refused?.message} />
          <Diagnostics of={refused?.diagnostics ?? []} />
          <Form action="/policies" fields={fields}>
            <Field name="name" label="Name" errors={refused?.errors ?? []}>
              {(input) => <input {...input} required maxLength={100} autocomplete="off" value={typed.name} />}
            </Field>
            <Field name="source" label="Rules" errors={refused?.errors ?? []}>
              {(input) => (
                <textarea {...input} class="code" required rows={14} spellcheck={false} autocapitalize="off" value={`\n${typed.source}`} />
              )}
            </Field>
            <div class="actions">
              <button type="submit">Create policy</button>
            </div>
          </Form>
        </section>
      </>
    ),
  });
}

/** The domain of a param, as the compiler describes it. */
export type ParamDomain =
  | { readonly kind: 'integer'; readonly lo: number | string; readonly hi: number | string }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enumeration'; readonly tags: readonly string[] }
  | { readonly kind: 'text' | 'bytes' | 'list' | 'record' | 'option' };

export interface PolicyAction {
  readonly category: string;
  readonly params: readonly { readonly name: string; readonly domain: ParamDomain }[];
}

/** The answer of POST /v1/policy/check. */
export interface ShownDecision {
  readonly verdict: string;
  readonly rule: string | null;
  readonly reason: string;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

/** The answer of POST /v1/policies/:policy_id/compare. */
export interface ShownComparison {
  readonly equivalent: string;
  readonly at_most_as_permissive: string;
  readonly newly_allowed: string;
  readonly categories: readonly {
    readonly category: string;
    readonly changes: readonly { readonly old: string; readonly new: string; readonly answer: string; readonly params?: unknown }[];
  }[];
}

/** A decision of the log. */
export interface LoggedDecision {
  readonly decision_id: string;
  readonly decided_at: string;
  readonly category: string;
  readonly verdict: string;
  readonly rule: string | null;
  readonly params: unknown;
}

export interface Policy extends AccountFrame {
  readonly policy: ListedPolicy & { readonly hash: string; readonly source: string; readonly actions: readonly PolicyAction[] };
  /** `undefined` if the policy is too large for a table. */
  readonly table: DecisionTable | undefined;
  readonly versions: readonly { readonly version: number; readonly created_at: string; readonly current: boolean }[];
  /** The last question, with its answer. */
  readonly asked?:
    | { readonly category: string; readonly values: ReadonlyMap<string, string>; readonly decision: ShownDecision }
    | undefined;
  readonly compared?: { readonly old: number; readonly new: number; readonly result: ShownComparison } | undefined;
  /** `undefined` if the session may not read the log. */
  readonly decisions: readonly LoggedDecision[] | undefined;
}

/** Renders one policy: its table, a question to it, its versions, and its log. */
export function policyPage(page: Policy): string {
  const { policy, table, decisions } = page;
  return renderAccountPage({
    ...page,
    title: policy.name,
    description: 'A policy: its decision table, its versions, and its log.',
    path: `/policies/${policy.policy_id}`,
    content: (
      <>
        <p class="eyebrow">Policy, version {policy.version}</p>
        <h1>{policy.name}</h1>
        {policy.description === '' ? null : <p class="lead">{policy.description}</p>}
        <p class="quiet">
          <code>{policy.policy_id}</code>
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
        <Comparison page={page} />
        <section aria-labelledby="log">
          <h2 id="log">Decision log</h2>
          {decisions === undefined ? (
            <p class="quiet">
              The key that you signed in with lacks the scope <code>policy:write</code>, which reads the log.
            </p>
          ) : (
            <Log decisions={decisions} />
          )}
        </section>
        <section aria-labelledby="source">
          <h2 id="source">Source</h2>
          <pre tabIndex={0}>
            <code>{policy.source}</code>
          </pre>
        </section>
      </>
    ),
  });
}

const MARKS: Readonly<Record<string, string>> = { allow: 'closed', deny: 'open' };

function Verdict({ of }: { readonly of: string }) {
  return <span class={`mark ${MARKS[of.toLowerCase()] ?? ''}`}>{of.toLowerCase()}</span>;
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

function Comparison({ page: { policy, versions, compared } }: { readonly page: Policy }) {
  const last = versions[0]?.version ?? 1;
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <ul class="versions">
        {versions.map(({ version, created_at: time, current }) => (
          <li key={version}>
            Version {version} of <Moment time={time} /> {current ? <span class="mark closed">decides</span> : null}
          </li>
        ))}
      </ul>
      {versions.length < 2 ? (
        <p class="quiet">A second version can be compared with the first: which verdicts change, each with an action.</p>
      ) : (
        <form method="get" action={`/policies/${policy.policy_id}#versions`} class="inline">
          <label for="old">From</label>
          <VersionChoice id="old" versions={versions} value={compared?.old ?? last - 1} />
          <label for="new">to</label>
          <VersionChoice id="new" versions={versions} value={compared?.new ?? last} />
          <button type="submit" class="plain">
            Compare
          </button>
        </form>
      )}
      {compared === undefined ? null : <Compared compared={compared} />}
    </section>
  );
}

interface VersionChoiceProps {
  readonly id: string;
  readonly versions: Policy['versions'];
  readonly value: number;
}

function VersionChoice({ id, versions, value }: VersionChoiceProps) {
  return (
    <select id={id} name={id}>
      {versions.map(({ version }) => (
        <option key={version} value={version} selected={version === value}>
          {version}
        </option>
      ))}
    </select>
  );
}

const ANSWERS: Readonly<Record<string, string>> = { yes: 'yes', no: 'no, proven', unknown: 'unknown' };

function Compared({ compared: { old, new: young, result } }: { readonly compared: NonNullable<Policy['compared']> }) {
  const changes = result.categories.flatMap(({ category, changes: some }) => some.map((change) => ({ category, ...change })));
  return (
    <div role="status">
      <h3>
        From version {old} to version {young}
      </h3>
      <ul>
        <li>Same verdicts for every action: {ANSWERS[result.equivalent]}</li>
        <li>At most as permissive as before: {ANSWERS[result.at_most_as_permissive]}</li>
        <li>Allows an action that was not allowed: {ANSWERS[result.newly_allowed]}</li>
      </ul>
      {changes.length === 0 ? null : (
        <Table label="Changes of verdicts" heads={['Action', 'Before', 'After', 'Found', 'Such an action']}>
          {changes.map((change) => (
            <tr key={`${change.category} ${change.old} ${change.new}`}>
              <th scope="row">{change.category}</th>
              <td>
                <Verdict of={change.old} />
              </td>
              <td>
                <Verdict of={change.new} />
              </td>
              <td>{ANSWERS[change.answer]}</td>
              <td>{change.params === undefined ? null : <code>{JSON.stringify(change.params)}</code>}</td>
            </tr>
          ))}
        </Table>
      )}
    </div>
  );
}

function Log({ decisions }: { readonly decisions: readonly LoggedDecision[] }) {
  if (decisions.length === 0) return <p class="quiet">No decision is logged. The log is off until it is switched on by the API.</p>;
  return (
    <Table label="Logged decisions" heads={['When (UTC)', 'Action', 'Verdict', 'Rule', 'Params']}>
      {decisions.map((decision) => (
        <tr key={decision.decision_id}>
          <td>
            <Moment time={decision.decided_at} />
          </td>
          <th scope="row">{decision.category}</th>
          <td>
            <Verdict of={decision.verdict} />
          </td>
          <td>{decision.rule ?? <span class="quiet">no rule</span>}</td>
          <td>
            <code>{JSON.stringify(decision.params)}</code>
          </td>
        </tr>
      ))}
    </Table>
  );
}
