import { counted } from '../counted.js';
import { type PageSession, renderPage } from './layout.js';

/** An operation of the language, as the catalog lists it. */
export interface ListedMonomer {
  readonly mc_code: string;
  readonly name: string;
  readonly family: string;
  readonly signature: string;
  readonly description: string;
}

export interface CatalogPage {
  readonly search: string;
  /** '' for all families. */
  readonly family: string;
  readonly families: readonly string[];
  /** The best match first if something is searched for, otherwise in the order of the catalog. */
  readonly monomers: readonly ListedMonomer[];
  readonly session?: PageSession | undefined;
}

/** Renders the catalog: all operations by family, or those that a search finds. */
export function catalogPage({ search, family, families, monomers, session }: CatalogPage): string {
  const groups = search === '' ? families.map((name) => ({ name, monomers: monomers.filter((monomer) => monomer.family === name) })) : [];
  return renderPage({
    title: 'Catalog',
    description: 'The 128 operations that circuits are made of, by family, each with its meaning, its domain and examples that run.',
    path: '/catalog',
    session,
    scripts: ['live-search.ts'],
    content: (
      <>
        <h1>Catalog</h1>
        <p class="lead">
          Circuits are made of 128 operations, called monomers. Each is total under its precondition, has one meaning on every machine, and
          is proven wherever a circuit applies it.
        </p>
        <form class="filters" action="/catalog" role="search" data-live="">
          <div class="field wide">
            <label for="search">Name, word, or its usual name in another language</label>
            <input id="search" name="search" type="search" value={search} autocomplete="off" placeholder="rounding, modulo, sha…" />
          </div>
          <div class="field">
            <label for="family">Family</label>
            <select id="family" name="family">
              <option value="" selected={family === ''}>
                all families
              </option>
              {families.map((name) => (
                <option key={name} value={name} selected={name === family}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <button type="submit">Search</button>
        </form>
        <div id="results">
          <p class="quiet" role="status">
            {counted(monomers.length, 'operation')}
          </p>
          {monomers.length === 0 ? (
            <p>No operation has all these words. Try one word, such as what you would call it in your language.</p>
          ) : null}
          {search === '' ? null : <Monomers monomers={monomers} />}
          {groups
            .filter((group) => group.monomers.length > 0)
            .map((group) => (
              <section key={group.name} aria-labelledby={`family-${group.name}`}>
                <h2 id={`family-${group.name}`}>{group.name}</h2>
                <Monomers monomers={group.monomers} />
              </section>
            ))}
        </div>
      </>
    ),
  });
}

function Monomers({ monomers }: { readonly monomers: readonly ListedMonomer[] }) {
  return (
    <ul class="tiles monomers">
      {monomers.map(({ mc_code: code, name, signature, description }) => (
        <li key={code}>
          <a href={`/catalog/${name}`}>
            <strong>{name}</strong>
            <code>{signature}</code>
            <span class="quiet">{description}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
