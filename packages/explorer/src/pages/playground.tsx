import { type PageSession, renderPage } from './layout.js';

/** Returns the page of the playground. Its source stays in the browser until it is published. */
export function playgroundPage({ session }: { readonly session?: PageSession | undefined }): string {
  return renderPage({
    title: 'Playground',
    description: 'Write a small program and see at once whether it is proven, where it is not, and an input that shows it.',
    path: '/playground',
    session,
    scripts: ['playground.tsx'],
    content: (
      <>
        <div class="heading">
          <h1>Playground</h1>
          <p>Proven in your browser: nothing is sent.</p>
        </div>
        <div id="playground">
          <p>
            The playground needs JavaScript. Without it, <a href="/publish">publish a circuit</a>, and the registry certifies it.
          </p>
        </div>
      </>
    ),
  });
}
