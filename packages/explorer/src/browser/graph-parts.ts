import { beginGraph } from './graph-view.js';

/** The section of a page with the graph. */
const SECTION = 'section[aria-labelledby="graph"]';

/** Shows the graph of a page, and opens and closes its parts in place of loading the page of a part. */
export function beginParts(page: HTMLElement): void {
  const section = page.querySelector<HTMLElement>(SECTION);
  if (section === null) return;
  listen(page, section);
  addEventListener('popstate', () => {
    // A link to a place in the page is such an event, too.
    if (partIn(location.search) !== shownPart(page)) void show(page, location.href);
  });
}

function listen(page: HTMLElement, section: HTMLElement): void {
  const open = (address: string): void => {
    void show(page, address).then((isShown) => {
      if (isShown) history.pushState(null, '', address);
      // The page of the part says why it cannot be shown.
      else location.assign(address);
    });
  };
  for (const link of section.querySelectorAll<HTMLAnchorElement>('a[href$="#graph"]')) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(link.href);
    });
  }
  const box = section.querySelector<HTMLElement>('[data-graph]');
  if (box === null) return;
  const shown = new URLSearchParams(box.dataset['graph']?.split('?')[1]);
  void beginGraph(box, (part) => {
    shown.set('part', part);
    open(`${location.pathname}?${shown}#graph`);
  });
}

/** Returns the part that a picture shows; `null` for the whole graph. */
function shownPart(page: HTMLElement): string | null {
  const address = page.querySelector<HTMLElement>('[data-graph]')?.dataset['graph'] ?? '';
  return partIn(address.slice(address.indexOf('?') + 1));
}

function partIn(query: string): string | null {
  return new URLSearchParams(query).get('part');
}

/** Replaces the graph by that of another address of this page; false if that is not the page of a graph. */
async function show(page: HTMLElement, address: string): Promise<boolean> {
  const response = await fetch(address).catch(() => null);
  if (response?.ok !== true) return false;
  const other = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector<HTMLElement>(SECTION);
  const section = page.querySelector(SECTION);
  if (other === null || section === null) return false;
  const hadFocus = section.contains(document.activeElement);
  section.replaceWith(other);
  listen(page, other);
  if (hadFocus) other.querySelector<HTMLElement>('[data-graph]')?.focus();
  return true;
}
