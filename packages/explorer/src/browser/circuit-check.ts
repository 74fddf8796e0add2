import type { PageEngine } from '../engine/page-engine.js';
import { type FollowedVersion, followCertificate, step } from './certificate-steps.js';

/** The version that the page shows. */
export type ShownVersion = Pick<FollowedVersion, 'pid' | 'version' | 'hash'>;

/** "Check it yourself": downloads the certificate, and runs the kernel's checker on it in this browser. */
export function beginChecking(page: HTMLElement, engine: PageEngine, version: ShownVersion): void {
  const button = page.querySelector<HTMLButtonElement>('button[data-check]');
  const list = page.querySelector<HTMLOListElement>('.steps');
  if (button === null || list === null) return;
  button.disabled = false;
  button.addEventListener('click', () => {
    button.disabled = true;
    list.replaceChildren();
    const text = page.querySelector('.source')?.textContent ?? '';
    void followCertificate(list, engine, { ...version, text, withSolver: false })
      .then((followed) => {
        if (followed?.needsSolver === true) offerPlayground(list, version);
      })
      .catch((error: unknown) => step(list, error instanceof Error ? error.message : String(error), 'wrong'))
      .finally(() => {
        button.disabled = false;
      });
  });
}

/** The playground may run z3, which this page may not. */
function offerPlayground(list: HTMLOListElement, { pid, version, hash }: ShownVersion): void {
  const link = document.createElement('a');
  link.href = `/playground?${new URLSearchParams({ check: pid, version, hash }).toString()}`;
  link.textContent = 'Check the whole certificate in the playground';
  const item = document.createElement('li');
  item.className = 'partly';
  item.append(link, ', which asks the solver z3 again in this browser. On a command line, ');
  const command = document.createElement('code');
  command.textContent = 'kir verify --offline';
  item.append(command, ' does.');
  list.append(item);
}
