import { GraphView, type LoadedGraph, loadGraph, textAt } from './graph-view.js';

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
  private ahead: { readonly address: string; readonly loading: Promise<Loaded | null>; readonly abandon: () => void } | null = null;
  private view: GraphView | null = null;
  /** The address that a person may be about to open. */
  private meant: string | null = null;
  private intent: ReturnType<typeof setTimeout> | undefined;

  constructor(private section: HTMLElement) {}

  begin(): void {
    this.listen();
    void this.beginGraph();
    addEventListener('popstate', () => void this.follow());
  }

  /** Shows the part of an address to which the browser went back or forward. */
  private async follow(): Promise<void> {
    // A link to a place in the page is such an event, too.
    if (partIn(location.search) === partIn(queryOf(pictureIn(this.section)))) {
      this.step += 1;
      return;
    }
    // Loaded anew, the page shows what its address says, or why it cannot.
    if ((await this.show(location.href)) === false) location.reload();
  }

  private async beginGraph(): Promise<void> {
    const { section } = this;
    const graph = await loadGraph(pictureIn(section));
    if (graph !== null && section === this.section) this.beginView(this.viewOf({ section, graph }));
  }

  /** Lets the links of the section show parts in this page. */
  private listen(): void {
    for (const link of this.section.querySelectorAll<HTMLAnchorElement>('a[href$="#graph"]')) {
      link.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void this.open(link.href, link.rel === 'prev' ? 'prev' : 'next');
      });
      // A link that comes to lie under a pointer at rest is not meant.
      for (const event of ['pointermove', 'focus']) link.addEventListener(event, () => this.approach(link.href));
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

  private beginView(view: GraphView | null): void {
    this.view?.end();
    this.view = view;
    view?.begin();
  }

  private approach(address: string | null): void {
    if (address === this.meant) return;
    this.meant = address;
    clearTimeout(this.intent);
    if (address !== null) this.intent = setTimeout(() => this.loadAhead(address), INTENT_MILLISECONDS);
  }

  private loadAhead(address: string): void {
    if (this.ahead?.address === address) return;
    // Renderings of a reader wait for each other: one that is not wanted any more would delay those that are.
    this.ahead?.abandon();
    const control = new AbortController();
    this.ahead = { address, loading: this.load(address, control.signal), abandon: () => control.abort() };
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
    if (ahead?.address !== address) ahead?.abandon();
    const loaded = (ahead?.address === address ? await ahead.loading : null) ?? (await this.load(address));
    if (step !== this.step) return null;
    if (loaded === null) return false;
    // Before the section is in the page: there, its picture would be loaded, too.
    const view = this.viewOf(loaded);
    const hadFocus = this.section.contains(document.activeElement);
    this.section.replaceWith(loaded.section);
    this.section = loaded.section;
    this.listen();
    this.beginView(view);
    if (hadFocus) this.section.querySelector<HTMLElement>(BOX)?.focus();
    return true;
  }

  /**
   * Loads the graph of another address of this page, and its picture at the same time; `null` if that is not the page of a graph of the
   * version that is shown.
   */
  private async load(address: string, signal: AbortSignal | null = null): Promise<Loaded | null> {
    const expected = pictureOf(pictureIn(this.section), address);
    const [text, early] = await Promise.all([textAt(address, signal), loadGraph(expected, signal)]);
    const section = text === null ? null : sectionIn(text);
    if (section === null) return null;
    const picture = pictureIn(section);
    // A page without a version in its address shows the current one: its graph would stand beside the source of another one.
    if (versionIn(picture) !== versionIn(expected)) return null;
    return { section, graph: picture === expected ? early : await loadGraph(picture, signal) };
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

function versionIn(picture: string): string | null {
  return new URLSearchParams(queryOf(picture)).get('version');
}

function partIn(query: string): string | null {
  return new URLSearchParams(query).get('part');
}
