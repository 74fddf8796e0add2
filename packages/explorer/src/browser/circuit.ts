import { PageEngine } from '../engine/page-engine.js';
import { beginChecking } from './circuit-check.js';
import { beginComparing } from './circuit-compare.js';
import { beginCopying } from './copy-buttons.js';
import { beginParts } from './graph-parts.js';
import { fragmentOf, MAX_SHARED } from './share.js';

/** The page of a circuit: copies, opens artifacts, checks the certificate, compares versions, and moves the graph. */

const article = document.querySelector<HTMLElement>('article[data-pid]');

if (article !== null) {
  const pid = article.dataset['pid'] ?? '';
  const version = article.dataset['version'] ?? '';
  const engine = new PageEngine();
  beginCopying(document);
  beginArtifacts(article);
  void linkToPlayground(article);
  beginChecking(article, engine, { pid, version, hash: article.dataset['hash'] ?? '' });
  beginComparing(article, engine, pid);
  beginParts(article);
}

/** Links to the playground with the source, which goes in the fragment, so that no server gets it from there. */
async function linkToPlayground(page: HTMLElement): Promise<void> {
  const text = page.querySelector('.source')?.textContent ?? '';
  const link = page.querySelector<HTMLAnchorElement>('a[data-playground]');
  if (link === null || text === '') return;
  if (/^[ \t]*use[ \t]+"cir_/m.test(text)) {
    return link.replaceWith('It pins other circuits, which the playground does not know.');
  }
  const fragment = await fragmentOf(text);
  if (fragment === null) {
    return link.replaceWith(`It is too long for the playground, which opens ${MAX_SHARED.toLocaleString('en')} characters.`);
  }
  link.href = `/playground${fragment}`;
  link.hidden = false;
}

/** Shows an artifact in the page, in place of opening its address. */
function beginArtifacts(page: HTMLElement): void {
  const box = page.querySelector<HTMLElement>('.artifact');
  const title = box?.querySelector<HTMLElement>('h3') ?? null;
  const text = box?.querySelector<HTMLElement>('code') ?? null;
  if (box === null || title === null || text === null) return;
  let latest = '';
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[data-artifact]')) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      latest = link.href;
      void show(link, title, text, () => latest === link.href).then(() => {
        box.hidden = false;
        title.focus();
      });
    });
  }
}

async function show(link: HTMLAnchorElement, title: HTMLElement, text: HTMLElement, isLatest: () => boolean): Promise<void> {
  const { artifact = '' } = link.dataset;
  const told = await fetch(link.href).then(
    async (response) => (response.ok ? response.text() : `The server refused it (${response.status}). Open the link to read why.`),
    () => 'The server does not answer. Try again.',
  );
  if (!isLatest()) return;
  title.textContent = artifact;
  text.textContent = told;
}
