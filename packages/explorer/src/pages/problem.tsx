import { renderPage } from './layout.js';

/** A refusal as a page shows it. */
export interface ShownProblem {
  readonly status: number;
  /** The code, which has a page of its own. */
  readonly code: string;
  readonly title: string;
  /** One sentence about this case. */
  readonly detail: string;
  /** The id under which the operator finds this request in the log. */
  readonly requestId: string;
  /** The invalid parts of the request. */
  readonly errors: readonly { readonly pointer: string; readonly message: string }[];
  /** The address at which the person signs in, and goes on. Default: `/account`. */
  readonly signIn?: string;
}

/** Renders the page for a request that was refused. */
export function problemPage({ status, code, title, detail, requestId, errors, signIn = '/account' }: ShownProblem): string {
  return renderPage({
    title,
    description: detail,
    path: '',
    content: (
      <div class="narrow">
        <p class="eyebrow">{status}</p>
        <h1>{title}</h1>
        <p class="lead">{detail}</p>
        {errors.length === 0 ? null : (
          <ul>
            {errors.map(({ pointer, message }) => (
              <li key={pointer}>
                <code>{pointer.replace(/^query\//, '')}</code> {message}
              </li>
            ))}
          </ul>
        )}
        {status === 401 ? (
          <p class="actions">
            <a class="button" href={signIn}>
              Sign in and go on
            </a>
          </p>
        ) : null}
        <p>
          <a href={`/problems/${code}`}>What this means and what to do</a>. You can also go to the <a href="/">home page</a>, or{' '}
          <a href="/circuits">search for a circuit</a>.
        </p>
        <p class="quiet">
          If it stays, tell the operator of this server the request <code>{requestId}</code>.
        </p>
      </div>
    ),
  });
}
