import { Table } from '../text.js';
import { Field, Form, Refusal } from './forms.js';
import { Moment } from './frame.js';
import { type LoggedDecision, type Policy, type PolicyLog, Verdict } from './policy-view.js';

/** The last decisions of a policy, and the settings of its log. */
export function LogSection({ page }: { readonly page: Policy }) {
  return (
    <section aria-labelledby="log">
      <h2 id="log">Decision log</h2>
      {page.log === undefined ? (
        <p class="quiet">
          The key that you signed in with lacks the scope <code>policy:write</code>, which reads the log and changes the policy.
        </p>
      ) : (
        <>
          <p>{modeInWords(page.log)}</p>
          {page.log.decisions.length === 0 ? <p class="quiet">No decision is logged.</p> : <Log decisions={page.log.decisions} />}
          <Settings page={page} log={page.log} />
        </>
      )}
    </section>
  );
}

/** The modes of a log, in words. */
const MODES: Readonly<Record<string, string>> = {
  off: 'no decision',
  all: 'every decision',
  sampled: 'one of a number of decisions',
};

function modeInWords({ settings: { mode, rate, retention_days: days } }: PolicyLog): string {
  if (mode === 'off') return 'The log is off. Its settings switch it on.';
  const what = mode === 'sampled' ? `One of ${rate.toLocaleString('en')} decisions` : (MODES[mode] ?? mode);
  return `Logged is: ${what}, readable for ${days} days.`;
}

function Settings({ page: { policy, fields, refused }, log }: { readonly page: Policy; readonly log: PolicyLog }) {
  const wrong = refused?.form === 'log' ? refused : undefined;
  const { mode, rate, keep, retention_days: days } = log.settings;
  const value = (name: string, stored: string): string => wrong?.typed[name] ?? stored;
  const errors = wrong?.errors ?? [];
  const names = [...new Set(policy.actions.flatMap(({ params }) => params.map(({ name }) => name)))];
  return (
    <details class="question" open={wrong !== undefined}>
      <summary>Settings of the log</summary>
      <Refusal message={wrong?.message} />
      <Form action={`/policies/${policy.policy_id}/log`} fields={fields}>
        <input type="hidden" name="seen" value={log.tag} />
        <Field name="mode" label="What is logged" errors={errors}>
          {(input) => (
            <select {...input}>
              {Object.entries(MODES).map(([each, words]) => (
                <option key={each} value={each} selected={each === value('mode', mode)}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field name="rate" label="One of so many decisions" hint="For a log of samples." errors={errors}>
          {(input) => <input {...input} type="number" required min={1} max={1_000_000} value={value('rate', String(rate))} />}
        </Field>
        <Field
          name="keep"
          label="Params whose values are kept"
          hint={`Their names, separated by spaces. The values of all others are masked. ${names.length === 0 ? '' : `This policy has: ${names.join(', ')}.`}`}
          errors={errors}
        >
          {(input) => <input {...input} class="code" autocomplete="off" spellcheck={false} value={value('keep', keep.join(' '))} />}
        </Field>
        <Field
          name="retention_days"
          label="Days for which a decision is readable"
          hint="Fewer days remove older decisions at once."
          errors={errors}
        >
          {(input) => <input {...input} type="number" required min={1} max={90} value={value('retention_days', String(days))} />}
        </Field>
        <div class="actions">
          <button type="submit">Save settings</button>
        </div>
      </Form>
    </details>
  );
}

function Log({ decisions }: { readonly decisions: readonly LoggedDecision[] }) {
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
