import type { PageSession } from '../layout.js';
import { renderPage } from '../layout.js';
import { Copied, Form, type FormFields } from './forms.js';
import { Kept } from './kept-form.js';
import type { KeptForm } from './kept-text.js';

/** A secret that this answer alone shows. */
export interface ShownSecret {
  readonly session: PageSession;
  readonly title: string;
  /** `API key`, or `Signing secret`. */
  readonly label: string;
  readonly secret: string;
  /** One sentence: what the secret is for. */
  readonly purpose: string;
  /** The page to go on to. */
  readonly next: { readonly path: string; readonly name: string };
  /** The form that waited until the person had an account. Default: none. */
  readonly waiting?: { readonly form: KeptForm; readonly fields: FormFields } | undefined;
  /** The key that the secret replaces, as soon as the person revokes it. Default: none. */
  readonly former?: { readonly keyId: string; readonly fields: FormFields } | undefined;
}

/** Renders the page with a new secret. It is the answer to the form, so no address leads to it, and a reload does not show it again. */
export function secretPage({ session, title, label, secret, purpose, next, waiting, former }: ShownSecret): string {
  return renderPage({
    title,
    description: 'A new secret, which is shown once.',
    path: '',
    session,
    scripts: ['account.ts'],
    content: (
      <div class="narrow">
        <h1>{title}</h1>
        <p class="lead">{purpose}</p>
        <div class="notice">
          <p>
            <strong>Copy it now and keep it safe.</strong> It is shown only here and only once: this server keeps no copy from which it
            could show it again.
          </p>
        </div>
        <Copied name="secret" label={label} value={secret} />
        {former === undefined ? null : (
          <Form action={`/account/keys/${former.keyId}/revoke`} fields={former.fields} inline>
            <span>Programs that use the former key are then refused at once.</span>
            <button type="submit" class="danger">
              I have kept it: revoke the former key
            </button>
          </Form>
        )}
        {waiting === undefined ? (
          <p class="actions">
            <a class="button" href={next.path}>
              {next.name}
            </a>
          </p>
        ) : (
          <Form action="/account/resume" fields={waiting.fields}>
            <Kept form={waiting.form} />
            <div class="actions">
              <button type="submit">I have kept it: go on{waiting.form.action === '/publish' ? ' to publish' : ''}</button>
            </div>
          </Form>
        )}
      </div>
    ),
  });
}
