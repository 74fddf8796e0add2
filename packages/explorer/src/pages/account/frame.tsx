import type { ComponentChildren } from 'preact';
import { type PageSession, renderPage } from '../layout.js';
import { Form, type FormFields } from './forms.js';

/** The content that every page of an account shares. */
export interface AccountFrame {
  readonly session: PageSession;
  /** The name of the key that the session stands for. */
  readonly keyName: string;
  readonly fields: FormFields;
}

const PARTS = [
  { path: '/account', name: 'Overview' },
  { path: '/account/webhooks', name: 'Webhooks' },
  { path: '/account/audit', name: 'Audit' },
  { path: '/policies', name: 'Policies' },
] as const;

interface AccountPage extends AccountFrame {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly content: ComponentChildren;
}

/** Renders a page of a signed-in person: the parts of the account, and a button that ends the session. */
export function renderAccountPage({ session, keyName, fields, title, description, path, content }: AccountPage): string {
  return renderPage({
    title,
    description,
    path,
    session,
    scripts: ['account.ts'],
    content: (
      <>
        <div class="account-bar">
          <nav aria-label="Account">
            <ul>
              {PARTS.map((part) => (
                <li key={part.path}>
                  <a href={part.path} {...(part.path === path ? { 'aria-current': 'page' as const } : {})}>
                    {part.name}
                  </a>
                </li>
              ))}
              <li>
                <a href="/publish">Publish</a>
              </li>
            </ul>
          </nav>
          <div class="row-actions">
            <span class="quiet">
              Signed in by the key <strong>{keyName}</strong>
            </span>
            <details>
              <summary>Sign out…</summary>
              <Form action="/account/sign-out" fields={fields} inline>
                <span>Only an API key opens this account again. If you have kept none, make one on the overview first.</span>
                <button type="submit" class="plain">
                  Sign out
                </button>
              </Form>
            </details>
          </div>
        </div>
        {content}
      </>
    ),
  });
}

/** A moment in UTC, to the minute. */
export function Moment({ time }: { readonly time: string | null }) {
  return time === null ? <span class="quiet">never</span> : <time dateTime={time}>{`${time.slice(0, 10)} ${time.slice(11, 16)}`}</time>;
}
