import { CircuitList, type ListedCircuit } from './circuit-list.js';
import { type PageSession, renderPage } from './layout.js';

export interface Home {
  /** The address of this server, for a first command. */
  readonly here: string;
  /** The address of the compiler; `undefined` if the operator has not set it. */
  readonly other: string | undefined;
  /** The newest certified circuits; `undefined` if the list cannot be read now. */
  readonly certified: readonly ListedCircuit[] | undefined;
  readonly families: readonly { readonly name: string; readonly monomers: readonly string[] }[];
  readonly session?: PageSession | undefined;
}

/** Renders the page at `/`. */
export function homePage({ here, other, certified, families, session }: Home): string {
  return renderPage({
    title: 'Circuits that are proven',
    description: 'A registry of small programs that are proven, not tested, to be total and deterministic within declared bounds.',
    path: '/',
    session,
    content: (
      <>
        <section class="hero">
          <h1>Small programs, proven before they run</h1>
          <p class="lead">
            Kirchhoff is a registry of small programs, called circuits, that are <strong>proven</strong> to be total and deterministic for
            every input within declared bounds. Each proof is a certificate, which anyone can check again: also you, in this browser. A
            certified circuit compiles to eight languages with one meaning.
          </p>
          <form class="search" action="/circuits" role="search">
            <label for="search">Find a circuit</label>
            <div class="joined">
              <input id="search" name="search" type="search" placeholder="fee, rounding, instalments…" autocomplete="off" />
              <button type="submit">Search</button>
            </div>
          </form>
          <p class="actions">
            <a class="button" href="/playground">
              Open the playground
            </a>
            <a class="button plain" href="/catalog">
              See the 128 operations
            </a>
          </p>
        </section>
        <section aria-labelledby="certified">
          <div class="heading">
            <h2 id="certified">Newest certified circuits</h2>
            <a href="/circuits?state=certified">All certified circuits</a>
          </div>
          <Newest circuits={certified} />
        </section>
        <section aria-labelledby="catalog">
          <div class="heading">
            <h2 id="catalog">What circuits are made of</h2>
            <a href="/catalog">The whole catalog</a>
          </div>
          <ul class="tiles">
            {families.map(({ name, monomers }) => (
              <li key={name}>
                <a href={`/catalog?family=${name}`}>
                  <strong>{name}</strong>
                  <span class="quiet">{monomers.slice(0, 4).join(', ')}…</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="programs">
          <h2 id="programs">For programs</h2>
          <p>Everything here is an API, too. This makes an account, and answers with its key:</p>
          <pre tabIndex={0}>
            <code>{`curl -X POST ${here}/v1/auth/register \\
  -H 'content-type: application/json' \\
  -d '{"email":"you@example.com","name":"You"}'`}</code>
          </pre>
          <p>
            Send the key as <code>Authorization: Bearer &lt;key&gt;</code>. <a href="/v1/docs">Every call is described</a>.{' '}
            {other === undefined ? 'The compiler' : <a href={other}>The compiler</a>} compiles circuits, runs them and decides by policies.
          </p>
        </section>
      </>
    ),
  });
}

function Newest({ circuits }: { readonly circuits: readonly ListedCircuit[] | undefined }) {
  if (circuits === undefined) return <p>The list cannot be read at the moment. Load this page again in some seconds.</p>;
  if (circuits.length === 0)
    return (
      <p>
        No circuit is certified here yet. <a href="/playground">Write the first one</a>.
      </p>
    );
  return <CircuitList circuits={circuits} />;
}
