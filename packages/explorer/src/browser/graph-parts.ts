import { GraphView, type LoadedGraph, loadGraph } from './graph-view.js';

/** The section of a page with the graph. */
const SECTION = 'section[aria-labelledby="graph"]';
/** The place of the picture in its section. */
const BOX = '[data-graph]';

/** A pointer or a focus that stays on a link for this time means it: what is behind the link is loaded ahead. */
const INTENT_MILLISECONDS = 60;

/** Shows the graph of a page, and opens and closes its parts in place of loading the page of a part. */
export function beginParts(page: HTMLElement): void {
  const section = page.querySelector<HTMLElement>(SECTION);
  if (section !== null) new Parts(section).begin();
}

/** The graph of another address of this page. */
interface Loaded {
  readonly section: HTMLElement;
  /** `null` if only its picture can be shown. */
  readonly graph: LoadedGraph | null;
}

/** The graph, or a part of it, that a page shows, and the steps to other parts. */
class Parts {
  /** The number of the last step: what was loaded for an earlier one is outdated. */
  private step = 0;
  private ahead: { readonly address: string; readonly loading: Promise<Loaded | null> } | null = null;
  private intent: ReturnType<typeof setTimeout> | undefined;

  constructor(private section: HTMLElement) {}

  begin(): void {
    this.listen();
    void this.beginGraph();
    addEventListener('popstate', () => {
      // A link to a place in the page is such an event, too.
      if (partIn(location.search) !== partIn(queryOf(pictureIn(this.section)))) void this.show(location.href);
    });
  }

  private async beginGraph(): Promise<void> {
    const { section } = this;
    const graph = await loadGraph(pictureIn(section));
    if (graph !== null && section === this.section) this.viewOf({ section, graph })?.begin();
  }

  /** Lets the links of the section show parts in this page. */
  private listen(): void {
    for (const link of this.section.querySelectorAll<HTMLAnchorElement>('a[href$="#graph"]')) {
      link.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void this.open(link.href, link.rel === 'prev' ? 'prev' : 'next');
      });
      for (const event of ['pointerenter', 'focus']) link.addEventListener(event, () => this.approach(link.href));
      for (const event of ['pointerleave', 'blur']) link.addEventListener(event, () => this.approach(null));
    }
  }

  /** Puts the graph into its section; `null` if it has none. */
  private viewOf({ section, graph }: Loaded): GraphView | null {
    const box = section.querySelector<HTMLElement>(BOX);
    if (box === null || graph === null) return null;
    const query = new URLSearchParams(queryOf(pictureIn(section)));
    const pageOf = (part: string): string => {
      query.set('part', part);
      return new URL(`${location.pathname}?${query}#graph`, location.href).href;
    };
    return new GraphView(box, graph, {
      open: (part) => void this.open(pageOf(part)),
      approach: (part) => this.approach(part === null ? null : pageOf(part)),
    });
  }

  private approach(address: string | null): void {
    clearTimeout(this.intent);
    if (address !== null) this.intent = setTimeout(() => this.loadAhead(address), INTENT_MILLISECONDS);
  }

  private loadAhead(address: string): void {
    if (this.ahead?.address !== address) this.ahead = { address, loading: this.load(address) };
  }

  private async open(address: string, direction: 'prev' | 'next' = 'next'): Promise<void> {
    const isShown = await this.show(address);
    if (isShown === null) return;
    // The page of the part says why it cannot be shown.
    if (!isShown) return location.assign(address);
    history.pushState(null, '', address);
    // Loads ahead in the direction of before, in which most people go on.
    const further = this.section.querySelector<HTMLAnchorElement>(`a[rel="${direction}"]`);
    if (further !== null) this.loadAhead(further.href);
  }

  /** Replaces the graph by that of another address of this page; false if that is not the page of a graph, null if it is outdated. */
  private async show(address: string): Promise<boolean | null> {
    this.step += 1;
    const { step, ahead } = this;
    this.approach(null);
    this.ahead = null;
    const loaded = (ahead?.address === address ? await ahead.loading : null) ?? (await this.load(address));
    if (step !== this.step) return null;
    if (loaded === null) return false;
    // Before the section is in the page: there, its picture would be loaded, too.
    const view = this.viewOf(loaded);
    const hadFocus = this.section.contains(document.activeElement);
    this.section.replaceWith(loaded.section);
    this.section = loaded.section;
    this.listen();
    view?.begin();
    if (hadFocus) this.section.querySelector<HTMLElement>(BOX)?.focus();
    return true;
  }

  /** Loads the graph of another address of this page, and its picture at the same time; `null` if that is not the page of a graph. */
  private async load(address: string): Promise<Loaded | null> {
    const expected = pictureOf(pictureIn(this.section), address);
    const [response, early] = await Promise.all([fetch(address).catch(() => null), loadGraph(expected)]);
    const section = response?.ok === true ? sectionIn(await response.text()) : null;
    if (section === null) return null;
    // A page without a version in its address shows the current one, which may have changed.
    return { section, graph: pictureIn(section) === expected ? early : await loadGraph(pictureIn(section)) };
  }
}

/** Returns the section with the graph; `null` if the text is not the page of a graph. */
function sectionIn(text: string): HTMLElement | null {
  return new DOMParser().parseFromString(text, 'text/html').querySelector<HTMLElement>(SECTION);
}

/** Returns the address of the picture of a section. */
function pictureIn(section: HTMLElement): string {
  return section.querySelector<HTMLElement>(BOX)?.dataset['graph'] ?? '';
}

/** Returns the address of the picture that a page will show, if its version is that of the picture which is shown. */
function pictureOf(shown: string, page: string): string {
  const query = new URLSearchParams(queryOf(shown));
  const part = partIn(new URL(page).search);
  if (part === null) query.delete('part');
  else query.set('part', part);
  return `${shown.slice(0, shown.indexOf('?'))}?${query}`;
}

function queryOf(address: string): string {
  return address.slice(address.indexOf('?') + 1);
}

function partIn(query: string): string | null {
  return new URLSearchParams(query).get('part');
}
