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
