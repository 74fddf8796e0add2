import { renderPage } from '../layout.js';
import { Field, type FieldError, Form, type FormFields, KeyField, Refusal } from './forms.js';
import { Kept } from './kept-form.js';
import type { KeptForm } from './kept-text.js';

export interface SignIn {
  readonly fields: FormFields;
  /** False if the operator creates the accounts. */
  readonly registrationIsOpen: boolean;
  /** The host, if the browser reached it over plain http, so that it keeps no session. Default: it keeps one. */
  readonly plainHost?: string | undefined;
  /** The page to go to afterwards. */
  readonly next: string;
  /** The form that the person had sent, and that waits. Default: none. */
  readonly kept?: KeptForm | undefined;
  /** The refusal of the last attempt. */
  readonly refused?:
    | { readonly form: 'sign-in' | 'register'; readonly message: string; readonly errors: readonly FieldError[] }
    | undefined;
  /** The fields as the person had typed them, without the key. */
  readonly typed?: { readonly email: string; readonly name: string } | undefined;
}

/** Renders the page on which a person signs in with a key, or gets an account with its first key. */
export function signInPage({ fields, registrationIsOpen, plainHost, next, kept, refused, typed }: SignIn): string {
  const onward = (
    <>
      <input type="hidden" name="next" value={next} />
      <Kept form={kept} />
    </>
  );
  const of = (form: 'sign-in' | 'register') => (refused?.form === form ? refused : undefined);
  return renderPage({
    title: 'Account',
    description: 'Get an API key, or sign in with the one that you have.',
    path: '/account',
    scripts: ['account.ts'],
    content: (
      <>
        <h1>Account</h1>
        <p class="lead">{leadFor(kept)}</p>
        {plainHost === undefined ? null : <PlainHttp host={plainHost} />}
        <div class="pair">
          {registrationIsOpen ? (
            <section aria-labelledby="register">
              <h2 id="register">New here</h2>
              <Refusal message={of('register')?.message} />
              <Form action="/account/register" fields={fields}>
                {onward}
                <Field name="name" label="Your name" hint="Others do not see it." errors={of('register')?.errors ?? []}>
                  {(input) => <input {...input} required maxLength={100} autocomplete="name" value={typed?.name ?? ''} />}
                </Field>
                <Field
                  name="email"
                  label="E-mail address"
                  hint="A label for the operator of this server. No mail is sent to it, and it opens no account: only a key does."
                  errors={of('register')?.errors ?? []}
                >
                  {(input) => <input {...input} type="email" required maxLength={254} autocomplete="email" value={typed?.email ?? ''} />}
                </Field>
                <div class="actions">
                  <button type="submit">Create account</button>
                </div>
              </Form>
            </section>
          ) : (
            <section aria-labelledby="register">
              <h2 id="register">New here</h2>
              <p>Registration is closed on this server. Its operator creates accounts.</p>
            </section>
          )}
          <section aria-labelledby="sign-in">
            <h2 id="sign-in">With a key</h2>
            <Refusal message={of('sign-in')?.message} />
            <Form action="/account/sign-in" fields={fields}>
              {onward}
              <KeyField errors={of('sign-in')?.errors ?? []} />
              <div class="actions">
                <button type="submit">Sign in</button>
              </div>
            </Form>
          </section>
        </div>
      </>
    ),
  });
}

function leadFor(kept: KeptForm | undefined): string {
  if (kept === undefined) return 'An account publishes and certifies circuits. It has no password: an API key opens it.';
  if (kept.action === '/publish')
    return 'Publishing needs an account. Your program is kept while you get one: it takes a name and an e-mail address.';
  return 'Your session has ended. What you had typed is kept while you sign in.';
}

/** Warns before a key is typed, since the browser drops the session without a word. */
function PlainHttp({ host }: { readonly host: string }) {
  return (
    <div class="notice wrong" role="alert">
      <p>
        <strong>You cannot sign in over this address.</strong> <code>http://{host}</code> is not encrypted: others on the way can read a
        key, and your browser refuses to keep the session.
      </p>
      <p>
        Open this server by its address with <code>https</code>, which its operator knows. If it runs on your own machine, open it as{' '}
        <code>http://localhost</code> with its port.
      </p>
    </div>
  );
}
