import { counted } from '../counted.js';
import { CircuitList, type ListedCircuit } from './circuit-list.js';
import { type PageSession, renderPage } from './layout.js';

/** The states by which the list is filtered, with their words. */
export const STATES = {
  '': 'any state',
  certified: 'certified',
  kernel: 'certified, by the checker’s rules alone',
  exhaustive: 'certified, some parts by running all inputs',
  solver: 'certified, some parts by a solver',
  uncertified: 'not certified',
} as const;

/** The orders of the list, with their words. */
export const SORTS = {
  '': 'best match, or newest',
  newest: 'newest first',
  oldest: 'oldest first',
  updated: 'last changed first',
  name: 'by name',
} as const;

/** The filters and the page that a reader asked for. */
export interface CircuitQuestion {
  readonly search: string;
  readonly state: keyof typeof STATES;
  readonly sort: keyof typeof SORTS;
}

/** One page of the list. */
export interface CircuitsFound {
  readonly circuits: readonly ListedCircuit[];
  readonly total: number;
  /** True if there are more than are counted. */
  readonly isCapped: boolean;
  readonly page: number;
  readonly pages: number;
  /** The addresses of the pages before and after; `undefined` if there is none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface CircuitsPage {
  readonly question: CircuitQuestion;
  readonly found: CircuitsFound;
  readonly session?: PageSession | undefined;
}

/** Renders the list of circuits with its search. */
export function circuitsPage({ question, found, session }: CircuitsPage): string {
  return renderPage({
    title: question.search === '' ? 'Circuits' : `${question.search}: circuits`,
    description: 'Find circuits by name and description, by the state of their certification and by the grade of its evidence.',
    path: '/circuits',
    session,
    scripts: ['live-search.ts'],
    content: (
      <>
        <h1>Circuits</h1>
        <CircuitSearch action="/circuits" question={question} />
        <Results found={found} search={question.search} />
      </>
    ),
  });
}

export interface OwnerPage extends CircuitsPage {
  /** The account whose circuits are listed. */
  readonly owner: string;
  /** True for the reader's own page, which has the private circuits, too. */
  readonly isOwn: boolean;
}

/** Renders the circuits of one account. */
export function ownerPage({ owner, isOwn, question, found, session }: OwnerPage): string {
  return renderPage({
    title: `Circuits of ${owner}`,
    description: `The public circuits that the account ${owner} has published.`,
    path: `/owners/${owner}`,
    session,
    scripts: ['live-search.ts'],
    content: (
      <>
        <p class="eyebrow">Account</p>
        <h1>
          <span class="identifier">{owner}</span>
        </h1>
        <p class="quiet">
          {isOwn
            ? 'These are your circuits, also the private ones.'
            : 'Names of accounts are private. These are the public circuits of this one.'}
        </p>
        <CircuitSearch action={`/owners/${owner}`} question={question} />
        <Results found={found} search={question.search} />
      </>
    ),
  });
}

function CircuitSearch({ action, question }: { readonly action: string; readonly question: CircuitQuestion }) {
  return (
    <form class="filters" action={action} role="search" data-live="">
      <div class="field wide">
        <label for="search">Words of name or description</label>
        <input id="search" name="search" type="search" value={question.search} autocomplete="off" aria-describedby="search-help" />
      </div>
      <Choice name="state" label="State" options={STATES} chosen={question.state} />
      <Choice name="sort" label="Order" options={SORTS} chosen={question.sort} />
      <button type="submit">Search</button>
      <p id="search-help" class="quiet help">
        The last word may be a beginning. With a keyboard: <kbd>/</kbd> goes to this field, <kbd>↓</kbd> and <kbd>↑</kbd> through the
        results.
      </p>
    </form>
  );
}

interface ChoiceProps<Value extends string> {
  readonly name: string;
  readonly label: string;
  readonly options: Readonly<Record<Value, string>>;
  readonly chosen: Value;
}

function Choice<Value extends string>({ name, label, options, chosen }: ChoiceProps<Value>) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {Object.entries<string>(options).map(([value, words]) => (
          <option key={value} value={value} selected={value === chosen}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

function Results({ found, search }: { readonly found: CircuitsFound; readonly search: string }) {
  const { circuits, total, isCapped, page, pages, before, after } = found;
  return (
    <section id="results" aria-label="Results">
      <p class="quiet" role="status">
        {isCapped ? `More than ${counted(total, 'circuit')}` : counted(total, 'circuit')}
        {pages > 1 ? `, page ${page.toLocaleString('en')} of ${pages.toLocaleString('en')}` : ''}
      </p>
      {circuits.length === 0 ? <NoCircuit search={search} /> : <CircuitList circuits={circuits} />}
      {before === undefined && after === undefined ? null : (
        <nav class="pages" aria-label="Pages">
          {before === undefined ? null : (
            <a class="button plain" rel="prev" href={before}>
              Page before
            </a>
          )}
          {after === undefined ? null : (
            <a class="button plain" rel="next" href={after}>
              Next page
            </a>
          )}
        </nav>
      )}
    </section>
  );
}

function NoCircuit({ search }: { readonly search: string }) {
  return search === '' ? (
    <p>There is no circuit of this state. Choose another state.</p>
  ) : (
    <p>
      No circuit has all these words in its name or description. Try fewer words, or <a href="/playground">write the circuit yourself</a>.
    </p>
  );
}
