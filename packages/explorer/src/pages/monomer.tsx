import { type PageSession, renderPage } from './layout.js';

export interface MonomerExample {
  readonly arguments: readonly unknown[];
  readonly host?: unknown;
  readonly result: unknown;
  readonly error?: string | undefined;
}

/** An operation with all that is known of it. */
export interface ShownMonomer {
  readonly mc_code: string;
  readonly name: string;
  readonly family: string;
  readonly signature: string;
  readonly description: string;
  readonly needs: string | null;
  readonly effect: 'pure' | 'source';
  readonly range: string;
  readonly examples: readonly MonomerExample[];
  readonly operator: string | null;
  readonly form: string | null;
  /** The names of its arguments, for a form that runs it; empty if it cannot be applied by itself. */
  readonly parameters: readonly string[];
  /** The neighbours in the catalog. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Renders the page of one operation. */
export function monomerPage(monomer: ShownMonomer, session?: PageSession): string {
  const { name, family, mc_code: code, description, before, after } = monomer;
  return renderPage({
    title: `${name}: catalog`,
    description: `${name}: ${description}`,
    path: `/catalog/${name}`,
    session,
    scripts: monomer.parameters.length === 0 ? [] : ['monomer.ts'],
    content: (
      <div class="monomer">
        <nav class="eyebrow" aria-label="Place in the catalog">
          <a href="/catalog">Catalog</a> / <a href={`/catalog?family=${family}`}>{family}</a> / {code}
        </nav>
        <h1>{name}</h1>
        <p class="lead">{description}</p>
        <Facts monomer={monomer} />
        <Trying monomer={monomer} />
        <Examples monomer={monomer} />
        <nav class="pages" aria-label="Neighbours">
          {before === undefined ? null : (
            <a class="button plain" rel="prev" href={`/catalog/${before}`}>
              ← {before}
            </a>
          )}
          {after === undefined ? null : (
            <a class="button plain" rel="next" href={`/catalog/${after}`}>
              {after} →
            </a>
          )}
        </nav>
      </div>
    ),
  });
}

function Facts({ monomer: { signature, operator, form, needs, range, effect } }: { readonly monomer: ShownMonomer }) {
  return (
    <dl class="facts-list">
      <dt>Signature</dt>
      <dd>
        <code>{signature}</code>
      </dd>
      {operator === null ? null : (
        <>
          <dt>Written as</dt>
          <dd>
            <code>{operator}</code>
          </dd>
        </>
      )}
      {form === null ? null : (
        <>
          <dt>Written only as</dt>
          <dd>
            <code>{form}</code>
          </dd>
        </>
      )}
      <dt>Precondition</dt>
      <dd>{needs ?? 'none: it is total'}</dd>
      <dt>Domain of the result</dt>
      <dd>{range}</dd>
      <dt>Effect</dt>
      <dd>{effect === 'pure' ? 'none: equal arguments give equal results' : 'the value comes from the host, within the domain above'}</dd>
    </dl>
  );
}

/** The form is filled with the first example; the script of the page runs it. */
function Trying({ monomer: { name, parameters, examples } }: { readonly monomer: ShownMonomer }) {
  if (parameters.length === 0) return null;
  const [first] = examples;
  return (
    <section aria-labelledby="try">
      <h2 id="try">Try it</h2>
      <form class="try" data-monomer={name}>
        {parameters.map((parameter, index) => (
          <div class="field" key={parameter}>
            <label for={`argument-${index}`}>{parameter}</label>
            <input
              id={`argument-${index}`}
              name={`argument-${index}`}
              value={JSON.stringify(first?.arguments[index] ?? null)}
              autocomplete="off"
              spellcheck={false}
            />
          </div>
        ))}
        <button type="submit" disabled>
          Run
        </button>
      </form>
      <p>
        <output class="result" aria-live="polite">
          Values are JSON: a large integer or bytes (Base64) in quotes, a text in quotes. It runs in this browser, which needs JavaScript.
        </output>
      </p>
    </section>
  );
}

function Examples({ monomer: { name, examples, effect, parameters, form } }: { readonly monomer: ShownMonomer }) {
  return (
    <section aria-labelledby="examples">
      <h2 id="examples">Examples</h2>
      {form === null ? null : <p class="quiet">The arguments stand here in the order of the signature. A program has the form above.</p>}
      <div class="scroll" tabIndex={0} role="region" aria-label="Table of examples">
        <table>
          <thead>
            <tr>
              <th scope="col">Arguments</th>
              {effect === 'source' ? <th scope="col">From the host</th> : null}
              <th scope="col">Result</th>
              {parameters.length === 0 ? null : (
                <th scope="col">
                  <span class="unseen">Run</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {examples.map((example, index) => (
              <tr key={index}>
                <td>
                  <code>{`${name}(${example.arguments.map((argument) => JSON.stringify(argument)).join(', ')})`}</code>
                </td>
                {effect === 'source' ? (
                  <td>
                    <code>{JSON.stringify(example.host)}</code>
                  </td>
                ) : null}
                <td>{example.error === undefined ? <code>{JSON.stringify(example.result)}</code> : 'refused: outside of the domain'}</td>
                {parameters.length === 0 ? null : (
                  <td>
                    <button type="button" class="plain" data-example={JSON.stringify(example.arguments)} disabled>
                      Run<span class="unseen"> example {index + 1}</span>
                    </button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
