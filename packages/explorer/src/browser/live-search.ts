/** Search while typing: asks for the same page that the form would open, and shows its results in place. */

const PAUSE_MILLISECONDS = 200;

const form = document.querySelector<HTMLFormElement>('form[data-live]');
const field = form?.querySelector<HTMLInputElement>('input[type=search]') ?? null;

let pause: number | undefined;
let asking: AbortController | undefined;

function addressOf(asked: HTMLFormElement): string {
  const given = [...new FormData(asked)].flatMap(([name, value]) => (typeof value === 'string' && value !== '' ? [[name, value]] : []));
  const query = new URLSearchParams(given).toString();
  return query === '' ? asked.action : `${asked.action}?${query}`;
}

/** Shows the results for the form as it stands. What the server refuses is shown by the page that the button opens. */
async function show(asked: HTMLFormElement): Promise<void> {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const address = addressOf(asked);
  let page: string;
  try {
    const response = await fetch(address, { signal, headers: { Accept: 'text/html' } });
    if (!response.ok) return say(`The search was refused (${response.status}). Press Search to see why.`);
    page = await response.text();
  } catch {
    if (signal.aborted) return;
    return say('The server does not answer. Press Search to try again.');
  }
  if (signal.aborted) return;
  const found = new DOMParser().parseFromString(page, 'text/html').querySelector('#results');
  if (found === null) return;
  document.querySelector('#results')?.replaceWith(document.importNode(found, true));
  history.replaceState(null, '', address);
}

function say(text: string): void {
  const status = document.querySelector('#results [role=status]');
  if (status !== null) status.textContent = text;
}

function results(): readonly HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('#results li > a:first-child')];
}

/** Moves the focus through the field and the results. */
function move(by: 1 | -1): void {
  const links = results();
  const places: readonly HTMLElement[] = field === null ? links : [field, ...links];
  const active = places.findIndex((place) => place === document.activeElement);
  if (active === -1) return;
  places[active + by]?.focus();
}

if (form !== null && field !== null) {
  form.addEventListener('input', () => {
    window.clearTimeout(pause);
    pause = window.setTimeout(() => void show(form), PAUSE_MILLISECONDS);
  });
  form.addEventListener('submit', (event) => {
    window.clearTimeout(pause);
    asking?.abort();
    // The same address as while typing, without empty parameters.
    event.preventDefault();
    location.assign(addressOf(form));
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isWriting = event.target instanceof HTMLElement && event.target.closest('input, select, textarea') !== null;
    if (event.key === '/' && !isWriting) {
      event.preventDefault();
      field.focus();
      field.select();
    }
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !(event.target instanceof HTMLSelectElement)) {
      const isHere = event.target === field || results().some((link) => link === event.target);
      if (!isHere) return;
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    }
  });
}
