import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { entryOf } from './assets.js';

/** The person that a page is rendered for. */
export interface PageSession {
  /** The name of the account. */
  readonly name: string;
}

export interface PageOptions {
  /** The title in the browser's tab, without the name of the site. */
  readonly title: string;
  /** One sentence for search engines and previews. */
  readonly description: string;
  /** The path of the page, by which the navigation marks the current part. */
  readonly path: string;
  /** `undefined` for a reader who has not signed in. */
  readonly session?: PageSession | undefined;
  /** Further elements of `head`, such as those of OpenGraph. */
  readonly head?: ComponentChildren;
  readonly content: ComponentChildren;
  /** The entries of the build that the page loads, by their paths below `src/browser`. Their styles are loaded too. */
  readonly scripts?: readonly string[];
}

interface Part {
  readonly path: string;
  readonly name: string;
}

/** The parts of the site, in the order of the navigation. */
const PARTS: readonly Part[] = [
  { path: '/circuits', name: 'Circuits' },
  { path: '/catalog', name: 'Catalog' },
  { path: '/playground', name: 'Playground' },
];

/** Without an icon of the page, a browser requests /favicon.ico, which does not exist. */
export const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%231b5e9c'/%3E%3Cpath d='M4 3v10M12 3 5 8l7 5' fill='none' stroke='white' stroke-width='2'/%3E%3C/svg%3E";

/** Renders a page with the frame that all pages share. */
export function renderPage({ title, description, path, session, head, content, scripts = [] }: PageOptions): string {
  const entries = scripts.map(entryOf);
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} - Kirchhoff`}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href={entryOf('site.css').file} />
        {entries.flatMap(({ styles }) => styles.map((style) => <link key={style} rel="stylesheet" href={style} />))}
        {entries.map(({ file }) => (
          <script key={file} type="module" src={file} />
        ))}
        {head}
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <SiteHeader path={path} session={session} />
        <main id="content" tabIndex={-1}>
          {content}
        </main>
        <SiteFooter />
      </body>
    </html>
  );
  return `<!doctype html>\n${renderToString(page)}\n`;
}

/** The header of every page: the name, and the parts of the site. */
export function SiteHeader({ path, session }: Pick<PageOptions, 'path' | 'session'>) {
  return (
    <header class="site">
      <a class="brand" href="/" {...(path === '/' ? { 'aria-current': 'page' as const } : {})}>
        <svg viewBox="0 0 16 16" width="24" height="24" aria-hidden="true">
          <rect width="16" height="16" rx="3" />
          <path d="M4 3v10M12 3 5 8l7 5" />
        </svg>
        Kirchhoff
      </a>
      <nav aria-label="Site">
        <ul>
          {PARTS.map((part) => (
            <li key={part.path}>
              <a href={part.path} {...currentMark(part, path)}>
                {part.name}
              </a>
            </li>
          ))}
          <li>
            <a
              href={session === undefined ? signInAddress(path) : '/account'}
              {...currentMark({ path: '/account', name: 'Account' }, path)}
            >
              {session === undefined ? 'Sign in' : session.name}
            </a>
          </li>
        </ul>
      </nav>
    </header>
  );
}

/** The form for signing in, which leads back to the page. */
function signInAddress(path: string): string {
  return path === '' || path === '/account' ? '/account' : `/account?next=${encodeURIComponent(path)}`;
}

/** `page` on the part's own page, `true` on the pages below it. */
function currentMark(part: Part, path: string): { readonly 'aria-current'?: 'page' | 'true' } {
  if (path === part.path) return { 'aria-current': 'page' };
  return path.startsWith(`${part.path}/`) ? { 'aria-current': 'true' } : {};
}

function SiteFooter() {
  return (
    <footer class="site">
      <ul>
        <li>
          <a href="/v1/docs">API</a>
        </li>
        <li>
          <a href="/v1/openapi.json">OpenAPI</a>
        </li>
        <li>
          <a href="/problems">Errors</a>
        </li>
        <li>
          <a href="/v1/health">Health</a>
        </li>
      </ul>
      <p>Everything on these pages comes from this server.</p>
    </footer>
  );
}
