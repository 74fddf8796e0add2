import { EXAMPLES } from '../syntax/examples.js';
import { FORMS } from '../syntax/glance.js';
import { entryOf } from './assets.js';
import { type PageSession, renderPage } from './layout.js';
import { PlainSource } from './plain-source.js';

const SCRIPT = 'playground.tsx';
const FORM = 'publish';

/**
 * Returns the page of the playground. Its source stays in the browser until it is published. The page has its final shape before a script
 * has run, so that its parts do not move.
 */
export function playgroundPage({ session }: { readonly session?: PageSession | undefined }): string {
  return renderPage({
    title: 'Playground',
    description: 'Write a small program and see at once whether it is proven, where it is not, and an input that shows it.',
    path: '/playground',
    session,
    scripts: [SCRIPT],
    head: entryOf(SCRIPT).imports.map((file) => <link key={file} rel="modulepreload" href={file} />),
    content: (
      <>
        <div class="heading">
          <h1>Playground</h1>
          <p>Proven in your browser: nothing is sent.</p>
        </div>
        <Glance />
        <div id="playground">
          <div class="tools">
            <label>
              Example{' '}
              <select autocomplete="off" disabled data-examples>
                {EXAMPLES.map(({ title }, index) => (
                  <option key={title} value={index}>
                    {title}
                  </option>
                ))}
              </select>
            </label>
            <button type="button" disabled data-share>
              Share
            </button>
            <form id={FORM} method="post" action="/publish">
              <button type="submit" class="primary">
                Publish…
              </button>
            </form>
          </div>
          <div role="status" data-notice />
          <section class="certificate" aria-live="polite" hidden data-certificate>
            <h2 data-title />
            <ol class="steps" />
            <p data-about />
          </section>
          <div class="columns">
            <section aria-label="Source" class="source">
              <div class="editor">
                <PlainSource source={EXAMPLES[0]?.source ?? ''} form={FORM} />
              </div>
            </section>
            <div data-result>
              <noscript>
                <p>
                  The playground needs JavaScript. Without it, <b>Publish</b> sends the source that you write here, and the registry
                  certifies it.
                </p>
              </noscript>
            </div>
          </div>
        </div>
      </>
    ),
  });
}

/** The forms of the language that most programs need. */
function Glance() {
  return (
    <details class="glance">
      <summary>The language at a glance</summary>
      <dl>
        {FORMS.map(({ meaning, lines }) => (
          <div key={meaning}>
            <dt>{meaning}</dt>
            <dd>
              <pre>
                <code>{lines.join('\n')}</code>
              </pre>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        A name is one word in lower case. Operations in capitals stand in <a href="/catalog">the catalog</a>.
      </p>
    </details>
  );
}
