import { Table } from '../text.js';
import { Field, Form, Refusal } from './forms.js';
import { Moment } from './frame.js';
import { type Policy, type ShownComparison, Verdict } from './policy-view.js';
import { Diagnostics } from './publish.js';

/** The versions of a policy, how two of them differ, and the forms that add one and let one decide. */
export function Versions({ page }: { readonly page: Policy }) {
  const { policy, versions, compared, refused } = page;
  const last = versions[0]?.version ?? 1;
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <p>
        <strong>Version {policy.version} decides.</strong> Another version decides nothing until you let it.
      </p>
      {refused?.form === 'activate' ? <Refusal message={refused.message} /> : null}
      <Table label="Versions of the policy" heads={['Version', 'Added', 'State', 'Differences']}>
        {versions.map(({ version, created_at: time, current }) => (
          <tr key={version}>
            <th scope="row">{version}</th>
            <td>
              <Moment time={time} />
            </td>
            <td>{current ? <span class="mark closed">decides</span> : <span class="quiet">decides nothing</span>}</td>
            <td>
              {current ? null : (
                <a class="target" href={`/policies/${policy.policy_id}?old=${policy.version}&new=${version}#compared`}>
                  from version {policy.version}
                </a>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {versions.length < 2 ? null : (
        <form method="get" action={`/policies/${policy.policy_id}#compared`} class="inline">
          <label for="old">From</label>
          <VersionChoice id="old" versions={versions} value={compared?.old ?? last - 1} />
          <label for="new">to</label>
          <VersionChoice id="new" versions={versions} value={compared?.new ?? last} />
          <button type="submit" class="plain">
            Compare
          </button>
        </form>
      )}
      {compared === undefined ? null : <Compared page={page} compared={compared} />}
      <NewVersion page={page} />
    </section>
  );
}

function Compared({
  page: { policy, fields, tag },
  compared,
}: {
  readonly page: Policy;
  readonly compared: NonNullable<Policy['compared']>;
}) {
  const { old, new: young, result } = compared;
  return (
    <div id="compared" role="status">
      <h3>
        From version {old} to version {young}
      </h3>
      {typeof result === 'string' ? <p class="wrong">The versions were not compared: {result}</p> : <Changes result={result} />}
      {young === policy.version ? null : old !== policy.version ? (
        <p>
          Version {policy.version} decides now.{' '}
          <a class="target" href={`/policies/${policy.policy_id}?old=${policy.version}&new=${young}#compared`}>
            See what changes from version {policy.version} to version {young}
          </a>{' '}
          before you let version {young} decide.
        </p>
      ) : typeof result === 'string' ? (
        <p>
          Here a version can be let decide only beside what it changes: compare them again. <code>POST /v1/policies/…/activate</code> needs
          no comparison.
        </p>
      ) : (
        <Form action={`/policies/${policy.policy_id}/activate#versions`} fields={fields} inline>
          <input type="hidden" name="old" value={old} />
          <input type="hidden" name="version" value={young} />
          <input type="hidden" name="seen" value={tag} />
          <span>
            Version {policy.version} decides now. Programs get the verdicts of version {young} within a second.
          </span>
          <button type="submit">Let version {young} decide</button>
        </Form>
      )}
    </div>
  );
}

function NewVersion({ page: { policy, fields, refused } }: { readonly page: Policy }) {
  const wrong = refused?.form === 'version' ? refused : undefined;
  return (
    <details class="question" id="new-version" open={wrong !== undefined}>
      <summary>New version</summary>
      <Refusal message={wrong?.message} />
      <Diagnostics of={wrong?.diagnostics ?? []} />
      <Form action={`/policies/${policy.policy_id}/versions#new-version`} fields={fields}>
        <Field
          name="source"
          label="Rules"
          hint="The version is proven and stored. You see what it changes before you let it decide."
          errors={wrong?.errors ?? []}
        >
          {(input) => (
            <textarea
              {...input}
              class="code"
              required
              rows={14}
              spellcheck={false}
              autocapitalize="off"
              value={`\n${wrong?.typed['source'] ?? policy.source}`}
            />
          )}
        </Field>
        <div class="actions">
          <button type="submit">Add version</button>
        </div>
      </Form>
    </details>
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

/** A statement about every action, and one about some action: proofs show the one, examples the other. */
const OF_EVERY: Readonly<Record<string, string>> = { yes: 'yes, proven', no: 'no, as an example below shows', unknown: 'unknown' };
const OF_SOME: Readonly<Record<string, string>> = { yes: 'yes, as an example below shows', no: 'no, proven', unknown: 'unknown' };

function Changes({ result }: { readonly result: ShownComparison }) {
  const all = result.categories.flatMap(({ category, changes: some }) => some.map((change) => ({ category, ...change })));
  const changes = all.filter(({ answer }) => answer !== 'no');
  return (
    <>
      <ul>
        <li>Same verdicts for every action: {OF_EVERY[result.equivalent]}</li>
        <li>At most as permissive as before: {OF_EVERY[result.at_most_as_permissive]}</li>
        <li>Allows an action that was not allowed: {OF_SOME[result.newly_allowed]}</li>
      </ul>
      {changes.length === 0 ? null : (
        <Table label="Changes of verdicts" heads={['Action', 'Before', 'After', 'For example with these params']}>
          {changes.map((change) => (
            <tr key={`${change.category} ${change.old} ${change.new}`}>
              <th scope="row">{change.category}</th>
              <td>
                <Verdict of={change.old} />
              </td>
              <td>
                <Verdict of={change.new} />
              </td>
              <td>
                {change.params === undefined ? (
                  <span class="quiet">unknown: neither found nor excluded</span>
                ) : (
                  <code>{JSON.stringify(change.params)}</code>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {changes.length === all.length ? null : (
        <p class="quiet">
          {changes.length === 0
            ? 'It is proven that no verdict changes.'
            : 'Each line has one example of the actions that change so. It is proven that no verdict changes in another way.'}
        </p>
      )}
    </>
  );
}
